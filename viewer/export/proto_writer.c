/* SPDX-License-Identifier: MIT */
#include "export/proto_writer.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* How a field's value is laid out. */
enum wire_type { WIRE_VARINT = 0, WIRE_BYTES = 2 };

static void put_byte(struct proto *p, uint8_t byte)
{
    p->bytes = memory_grown(p->bytes, p->size, &p->room, 1);
    p->bytes[p->size++] = byte;
}

/* Seven bits a byte, the least first; the eighth says that more follow. */
void proto_put_packed(struct proto *p, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        put_byte(p, (uint8_t)(0x80 | (value & 0x7f)));
    put_byte(p, (uint8_t)value);
}

static void put_key(struct proto *p, uint32_t field, enum wire_type type)
{
    proto_put_packed(p, (uint64_t)field << 3 | type);
}

void proto_put_number(struct proto *p, uint32_t field, uint64_t value)
{
    if (!value)
        return;
    put_key(p, field, WIRE_VARINT);
    proto_put_packed(p, value);
}

void proto_put_bytes(struct proto *p, uint32_t field, const void *bytes, size_t size)
{
    put_key(p, field, WIRE_BYTES);
    proto_put_packed(p, size);
    while (p->room < p->size + size)
        p->bytes = memory_grown(p->bytes, p->room, &p->room, 1);
    if (size)
        memcpy(p->bytes + p->size, bytes, size);
    p->size += size;
}

void proto_move_into(struct proto *p, uint32_t field, struct proto *part)
{
    proto_put_bytes(p, field, part->bytes, part->size);
    part->size = 0;
}

void proto_release(struct proto *p)
{
    free(p->bytes);
    *p = (struct proto){0};
}
