/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

int main(void)
{
    char *copy = strdup("text");
    int status = strcmp(copy, "text");
    free(copy);
    return status;
}
