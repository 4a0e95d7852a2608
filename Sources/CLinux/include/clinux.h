#pragma once
/* What Swift's Glibc module doesn't show: epoll, eventfd, signalfd, timerfd, extended attributes, and what hides behind _GNU_SOURCE. */
#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/xattr.h>

int clinux_accept4(int listener);

/* renameat2(2) with AT_FDCWD on both sides. */
int clinux_rename_exchange(const char *first, const char *second);
int clinux_rename_noreplace(const char *from, const char *to);

/* fcntl(2) F_SETLEASE: a read lease is granted only while nobody has the file open for writing. */
int clinux_take_read_lease(int descriptor);
int clinux_give_lease_back(int descriptor);

/* open(2) with O_PATH: names a file without opening it, which no watcher sees. */
int clinux_open_path(const char *path);
int clinux_open_path_no_follow(const char *path);

/* statfs(2) f_type, or -1. */
long clinux_file_system_type(const char *path);

/* statx(2) STATX_ATTR_MOUNT_ROOT: 1 if something is mounted right there, 0 if not, -1 if unknown. */
int clinux_is_mount_root(const char *path);

/* mallopt(3) M_MMAP_THRESHOLD: buffers of so many bytes come from the system one by one. */
void clinux_map_buffers_from(int bytes);

/* malloc_trim(3): what is free goes back to the system. */
void clinux_return_free_memory(void);

/* prctl(2) PR_SET_NAME: what tools show for the calling thread; 15 bytes at most. */
void clinux_name_thread(const char *name);

/* pipe2(2) with O_CLOEXEC: no program that another thread starts meanwhile gets its ends. */
int clinux_make_pipe(int ends[2]);

/* posix_spawn_file_actions_addclosefrom_np: the child has no descriptor from this one on. */
int clinux_close_from(posix_spawn_file_actions_t *actions, int first);

/* posix_spawn_file_actions_addchdir_np: where the child starts. */
int clinux_change_folder(posix_spawn_file_actions_t *actions, const char *path);

/* POSIX_SPAWN_SETSID: the child begins a session, which has no terminal. */
short clinux_session_flag(void);

/* pidfd_open(2), pidfd_send_signal(2): a process that no other can take the place of. */
int clinux_open_process(pid_t process);
int clinux_signal_process(int process, int signal);

/* Starts a program that is no child of ours, in a session of its own: none of our descriptors, every
   signal as it is by default, the environment it is given. What it says goes to /dev/null, and on the standard
   error to `errors`, unless that is -1.

   The process that starts it and leaves at once is a child that raises no signal and that only
   __WCLONE or __WALL waits for. Who gets the orphan is up to the kernel: process 1, or the nearest
   PR_SET_CHILD_SUBREAPER above. Where that is the program around us, it has the orphan to wait for as
   it has every other.

   Gives 0 when it was started, else the errno of what failed; EAGAIN, too, where the process between
   was killed. It is 0 as well where somebody else took that one's status (waitpid(2) with __WALL): then
   nobody knows, and only the pipe at `errors` tells, which is at its end when nothing runs. */
int clinux_start_apart(const char *path, char *const words[], char *const environment[],
                       int errors);
