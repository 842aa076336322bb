/* SPDX-License-Identifier: MIT */
/*
 * What a profiled program may say in its source.  Optional: the attribute itself
 * needs no header.  C from C99 on and C++, with any compiler; on its own: it may be
 * copied into a project.
 *
 * When the program starts, it looks for the runtime: linked in, or beside the plugin
 * that compiled it, or liblineprof.so.1.  Without one everything here does nothing.
 * Nothing here changes errno.
 */
#ifndef LINEPROF_H
#define LINEPROF_H

/*
 * Marks a function, at its definition or a declaration of it, in C and C++.  Nothing
 * without the plugin, so that other compilers do not warn of an attribute they do not
 * know.
 */
#ifdef __LINEPROF__
#    define LINEPROF_PROFILE __attribute__((__profile__))
#else
#    define LINEPROF_PROFILE
#endif

/*
 * Other tools see the regions, too, also where there is no runtime:
 *
 * - as the probes lineprof:region_begin(name), region_end(name) and mark(name), for
 *   bpftrace, perf and SystemTap, where there is <sys/sdt.h>; a nop each.
 *   LINEPROF_NO_USDT leaves them out.
 * - as ranges of NVTX's domain "lineprof", for NVIDIA's tools, with LINEPROF_NVTX and
 *   where there is <nvtx3/nvToolsExt.h>.
 */
#if defined __has_include && !defined LINEPROF_TABLE_ONLY
#    if !defined LINEPROF_NO_USDT && __has_include(<sys/sdt.h>)
#        include <sys/sdt.h>
#        define LINEPROF_HAS_PROBES_ 1
#    endif
#    if defined LINEPROF_NVTX && __has_include(<nvtx3/nvToolsExt.h>)
#        include <nvtx3/nvToolsExt.h>
#        define LINEPROF_HAS_NVTX_ 1
#    endif
#endif
#ifndef LINEPROF_HAS_PROBES_
#    define LINEPROF_HAS_PROBES_ 0
#endif
#ifndef LINEPROF_HAS_NVTX_
#    define LINEPROF_HAS_NVTX_ 0
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Functions of the program's own that are called at its regions, for
 * lineprof_set_hooks(). Any of them may be NULL.
 */
struct lineprof_hooks {
    void (*start)(const char *name, void *arg); /* before a region begins */
    void (*stop)(const char *name, void *arg);  /* after it has ended */
    void (*teardown)(void *arg);                /* once, when these hooks are over */
    void *arg;                                  /* handed to each */
};

#define LINEPROF_TABLE_VERSION 1

/* What the runtime offers; for the functions below.  Only ever appended to: `size` says
   what there is. */
struct lineprof_table {
    unsigned int version;
    unsigned int size;
    volatile unsigned int off;  /* not 0: `begin` and `mark` have nothing to do, while */
    volatile unsigned int idle; /* not 0: nor has `end`, for nothing has begun, while */
    const volatile unsigned long
        *volatile asked;         /* this word, which others can change, */
    volatile unsigned long done; /* is the same as this */
    /* Names are literals: as long as an object is loaded, the text at an address there
       stays the same. */
    void (*pause)(void);
    void (*resume)(void);
    unsigned int (*begin)(const char *name); /* 0: not recorded */
    void (*leave)(unsigned int begun);       /* what `begin` has returned */
    void (*end)(const char *name);
    void (*mark)(const char *name);
    void (*set_thread_name)(const char *name);
    int (*dump)(const char *path);
    void (*set_hooks)(const struct lineprof_hooks *hooks);
    void (*reset)(void);
    /* Names are any text, and copied. */
    unsigned int (*begin_text)(const char *name);
    void (*end_text)(const char *name);
};

/* What the runtime exports: NULL for a version that it does not have, and in set-uid
   programs. */
typedef struct lineprof_table *(*lineprof_connect_fn)(unsigned int version);

/* The runtime itself needs no more than that. */
#if defined __GNUC__ && defined __ELF__ && !defined LINEPROF_TABLE_ONLY

/* One a program or library, whichever unit it comes from. */
#    define LINEPROF_ONE_    __attribute__((__weak__, __visibility__("hidden")))
#    define LINEPROF_INLINE_ static __inline__ __attribute__((__unused__))

#    if defined __cplusplus && __cplusplus >= 201103L
#        define LINEPROF_NULL_ nullptr
#    else
#        define LINEPROF_NULL_ 0
#    endif

/* Under names of our own, as the program may have included other declarations. */
extern struct lineprof_table *
lineprof_linked_connect_(unsigned int version) __asm__("__lineprof_connect")
    __attribute__((__weak__));
extern void *lineprof_dlopen_(const char *path, int mode) __asm__("dlopen")
    __attribute__((__weak__));
extern lineprof_connect_fn lineprof_dlsym_(void *handle,
                                           const char *name) __asm__("dlsym")
    __attribute__((__weak__));
extern unsigned long lineprof_getauxval_(unsigned long kind) __asm__("getauxval")
    __attribute__((__weak__));

extern LINEPROF_ONE_ struct lineprof_table *lineprof_table_v1_;
extern LINEPROF_ONE_ int lineprof_sought_v1_;
LINEPROF_ONE_ struct lineprof_table *lineprof_table_v1_;
LINEPROF_ONE_ int lineprof_sought_v1_;

LINEPROF_INLINE_ lineprof_connect_fn lineprof_load_(void)
{
    enum { now = 2, base = 7, secure = 23 }; /* RTLD_NOW, AT_BASE, AT_SECURE */
    void *handle = LINEPROF_NULL_;

    /* Not for set-uid programs, nor static ones, into which nothing can be loaded. */
    if (!lineprof_dlopen_ || !lineprof_dlsym_ || !lineprof_getauxval_ ||
        lineprof_getauxval_(secure) || !lineprof_getauxval_(base))
        return LINEPROF_NULL_;
#    ifdef __LINEPROF_RUNTIME__
    handle = lineprof_dlopen_(__LINEPROF_RUNTIME__, now);
#    endif
    if (!handle)
        handle = lineprof_dlopen_("liblineprof.so.1", now);
    return handle ? lineprof_dlsym_(handle, "__lineprof_connect") : LINEPROF_NULL_;
}

LINEPROF_ONE_ __attribute__((__constructor__(102))) void lineprof_connect_v1_(void);
LINEPROF_ONE_ void lineprof_connect_v1_(void)
{
    lineprof_connect_fn connect = lineprof_linked_connect_;

    if (lineprof_sought_v1_)
        return;
    lineprof_sought_v1_ = 1;
    if (!connect)
        connect = lineprof_load_();
    if (connect)
        lineprof_table_v1_ = connect(LINEPROF_TABLE_VERSION);
}

/* Whether the runtime has a function that was appended: it may be older than this
   header. */
#    define LINEPROF_HAS_(member)                                                        \
        (lineprof_table_v1_ &&                                                           \
         lineprof_table_v1_->size >= __builtin_offsetof(struct lineprof_table, member) + \
                                         sizeof lineprof_table_v1_->member)

#    define LINEPROF_GET_(member, arguments, otherwise) \
        (LINEPROF_HAS_(member) ? lineprof_table_v1_->member arguments : otherwise)

/* Those from `pause` to `mark` it has always. */
#    define LINEPROF_CALL_(member, arguments) \
        (lineprof_table_v1_ ? lineprof_table_v1_->member arguments : (void)0)

#    define LINEPROF_UNLESS_(flag, member, arguments, otherwise)                        \
        (lineprof_table_v1_ && (!lineprof_table_v1_->flag ||                            \
                                *lineprof_table_v1_->asked != lineprof_table_v1_->done) \
             ? lineprof_table_v1_->member arguments                                     \
             : otherwise)

#elif !defined LINEPROF_TABLE_ONLY

#    define LINEPROF_HAS_(member) 0

#    define LINEPROF_GET_(member, arguments, otherwise) otherwise

#    define LINEPROF_UNLESS_(flag, member, arguments, otherwise) otherwise

#    define LINEPROF_INLINE_                  static inline
#    define LINEPROF_CALL_(member, arguments) ((void)0)

#endif

#ifndef LINEPROF_TABLE_ONLY

#    ifdef __clang__
#        pragma clang diagnostic push
#        pragma clang diagnostic ignored "-Wgnu-zero-variadic-macro-arguments" /* sdt.h \
                                                                                */
#    endif

#    if LINEPROF_HAS_PROBES_
#        define LINEPROF_PROBE_(probe) STAP_PROBE1(lineprof, probe, name)
#    else
#        define LINEPROF_PROBE_(probe) ((void)name)
#    endif

#    if LINEPROF_HAS_NVTX_
LINEPROF_INLINE_ nvtxDomainHandle_t lineprof_nvtx_domain_(void)
{
    static nvtxDomainHandle_t domain;

    if (!domain)
        domain = nvtxDomainCreateA("lineprof");
    return domain;
}

LINEPROF_INLINE_ nvtxEventAttributes_t lineprof_nvtx_message_(const char *name)
{
    nvtxEventAttributes_t attributes;

    __builtin_memset(&attributes, 0, sizeof attributes);
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = name;
    return attributes;
}
#    endif

LINEPROF_INLINE_ void lineprof_tell_begin_(const char *name)
{
#    if LINEPROF_HAS_NVTX_
    const nvtxEventAttributes_t message = lineprof_nvtx_message_(name);

    nvtxDomainRangePushEx(lineprof_nvtx_domain_(), &message);
#    endif
    LINEPROF_PROBE_(region_begin);
}

LINEPROF_INLINE_ void lineprof_tell_end_(const char *name)
{
    LINEPROF_PROBE_(region_end);
#    if LINEPROF_HAS_NVTX_
    nvtxDomainRangePop(lineprof_nvtx_domain_());
#    endif
}

LINEPROF_INLINE_ void lineprof_tell_mark_(const char *name)
{
#    if LINEPROF_HAS_NVTX_
    const nvtxEventAttributes_t message = lineprof_nvtx_message_(name);

    nvtxDomainMarkEx(lineprof_nvtx_domain_(), &message);
#    endif
    LINEPROF_PROBE_(mark);
}

#    ifdef __clang__
#        pragma clang diagnostic pop
#    endif

/* What LINEPROF_REGION declares. */
struct lineprof_scope_ {
    unsigned int begun;
    const char *name;
};

LINEPROF_INLINE_ struct lineprof_scope_ lineprof_enter_(const char *name)
{
    struct lineprof_scope_ scope;

    lineprof_tell_begin_(name);
    scope.begun = LINEPROF_UNLESS_(off, begin, (name), 0);
    scope.name = name;
    return scope;
}

/* Also where nothing is recorded any more. */
LINEPROF_INLINE_ void lineprof_leave_(const struct lineprof_scope_ *scope)
{
    if (scope->begun)
        LINEPROF_CALL_(leave, (scope->begun));
    lineprof_tell_end_(scope->name);
}

LINEPROF_INLINE_ void lineprof_end_(const char *name)
{
    (void)name;
    LINEPROF_UNLESS_(idle, end, (name), (void)0);
    lineprof_tell_end_(name);
}

LINEPROF_INLINE_ void lineprof_begin_name_(const char *name)
{
    lineprof_tell_begin_(name);
    if (LINEPROF_HAS_(begin_text))
        (void)LINEPROF_UNLESS_(off, begin_text, (name), 0);
}

LINEPROF_INLINE_ void lineprof_end_name_(const char *name)
{
    if (LINEPROF_HAS_(end_text))
        LINEPROF_UNLESS_(idle, end_text, (name), (void)0);
    lineprof_tell_end_(name);
}

LINEPROF_INLINE_ void lineprof_mark_(const char *name)
{
    (void)name;
    lineprof_tell_mark_(name);
    LINEPROF_UNLESS_(off, mark, (name), (void)0);
}

#    define LINEPROF_JOIN_(a, b)  a##b
#    define LINEPROF_NAMED_(a, b) LINEPROF_JOIN_(a, b)

/*
 * Regions: stretches of time with a name, a string literal.  They may be nested, in one
 * another and in themselves; each thread has its own.  Of each the profile has the number
 * of times it was begun, its time in all, its time with no other region open in it, and
 * its shortest and longest.  The profiler's own cost is left out.
 *
 * LINEPROF_REGION("name");   a declaration: from here to the end of the scope, on every
 *                            way out of it
 * LINEPROF_BEGIN("name");    from here
 * LINEPROF_END("name");      to here: ends the innermost open one of that name, and those
 *                            that were begun in it
 * LINEPROF_MARK("name");     counts, and takes no time
 * LINEPROF_BEGIN_NAME(text); as LINEPROF_BEGIN and LINEPROF_END, with any text for a
 * name, LINEPROF_END_NAME(text);   such as "conv 64x3x224x224": it is copied.  NULL is no
 * name
 *
 * An end without a beginning, or a region left without its end (by longjmp), is said once
 * on stderr, and does no harm.  What is open when the thread or the program ends, ends
 * then.  At most 1024 are open at a time on a thread, and 4096 names are known; what has
 * another one is not recorded, which is said once.
 *
 * On a fiber, a stack that is not the thread's own (swapcontext(), a library of
 * coroutines), the same holds for the fiber in the place of the thread: what it begins
 * and ends belongs together, whatever other fibers and the thread itself do in between,
 * also where it goes on on another thread.  Times are those on the clock on the wall:
 * what a fiber was suspended is in them.  LINEPROF_BEGIN and LINEPROF_END are to be
 * within 8 KiB of stack; LINEPROF_REGION may be anywhere.
 */
#    ifdef __cplusplus
#        define LINEPROF_REGION(name) \
            const lineprof_region_ LINEPROF_NAMED_(lineprof_region_, __LINE__)("" name)
#    elif defined __GNUC__
#        define LINEPROF_REGION(name)                                                \
            const struct lineprof_scope_ LINEPROF_NAMED_(lineprof_region_, __LINE__) \
                __attribute__((__cleanup__(lineprof_leave_), __unused__)) =          \
                    lineprof_enter_("" name)
#    else
#        define LINEPROF_REGION(name) struct lineprof_table
#    endif
#    define LINEPROF_BEGIN(name) ((void)lineprof_enter_("" name))
#    define LINEPROF_END(name)   lineprof_end_("" name)
#    define LINEPROF_MARK(name)  lineprof_mark_("" name)

#    define LINEPROF_BEGIN_NAME(name) lineprof_begin_name_(name)
#    define LINEPROF_END_NAME(name)   lineprof_end_name_(name)

/* Show the calling thread under a name, of which up to 32 bytes are taken; NULL: the one
   that the system knows it by. */
LINEPROF_INLINE_ void lineprof_set_thread_name(const char *name)
{
    (void)name;
    LINEPROF_GET_(set_thread_name, (name), (void)0);
}

/*
 * Have functions called at the program's regions from now on: a profiler of one's own.
 *
 * hooks    copied; they take the place of the ones before.  NULL: none
 *
 * `start` is called on the region's thread before each region that is recorded, `stop`
 * after its end, if the hooks are still the same; so their time is not the region's, but
 * that of the lines and regions around it.  Marks have none, and what is still open when
 * its thread or the program ends is not stopped.  `teardown` is called once: by the
 * lineprof_set_hooks() that replaces the hooks, on its thread, when another thread may be
 * about to return from one of them; or by exit().  A forked child has its parent's hooks.
 *
 * They are called without a lock, on several threads at a time, and in a signal handler
 * if a region begins there.  They may call anything here: in a hook, regions are not
 * recorded, and call no hooks.  They are to return: by a longjmp() or an exception the
 * thread would stay in its hook until a region begins further out.  What they do to errno
 * is undone.  They must not be unloaded while they are set.
 *
 * Any thread may call it; no signal handler.
 */
LINEPROF_INLINE_ void lineprof_set_hooks(const struct lineprof_hooks *hooks)
{
    (void)hooks;
    LINEPROF_GET_(set_hooks, (hooks), (void)0);
}

/*
 * Write a copy of the profile so far, as if the run ended now, while the program goes on.
 * What other threads count meanwhile may be in it or not; regions that are open have been
 * counted, but have no time yet.  The file appears when it is complete, in the place of
 * one of that name.
 *
 * path     NULL: beside the profile, NAME.dump-N.lprof with N from 1
 *
 * Returns 0 or an errno value; 0 also where nothing has been recorded, and then there is
 * no file.  Any thread may call it; no signal handler.
 */
LINEPROF_INLINE_ int lineprof_dump(const char *path)
{
    (void)path;
    return LINEPROF_GET_(dump, (path), 0);
}

/*
 * Count from 0 again, in all threads, while these go on.  What is open, activations and
 * regions, stays open, is not counted as begun, and takes its time from here on: on each
 * thread, from its last event on.  A forked child's counts in the same file stay.  Any
 * thread may call it; no signal handler.
 */
LINEPROF_INLINE_ void lineprof_reset(void)
{
    LINEPROF_CALL_(reset, ());
}

/*
 * Stop counting, in all threads, each at its next event, until lineprof_resume(), and go
 * on.  What is open, activations and regions, is charged up to the pause, and from the
 * resumption on if it has not ended.  Regions that begin during a pause are not recorded,
 * also where they end after it, nor are activations of functions that keep frames (mode
 * exact, and all on riscv64).
 *
 * With LINEPROF_START=0 in the environment a program begins paused.  Any thread may call
 * these; no signal handler.
 */
LINEPROF_INLINE_ void lineprof_pause(void)
{
    LINEPROF_CALL_(pause, ());
}

LINEPROF_INLINE_ void lineprof_resume(void)
{
    LINEPROF_CALL_(resume, ());
}

#endif

#ifdef __cplusplus
}

#    ifndef LINEPROF_TABLE_ONLY
class lineprof_region_ {
  public:
    explicit lineprof_region_(const char *name) : x_scope(lineprof_enter_(name))
    {
    }
    ~lineprof_region_()
    {
        lineprof_leave_(&x_scope);
    }

  private:
    lineprof_region_(const lineprof_region_ &);
    lineprof_region_ &operator=(const lineprof_region_ &);
    const lineprof_scope_ x_scope;
};
#    endif
#endif

#endif
