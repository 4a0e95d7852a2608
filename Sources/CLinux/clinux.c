#define _GNU_SOURCE
#include "clinux.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int clinux_accept4(int listener) { return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int clinux_rename_exchange(const char *first, const char *second) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2u /* RENAME_EXCHANGE */);
}
int clinux_rename_noreplace(const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1u /* RENAME_NOREPLACE */);
}

int clinux_take_read_lease(int descriptor) { return fcntl(descriptor, F_SETLEASE, F_RDLCK); }
int clinux_give_lease_back(int descriptor) { return fcntl(descriptor, F_SETLEASE, F_UNLCK); }

int clinux_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }
int clinux_open_path_no_follow(const char *path) { return open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW); }

long clinux_file_system_type(const char *path) {
    struct statfs about;
    return statfs(path, &about) == 0 ? (long)about.f_type : -1;
}

int clinux_is_mount_root(const char *path) {
#ifdef STATX_ATTR_MOUNT_ROOT
    struct statx about;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, 0, &about) != 0) return -1;
    if (!(about.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT)) return -1;
    return (about.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
#else
    (void)path;
    return -1;
#endif
}

void clinux_map_buffers_from(int bytes) { mallopt(M_MMAP_THRESHOLD, bytes); }

void clinux_return_free_memory(void) { malloc_trim(0); }

void clinux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

int clinux_make_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int clinux_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int clinux_change_folder(posix_spawn_file_actions_t *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}

short clinux_session_flag(void) { return POSIX_SPAWN_SETSID; }

int clinux_open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0u); }
int clinux_signal_process(int process, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, process, signal, (void *)0, 0u);
}

/* The process between us and the program: it is gone as soon as that runs. Our other threads aren't
   there, so only calls of signal-safety(7) are made, and closefrom(3) and vfork(2), which take no lock. */
static _Noreturn void start_and_leave(const char *path, char *const words[],
                                       char *const environment[], int errors) {
    setsid();
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &usual, 0);
    int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0) _exit(errno);
    /* It may be one of those that are replaced. */
    if (errors >= 0) errors = fcntl(errors, F_DUPFD, 3);
    if (errors < 0) errors = nowhere;
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        if (dup2(descriptor == 2 ? errors : nowhere, descriptor) < 0) _exit(errno);
    }
    closefrom(3);
    volatile int failure = 0;
    pid_t program = vfork();
    if (program == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, 0);
        execve(path, words, environment);
        failure = errno;
        _exit(failure);
    }
    _exit(program < 0 ? errno : failure);
}

int clinux_start_apart(const char *path, char *const words[], char *const environment[],
                       int errors) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    /* clone(2) as fork(2) makes it, but without a signal at the end: the program around us isn't sent
       SIGCHLD, and its wait(2) doesn't find the process, which needs __WCLONE. All arguments are 0, so
       that their order, another on each architecture, is no matter. */
    pid_t between = (pid_t)syscall(SYS_clone, 0L, 0L, 0L, 0L, 0L);
    if (between == 0) start_and_leave(path, words, environment, errors);
    int failure = between < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, 0);
    if (failure != 0) return failure;
    int status;
    while (waitpid(between, &status, __WCLONE) < 0) {
        /* ECHILD: the program around us waits for processes of every kind (__WALL), and took the status. */
        if (errno != EINTR) return 0;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EAGAIN;
}
