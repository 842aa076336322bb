/* SPDX-License-Identifier: MIT */
#include "page/page.h"

#include "base/gzip.h"
#include "base/memory.h"
#include "base/text.h"
#include "page/base64.h"
#include "page/html_assets.h"
#include "page/html_data.h"
#include "page/html_head.h"
#include "page/html_plain.h"
#include "page/html_stats.h"
#include "page/html_text.h"

#include <stdlib.h>
#include <string.h>

static void print_start(FILE *out, const struct page *page, const struct finding *finding)
{
    char *place = finding_place(finding);
    char *claim = finding_claim(finding);
    const struct profile *profile = page->profile;

    fprintf(out,
            PAGE_BEGIN
            "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "script-src '%s' '%s'; style-src '%s'; img-src data:; base-uri 'none'; "
            "form-action 'none'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"color-scheme\" content=\"light dark\">\n"
            "<link rel=\"icon\" href=\"data:,\">\n<title>",
            html_loader_digest, html_report_digest, html_style_digest);
    if (profile->input_count) {
        html_print_string(out, path_base(profile->inputs[0].program));
        fputs(": ", out);
    }
    html_print_string(out, place);
    html_print_string(out, claim);
    fprintf(out, "</title>\n<style>%s</style>\n<script>%s</script>\n</head>\n<body>\n",
            html_style, html_loader);
    free(place);
    free(claim);
}

/* Data for the loader to unpack. */
static void print_packed(FILE *out, const char *id, const char *bytes, size_t size)
{
    char *packed = NULL;
    size_t packed_size = 0;
    FILE *memory = memory_open(&packed, &packed_size);

    gzip_print(memory, bytes, size);
    memory_close(memory);
    fprintf(out, "<script type=\"application/gzip\" id=\"%s\">", id);
    base64_print(out, packed, packed_size);
    fputs("</script>\n", out);
    free(packed);
}

static void print_data(FILE *out, const struct page *page)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = memory_open(&text, &size);

    html_data_print(memory, page);
    memory_close(memory);
    print_packed(out, "data", text, size);
    free(text);
}

void page_print(const struct page *page)
{
    const struct finding finding = page->comparison ? finding_of_change(page->comparison)
                                                    : finding_of(page->profile);

    print_start(page->out, page, &finding);
    html_print_head(page->out, page, &finding);
    html_print_stats(page->out, page->profile);
    fputs("<noscript>\n", page->out);
    html_print_listings(page->out, page, &finding);
    fputs("</noscript>\n<main></main>\n", page->out);
    print_packed(page->out, "program", html_report, strlen(html_report));
    print_data(page->out, page);
    fputs("</body>\n</html>\n", page->out);
}
