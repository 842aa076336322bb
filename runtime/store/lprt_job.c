/* SPDX-License-Identifier: MIT */
#include "store/lprt_job.h"
#include "base/lprt_early.h"
#include "base/lprt_lock.h"
#include "base/lprt_text.h"
#include "store/lprt_region.h"

#include <string.h>

static const uint64_t ns_per_s = 1000000000;

/*
 * The first that holds one is the process's rank.  Some are set, or left over, where
 * there are no ranks: these count only beside a number of processes that they are below.
 * Slurm sets its own in a batch script, too; how many tasks a step has, it says in steps
 * only.
 */
static const struct launcher {
    const char *name;
    const char *rank;
    const char *size;
    const char *id;
    const char *part;     /* of what `id` names: a step of it, or where it is; or NULL */
    int32_t least;        /* that `size` must be, for it to be a rank; 0: anything */
    const char *no_id[2]; /* what an id may be that says nothing */
} launchers[] = {
    {"lineprof", "LINEPROF_RANK", "LINEPROF_SIZE",        "LINEPROF_JOB",        NULL,            0, {0}     },
    {"openmpi",
     "OMPI_COMM_WORLD_RANK",      "OMPI_COMM_WORLD_SIZE",
     "PMIX_NAMESPACE",                                                           NULL,
     0,                                                                                              {0}     },
    {"openmpi",
     "OMPI_COMM_WORLD_RANK",      "OMPI_COMM_WORLD_SIZE",
     "OMPI_MCA_ess_base_jobid",                                                  NULL,
     0,                                                                                              {0}     },
    {"pmix",     "PMIX_RANK",     NULL,                   "PMIX_NAMESPACE",      NULL,            0, {0}     },
    {"pmi",      "PMI_RANK",      "PMI_SIZE",             "PMI_JOBID",           NULL,            0, {0}     },
    {"slurm",
     "SLURM_PROCID",              "SLURM_STEP_NUM_TASKS",
     "SLURM_JOB_ID",                                                             "SLURM_STEP_ID",
     2,                                                                                              {0}     },
    {"torchrun", "RANK",          "WORLD_SIZE",           "TORCHELASTIC_RUN_ID", NULL,            1, {"none"}},
    {"torchrun", "RANK",          "WORLD_SIZE",           "MASTER_ADDR",         "MASTER_PORT",   1, {0}     },
};

enum { LAUNCHERS = sizeof launchers / sizeof launchers[0] };

/* -1 unless it is set to a number, and nothing but one. */
static int32_t number_in(const char *variable)
{
    const char *value = variable ? lprt_early_variable(variable) : NULL;
    const char *end = value;

    if (!value)
        return -1;
    const uint64_t number = lprt_text_take_number(&end);
    return end == value || *end || end - value > 9 ? -1 : (int32_t)number;
}

static int32_t rank_of(const struct launcher *launcher)
{
    const int32_t rank = number_in(launcher->rank);
    const int32_t size = number_in(launcher->size);

    if (launcher->least && (size < launcher->least || rank >= size))
        return -1;
    return rank;
}

static const char *id_of(const struct launcher *launcher)
{
    const char *id = lprt_early_variable(launcher->id);

    if (!id || !*id || (launcher->no_id[0] && strcmp(id, launcher->no_id[0]) == 0))
        return NULL;
    return id;
}

/* Whether it is known. */
static bool put_id(struct lprt_job *job, const struct launcher *launcher)
{
    struct lprt_text text = lprt_text_in(job->id, sizeof job->id);
    const char *id = id_of(launcher);
    const char *part = launcher->part ? lprt_early_variable(launcher->part) : NULL;

    if (!id)
        return false;
    lprt_text_put(&text, launcher->name);
    lprt_text_put(&text, " ");
    lprt_text_put(&text, id);
    if (part) {
        lprt_text_put(&text, ".");
        lprt_text_put(&text, part);
    }
    return true;
}

/* Of the first launcher that has set a rank, by whichever of its names for a job is set.
   What Slurm has started otherwise is a step of it. */
static void find_id(struct lprt_job *job, const struct launcher *found)
{
    for (const struct launcher *at = found; at < launchers + LAUNCHERS; at++) {
        const bool is_same = strcmp(at->name, found->name) == 0;
        const bool is_step = strcmp(at->name, "slurm") == 0 && rank_of(at) >= 0;
        if ((is_same || is_step) && put_id(job, at))
            return;
    }
}

static uint64_t start_of_job(void)
{
    const char *value = lprt_early_variable("SLURM_JOB_START_TIME");
    const char *end = value;

    if (!value)
        return 0;
    const uint64_t seconds = lprt_text_take_number(&end);
    return *end || seconds > UINT64_MAX / ns_per_s ? 0 : seconds * ns_per_s;
}

void lprt_job_read(struct lprt_job *job)
{
    const struct launcher *found = launchers;

    *job = (struct lprt_job){.rank = -1};
    while (found < launchers + LAUNCHERS && rank_of(found) < 0)
        found++;
    if (found == launchers + LAUNCHERS)
        return;
    const int32_t size = number_in(found->size);
    job->rank = rank_of(found);
    job->size = size > job->rank ? (uint32_t)size : 0;
    job->start_ns = start_of_job();
    find_id(job, found);
}

bool lprt_job_record(const struct lprt_job *job)
{
    const struct lprof_job fields = {
        .size = job->size,
        .id_bytes = (uint32_t)strlen(job->id),
        .start_ns = job->start_ns,
    };

    LPRT_GUARDED();
    if (!fields.size && !fields.id_bytes && !fields.start_ns)
        return true;
    char *payload = lprt_region_add(sizeof fields + fields.id_bytes);
    if (!payload)
        return false;
    memcpy(payload, &fields, sizeof fields);
    memcpy(payload + sizeof fields, job->id, fields.id_bytes);
    lprt_region_publish(payload, LPROF_RECORD_JOB);
    return true;
}
