#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    struct item *next;
    char *name;
};

__attribute__((profile)) static struct item *add(struct item *list, const char *name)
{
    struct item *item = malloc(sizeof *item);
    item->name = strdup(name);
    item->next = list;
    return item;
}

__attribute__((profile)) static void drop(struct item *list)
{
    while (list) {
        struct item *next = list->next;
        free(list->name);
        free(list);
        list = next;
    }
}

__attribute__((profile)) int main(int argc, char **argv)
{
    struct item *list = NULL;
    for (int i = 0; i < 100; i++)
        list = add(list, "ninechars");
    drop(list);
    puts("done");
    return argc > 1 ? atoi(argv[1]) : 0;
}
