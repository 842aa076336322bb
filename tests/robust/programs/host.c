/* SPDX-License-Identifier: MIT */
/* Programs to whom a profiler must not happen; each looks after itself, and says so.
   usage: host SCENARIO [ARGUMENT] */
#include <lineprof.h>

#include <alloca.h>
#include <errno.h>
#include <fenv.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static _Thread_local unsigned long total;
static _Atomic unsigned long handled;

__attribute__((profile, noinline)) static void work(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        total += (unsigned long)i; /* work */
    }
}

__attribute__((profile, noinline)) static int descend(int depth)
{
    total++; /* descend */
    const int below = depth > 1 ? descend(depth - 1) : 0;
    return below + 1;
}

__attribute__((profile, noinline)) static void first(int n)
{
    total += (unsigned long)n; /* first */
}

__attribute__((profile, noinline)) static void handle(int number)
{
    (void)number;
    handled++; /* handler */
    work(1);
}

static int claim(int holds, const char *what)
{
    if (!holds)
        printf("%s\n", what);
    return !holds;
}

/* ---- The thread's state ---- */

static int run_state(const char *argument)
{
    sigset_t mask;
    sigset_t after;
    int wrong = 0;

    (void)argument;
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR2);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    fesetround(FE_UPWARD);
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_UNDERFLOW);
    errno = 77;
    work(10);     /* a first call */
    work(10);     /* and another */
    descend(500); /* growth */
    wrong |= claim(errno == 77, "errno");
    wrong |= claim(fegetround() == FE_UPWARD, "rounding");
    wrong |= claim(fetestexcept(FE_ALL_EXCEPT) == FE_UNDERFLOW, "exceptions");
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    for (int i = 1; i < 65; i++)
        wrong |= claim(sigismember(&after, i) == sigismember(&mask, i), "signal mask");
    int state = -1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
    return wrong | claim(state == PTHREAD_CANCEL_DISABLE, "cancellation");
}

/* ---- The floating-point unit ---- */

/* All of its settings, those that <fenv.h> does not name, too. */
struct settings {
    fenv_t environment;
    unsigned int vectors; /* x86: MXCSR, with how denormals are treated */
};

static struct settings settings_now(void)
{
    struct settings now;

    memset(&now, 0, sizeof now);
    fegetenv(&now.environment);
#ifdef __x86_64__
    now.vectors = __builtin_ia32_stmxcsr();
#endif
    return now;
}

/* None of them as at the start. */
static void change_settings(void)
{
#ifdef __x86_64__
    const unsigned short single_precision = 0x007f;

    __asm__ volatile("fldcw %0" : : "m"(single_precision));
    /* Flush to zero, denormals are zero, towards zero, no exceptions, one has been. */
    __builtin_ia32_ldmxcsr(0x8000 | 0x0040 | 0x6000 | 0x1f80 | 0x0020);
#endif
    fesetround(FE_TOWARDZERO);
    feraiseexcept(FE_INEXACT);
}

static void *short_body(void *argument);

/* Whatever the runtime does: make the file, grow it, dump it, count anew, pause, begin
   and end threads and regions, fork. */
static void use_all(void)
{
    pthread_t thread;

    work(10);
    descend(2000);
    LINEPROF_BEGIN("all");
    lineprof_dump(NULL);
    lineprof_reset();
    lineprof_pause();
    work(1);
    lineprof_resume();
    pthread_create(&thread, NULL, short_body, NULL);
    pthread_join(thread, NULL);
    if (fork() == 0)
        _exit(descend(100) != 100);
    wait(NULL);
    work(1000);
    LINEPROF_END("all");
}

static int run_settings(const char *argument)
{
    const struct settings first = settings_now();

    (void)argument;
    change_settings();
    const struct settings before = settings_now();
    use_all();
    const struct settings after = settings_now();
    return claim(memcmp(&before, &after, sizeof before) == 0, "settings") |
           claim(memcmp(&before, &first, sizeof before) != 0, "nothing changed");
}

/* ---- The heap ---- */

/* Nothing of it is used but to find the runtime, when the program starts. */
static int run_heap(const char *argument)
{
    pthread_t thread;

    (void)argument;
    free(malloc(100)); /* makes the heap */
    pthread_create(&thread, NULL, short_body, NULL);
    pthread_join(thread, NULL);
    const struct mallinfo2 before = mallinfo2();
    use_all();
    const struct mallinfo2 after = mallinfo2();
    return claim(before.uordblks == after.uordblks, "in use") |
           claim(before.hblkhd == after.hblkhd, "mapped") |
           claim(before.fordblks == after.fordblks, "free");
}

/* ---- The stack ---- */

enum { STACK_BYTES = 256 * 1024, PAINT = 0x5a };

static int (*measured)(int n);

static int call_first(int n)
{
    first(n);
    return 0;
}

/* Below what the thread's own start and end ever reach. */
static __attribute__((noinline)) int call_far_down(int n)
{
    volatile char room[STACK_BYTES / 4];

    room[0] = 0;
    return measured(n) + room[0];
}

static void *painted_body(void *argument)
{
    call_far_down(*(int *)argument);
    return NULL;
}

/* How deep a thread goes that calls one function: bytes of its stack that have changed.
 */
static size_t depth_of(int (*function)(int n), int n)
{
    static char stack[STACK_BYTES] __attribute__((aligned(4096)));
    pthread_attr_t attributes;
    pthread_t thread;
    size_t clean = 0;

    memset(stack, PAINT, sizeof stack);
    measured = function;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, sizeof stack);
    pthread_create(&thread, &attributes, painted_body, &n);
    pthread_join(thread, NULL);
    while (clean < sizeof stack && stack[clean] == PAINT)
        clean++;
    return sizeof stack - clean;
}

static int do_nothing(int n)
{
    return n;
}

/* Beyond what a thread needs that calls nothing: a thread's very first call, which makes
   the file; one of a new thread; and what each further activation takes. */
static int run_stack(const char *argument)
{
    (void)argument;
    const size_t plain = depth_of(do_nothing, 0);
    const size_t first_call = depth_of(call_first, 1);
    const size_t new_thread = depth_of(call_first, 1);
    const size_t shallow = depth_of(descend, 100);
    const size_t deep = depth_of(descend, 600);
    printf("%zu %zu %zu\n", first_call - plain, new_thread - plain,
           (deep - shallow) / 500);
    return 0;
}

/* ---- The end of the stack ---- */

enum { GUARD_BYTES = 65536, ROOM_STEP = 16, LEAST_ROOM = 64, MOST_ROOM = 4096 };

static sigjmp_buf recovered;

static void recover(int number)
{
    siglongjmp(recovered, number);
}

/* Call with so much stack left, and survive it if that is not enough. */
static __attribute__((noinline)) void call_with(const char *low, size_t room)
{
    const char *here = __builtin_frame_address(0);

    *(volatile char *)alloca((size_t)(here - low) - room) = 0;
    first(1);
}

static void *cramped_body(void *argument)
{
    static char handlers_stack[16384];
    const stack_t alternate = {.ss_sp = handlers_stack, .ss_size = sizeof handlers_stack};
    const size_t *request = argument;

    sigaltstack(&alternate, NULL);
    if (sigsetjmp(recovered, 1) == 0)
        call_with((const char *)request[0], request[1]);
    return NULL;
}

static int run_overflow(const char *argument)
{
    const struct sigaction action = {.sa_handler = recover, .sa_flags = SA_ONSTACK};
    char *memory = mmap(NULL, GUARD_BYTES + STACK_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *low = memory + GUARD_BYTES;
    pthread_attr_t attributes;
    pthread_t thread;

    (void)argument;
    mprotect(memory, GUARD_BYTES, PROT_NONE);
    sigaction(SIGSEGV, &action, NULL);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, low, STACK_BYTES);
    for (size_t room = LEAST_ROOM; room < MOST_ROOM; room += ROOM_STEP) {
        size_t request[] = {(size_t)low, room};
        pthread_create(&thread, &attributes, cramped_body, request);
        pthread_join(thread, NULL);
    }
    work(5);
    return 0;
}

/* ---- Signals ---- */

static _Atomic int stop;

static void *short_body(void *argument)
{
    work(2);
    return argument;
}

static atomic_bool has_changed_errno;

static void handle_carefully(int number)
{
    const int error = errno;

    errno = 99;
    handle(number);
    has_changed_errno |= errno != 99;
    errno = error;
}

/* A marked handler a thousand times a second, while threads start and end. */
static int run_signals(const char *argument)
{
    const struct sigaction action = {.sa_handler = handle_carefully,
                                     .sa_flags = SA_RESTART};
    const struct itimerval timer = {.it_interval = {.tv_usec = 1000},
                                    .it_value = {.tv_usec = 1000}};
    const struct itimerval none = {0};
    unsigned long rounds = 0;
    pthread_t thread;

    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
    while (handled < (unsigned long)atoi(argument)) {
        pthread_create(&thread, NULL, short_body, NULL);
        work(2);
        descend(200);
        pthread_join(thread, NULL);
        rounds++;
    }
    setitimer(ITIMER_REAL, &none, NULL);
    printf("%lu %lu\n", rounds, (unsigned long)handled);
    return claim(!has_changed_errno, "errno");
}

/* A handler that leaves by a jump, whatever it interrupted. */
static sigjmp_buf again;

static void jump(int number)
{
    (void)number;
    siglongjmp(again, 1);
}

/* Comes back into a marked function, which then ends. */
__attribute__((profile, noinline)) static void jump_once(int microseconds)
{
    const struct itimerval once = {.it_value = {.tv_usec = microseconds}};

    if (sigsetjmp(again, 1) == 0) {
        setitimer(ITIMER_REAL, &once, NULL);
        for (;;) {
            descend(3);
            first(1);
        }
    }
}

static int run_jumps(const char *argument)
{
    const struct sigaction action = {.sa_handler = jump};
    const int count = atoi(argument);

    sigaction(SIGALRM, &action, NULL);
    for (int i = 0; i < count; i++)
        jump_once(50 + i % 101);
    work(5);
    return 0;
}

/* ---- Forks ---- */

static void *busy_body(void *argument)
{
    pthread_t thread;

    while (!stop) {
        work(3);
        descend(150);
        pthread_create(&thread, NULL, short_body, NULL);
        pthread_join(thread, NULL);
    }
    return argument;
}

static int make_children(int count)
{
    int wrong = 0;

    for (int i = 0; i < count; i++) {
        int status = -1;
        const pid_t child = fork();
        if (child == 0) {
            alarm(20); /* a child that hangs is killed */
            work(4);
            exit(descend(10) == 10 ? 0 : 1);
        }
        waitpid(child, &status, 0);
        wrong |= claim(status == 0, "child");
    }
    return wrong;
}

/* A thread forks while others come and go. */
static int run_forks(const char *argument)
{
    enum { THREADS = 2 };
    pthread_t threads[THREADS];

    work(1);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, busy_body, NULL);
    const int wrong = make_children(atoi(argument));
    stop = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return wrong;
}

/* ---- Cancellation anywhere, also between two instructions ---- */

static void *cancelled_body(void *argument)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;) {
        work(3);
        descend(20);
    }
    return argument;
}

static int run_cancel(const char *argument)
{
    const int count = atoi(argument);
    pthread_t thread;

    for (int i = 0; i < count; i++) {
        pthread_create(&thread, NULL, cancelled_body, NULL);
        for (volatile int n = 0; n < i % 97 * 200; n++)
            ;
        pthread_cancel(thread);
        pthread_join(thread, NULL);
        work(1);
    }
    return 0;
}

/* ---- Jails ---- */

/* Only these calls work from now on, all others fail. */
static int enter_sandbox(void)
{
    enum { REFUSE = SECCOMP_RET_ERRNO | EPERM };
    const struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, REFUSE),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof filter[0],
                                       (struct sock_filter *)filter};

    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int run_sandbox(const char *argument)
{
    if (strcmp(argument, "late") == 0)
        work(5);
    if (enter_sandbox() != 0)
        return 1;
    work(5);
    first(1);
    return descend(2000) != 2000;
}

static int run_chroot(const char *argument)
{
    if (strcmp(argument, "late") == 0)
        work(5);
    if (mkdir("jail", 0755) != 0 || chroot("jail") != 0 || chdir("/") != 0)
        return 1;
    work(5);
    return descend(20000) != 20000;
}

static int run_closed(const char *argument)
{
    (void)argument;
    work(5);
    closefrom(0);
    work(5);
    return descend(20000) != 20000;
}

static int run_plain(const char *argument)
{
    pthread_t thread;

    (void)argument;
    pthread_create(&thread, NULL, short_body, NULL);
    work(5);
    pthread_join(thread, NULL);
    return descend(1000) != 1000;
}

static const struct {
    const char *name;
    int (*run)(const char *argument);
} scenarios[] = {
    {"state",    run_state   },
    {"settings", run_settings},
    {"heap",     run_heap    },
    {"stack",    run_stack   },
    {"signals",  run_signals },
    {"forks",    run_forks   },
    {"cancel",   run_cancel  },
    {"sandbox",  run_sandbox },
    {"chroot",   run_chroot  },
    {"closed",   run_closed  },
    {"plain",    run_plain   },
    {"overflow", run_overflow},
    {"jumps",    run_jumps   },
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        if (argc > 1 && strcmp(argv[1], scenarios[i].name) == 0)
            return scenarios[i].run(argc > 2 ? argv[2] : "");
    }
    return 125;
}
