/* SPDX-License-Identifier: MIT */
#include "page/html_head.h"

#include "base/memory.h"
#include "base/text.h"
#include "page/html_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *command_of(const struct input *input)
{
    char *text = memory_string(input->command.bytes ? input->command.bytes : "",
                               input->command.size);

    for (size_t i = 0; i + 1 < input->command.size; i++) {
        if (!text[i])
            text[i] = ' ';
    }
    return text;
}

static char *start_of(const struct input *input)
{
    const time_t seconds = (time_t)(input->start_ns / 1000000000u);
    struct tm tm;
    char text[64] = "";

    gmtime_r(&seconds, &tm);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &tm);
    return memory_string(text, strlen(text));
}

static char *host_of(const struct input *input)
{
    return memory_string(input->host, strlen(input->host));
}

static char *mode_of(const struct input *input)
{
    return memory_format("%s", lprof_mode_name(input->mode));
}

static char *clock_of(const struct input *input)
{
    return memory_format("%s", lprof_clock_name(input->clock));
}

static char *wall_of(const struct input *input)
{
    char text[HTML_DURATION_BYTES];
    return memory_format("%s", html_duration(text, (double)input->wall_ns));
}

/* What one run has and several may have in common. */
static const struct {
    const char *name;
    char *(*of)(const struct input *input); /* to be freed */
} facts[] = {
    {"Command", command_of},
    {"Started", start_of  },
    {"Host",    host_of   },
    {"Took",    wall_of   },
    {"Mode",    mode_of   },
    {"Clock",   clock_of  },
};

/* NULL where runs differ; to be freed. */
static char *common(const struct profile *profile, size_t fact)
{
    char *text = NULL;

    for (size_t i = 0; i < profile->input_count; i++) {
        char *its = facts[fact].of(&profile->inputs[i]);
        const bool differs = text && strcmp(text, its) != 0;
        free(text);
        text = its;
        if (differs) {
            free(text);
            return NULL;
        }
    }
    return text;
}

static void print_fact(FILE *out, const char *name, const char *text)
{
    fprintf(out, "<div><dt>%s</dt><dd>", name);
    html_print_string(out, text);
    fputs("</dd></div>\n", out);
}

/* What the page is compared with. */
static void print_base(FILE *out, const struct profile *base)
{
    fputs("<div><dt>Compared with</dt><dd>", out);
    if (base->input_count > 1)
        fprintf(out, "%zu runs", base->input_count);
    else if (base->input_count) {
        char *start = start_of(&base->inputs[0]);
        html_print_string(out, path_base(base->inputs[0].path));
        fprintf(out, ", started %s", start);
        free(start);
    }
    fputs("</dd></div>\n", out);
}

static void print_facts(FILE *out, const struct page *page)
{
    const struct profile *profile = page->profile;

    fputs("<dl>\n", out);
    if (profile->input_count > 1)
        fprintf(out, "<div><dt>Runs</dt><dd>%zu, added together</dd></div>\n",
                profile->input_count);
    if (page->comparison)
        print_base(out, page->comparison->base.profile);
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        char *text = common(profile, i);
        if (text && *text)
            print_fact(out, facts[i].name, text);
        free(text);
    }
    fputs("</dl>\n", out);
}

static void print_notes(FILE *out, const struct notes *notes, const char *kind,
                        bool with_path)
{
    for (size_t i = 0; i < notes->count; i++) {
        fprintf(out, "<li class=\"%s\">", kind);
        if (with_path && notes->all[i].path) {
            html_print_string(out, notes->all[i].path);
            fputs(": ", out);
        }
        html_print_string(out, notes->all[i].text);
        fputs("</li>\n", out);
    }
}

static void print_all_notes(FILE *out, const struct page *page)
{
    const bool has_several = page->profile->input_count > 1;
    struct notes explained = {0};

    notes_explain(&explained, page->profile);
    if (page->warnings->count || explained.count) {
        fputs("<ul>\n", out);
        print_notes(out, page->warnings, "warning", has_several);
        print_notes(out, &explained, "note", has_several);
        fputs("</ul>\n", out);
    }
    notes_release(&explained);
}

static void print_finding(FILE *out, const struct finding *finding)
{
    char *place = finding_place(finding);
    char *claim = finding_claim(finding);

    fputs("<h1>", out);
    if (*place && !finding_is_shown(finding)) {
        fputs("<code>", out);
        html_print_string(out, place);
        fputs("</code>", out);
    } else if (*place) {
        fputs("<a href=\"#", out);
        html_print_string(out, place);
        fputs("\"><code>", out);
        html_print_string(out, place);
        fputs("</code></a>", out);
    }
    html_print_string(out, claim);
    fputs("</h1>\n", out);
    free(place);
    free(claim);
}

/* The line itself, which says more than its number. */
static void print_line(FILE *out, const struct page *page, const struct finding *finding)
{
    struct sources *sources =
        finding_is_shown(finding) ? page->sources : page->comparison->base.sources;
    const struct lprof_text text = text_unindented(sources_line(
        sources, finding->function, finding->line->file, finding->line->number));

    fputs("<p>in <code>", out);
    html_print_string(out, function_title(finding->function));
    fputs("</code>", out);
    if (text.size) {
        fputs(": <code>", out);
        html_print_text(out, text);
        fputs("</code>", out);
    }
    fputs("</p>\n", out);
}

void html_print_head(FILE *out, const struct page *page, const struct finding *finding)
{
    fputs("<header>\n", out);
    print_finding(out, finding);
    if (finding->line)
        print_line(out, page, finding);
    print_facts(out, page);
    print_all_notes(out, page);
    fputs("</header>\n", out);
}
