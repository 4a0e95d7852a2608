#pragma once
/* What Swift's Glibc module doesn't show: epoll, eventfd, signalfd, timerfd, and what hides behind _GNU_SOURCE. */
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

int clinux_accept4(int listener);

/* renameat2(2) with AT_FDCWD on both sides. */
int clinux_rename_exchange(const char *first, const char *second);
int clinux_rename_noreplace(const char *from, const char *to);

/* fcntl(2) F_SETLEASE: a read lease is granted only while nobody has the file open for writing. */
int clinux_take_read_lease(int descriptor);
int clinux_give_lease_back(int descriptor);
