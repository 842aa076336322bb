/* SPDX-License-Identifier: MIT */
/*
 * The layout of a .lprof file, field by field, as X tables: the only definition
 * there is.  The structs, the byte order checks, the dump and the tables in
 * docs/internals/FORMAT.md come from it.
 *
 * A file is a header, then records, each a struct lprof_record and a payload,
 * up to header.used_bytes.  Everything is little-endian, every record starts at a
 * multiple of 8, no struct has padding.  The running program writes the file in
 * place through a shared mapping, so a file is valid at every moment: a record is
 * made visible by its `kind`, stored last, and counters only ever grow.
 *
 * A field that holds an *address* names a byte of the file as the writer saw it:
 * offset = address - header.base_address.  An address outside the used bytes means
 * the same as 0: the writer could not get what it names into the file.
 *
 * A record may be longer than its payload needs, which keeps what follows aligned.
 *
 * Append fields at the end, never reorder or reuse: readers skip what they do
 * not know by `header_bytes`, a record's `bytes` and a table's element size, and
 * records of unknown kind.  Only the header, a THREAD record, a frame, an edge, an open
 * region, a span, a node and a sample say their size, so only they can grow.  Anything
 * else raises `major`.
 */
#ifndef LPROF_SCHEMA_H
#define LPROF_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>

#define LPROF_MAGIC        "\x89LPROF\r\n" /* 8 bytes, the last two tell a text-mode copy */
#define LPROF_MAJOR        4
#define LPROF_MINOR        0
#define LPROF_HEADER_BYTES 4096 /* room kept for the header: one page */

/* X(type, name, doc) */
#define LPROF_HEADER_FIELDS(X)                                                           \
    X(u64, magic, "the bytes of LPROF_MAGIC")                                            \
    X(u16, major, "readers refuse a major they do not know")                             \
    X(u16, minor, "readers note a minor they do not know")                               \
    X(u32, header_bytes, "offset of the first record")                                   \
    X(u64, used_bytes, "end of the last record")                                         \
    X(u64, base_address, "where the writer had mapped byte 0 of the file")               \
    X(u32, state, "enum lprof_state")                                                    \
    X(u32, pid, "process that wrote the file")                                           \
    X(u64, process_start, "its start time as in /proc/PID/stat, clock ticks after boot") \
    X(i32, rank, "rank of the process; -1 if it has none")                               \
    X(u32, clock, "enum lprof_clock")                                                    \
    X(u32, mode, "enum lprof_mode")                                                      \
    X(u32, warnings, "set of enum lprof_warning")                                        \
    X(u64, start_ns, "start of the run, ns since the Unix epoch")                        \
    X(u64, start_clock_ns, "CLOCK_MONOTONIC_RAW at the start")                           \
    X(u64, start_ticks, "the profile's clock at the same moment")                        \
    X(u64, end_clock_ns, "CLOCK_MONOTONIC_RAW when last looked at, or at the end")       \
    X(u64, end_ticks, "the profile's clock at the same moment")                          \
    X(u64, tick_hz, "rate of the clock; 0: from the two pairs above")                    \
    X(u64, resolution_ticks, "smallest difference the clock shows")                      \
    X(u64, probe_ticks, "cost of one line event, taken out of all times")                \
    X(u64, taken_out_ticks,                                                              \
      "cost of all probes on all threads, once complete; before: add up the threads")    \
    X(u32, has_off, "1: the time during which threads did not run was recorded")         \
    X(u32, reserved, "0")                                                                \
    X(u64, parts, "offset of the newest PART; 0: the file is in one piece")              \
    X(u64, end_bytes, "end of what parts have been given")                               \
    X(u64, control, "others': twice the number of requests, and if to pause, 1 more")    \
    X(u64, obeyed, "the value of it that the writer has acted on")                       \
    X(u64, resets, "how often the program began to count anew")                          \
    X(u64, dropped_children,                                                             \
      "files of forked children that newer ones took the place of")                      \
    X(u32, paused, "1: counting is paused; 2: and has been since the run began")         \
    X(u32, reserved1, "0")                                                               \
    X(u64, asked_resets, "others': of the requests in `control`, those to count anew")   \
    X(u64, paused_ticks, "time that was paused, when last looked at, or at the end")     \
    X(u64, heap_live,                                                                    \
      "bytes allocated and not freed, by the size they could be used for")               \
    X(u64, heap_peak, "the most of these that there were; 0: not counted")               \
    X(u64, heap_peaks, "how often that has risen")

/* Before each piece of a file that was written by several processes, a page. */
#define LPROF_PART_BYTES 4096
#define LPROF_PART_FIELDS(X)                                             \
    X(u64, next, "offset of the part before; 0 none")                    \
    X(u64, image, "offset of its image's first part; 0: the file's own") \
    X(u64, from, "where in the image its bytes belong")                  \
    X(u64, bytes, "how many; they follow LPROF_PART_BYTES behind")       \
    X(u64, owner, "the writer's: the process that counts in the image")  \
    X(u64, key, "the writer's: which records the image began with")

/* Record kinds: X(NAME, value, doc).  0 is a record not yet complete. */
#define LPROF_RECORDS(X)                                                        \
    X(PROCESS, 1, "the program, its command, host and directory")               \
    X(UNIT, 2, "a translation unit: language, directory, flags")                \
    X(FUNCTION, 3, "a marked function: names, lines, source text")              \
    X(THREAD, 4, "a thread and its innermost open frame")                       \
    X(FRAMES, 5, "room for a thread's open activations")                        \
    X(BLOCK, 6, "the counters of one function on one thread")                   \
    X(EDGES, 7, "calls from a line to a function, on one thread")               \
    X(REGION, 8, "the counters of one named region on one thread")              \
    X(OPEN_REGIONS, 9, "room for a thread's open regions")                      \
    X(LAYOUT, 10, "what the counts of a function add up to")                    \
    X(COUNTS, 11, "the counts of one module on one thread")                     \
    X(JOB, 12, "the job of which the process is a rank")                        \
    X(MEMBERS, 13, "what children counted is of processes that were merged")    \
    X(TIMELINE, 14, "when the last regions of a thread began and ended")        \
    X(PHASE, 15, "the counters as they were when a phase ended")                \
    X(STATS, 16, "what the process, or a GPU for it, used over time")           \
    X(INSIDE, 17, "a region of which it is known what a thread counted in it")  \
    X(INSIDE_SUMS, 18, "what the counters of one record were in such a region") \
    X(HISTOGRAMS, 19, "of lines of blocks that have no room for them")          \
    X(NODES, 20, "from where functions were called, line by line, on one thread")

/* Those whose payload is counters, which a phase's record tells the changes of: X(NAME).
 */
#define LPROF_COUNTING_RECORDS(X) \
    X(THREAD)                     \
    X(FRAMES)                     \
    X(BLOCK)                      \
    X(EDGES)                      \
    X(REGION)                     \
    X(OPEN_REGIONS)               \
    X(COUNTS)                     \
    X(HISTOGRAMS)                 \
    X(NODES)

#define LPROF_RECORD_FIELDS(X)             \
    X(u32, kind, "enum lprof_record_kind") \
    X(u32, reserved, "0")                  \
    X(u64, bytes, "of this header and the payload, a multiple of 8")

/* Strings of a record follow its fixed fields in this order, each as many bytes
   as its length field says, with no final NUL; tables come first. */
#define LPROF_PROCESS_FIELDS(X)                           \
    X(u32, program_bytes, "base name of the program")     \
    X(u32, command_bytes, "arguments, each ended by NUL") \
    X(u32, host_bytes, "host name")                       \
    X(u32, directory_bytes, "working directory at the start")

#define LPROF_UNIT_FIELDS(X)                                \
    X(u32, unit, "id, from 1")                              \
    X(u32, language, "enum lprof_language")                 \
    X(u32, optimize, "optimisation level, 0 to 3")          \
    X(u32, mode, "enum lprof_mode it was compiled for")     \
    X(u32, directory_bytes, "directory of the compilation") \
    X(u32, flags_bytes, "compiler flags a source parser needs, each ended by a newline")

#define LPROF_FUNCTION_FIELDS(X)                                                        \
    X(u32, function, "id, from 1")                                                      \
    X(u32, unit, "id of its translation unit")                                          \
    X(u32, flags, "set of enum lprof_function_flag")                                    \
    X(u32, line, "of the declarator, 1-based")                                          \
    X(u32, end_line, "of the closing brace")                                            \
    X(u32, source_line, "first line of the source text")                                \
    X(u32, site_count, "sites in the table that follows, one a cell")                   \
    X(u32, file_count, "files; their strings come after the other strings")             \
    X(u64, source_hash, "FNV-1a, 64 bits, of the source text")                          \
    X(u32, name_bytes, "qualified name")                                                \
    X(u32, symbol_bytes, "assembler name")                                              \
    X(u32, files_bytes,                                                                 \
      "absolute paths, each ended by NUL; the first is its own. Then names, see sites") \
    X(u32, source_bytes, "text of lines source_line to end_line")

/* Table of a FUNCTION record, after the fixed fields and before the strings. */
#define LPROF_SITE_FIELDS(X)                                         \
    X(u32, line, "1-based; of a call, the index of its line's site") \
    X(u32, file,                                                     \
      "index of its file; of a call, LPROF_SITE_CALL and the index of its name")

/* In the place of a file: what a line calls that is not profiled.  Such sites are behind
   those of the lines.  Where it says are two strings, of which the first is the assembler
   name of what is called, and the second its qualified name. */
#define LPROF_SITE_CALL (UINT32_C(1) << 31)

#define LPROF_THREAD_FIELDS(X)                                                         \
    X(u32, thread, "id, from 1")                                                       \
    X(u32, flags, "set of enum lprof_thread_flag")                                     \
    X(u64, tid, "the kernel's id of the last thread that used this record")            \
    X(u64, top, "address of the innermost open frame; 0 none")                         \
    X(u64, bias, "cost of all probes so far, up to date when no frame is open")        \
    X(u64, last, "virtual ticks when an activation last ended; 0 none")                \
    X(u64, name0, "name, up to 32 bytes, NUL padded")                                  \
    X(u64, name1, "continued")                                                         \
    X(u64, name2, "continued")                                                         \
    X(u64, name3, "continued")                                                         \
    X(u64, begun, "reading of the clock when the thread began; 0: it has ended")       \
    X(u64, lived, "ticks that threads took which used this record and have ended")     \
    X(u64, off_ns, "time during which it did not run, since it was first seen")        \
    X(u64, delayed_ns,                                                                 \
      "time in which it could have run, but others did; known at the end")             \
    X(u64, paused_at,                                                                  \
      "virtual ticks when it stopped counting, and `last`, for a pause; 0: it counts") \
    X(u64, paused_ticks, "of the header's, what its times leave out")                  \
    X(u64, heap_allocs, "allocations of memory, since the thread ran profiled code")   \
    X(u64, heap_bytes, "bytes that were asked for")                                    \
    X(u64, heap_freed, "bytes that were freed, by the size they could be used for")    \
    X(u64, own_allocs, "up to which of `heap_allocs` lines have what is their own,")   \
    X(u64, own_bytes, "of `heap_bytes`,")                                              \
    X(u64, own_freed, "and of `heap_freed`")

#define LPROF_FRAMES_FIELDS(X)               \
    X(u32, thread, "id")                     \
    X(u32, frame_bytes, "size of one frame") \
    X(u64, capacity, "frames in the table that follows")

/* A frame, in the order of opening; those above `top` are stale.  A thread may have
   several FRAMES records: in file order they are one table, and those before the one
   that holds `top` are full. */
#define LPROF_FRAME_FIELDS(X)                                                            \
    X(u64, line, "offset of the current line's cell in the block; 0 if it is not timed") \
    X(u64, last, "virtual ticks at which the line became current")                       \
    X(u64, entry, "virtual ticks at entry")                                              \
    X(u64, cfa, "frame address on the machine stack; 0: just opening or closing, skip")  \
    X(u64, block, "address of the payload's block header in its BLOCK record")           \
    X(u64, previous, "address of the previous open frame of this function; 0 none")      \
    X(u64, excluded, "ticks of re-entries since the current callee began")               \
    X(u64, bias, "cost of all probes so far on this thread")                             \
    X(u64, calling, "offset of the cell of the line that calls")                         \
    X(u64, visit, "ticks of a visit that is not in its line's statistics yet")           \
    X(u64, visited, "address of that line's cell; 0 if there is none")                   \
    X(u64, histogram, "address of its histogram")                                        \
    X(u64, untimed, "cost of the probes since entry that read no clock")                 \
    X(u64, off_ns, "the writer's")                                                       \
    X(u64, thread, "the writer's")                                                       \
    X(u32, weight, "calls that its time stands for; 2^32 - 1: its time is not known")    \
    X(u32, measures, "not 0: its current callee's time is known")                        \
    X(u64, node,                                                                         \
      "address of the node that its callees are called from; not in the file: none")     \
    X(u64, inner, "ticks of its callees that have ended")

/* The block starts right after the record header. */
#define LPROF_BLOCK_FIELDS(X)                                                          \
    X(u32, function, "id")                                                             \
    X(u32, cell_count, "elements of each table that follows; one a site")              \
    X(u32, thread, "id")                                                               \
    X(u32, flags, "set of enum lprof_block_flag")                                      \
    X(u64, calls, "activations")                                                       \
    X(u64, primitive_calls,                                                            \
      "activations not inside another one on this thread; 2^64 - 1: not known")        \
    X(u64, ticks,                                                                      \
      "time with at least one activation open; of a WEIGHTED block, what its samples " \
      "stand for without time for it")                                                 \
    X(u64, active, "address of the innermost open frame of this function; 0 none")     \
    X(u64, probe_ticks, "cost of a line event")                                        \
    X(u64, steps_back,                                                                 \
      "clock readings that lay before the previous one, or leapt ahead")               \
    X(u64, caller, "the writer's: from which cell the last call came")                 \
    X(u64, edge, "the writer's: where that call is counted")                           \
    X(u64, counters_bias, "the writer's")                                              \
    X(u64, histograms_bias, "the writer's")                                            \
    X(u64, call_skip, "the writer's: calls until the next that is timed, less 1")      \
    X(u64, first_counter, "the writer's")                                              \
    X(u64, off_ns,                                                                     \
      "time in which the thread did not run and none of its lines was timed")          \
    X(u64, heap, "offset of the HEAP of the block; 0: allocations were not counted")

/* After the header three tables, in this order: counters, cells, histograms, which a
   WEIGHTED block does not have (LPROF_HISTOGRAMS_FIELDS).  The cells start at a multiple
   of 64 bytes from the start of the block.

   In a WEIGHTED block each timed visit stands for a number of visits, its weight.  Then
   `drawn` is the sum of the weights of those that were drawn by lot, `sampled_ticks` that
   of their times, each one's up to a limit and as often as its weight says, and the
   squares are those of weight times time. */
#define LPROF_COUNTER_FIELDS(X)                                                   \
    X(u64, hits, "times the line was hit")                                        \
    X(u64, skip,                                                                  \
      "sampled lines: visits until the next timed one, less 1; of WEIGHTED: see " \
      "histograms")

#define LPROF_CELL_FIELDS(X)                                                            \
    X(u64, ticks, "time while the line was current, callees included")                  \
    X(u64, child_ticks, "part of it during which a profiled callee was open")           \
    X(u64, timed, "timed visits; 0 if not recorded")                                    \
    X(u64, min_ticks, "shortest timed visit")                                           \
    X(u64, max_ticks, "longest timed visit")                                            \
    X(u64, edges, "address of the line's first call edge; 0 none")                      \
    X(u64, off_ns, "part of the time during which the thread did not run")              \
    X(u64, drawn, "visits up to and with the next timed one, while sampled; else 0")    \
    X(u64, sampled, "those of them that were timed")                                    \
    X(u64, sampled_ticks,                                                               \
      "not in `ticks`: the sum of their times, each as often as its weight says")       \
    X(u64, sampled_squares_low, "sum of the squares of that, low half")                 \
    X(u64, sampled_squares_high, "high half; in files that were merged: of `variance`") \
    X(u64, sampled_off_ns, "part of their time during which the thread did not run")    \
    X(u64, outliers, "of `sampled`, those that were cut there")                         \
    X(u64, outlier_ticks, "what they took beyond that")                                 \
    X(u64, variance, "of `ticks` as an estimate, ticks^2, in files that were merged")

/* Where allocations were counted two more tables follow: one of these, and a heap cell a
   site.  All six sums are those of the thread's record, callees included but for what the
   function itself allocates when it runs anew in them. */
#define LPROF_HEAP_FIELDS(X)                                                             \
    X(u64, frame, "address of the frame whose current line is being charged; 0 none")    \
    X(u64, allocs, "up to which of the thread's `heap_allocs` lines have been charged,") \
    X(u64, bytes, "of `heap_bytes`,")                                                    \
    X(u64, freed, "and of `heap_freed`")

#define LPROF_HEAP_CELL_FIELDS(X)                                              \
    X(u64, allocs, "allocations while the line was current, callees included") \
    X(u64, bytes, "that were asked for")                                       \
    X(u64, freed, "bytes that were freed, by the size they could be used for") \
    X(u64, own_allocs, "part of `allocs` during which no profiled callee ran") \
    X(u64, own_bytes, "the same of `bytes`")                                   \
    X(u64, own_freed, "and of `freed`")

/* Of a block with the flag HOLDS a third table follows, of these, one a site: how much of
   what the line itself allocated has not been freed, by any thread, in bytes that can be
   used.  What that was when `heap_peak` last rose nobody had to copy then: whoever first
   changes `bytes` afterwards keeps what they were. */
#define LPROF_HELD_FIELDS(X)                                          \
    X(u64, bytes, "that are held now")                                \
    X(u64, peak_bytes,                                                \
      "that were held at the peak, if `peaks` is the `heap_peaks` of" \
      " the header; else `bytes` are")                                \
    X(u64, peaks, "`heap_peaks` when `bytes` last changed")

/* A histogram has no fields but its buckets, LPROF_HISTOGRAM_BUCKETS of u32: bucket i
   counts the timed visits whose square of ticks has i + 1 binary digits; a count that
   has reached its largest value stays there. */
#define LPROF_HISTOGRAM_BUCKETS 96

/* A WEIGHTED block has no histograms.  Of a line's first visits `skip` has the buckets:
   bit 0 is set, the 7 bits from bit 1 on are how many visits it has, and those from bit 8
   on the bucket of each, the first one's lowest.  When it is full `skip` becomes the
   address of a histogram in a HISTOGRAMS record, which has them, too, and those that
   come. So most lines of most threads, which are visited a few times, need none. */
#define LPROF_HISTOGRAMS_FIELDS(X)                           \
    X(u32, thread, "id")                                     \
    X(u32, histogram_bytes, "size of one histogram")         \
    X(u64, capacity, "histograms in the table that follows") \
    X(u64, taken, "how many lines have, from the first one on")

/* Bytes between the counters and the cells of a block, and where the cells begin. */
#define LPROF_CELLS_PADDING(count) ((count) % 4 ? (4 - (count) % 4) * 16 : 0)
#define LPROF_CELLS_AT(count)                                              \
    (sizeof(struct lprof_block) + (count) * sizeof(struct lprof_counter) + \
     LPROF_CELLS_PADDING(count))

/* Bytes of a block's histograms, and where its HEAP begins. */
#define LPROF_HISTOGRAMS_BYTES(flags, count) \
    ((flags)&LPROF_BLOCK_WEIGHTED ? 0 : (count) * sizeof(struct lprof_histogram))
#define LPROF_HEAP_AT(flags, count)                                \
    (LPROF_CELLS_AT(count) + (count) * sizeof(struct lprof_cell) + \
     LPROF_HISTOGRAMS_BYTES(flags, count))

#define LPROF_EDGES_FIELDS(X)              \
    X(u32, thread, "id")                   \
    X(u32, edge_bytes, "size of one edge") \
    X(u64, capacity, "edges in the table that follows")

#define LPROF_EDGE_FIELDS(X)                                       \
    X(u64, next, "address of the caller line's next edge; 0 none") \
    X(u64, function, "id of the callee")                           \
    X(u64, calls,                                                  \
      "calls from this line; of a WEIGHTED block those that were " \
      "seen to be made through a pointer, of many")                \
    X(u64, ticks, "time in them")                                  \
    X(u64, node, "the writer's: of the last of these calls")

#define LPROF_NODES_FIELDS(X)              \
    X(u32, thread, "id")                   \
    X(u32, node_bytes, "size of one node") \
    X(u64, capacity, "nodes in the table that follows")

/* Calls of a function from a line, where the line's function was called from one place: a
   tree.  One of a function that its callers are in already leads back to their node, its
   home, and has no callees of its own.  Each other one is its own home.  What has found
   no room is in one node without a function, and so is all that is called from there. */
#define LPROF_NODE_FIELDS(X)                                                         \
    X(u64, parent,                                                                   \
      "address of the home that the call was made from; not in the file: it"         \
      " was made by nobody that is profiled")                                        \
    X(u64, home,                                                                     \
      "address of the node that has its callees and its time; 0: not used yet")      \
    X(u32, function, "id; 0: of all that found no room")                             \
    X(u32, caller, "id of the function that the calling line is of; 0 none")         \
    X(u32, site, "number of that line's site; 2^32 - 1: not known")                  \
    X(u32, reserved, "0")                                                            \
    X(u64, calls, "calls from there")                                                \
    X(u64, ticks, "of a home: time in its activations, less that in their callees'") \
    X(u64, beside, "the writer's: another one of the same edge, in a circle")

/* In the place of a site. */
#define LPROF_NO_SITE UINT32_MAX

#define LPROF_REGION_FIELDS(X)                                       \
    X(u32, thread, "id")                                             \
    X(u32, name_bytes, "name the program gave it")                   \
    X(u64, calls, "times it was begun")                              \
    X(u64, ticks, "time with at least one activation open")          \
    X(u64, self_ticks, "part of it with no other region open in it") \
    X(u64, min_ticks, "shortest activation; 0 if none has ended")    \
    X(u64, max_ticks, "longest activation; 0 if none has ended")

#define LPROF_OPEN_REGIONS_FIELDS(X)                           \
    X(u32, thread, "id")                                       \
    X(u32, region_bytes, "size of one open region")            \
    X(u64, capacity, "open regions in the table that follows") \
    X(u64, open, "how many are open; or more, which have no room here")

/* Outermost first; those from `open` on have ended. */
#define LPROF_OPEN_REGION_FIELDS(X)                                               \
    X(u64, region, "address of the payload of its REGION record; 0: none")        \
    X(u64, begun, "virtual ticks at its begin; where it is not open, at its end") \
    X(u64, inside, "ticks of those that were open in it and have ended")          \
    X(u64, named, "the writer's")                                                 \
    X(u64, detour, "the writer's")                                                \
    X(u64, previous, "the writer's")                                              \
    X(u64, raw, "reading of the clock at its begin; 0: not known")

/* A ring: span number n, from 0, is element n % capacity of the table that follows.  What
   is complete and has not been overwritten is from the larger of `first` and `taken` -
   `capacity` up to `written`. */
#define LPROF_TIMELINE_FIELDS(X)                                     \
    X(u32, thread, "id")                                             \
    X(u32, span_bytes, "size of one span")                           \
    X(u64, capacity, "spans in the table that follows")              \
    X(u64, first, "number of the first span since counting began")   \
    X(u64, written, "number of the first span that is not complete") \
    X(u32, name_bytes, "name of the thread, if it has no record")    \
    X(u32, reserved, "0")

#define LPROF_SPAN_FIELDS(X)                                            \
    X(u64, region, "address of the payload of its REGION record")       \
    X(u64, begin, "reading of the clock at the begin of an activation") \
    X(u64, end, "and at its end")

/* Behind the spans, and so read after them. */
#define LPROF_TIMELINE_END_FIELDS(X) \
    X(u64, taken, "number of the first span that has not been begun to be written")

/* At the end of a phase: which words of the records that count are others than at the end
   of the phase before; at first all are 0. */
#define LPROF_PHASE_FIELDS(X)                                                   \
    X(u64, region, "address of the payload of the REGION record that ended it") \
    X(u64, reading, "of the clock")                                             \
    X(u64, used_bytes, "end of the last record then")                           \
    X(u64, resets, "how often counting had begun anew")                         \
    X(u64, joined, "1: it and the one after it have become one phase")          \
    X(u64, word_count, "words that follow")

/* What was read at regular times.  When the table is full the samples but the first are
   put together by twos, and each stands for as many readings more from then on. */
#define LPROF_STATS_FIELDS(X)                                                   \
    X(u32, gpu, "number of the GPU, from 1; 0: the process")                    \
    X(u32, hz, "readings a second that were asked for")                         \
    X(u64, figures,                                                             \
      "set of enum lprof_figure: in a sample each has a value, in their order") \
    X(u32, sample_bytes, "size of one sample")                                  \
    X(u32, capacity, "samples in the table that follows")                       \
    X(u32, name_bytes, "name of the GPU")                                       \
    X(u32, reserved, "0")

/* A sample: these, a value for each figure, and the end.  It is whole where it says its
   time twice; it is stale, or was never written, where its time is not later than those
   of all before it. */
#define LPROF_SAMPLE_FIELDS(X)                                  \
    X(u64, clock_ns, "CLOCK_MONOTONIC_RAW at its last reading") \
    X(u64, readings, "how many readings it stands for")

#define LPROF_SAMPLE_VALUE_FIELDS(X)                                                  \
    X(u64, value, "of a sum: what it had become; of a level: its readings, added up") \
    X(u64, low,                                                                       \
      "the least; of a sum: a second, between two readings; more than `high`: none")  \
    X(u64, high, "the most, likewise")

#define LPROF_SAMPLE_END_FIELDS(X) X(u64, clock_ns, "as at its beginning")

/* A thread's outermost activations of one region.  While it is not open, what the thread
   counted in them is in the sums `inside`; while it is open, what it counted elsewhere is
   in the sums `outside`, and in a record that has no sums it is all inside. */
#define LPROF_INSIDE_FIELDS(X)                                                          \
    X(u32, thread, "id")                                                                \
    X(u32, flags, "set of enum lprof_inside_flag")                                      \
    X(u64, region, "address of the payload of its REGION record")                       \
    X(u64, resets, "how often counting had begun anew when it was last begun or ended") \
    X(u64, begun, "reading of the clock when it was last begun")                        \
    X(u64, since, "the same in virtual ticks: lines that were current then are outside")

/* Two tables of `sum_count` words follow, outside and inside.  In each are, of a BLOCK, a
   struct lprof_block_sums, a struct lprof_site_sums for each site, and where allocations
   were counted a struct lprof_heap_cell for each site; of an EDGES record a struct
   lprof_edge_sums for each edge; of a REGION a struct lprof_region_sums; of COUNTS how
   often each was. */
#define LPROF_INSIDE_SUMS_FIELDS(X)                                          \
    X(u64, inside, "address of the payload of its INSIDE record")            \
    X(u64, of, "address of the payload of the record that has the counters") \
    X(u64, sum_count, "words of each table")

#define LPROF_BLOCK_SUMS_FIELDS(X)         \
    X(u64, calls, "the block's")           \
    X(u64, primitive_calls, "the block's") \
    X(u64, ticks, "the block's")           \
    X(u64, off_ns, "the block's")

/* With what lines that are current have taken so far. */
#define LPROF_SITE_SUMS_FIELDS(X)                                                    \
    X(u64, hits, "the counter's")                                                    \
    X(u64, ticks, "the cell's")                                                      \
    X(u64, child_ticks, "the cell's")                                                \
    X(u64, timed, "the cell's")                                                      \
    X(u64, off_ns, "the cell's")                                                     \
    X(u64, drawn,                                                                    \
      "the cell's; of a block that is not WEIGHTED less `skip` + 1, if it is not 0") \
    X(u64, sampled, "the cell's")                                                    \
    X(u64, sampled_ticks, "the cell's")                                              \
    X(u64, sampled_off_ns, "the cell's")                                             \
    X(u64, outliers, "the cell's")                                                   \
    X(u64, outlier_ticks, "the cell's")                                              \
    X(u64, variance, "the cell's")                                                   \
    X(u64, sampled_squares_low, "the cell's")                                        \
    X(u64, sampled_squares_high, "the cell's")

#define LPROF_EDGE_SUMS_FIELDS(X) \
    X(u64, calls, "the edge's")   \
    X(u64, ticks, "the edge's")

#define LPROF_REGION_SUMS_FIELDS(X) \
    X(u64, calls, "the region's")   \
    X(u64, ticks, "the region's")   \
    X(u64, self_ticks, "the region's")

/* Where light code of a function counts, which has no block: the function's own, or that
   of a part.  Its counts are `count_count` of the module's, from `first_count` on. */
#define LPROF_LAYOUT_FIELDS(X)                                                 \
    X(u32, function, "id")                                                     \
    X(u32, flags, "set of enum lprof_function_flag")                           \
    X(u32, module, "id, from 1, of a program or library: its threads' COUNTS") \
    X(u32, site_count, "sites of the function")                                \
    X(u64, first_count, "number of its first count among the module's")        \
    X(u32, count_count, "how many it has")                                     \
    X(u32, call_count, "direct calls, in the table after the sums")            \
    X(u32, sum_words, "words of the sums, which follow: an even number")       \
    X(u32, symbols_bytes, "assembler names of the callees, each ended by NUL")

/* The sums are words: for each site, then for the activations, then for each call, first
   a number of terms, then as many indices into the function's counts, which add up to how
   often it was.  A word 0 may follow. */
#define LPROF_CALL_FIELDS(X)            \
    X(u32, site, "of the calling line") \
    X(u32, is_entry, "1: of activations that are inside no other one, which are no calls")

#define LPROF_COUNTS_FIELDS(X)                              \
    X(u32, thread, "id")                                    \
    X(u32, module, "id")                                    \
    X(u32, flags, "set of enum lprof_counts_flag")          \
    X(u32, reserved, "0")                                   \
    X(u64, count_count, "counts in the table that follows") \
    X(u64, reserved1, "0")

/* The two are renewed by one store; that which they add up to, modulo 2^64, only grows.
 */
#define LPROF_COUNT_FIELDS(X)                                  \
    X(u64, count, "two's complement; goes up with each begin") \
    X(u64, bias, "count + bias is how often it was")

/* Optional: of what is not known there is 0 or nothing. */
#define LPROF_JOB_FIELDS(X)                                                   \
    X(u32, size, "how many ranks it has; 0: not known")                       \
    X(u32, id_bytes, "what starts it, and its name for it; empty: not known") \
    X(u64, start_ns, "when it started, ns since the Unix epoch; 0: not known")

#define LPROF_MEMBERS_FIELDS(X)                                \
    X(u32, count, "how many of them have images of their own") \
    X(u32, reserved, "0")

/* Every struct of a file: X(name, table of its fields). */
#define LPROF_STRUCTS(X)                       \
    X(header, LPROF_HEADER_FIELDS)             \
    X(part, LPROF_PART_FIELDS)                 \
    X(record, LPROF_RECORD_FIELDS)             \
    X(process, LPROF_PROCESS_FIELDS)           \
    X(unit, LPROF_UNIT_FIELDS)                 \
    X(function, LPROF_FUNCTION_FIELDS)         \
    X(site, LPROF_SITE_FIELDS)                 \
    X(thread, LPROF_THREAD_FIELDS)             \
    X(frames, LPROF_FRAMES_FIELDS)             \
    X(frame, LPROF_FRAME_FIELDS)               \
    X(block, LPROF_BLOCK_FIELDS)               \
    X(counter, LPROF_COUNTER_FIELDS)           \
    X(cell, LPROF_CELL_FIELDS)                 \
    X(heap, LPROF_HEAP_FIELDS)                 \
    X(heap_cell, LPROF_HEAP_CELL_FIELDS)       \
    X(held, LPROF_HELD_FIELDS)                 \
    X(histograms, LPROF_HISTOGRAMS_FIELDS)     \
    X(edges, LPROF_EDGES_FIELDS)               \
    X(edge, LPROF_EDGE_FIELDS)                 \
    X(nodes, LPROF_NODES_FIELDS)               \
    X(node, LPROF_NODE_FIELDS)                 \
    X(region, LPROF_REGION_FIELDS)             \
    X(open_regions, LPROF_OPEN_REGIONS_FIELDS) \
    X(open_region, LPROF_OPEN_REGION_FIELDS)   \
    X(timeline, LPROF_TIMELINE_FIELDS)         \
    X(span, LPROF_SPAN_FIELDS)                 \
    X(timeline_end, LPROF_TIMELINE_END_FIELDS) \
    X(phase, LPROF_PHASE_FIELDS)               \
    X(stats, LPROF_STATS_FIELDS)               \
    X(sample, LPROF_SAMPLE_FIELDS)             \
    X(sample_value, LPROF_SAMPLE_VALUE_FIELDS) \
    X(sample_end, LPROF_SAMPLE_END_FIELDS)     \
    X(inside, LPROF_INSIDE_FIELDS)             \
    X(inside_sums, LPROF_INSIDE_SUMS_FIELDS)   \
    X(block_sums, LPROF_BLOCK_SUMS_FIELDS)     \
    X(site_sums, LPROF_SITE_SUMS_FIELDS)       \
    X(edge_sums, LPROF_EDGE_SUMS_FIELDS)       \
    X(region_sums, LPROF_REGION_SUMS_FIELDS)   \
    X(layout, LPROF_LAYOUT_FIELDS)             \
    X(call, LPROF_CALL_FIELDS)                 \
    X(counts, LPROF_COUNTS_FIELDS)             \
    X(count, LPROF_COUNT_FIELDS)               \
    X(job, LPROF_JOB_FIELDS)                   \
    X(members, LPROF_MEMBERS_FIELDS)

#define LPROF_STATES(X)                                       \
    X(RUNNING, 1, "the writer lives, or died without a word") \
    X(COMPLETE, 2, "the writer finished the file")

#define LPROF_WARNINGS(X)                                                       \
    X(REGION_FULL, 1, "some functions or threads were not counted: no room")    \
    X(CLOCK_STEPPED, 2, "the clock stepped back or leapt ahead")                \
    X(FOREIGN_UNITS, 4, "some objects were built for another ABI or clock")     \
    X(CLOCK_UNSTEADY, 8, "the processor may run its counter at changing rates") \
    X(INTERRUPTED, 16, "a run that is part of it did not finish its file")      \
    X(FIBERS, 32, "functions with frames ran on fibers: no times of that")      \
    X(FIBERS_FULL, 64, "so many were open there that some were not counted")

/* X(NAME, value, text, doc): the values of `clock`, `mode`, `language` and of a
   function's `flags`; `text` is how people spell them. */
#define LPROF_CLOCKS(X)                                        \
    X(TSC, 0, "tsc", "the processor's counter, read in order") \
    X(FAST, 1, "fast", "the same counter, read out of order")  \
    X(MONOTONIC, 2, "monotonic", "CLOCK_MONOTONIC")            \
    X(CPU, 3, "cpu", "CLOCK_THREAD_CPUTIME_ID")                \
    X(COUNT, 4, "count", "one tick a reading, for tests")

#define LPROF_MODES(X)                                                         \
    X(EXACT, 0, "exact", "every visit of a line is timed")                     \
    X(ADAPTIVE, 1, "adaptive", "hits exact, times estimated from some visits") \
    X(HITS, 2, "hits", "no times")

#define LPROF_LANGUAGES(X)              \
    X(C, 0, "c", "C")                   \
    X(CXX, 1, "c++", "C++")             \
    X(FORTRAN, 2, "fortran", "Fortran") \
    X(OTHER, 3, "other", "another language")

#define LPROF_FUNCTION_FLAGS(X)                                                        \
    X(SAME_CFA, 1, "same_cfa", "always inlined: its frame address is its caller's")    \
    X(PART, 2, "part", "part of the function of the same name: no calls of its own")   \
    X(TIMED_COPY, 4, "timed_copy",                                                     \
      "its hits and calls are in COUNTS, its times in blocks")                         \
    X(OUTSIDE, 8, "outside", "not profiled itself, but lines that are have called it") \
    X(FRAMES, 16, "frames", "of a layout: calls are in COUNTS, hits and times in blocks")

#define LPROF_THREAD_FLAGS(X)                                                     \
    X(OTHER, 1, "shared by threads beyond those that have a record of their own") \
    X(ENDED, 2, "the thread has ended")                                           \
    X(OUTDATED, 4, "its counters are from before the program began to count anew")

#define LPROF_COUNTS_FLAGS(X) \
    X(OUTDATED, 1, "from before the program began to count anew")

/* X(NAME, value, text, doc): what samples have values of.  A sum only grows; a level is
   what there is at a reading. */
#define LPROF_SUM_FIGURES(X)                                                       \
    X(CPU, 1, "cpu_ns", "ns of the processor's time")                              \
    X(MINOR_FAULTS, 2, "minor_faults", "page faults for which nothing was read")   \
    X(MAJOR_FAULTS, 4, "major_faults", "page faults for which something was read") \
    X(WAITS, 8, "voluntary_switches", "times a thread gave up its processor")      \
    X(PREEMPTIONS, 16, "involuntary_switches", "times it was taken off it")        \
    X(READ, 32, "read_bytes", "bytes that system calls have read")                 \
    X(WRITTEN, 64, "written_bytes", "bytes that they have written")

#define LPROF_LEVEL_FIGURES(X)                                      \
    X(MEMORY, 128, "memory_bytes", "bytes that are in memory")      \
    X(PEAK, 256, "peak_bytes", "the most of these that there were") \
    X(GPU_USE, 512, "gpu_percent",                                  \
      "per cent of the GPU's time in which the process used it")    \
    X(GPU_MEMORY, 1024, "gpu_memory_bytes", "bytes of the GPU's memory")

#define LPROF_FIGURES(X) \
    LPROF_SUM_FIGURES(X) \
    LPROF_LEVEL_FIGURES(X)

#define LPROF_INSIDE_FLAGS(X)                 \
    X(OPEN, 1, "the thread is in the region") \
    X(INCOMPLETE, 2, "there was no room: something is missing")

/* From where on a call or loop lasts, ns, or a sixteenth of the kernel's tick if that is
   longer: what is shorter is left to the lots. */
#define LPROF_LASTS_NS 250000

#define LPROF_BLOCK_FLAGS(X)                                                             \
    X(UNTIMED, 1, "its code counts hits only")                                           \
    X(LINELESS, 2, "its function has no lines")                                          \
    X(SAMPLED, 4, "adaptive mode: not all visits of its lines are timed")                \
    X(CALLS_SAMPLED, 8, "nor all calls: its total is the sum of its lines' estimates")   \
    X(WEIGHTED, 16, "cells: visits have weights, and what is sampled is a sum of these") \
    X(LOOSE, 32, "what ran on fibers: hits and calls; the times are in other blocks")    \
    X(HOLDS, 64, "it has a HEAP, and what lines hold was counted, too")

/* In the `visit` of a frame of a timed visit: its line is in a call. The low 48 bits of
   `entry` are what the line took itself before that; or, if this is not set, what it has
   called. */
#define LPROF_FRAME_CALLS (UINT64_C(1) << 63)
#define LPROF_FRAME_PART  ((UINT64_C(1) << 48) - 1)

/* In `skip` of a line of a WEIGHTED block, unless it is an address or 0. */
enum {
    LPROF_VISITS_FEW = 1,
    LPROF_VISITS_ONE_SHIFT = 1, /* how many */
    LPROF_VISITS_SHIFT = 8,     /* the first one's bucket */
    LPROF_VISITS_BITS = 7,      /* of each bucket, and of how many */
    LPROF_VISITS_MOST = 8,
};

typedef uint16_t lprof_u16;
typedef uint32_t lprof_u32;
typedef int32_t lprof_i32;
typedef uint64_t lprof_u64;

#define LPROF_MEMBER(type, name, doc) lprof_##type name;
#define LPROF_STRUCT(name, fields) \
    struct lprof_##name {          \
        fields(LPROF_MEMBER)       \
    };
LPROF_STRUCTS(LPROF_STRUCT)

#define LPROF_RECORD_ENUM(name, value, doc) LPROF_RECORD_##name = value,
enum lprof_record_kind { LPROF_RECORDS(LPROF_RECORD_ENUM) };

/* A record with counters, which a phase's record tells the changes of. */
static inline bool lprof_kind_counts(lprof_u32 kind)
{
#define LPROF_KIND_IS(name) || kind == LPROF_RECORD_##name
    return false LPROF_COUNTING_RECORDS(LPROF_KIND_IS);
#undef LPROF_KIND_IS
}

#define LPROF_STATE_ENUM(name, value, doc) LPROF_STATE_##name = value,
enum lprof_state { LPROF_STATES(LPROF_STATE_ENUM) };
#define LPROF_WARNING_ENUM(name, value, doc) LPROF_WARNING_##name = value,
enum lprof_warning { LPROF_WARNINGS(LPROF_WARNING_ENUM) };
enum { LPROF_CONTROL_PAUSE = 1 };                           /* in `control` */
enum { LPROF_PAUSED_NOW = 1, LPROF_PAUSED_EVER_SINCE = 2 }; /* `paused` */
#define LPROF_THREAD_ENUM(name, value, doc) LPROF_THREAD_##name = value,
enum lprof_thread_flag { LPROF_THREAD_FLAGS(LPROF_THREAD_ENUM) };
#define LPROF_COUNTS_ENUM(name, value, doc) LPROF_COUNTS_##name = value,
enum lprof_counts_flag { LPROF_COUNTS_FLAGS(LPROF_COUNTS_ENUM) };
#define LPROF_INSIDE_ENUM(name, value, doc) LPROF_INSIDE_##name = value,
enum lprof_inside_flag { LPROF_INSIDE_FLAGS(LPROF_INSIDE_ENUM) };
#define LPROF_BLOCK_ENUM(name, value, doc) LPROF_BLOCK_##name = value,
enum lprof_block_flag { LPROF_BLOCK_FLAGS(LPROF_BLOCK_ENUM) };
#define LPROF_FIGURE_ENUM(name, value, text, doc) LPROF_FIGURE_##name = value,
enum lprof_figure { LPROF_FIGURES(LPROF_FIGURE_ENUM) };
#define LPROF_FIGURE_ONE(name, value, text, doc) +1
enum {
    LPROF_FIGURE_COUNT = 0 LPROF_FIGURES(LPROF_FIGURE_ONE),
    LPROF_SUM_FIGURE_COUNT = 0 LPROF_SUM_FIGURES(LPROF_FIGURE_ONE), /* they come first */
};

struct lprof_histogram {
    lprof_u32 counts[LPROF_HISTOGRAM_BUCKETS];
};

/* How many visits such a word has the buckets of; more than LPROF_VISITS_MOST if it is no
   such word, but damaged. */
static inline unsigned lprof_visits_few(lprof_u64 word)
{
    return word & LPROF_VISITS_FEW ? (unsigned)(word >> LPROF_VISITS_ONE_SHIFT) &
                                         ((1 << LPROF_VISITS_BITS) - 1)
                                   : 0;
}

/* The bucket of one of them. */
static inline unsigned lprof_visits_bucket(lprof_u64 word, unsigned visit)
{
    return (unsigned)(word >> (LPROF_VISITS_SHIFT + visit * LPROF_VISITS_BITS)) &
           ((1 << LPROF_VISITS_BITS) - 1);
}

#define LPROF_CLOCK_ENUM(name, value, text, doc) LPROF_CLOCK_##name = value,
enum lprof_clock { LPROF_CLOCKS(LPROF_CLOCK_ENUM) };
#define LPROF_MODE_ENUM(name, value, text, doc) LPROF_MODE_##name = value,
enum lprof_mode { LPROF_MODES(LPROF_MODE_ENUM) };
#define LPROF_LANGUAGE_ENUM(name, value, text, doc) LPROF_LANGUAGE_##name = value,
enum lprof_language { LPROF_LANGUAGES(LPROF_LANGUAGE_ENUM) };
#define LPROF_FUNCTION_ENUM(name, value, text, doc) LPROF_FUNCTION_##name = value,
enum lprof_function_flag { LPROF_FUNCTION_FLAGS(LPROF_FUNCTION_ENUM) };

#endif
