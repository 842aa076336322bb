/* SPDX-License-Identifier: MIT */
/* Writes messages in the wire format of protocol buffers: fields of two kinds, which is
   all that profiles need. */
#ifndef PROTO_WRITER_H
#define PROTO_WRITER_H

#include <stddef.h>
#include <stdint.h>

/* A message, or the packed values of a field.  Zero to begin with. */
struct proto {
    uint8_t *bytes;
    size_t size;
    size_t room;
};

/* A number as it stands in packed fields; negative numbers are not supported. */
void proto_put_packed(struct proto *proto, uint64_t value);

/* A field with a number; 0, which is what a missing field means, is left out. */
void proto_put_number(struct proto *proto, uint32_t field, uint64_t value);

/* A field with bytes: a string, a message, packed numbers. */
void proto_put_bytes(struct proto *proto, uint32_t field, const void *bytes, size_t size);

/* The same with what `part` holds; it is empty then, to be used again. */
void proto_move_into(struct proto *proto, uint32_t field, struct proto *part);

void proto_release(struct proto *proto);

#endif
