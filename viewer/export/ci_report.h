/* SPDX-License-Identifier: MIT */
/* What the formats of continuous integration have in common: the worst differences, where
   they are, and the others in a line. */
#ifndef CI_REPORT_H
#define CI_REPORT_H

#include "export/ci_fingerprint.h"
#include "export/exporter.h"

/* So many are said one by one: services cut off what is more, and nobody reads it. */
#define CI_MOST_SAID 10

struct ci_report {
    const struct export_job *job;
    const struct difference **worst; /* first */
    size_t count;
    size_t said; /* of them one by one */
    char *top;   /* of the repository */
};

/* Of a job with differences; to be released. */
void ci_report_make(struct ci_report *report, const struct export_job *job);
void ci_report_release(struct ci_report *report);

/* Where to show something: in the newer sources, if it is there at all. */
struct ci_place {
    char *path; /* to be freed */
    uint32_t line;
};

struct ci_place ci_place_of(const struct ci_report *report, const struct difference *x);
struct ci_place ci_place_of_function(const struct ci_report *report,
                                     const struct function_pair *pair);

/* The function's name; of a second one of that name in that file "f (2)" and so on.  To
   be freed. */
char *ci_name_of(const struct ci_report *report, const struct function_pair *pair);

/* "f: 12.5 % slower: ..."; to be freed. */
char *ci_text_of(const struct ci_report *report, const struct difference *x);

/* A word for a difference's kind, and a few for its title. */
const char *ci_kind(const struct difference *x);
const char *ci_title(const struct difference *x);

/* It has the same one as long as function and line read the same, wherever they stand and
   whatever the figures are. */
struct ci_fingerprint ci_fingerprint_of(const struct ci_report *report,
                                        const struct difference *x);

/* "and 12 more: +3.2 ms, +340 hits", what those that are not said one by one have become
   worse by; NULL if there are none.  To be freed. */
char *ci_rest_text(const struct ci_report *report);

#endif
