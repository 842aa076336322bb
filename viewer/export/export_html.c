/* SPDX-License-Identifier: MIT */
#include "export/exporter.h"
#include "page/page.h"

void export_html(const struct export_job *job)
{
    page_print(&(struct page){.out = job->out,
                              .profile = job->profile,
                              .sources = job->sources,
                              .comparison = job->comparison,
                              .warnings = job->warnings});
}
