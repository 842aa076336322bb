#include <stdlib.h>
#include <string.h>

#define PROFILED __attribute__((profile))

struct box {
    struct box *next;
    char *label;
};

PROFILED static char *label(int number)
{
    char *text = malloc(32);
    memset(text, 'a' + number % 26, 31);
    text[31] = '\0';
    return text;
}

PROFILED static struct box *put(struct box *below, int number)
{
    struct box *box = malloc(sizeof *box);
    box->next = below;
    box->label = label(number);
    return box;
}

PROFILED static size_t count(const struct box *top)
{
    return top ? 1 + count(top->next) : 0;
}

PROFILED static void clear(struct box *top)
{
    while (top) {
        struct box *next = top->next;
        free(top->label);
        free(top);
        top = next;
    }
}

PROFILED int main(void)
{
    struct box *top = NULL;
    for (int i = 0; i < 78; i++)
        top = put(top, i);
    char *sign = label(1);
    const size_t boxes = count(top);
    free(sign);
    clear(top);
    return boxes == 78 ? 0 : 1;
}
