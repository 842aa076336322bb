#include <stddef.h>

void *take(size_t size);

static void *volatile kept[2];

__attribute__((profile)) int main(void)
{
    kept[0] = take(1000);
    kept[1] = take(24);
    return 0;
}
