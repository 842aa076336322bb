/* SPDX-License-Identifier: MIT */
/* An event with a reading that the caller chooses, where code reads the processor's
   counter itself: by the convention of lineprof/abi.h.  In event_call_<machine>.c. */
#ifndef EVENT_CALL_H
#define EVENT_CALL_H

#include "lineprof/abi.h"

/* event    a module's, for units that read the counter in place, or any other, which
            does not look at the reading
   line     offset of the cell of the line that becomes current */
void event_call(void (*event)(void), struct lineprof_frame *frame, uint64_t line,
                uint64_t reading);

#endif
