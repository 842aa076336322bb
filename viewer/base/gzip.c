/* SPDX-License-Identifier: MIT */
#include "base/gzip.h"

#include "base/memory.h"

#include <limits.h>
#include <zlib.h>

#define WINDOW_BITS_GZIP (15 + 16) /* the widest window; 16 asks for gzip's header */
#define MEMORY_LEVEL     8         /* zlib's default */

/* Compress what the stream has for input, and write it. */
static void drain(z_stream *stream, int flush, FILE *out)
{
    Bytef buffer[16384];

    do {
        stream->next_out = buffer;
        stream->avail_out = sizeof buffer;
        deflate(stream, flush); /* cannot fail: the state is good and there is room */
        fwrite(buffer, 1, sizeof buffer - stream->avail_out, out);
    } while (!stream->avail_out);
}

void gzip_print(FILE *out, const void *bytes, size_t size)
{
    z_stream stream = {0};
    const Bytef *next = bytes;

    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS_GZIP,
                     MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        memory_give_up();
    do {
        const uInt step = size > UINT_MAX ? UINT_MAX : (uInt)size;
        stream.next_in = (Bytef *)next;
        stream.avail_in = step;
        next += step;
        size -= step;
        drain(&stream, size ? Z_NO_FLUSH : Z_FINISH, out);
    } while (size);
    deflateEnd(&stream);
}
