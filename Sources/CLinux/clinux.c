#define _GNU_SOURCE
#include "clinux.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
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
