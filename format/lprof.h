/* SPDX-License-Identifier: MIT */
/*
 * The .lprof file format: reading, writing, dumping.  docs/internals/FORMAT.md specifies
 * the bytes, lprof_schema.h the fields.
 *
 * Nothing here prints or ends the process; what went wrong is returned.  Distinct
 * readers and writers may be used by distinct threads; an open reader is constant
 * and may be shared.  Nothing is safe in a signal handler.
 */
#ifndef LPROF_H
#define LPROF_H

#include "lprof_schema.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LPROF_MUST_USE __attribute__((__warn_unused_result__))

/* Every status: X(NAME, text); the text goes after "FILE: ". */
#define LPROF_STATUS_MAP(X)                                         \
    X(OK, "no error")                                               \
    X(NO_MEMORY, "not enough memory")                               \
    X(NOT_OPENED, "cannot be opened")                               \
    X(NOT_READ, "cannot be read")                                   \
    X(NOT_WRITTEN, "cannot be written")                             \
    X(EMPTY, "the file is empty")                                   \
    X(TRUNCATED, "the file ends early")                             \
    X(DAMAGED, "the file is damaged")                               \
    X(TEXT_COPY, "the file was damaged by a copy in text mode")     \
    X(PICKLE, "a file of Python's line_profiler, not of lineprof")  \
    X(FOREIGN, "not a .lprof file")                                 \
    X(TOO_NEW, "written in a newer format than this program reads") \
    X(TOO_OLD, "written in an older format than this program reads")

enum lprof_status {
#define LPROF_STATUS_ENUM(name, text) LPROF_##name,
    LPROF_STATUS_MAP(LPROF_STATUS_ENUM)
};

/* What is known about a failure beside its status; 0 or NULL where it says nothing. */
struct lprof_detail {
    const char *what; /* what the file is instead, or which part is wrong; static */
    uint64_t offset;  /* of the wrong part in the file, in bytes */
    uint64_t number;  /* TOO_NEW, TOO_OLD: the file's major version; TRUNCATED: bytes
                         expected */
    int error;        /* NOT_OPENED, NOT_READ, NOT_WRITTEN: errno */
};

/* A short text for people, static; never NULL, also for a value out of range. */
const char *lprof_status_text(enum lprof_status status);

/* How people spell a value of `clock` or `mode`; "unknown" if it is none. */
const char *lprof_clock_name(uint32_t clock);
const char *lprof_mode_name(uint32_t mode);

/* Of a figure by its number, less than LPROF_FIGURE_COUNT. */
const char *lprof_figure_name(unsigned number);

/* A run of bytes, borrowed; not ended by NUL and in no known encoding. */
struct lprof_text {
    const char *bytes;
    size_t size;
};

/*
 * Records taken apart.  A reader fills them with pointers into its own memory, valid
 * until it is closed; a writer is given them and ignores the `_bytes` fields and
 * counts, which it works out.
 */
struct lprof_process_view {
    struct lprof_text program;
    struct lprof_text command; /* arguments, each ended by NUL */
    struct lprof_text host;
    struct lprof_text directory;
};

struct lprof_job_view {
    struct lprof_job fields;
    struct lprof_text id;
};

struct lprof_unit_view {
    struct lprof_unit fields;
    struct lprof_text directory;
    struct lprof_text flags; /* each ended by a newline */
};

struct lprof_function_view {
    struct lprof_function fields;
    const struct lprof_site *sites; /* fields.site_count */
    struct lprof_text name;
    struct lprof_text symbol;
    struct lprof_text files; /* fields.file_count paths, each ended by NUL */
    struct lprof_text source;
};

struct lprof_block_view {
    struct lprof_block fields;
    const struct lprof_counter *counters; /* fields.cell_count of each */
    const struct lprof_cell *cells;
    const struct lprof_histogram *histograms; /* NULL: see lprof_take_histogram() */
    const struct lprof_heap *heap;            /* NULL: allocations were not counted */
    const struct lprof_heap_cell *heap_cells;
    const struct lprof_held *held; /* NULL: it was not counted what lines hold */
    uint64_t address;              /* of the block header, as a frame names it */
};

struct lprof_region_view {
    struct lprof_region fields;
    struct lprof_text name;
};

struct lprof_layout_view {
    struct lprof_layout fields;
    const uint32_t *sums;           /* fields.sum_words; see lprof_next_sum() */
    const struct lprof_call *calls; /* fields.call_count */
    struct lprof_text symbols;      /* of the callees, each ended by NUL */
};

struct lprof_counts_view {
    struct lprof_counts fields;
    const struct lprof_count *counts; /* fields.count_count */
    uint64_t address;                 /* of the payload */
};

/* Indices into a function's counts that add up to how often something was. */
struct lprof_sum {
    const uint32_t *terms;
    uint32_t count;
};

/* A table of elements, each of `element_bytes`: a FRAMES, EDGES, HISTOGRAMS or NODES
   record, or of an OPEN_REGIONS record. */
struct lprof_table_view {
    const void *elements;
    uint64_t address; /* of the first element */
    uint64_t count;
    uint32_t element_bytes;
    uint32_t thread;
};

struct lprof_open_regions_view {
    struct lprof_open_regions fields;
    struct lprof_table_view table;
};

struct lprof_timeline_view {
    struct lprof_timeline fields;
    const void *spans; /* fields.capacity of them, each fields.span_bytes */
    uint64_t taken;
    struct lprof_text name;
};

struct lprof_phase_view {
    struct lprof_phase fields;
    const uint64_t *words; /* fields.word_count: runs, of each a word that has the number
                              of its first word in the file in its low half and how many
                              there are in the high one, then the words */
};

struct lprof_stats_view {
    struct lprof_stats fields;
    const void *samples; /* fields.capacity of them, each fields.sample_bytes */
    struct lprof_text name;
};

/* One sample; of figures that it does not have all is 0. */
struct lprof_sample_view {
    struct lprof_sample fields;
    struct lprof_sample_value values[LPROF_FIGURE_COUNT]; /* by the bits of the figures */
};

struct lprof_inside_sums_view {
    struct lprof_inside_sums fields;
    const uint64_t *outside; /* fields.sum_count of each */
    const uint64_t *inside;
};

/* Numbers of spans: from `begin` up to `end`, which is no less. */
struct lprof_span_range {
    uint64_t begin;
    uint64_t end;
};

/* Where a frame, an edge or a node is: which record of that kind, which element. */
struct lprof_place {
    size_t table;
    uint64_t element;
};

/* ---- Reading ---- */

struct lprof_reader;

/*
 * Read a whole file into memory and check it.
 *
 * out      the reader, on success only; to be closed
 * path     of a file or a pipe; the file may be written to meanwhile
 * detail   filled on failure; may be NULL
 *
 * Every length, id and table of every record has been checked when this succeeds, so
 * the take functions cannot fail.  Addresses inside frames, cells and edges have not:
 * the find functions do that.  Memory: the file's used bytes and at most half as much
 * again, whatever the file says; twice as much where children count in it, too.
 */
LPROF_MUST_USE enum lprof_status lprof_reader_open(struct lprof_reader **out,
                                                   const char *path,
                                                   struct lprof_detail *detail);

/*
 * The same for whoever wants no histograms: all that lprof_take_histogram() takes are
 * empty.  They may be most of a large file, and of one that is not in parts they are not
 * even read.  What is opened from it (of a phase, of a region) has none that mean
 * anything.
 */
LPROF_MUST_USE enum lprof_status lprof_reader_open_sums(struct lprof_reader **out,
                                                        const char *path,
                                                        struct lprof_detail *detail);

/* The same as lprof_reader_open() for bytes that are in memory already; they are copied.
 */
LPROF_MUST_USE enum lprof_status lprof_reader_open_bytes(struct lprof_reader **out,
                                                         const void *bytes, size_t size,
                                                         struct lprof_detail *detail);

/*
 * Forked children that counted in the same file.  What each counted is read like a file
 * of its own, and adds to what the file itself holds.
 *
 * index    less than the count
 *
 * The id tells children apart, and is the same in a later reading of the file.  The
 * reader that is handed out does not need the parent's any more; to be closed.
 */
size_t lprof_reader_child_count(const struct lprof_reader *reader);
uint64_t lprof_reader_child_id(const struct lprof_reader *reader, size_t index);
LPROF_MUST_USE enum lprof_status
lprof_reader_open_child(struct lprof_reader **out, const struct lprof_reader *parent,
                        size_t index, struct lprof_detail *detail);

/* Accepts NULL. */
void lprof_reader_close(struct lprof_reader *reader);

/* Fields that the file is too old to have are 0. */
const struct lprof_header *lprof_reader_header(const struct lprof_reader *reader);

/* The file has a newer minor version: it may hold more than is read. */
bool lprof_reader_is_newer(const struct lprof_reader *reader);

/* The program that writes the file lived when it was read: it held its lock, or is a
   process of this host.  A child may be dead as long as another process holds the file.
   Always false for a complete file and for bytes in memory. */
bool lprof_reader_is_live(const struct lprof_reader *reader);

/* Records of a kind, in file order; `index` below must be less than this. */
size_t lprof_reader_count(const struct lprof_reader *reader, enum lprof_record_kind kind);

void lprof_take_process(const struct lprof_reader *reader, size_t index,
                        struct lprof_process_view *out);
void lprof_take_job(const struct lprof_reader *reader, size_t index,
                    struct lprof_job_view *out);
void lprof_take_members(const struct lprof_reader *reader, size_t index,
                        struct lprof_members *out);
void lprof_take_unit(const struct lprof_reader *reader, size_t index,
                     struct lprof_unit_view *out);
void lprof_take_function(const struct lprof_reader *reader, size_t index,
                         struct lprof_function_view *out);
void lprof_take_thread(const struct lprof_reader *reader, size_t index,
                       struct lprof_thread *out);
void lprof_take_block(const struct lprof_reader *reader, size_t index,
                      struct lprof_block_view *out);

void lprof_take_region(const struct lprof_reader *reader, size_t index,
                       struct lprof_region_view *out);

void lprof_take_layout(const struct lprof_reader *reader, size_t index,
                       struct lprof_layout_view *out);
void lprof_take_counts(const struct lprof_reader *reader, size_t index,
                       struct lprof_counts_view *out);

/* The sum that `at` is on, which then is on the next.  A layout's `sums` are those of its
   sites, of the activations and of its calls: no more may be taken. */
struct lprof_sum lprof_next_sum(const uint32_t **at);

/* How often a stretch of lines was begun. */
uint64_t lprof_count_value(const struct lprof_count *count);

/*
 * The timed visits of a line by duration.
 *
 * block    from lprof_take_block() of this reader, or with `histograms` of its own
 * site     less than its cell_count
 * out      all 0 where none is known
 */
void lprof_take_histogram(const struct lprof_reader *reader,
                          const struct lprof_block_view *block, uint32_t site,
                          struct lprof_histogram *out);

/* kind     LPROF_RECORD_FRAMES, LPROF_RECORD_EDGES, LPROF_RECORD_HISTOGRAMS or
            LPROF_RECORD_NODES */
void lprof_take_table(const struct lprof_reader *reader, enum lprof_record_kind kind,
                      size_t index, struct lprof_table_view *out);
void lprof_take_frame(const struct lprof_table_view *table, uint64_t element,
                      struct lprof_frame *out);
void lprof_take_edge(const struct lprof_table_view *table, uint64_t element,
                     struct lprof_edge *out);
void lprof_take_node(const struct lprof_table_view *table, uint64_t element,
                     struct lprof_node *out);

void lprof_take_open_regions(const struct lprof_reader *reader, size_t index,
                             struct lprof_open_regions_view *out);
void lprof_take_open_region(const struct lprof_table_view *table, uint64_t element,
                            struct lprof_open_region *out);

void lprof_take_timeline(const struct lprof_reader *reader, size_t index,
                         struct lprof_timeline_view *out);

/* Which spans are whole, also where the file was read while they were written, or the
   writer was killed: at most `capacity`.  Those before them, from `first` on, have been
   overwritten. */
struct lprof_span_range lprof_timeline_spans(const struct lprof_timeline_view *timeline);

/* number   in that range */
void lprof_take_span(const struct lprof_timeline_view *timeline, uint64_t number,
                     struct lprof_span *out);

void lprof_take_stats(const struct lprof_reader *reader, size_t index,
                      struct lprof_stats_view *out);

/*
 * The next sample that is whole and later than those before it.
 *
 * at       where to look from on; it is set to what is behind.  0: the first
 * out      the sample before, zeroed for the first; then the one that was found
 *
 * false if there is none.
 */
bool lprof_next_sample(const struct lprof_stats_view *stats, uint64_t *at,
                       struct lprof_sample_view *out);

void lprof_take_phase(const struct lprof_reader *reader, size_t index,
                      struct lprof_phase_view *out);

/*
 * The file as it was when a phase ended, to be closed; it does not need the other reader.
 *
 * index    of a PHASE record
 */
LPROF_MUST_USE enum lprof_status
lprof_reader_open_phase(struct lprof_reader **out, const struct lprof_reader *reader,
                        size_t index, struct lprof_detail *detail);

void lprof_take_inside(const struct lprof_reader *reader, size_t index,
                       struct lprof_inside *out);
void lprof_take_inside_sums(const struct lprof_reader *reader, size_t index,
                            struct lprof_inside_sums_view *out);

/*
 * The file as if it had been counted in the regions of one name alone, to be closed; it
 * does not need the other reader.  Of single visits nothing is known then: neither the
 * shortest and longest nor how they were distributed.
 *
 * name     of a region of which there are INSIDE records
 */
LPROF_MUST_USE enum lprof_status
lprof_reader_open_inside(struct lprof_reader **out, const struct lprof_reader *reader,
                         struct lprof_text name, struct lprof_detail *detail);

/* The n-th of texts that end in NUL each, such as `files` and `command`; empty when
   there are fewer.  Without the NUL, which follows. */
struct lprof_text lprof_text_part(struct lprof_text all, size_t n);

/* Which record has an id; kind is LPROF_RECORD_UNIT, _FUNCTION or _THREAD.  Every block's
   function is found, and has as many sites as the block has cells; so is a layout's.
   O(log n). */
bool lprof_find_id(const struct lprof_reader *reader, enum lprof_record_kind kind,
                   uint32_t id, size_t *index);

/* What an address names; false if nothing, as when the part was not in the file yet
   when it was read.  O(log n). */
bool lprof_find_block(const struct lprof_reader *reader, uint64_t address, size_t *index);
bool lprof_find_frame(const struct lprof_reader *reader, uint64_t address,
                      struct lprof_place *place);
bool lprof_find_edge(const struct lprof_reader *reader, uint64_t address,
                     struct lprof_place *place);
bool lprof_find_node(const struct lprof_reader *reader, uint64_t address,
                     struct lprof_place *place);
bool lprof_find_region(const struct lprof_reader *reader, uint64_t address,
                       size_t *index);
bool lprof_find_counts(const struct lprof_reader *reader, uint64_t address,
                       size_t *index);

/* ---- Writing ---- */

/* Takes `size` bytes of output; returns 0, or an errno value. */
typedef int (*lprof_sink)(void *arg, const void *bytes, size_t size);

/*
 * Builds a file record by record.  The status is sticky: after the first failure all
 * calls do nothing, so look at it once, at the end.
 */
struct lprof_writer;

/* base_address   what the file's addresses count from; a multiple of 8, not 0 */
LPROF_MUST_USE enum lprof_status lprof_writer_open(struct lprof_writer **out,
                                                   uint64_t base_address);

/* Accepts NULL. */
void lprof_writer_close(struct lprof_writer *writer);

/* Address of the payload of the record put next. */
uint64_t lprof_writer_next(const struct lprof_writer *writer);

/* Each returns the address of what follows the record's fixed fields: of the cells,
   the frames, the edges, the histograms or the nodes; 0 after a failure.  A block's own
   address is lprof_writer_next() before it is put, and that of counts.  A block that is
   WEIGHTED is put without its histograms.  A layout's `sum_words` may be odd: a word 0 is
   added then.
 */
uint64_t lprof_put_process(struct lprof_writer *writer,
                           const struct lprof_process_view *process);
uint64_t lprof_put_job(struct lprof_writer *writer, const struct lprof_job_view *job);
uint64_t lprof_put_members(struct lprof_writer *writer,
                           const struct lprof_members *members);
uint64_t lprof_put_unit(struct lprof_writer *writer, const struct lprof_unit_view *unit);
uint64_t lprof_put_function(struct lprof_writer *writer,
                            const struct lprof_function_view *function);
uint64_t lprof_put_thread(struct lprof_writer *writer, const struct lprof_thread *thread);
uint64_t lprof_put_block(struct lprof_writer *writer,
                         const struct lprof_block_view *block);
uint64_t lprof_put_frames(struct lprof_writer *writer, uint32_t thread,
                          const struct lprof_frame *frames, size_t count);
uint64_t lprof_put_edges(struct lprof_writer *writer, uint32_t thread,
                         const struct lprof_edge *edges, size_t count);
uint64_t lprof_put_histograms(struct lprof_writer *writer, uint32_t thread,
                              const struct lprof_histogram *histograms, size_t count);
uint64_t lprof_put_nodes(struct lprof_writer *writer, uint32_t thread,
                         const struct lprof_node *nodes, size_t count);
uint64_t lprof_put_region(struct lprof_writer *writer,
                          const struct lprof_region_view *region);

uint64_t lprof_put_phase(struct lprof_writer *writer,
                         const struct lprof_phase_view *phase);

uint64_t lprof_put_inside(struct lprof_writer *writer, const struct lprof_inside *inside);
uint64_t lprof_put_inside_sums(struct lprof_writer *writer,
                               const struct lprof_inside_sums_view *sums);

/* Of a timeline `capacity` spans are put, as struct lprof_span. */
uint64_t lprof_put_timeline(struct lprof_writer *writer,
                            const struct lprof_timeline_view *timeline);

/* Of samples `capacity` are put, each of the size that the view says. */
uint64_t lprof_put_stats(struct lprof_writer *writer,
                         const struct lprof_stats_view *stats);

uint64_t lprof_put_layout(struct lprof_writer *writer,
                          const struct lprof_layout_view *layout);
uint64_t lprof_put_counts(struct lprof_writer *writer,
                          const struct lprof_counts_view *counts);

/* A record of any kind, also of one that this version does not know. */
uint64_t lprof_put_raw(struct lprof_writer *writer, uint32_t kind, const void *payload,
                       size_t size);

/*
 * Send the file to `sink`: the header, then the records.
 *
 * header   magic, versions, sizes and the base address are filled in, the rest is the
 *          caller's
 *
 * Returns the writer's status.  May be called again, for another sink.
 */
LPROF_MUST_USE enum lprof_status lprof_writer_finish(struct lprof_writer *writer,
                                                     const struct lprof_header *header,
                                                     lprof_sink sink, void *sink_arg);

/* ---- Files in a file ---- */

/* Takes `size` bytes that belong at an offset of the output; returns 0, or an errno
   value. */
typedef int (*lprof_place)(void *arg, uint64_t offset, const void *bytes, size_t size);

/*
 * Puts files together, each whole and apart: the first is the one that is read, the
 * others are its children.  Each is sent whole, by lprof_join_put(), between two calls of
 * lprof_join_next().  The status is sticky.
 */
struct lprof_join;

LPROF_MUST_USE enum lprof_status lprof_join_open(struct lprof_join **out,
                                                 lprof_place place, void *place_arg);

/* Accepts NULL. */
void lprof_join_close(struct lprof_join *join);

/* What is put next is of another file. */
void lprof_join_next(struct lprof_join *join);

/* A lprof_sink; `join` is its argument. */
int lprof_join_put(void *join, const void *bytes, size_t size);

/* After the last file.  Returns the status. */
LPROF_MUST_USE enum lprof_status lprof_join_finish(struct lprof_join *join);

/* ---- Dumping ---- */

/*
 * Send every record and field as text, one field a line, to `sink`: those of the file,
 * its parts, and what each child counted.  Bytes that are not printable ASCII are
 * escaped.
 *
 * detail   as of lprof_reader_open_child(), which is where it may fail
 */
LPROF_MUST_USE enum lprof_status lprof_dump(const struct lprof_reader *reader,
                                            lprof_sink sink, void *sink_arg,
                                            struct lprof_detail *detail);

#endif
