// SPDX-License-Identifier: GPL-3.0-or-later
// At which stretches no visit needs to begin.
//
// What is rare and long must be drawn by a lot of its own: those of what leads to it
// would hardly ever meet it.  But what calls nothing and has no loop takes no longer than
// what is around it, so if it is rare it is of no account: visits that come there go on.
// Each such stretch is a branch less in the light copy, which has a price even where it
// is never taken once it was, and a way into the timed copy and out of it.
#ifndef SHORT_STRETCHES_H
#define SHORT_STRETCHES_H

#include <set>
#include <vector>

#include "light/stretches.h"

namespace lineprof {

// Of CANDIDATES, numbers of stretches that count where it is known that the thread's
// counts are found, those which are short.  VISITS: at which visits may begin, of which
// CANDIDATES are a part; on each way round a loop that is not in PLAIN_LOOPS one is left.
std::set<int> find_short_stretches(function *fn, const stretches &all,
                                   const std::set<int> &visits,
                                   const std::set<int> &candidates,
                                   const std::vector<class loop *> &plain_loops);

// Whether calls of FN are as good as a few statements more in the
// line that makes them: what it does is done once, one after the other, it calls nothing
// that is not like that, and always comes back.  Its callees come before it as a rule.
bool is_brief(function *fn);

} // namespace lineprof

#endif
