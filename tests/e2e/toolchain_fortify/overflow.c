// SPDX-License-Identifier: MIT
/* Writes too much, in the way that the first argument names, and so must not live. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct packet {
    char head[8];
    char body[24];
    char *tail;
};

static const char *text; /* 40 characters */
static char *shared;
static struct packet global;

static void copy_to(char *to, const char *from)
{
    strcpy(to, from);
}

static inline char *reserve(void)
{
    char *p = malloc(8);
    return p;
}

static void array(void)
{
    char room[8];
    char *p = room;
    strcpy(p, text);
    puts(p);
}

static void member(void)
{
    struct packet p;
    char *to = p.head;
    to++;
    strcat(strcpy(to, "a"), text);
    puts(to);
}

static void heap(void)
{
    size_t size = 8;
    char *p = malloc(size);
    sprintf(p, "%s.", text);
    puts(p);
}

static void length(void)
{
    char room[8];
    char *p = room;
    size_t n = strlen(text);
    n++;
    memcpy(p, text, n);
    puts(p);
}

static void chosen(void)
{
    char one[8], other[12];
    char *p;
    if (text[0] == 'x')
        p = one;
    else
        p = other;
    memset(p, 'a', strlen(text));
    puts(p);
}

static void stepped(void)
{
    char room[16];
    char *p = room;
    for (int i = 0; i < 3; i++) {
        *p = 'a';
        p++;
    }
    strcpy(p, text);
    puts(room);
}

static void helper(void)
{
    char room[8];
    copy_to(room, text);
    puts(room);
}

static void helped(void)
{
    char *p = reserve();
    strcpy(p, text);
    puts(p);
}

static void through_memory(void)
{
    struct packet p;
    p.tail = malloc(8);
    strcpy(p.tail, text);
    puts(p.tail);
}

static void through_pointer(struct packet *p)
{
    p->tail = malloc(8);
    strcpy(p->tail, text);
    puts(p->tail);
}

static void by_pointer(void)
{
    through_pointer(&global);
}

static void through_global(void)
{
    shared = malloc(8);
    strcpy(shared, text);
    puts(shared);
}

static void bounded(void)
{
    char room[8];
    char *p = room;
    snprintf(p, strlen(text), "%s", text);
    puts(p);
}

static void line(void)
{
    char room[8];
    char *p = room;
    int size = strlen(text);
    if (fgets(p, size, stdin))
        puts(p);
}

static void input(void)
{
    char room[8];
    char *p = room;
    size_t size = strlen(text);
    if (read(0, p, size) > 0)
        puts(p);
}

static void sized_later(void)
{
    size_t size = strlen(text) / 4;
    char *p = malloc(size);
    strcpy(p, text);
    puts(p);
}

static void variable(void)
{
    size_t size = strlen(text) / 4;
    char room[size];
    char *p = room;
    strcpy(p, text);
    puts(p);
}

static const struct {
    const char *name;
    void (*run)(void);
} ways[] = {
    {"array",          array         },
    {"member",         member        },
    {"heap",           heap          },
    {"length",         length        },
    {"chosen",         chosen        },
    {"stepped",        stepped       },
    {"helper",         helper        },
    {"helped",         helped        },
    {"through_memory", through_memory},
    {"by_pointer",     by_pointer    },
    {"through_global", through_global},
    {"bounded",        bounded       },
    {"line",           line          },
    {"input",          input         },
    {"sized_later",    sized_later   },
    {"variable",       variable      },
};

int main(int count, char **words)
{
    const size_t number = count > 1 ? strtoul(words[1], NULL, 10) : sizeof(ways);
    text = "0123456789012345678901234567890123456789";
    if (number >= sizeof(ways) / sizeof(ways[0]))
        return 1;
    ways[number].run();
    printf("%s lived\n", ways[number].name);
    return 0;
}
