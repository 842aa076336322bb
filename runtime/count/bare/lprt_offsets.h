/* SPDX-License-Identifier: MIT */
/* The assembler finds the members of structs by these; lprt_event.c checks each. */
#ifndef LPRT_OFFSETS_H
#define LPRT_OFFSETS_H

#define FRAME_LINE      0
#define FRAME_LAST      8
#define FRAME_BLOCK     32
#define FRAME_BIAS      56
#define FRAME_CALLING   64
#define FRAME_VISIT     72
#define FRAME_VISITED   80
#define FRAME_HISTOGRAM 88
#define FRAME_OFF_NS    104
#define FRAME_THREAD    112

#define FRAME_BYTES 144

#define BLOCK_FLAGS           12
#define BLOCK_PROBE_TICKS     48
#define BLOCK_COUNTERS_BIAS   80
#define BLOCK_HISTOGRAMS_BIAS 88
#define BLOCK_HEAP            120
#define BLOCK_BYTES           128

#define COUNTER_SKIP 8

#define CELL_TICKS     0
#define CELL_TIMED     16
#define CELL_MIN_TICKS 24
#define CELL_MAX_TICKS 32
#define CELL_DRAWN     56

#define THREAD_SWITCH_MARK 0
#define THREAD_SWITCH_ARM  8
#define THREAD_OFF_NS      16
#define THREAD_READING     24
#define THREAD_NEXT        64
#define THREAD_RECORD      96

#define RECORD_HEAP_ALLOCS 120
#define RECORD_HEAP_BYTES  128
#define RECORD_HEAP_FREED  136
#define RECORD_OWN_ALLOCS  144
#define RECORD_OWN_BYTES   152
#define RECORD_OWN_FREED   160

#define HEAP_FRAME  0
#define HEAP_ALLOCS 8
#define HEAP_BYTES  16
#define HEAP_FREED  24
#define HEAP_CELLS  32

#define HEAP_CELL_ALLOCS     0
#define HEAP_CELL_BYTES      8
#define HEAP_CELL_FREED      16
#define HEAP_CELL_OWN_ALLOCS 24
#define HEAP_CELL_OWN_BYTES  32
#define HEAP_CELL_OWN_FREED  40

#define UNTIMED_FLAG 1
#define SAMPLED_FLAG 4

/* Visits of a line that are timed before it is sampled. */
#define FIRST_VISITS 1024

/* Ticks of the longest visit that the histogram tells apart. */
#define LONGEST_VISIT 0xffffffffffff

#endif
