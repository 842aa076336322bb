/* SPDX-License-Identifier: MIT */
/* What the reader's source files share; not for users of the library. */
#ifndef LPROF_INTERNAL_H
#define LPROF_INTERNAL_H

#include "lprof.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#    error "the structs are read as they lie in the file, which is little-endian"
#endif

#define LPROF_KIND_COUNT 21 /* kinds 1 to 20; asserted where the table is */

/* Bytes of an open region before `raw`, of a frame and of an edge before `node`; no file
   has less. */
#define LPROF_OPEN_REGION_MIN_BYTES offsetof(struct lprof_open_region, raw)
#define LPROF_FRAME_MIN_BYTES       offsetof(struct lprof_frame, node)
#define LPROF_EDGE_MIN_BYTES        offsetof(struct lprof_edge, node)

/* Bytes of the header in version 1.0; no file has less. */
#define LPROF_HEADER_MIN_BYTES 136

/* One record's id, and which record of its kind it is. */
struct lprof_id {
    uint32_t id;
    uint32_t index;
};

/* The records of one kind. */
struct lprof_kind_index {
    uint64_t *offsets; /* of the record headers, ascending */
    size_t count;
    struct lprof_id *ids; /* ascending by id; NULL for kinds without ids */
};

/* A forked child's part of a file: a file of its own, in one piece. */
struct lprof_image {
    uint8_t *bytes; /* from malloc */
    size_t size;
    uint64_t offset; /* of its first part in the file */
};

/* A part of a file that children wrote in, and where it is. */
struct lprof_part_place {
    struct lprof_part part;
    uint64_t offset;
};

struct lprof_reader {
    uint8_t *bytes; /* the file up to its used bytes; from malloc, so aligned */
    size_t size;
    struct lprof_header header;
    bool newer;
    bool live;
    bool locked;       /* a process held the file, or the one that it is a part of */
    bool sums_only;    /* bytes of histograms mean nothing */
    uint64_t *offsets; /* storage behind all `kinds[].offsets` */
    struct lprof_kind_index kinds[LPROF_KIND_COUNT];
    struct lprof_image *children;
    size_t child_count;
    struct lprof_part_place *parts; /* by image, then by `from` */
    size_t part_count;
};

/* A file as it was found: its bytes and whether its writer lives. */
struct lprof_file {
    uint8_t *bytes; /* from malloc */
    size_t size;
    bool locked; /* a process holds a write lock on it */
};

/* How much of a file is wanted. */
enum lprof_reading {
    LPROF_READ_ALL,
    LPROF_READ_SUMS, /* histograms may be left out */
};

/* Read `path` up to the used bytes that its header states, or as far as it goes.  Refuses
   what is no .lprof file after one page, so that no pipe or device is read to its end. */
LPROF_MUST_USE enum lprof_status lprof_file_read(struct lprof_file *file,
                                                 const char *path,
                                                 enum lprof_reading reading,
                                                 struct lprof_detail *detail);

/* LPROF_OK if bytes begin like a .lprof file, else what they are instead.  `size` is at
   least that of the first page, or of the whole file. */
enum lprof_status lprof_identify(const uint8_t *bytes, size_t size,
                                 struct lprof_detail *detail);

/* A process with this id and start time runs on this host. */
bool lprof_process_lives(uint32_t pid, uint64_t process_start);

/* Another process holds a write lock on the open file. */
bool lprof_file_is_locked(int fd);

/* The file is not in one piece. */
bool lprof_has_parts(const struct lprof_header *header);

/* Where a header says that the file ends: of its records, or of its last part. */
uint64_t lprof_parts_end(const struct lprof_header *header);

/* Put a file that is in parts together: `bytes` becomes what the file itself holds in one
   piece, `children` what its children hold.  Does nothing to other files. */
LPROF_MUST_USE enum lprof_status lprof_parts_join(struct lprof_reader *reader,
                                                  struct lprof_detail *detail);

/* Set up header, offsets and ids from the bytes, checking all of them. */
LPROF_MUST_USE enum lprof_status lprof_check(struct lprof_reader *reader,
                                             struct lprof_detail *detail);

/* A record's payload. */
struct lprof_payload {
    const uint8_t *bytes;
    uint64_t size;
};

struct lprof_payload lprof_payload_of(const struct lprof_reader *reader,
                                      enum lprof_record_kind kind, size_t index);

/* Take a payload apart; false when it is shorter than what it says it holds.  A view's
   `address` is left to the caller. */
bool lprof_parse_process(struct lprof_payload payload, struct lprof_process_view *out);
bool lprof_parse_job(struct lprof_payload payload, struct lprof_job_view *out);
bool lprof_parse_members(struct lprof_payload payload, struct lprof_members *out);
bool lprof_parse_unit(struct lprof_payload payload, struct lprof_unit_view *out);
bool lprof_parse_function(struct lprof_payload payload, struct lprof_function_view *out);
bool lprof_parse_thread(struct lprof_payload payload, struct lprof_thread *out);
bool lprof_parse_block(struct lprof_payload payload, struct lprof_block_view *out);
bool lprof_parse_region(struct lprof_payload payload, struct lprof_region_view *out);
bool lprof_parse_frames(struct lprof_payload payload, struct lprof_table_view *out);
bool lprof_parse_edges(struct lprof_payload payload, struct lprof_table_view *out);
bool lprof_parse_histograms(struct lprof_payload payload, struct lprof_table_view *out);
bool lprof_parse_nodes(struct lprof_payload payload, struct lprof_table_view *out);
bool lprof_parse_open_regions(struct lprof_payload payload,
                              struct lprof_open_regions_view *out);
bool lprof_parse_phase(struct lprof_payload payload, struct lprof_phase_view *out);
bool lprof_parse_stats(struct lprof_payload payload, struct lprof_stats_view *out);
bool lprof_parse_inside(struct lprof_payload payload, struct lprof_inside *out);
bool lprof_parse_inside_sums(struct lprof_payload payload,
                             struct lprof_inside_sums_view *out);
bool lprof_parse_timeline(struct lprof_payload payload, struct lprof_timeline_view *out);
bool lprof_parse_layout(struct lprof_payload payload, struct lprof_layout_view *out);
bool lprof_parse_counts(struct lprof_payload payload, struct lprof_counts_view *out);

#endif
