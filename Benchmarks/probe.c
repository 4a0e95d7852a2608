// The parts of the benchmark that must be faster than what they measure.
//
//   probe saves N FOLDER NAME SOCKET DOMAIN  save → subscriber, beside `inotifywait -m`
//   probe round-trip N SOCKET                one ping at a time, beside an echo
//   probe pipelined N SOCKET                 pings without waiting
//   probe set N SOCKET DOMAIN KEY            set → its reply, and set → a subscriber
//   probe fan-out N COUNT SOCKET DOMAIN KEY  one set → the last of COUNT subscribers
//   probe writers SECONDS COUNT SOCKET DOMAIN  durable sets by COUNT clients at once
//   probe start N SOCKET AGENT               exec → an answer to hello, then SIGTERM
//   probe run N COMMAND…                     exec → exit
//   probe pair N COMMAND… -- COMMAND…        exec → exit of two commands in turn
//   probe replace N FILE…                  files read and replaced one after the other, each flushed
//   probe notify N WATCHER… -- WRITER…       exec of the writer → a line of the watcher
//
// Each prints one JSON object. Times are in microseconds. In a writer's arguments, %d counts up.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "probe: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

// Samples, printed as their percentiles.

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_samples(const char *name, double *samples, int count) {
    qsort(samples, count, sizeof *samples, compare);
    int last = count - 1;
    printf("\"%s\":{\"count\":%d,\"p50\":%.2f,\"p99\":%.2f,\"max\":%.2f}", name, count,
           samples[last / 2], samples[(int)(last * 0.99)], samples[last]);
}

static double *new_samples(int count) {
    double *samples = calloc(count ? count : 1, sizeof *samples);
    if (!samples) fail("no memory for %d samples", count);
    return samples;
}

// A connection that gives whole lines.

typedef struct {
    int descriptor;
    size_t used;
    // What a reply or notification of the benchmark needs, many times over.
    char buffer[1 << 16];
} Connection;

static bool try_to_connect(Connection *connection, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) fail("'%s' is too long for a socket", path);
    strcpy(address.sun_path, path);
    connection->used = 0;
    connection->descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection->descriptor < 0) fail("socket: %s", strerror(errno));
    if (connect(connection->descriptor, (void *)&address, sizeof address) == 0) return true;
    close(connection->descriptor);
    return false;
}

static void connect_to(Connection *connection, const char *path) {
    while (!try_to_connect(connection, path)) {
        if (errno != EAGAIN && errno != EINTR) fail("connect '%s': %s", path, strerror(errno));
    }
}

static void send_text(Connection *connection, const char *text) {
    size_t length = strlen(text);
    while (length) {
        ssize_t count = write(connection->descriptor, text, length);
        if (count < 0) fail("write: %s", strerror(errno));
        text += count;
        length -= count;
    }
}

static void send_line(Connection *connection, const char *format, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    strcat(line, "\n");
    send_text(connection, line);
}

// Reads what is there; returns false at the end of the stream.
static bool fill(Connection *connection) {
    if (connection->used == sizeof connection->buffer) fail("a line is too long");
    ssize_t count = read(connection->descriptor, connection->buffer + connection->used,
                         sizeof connection->buffer - connection->used);
    if (count < 0) fail("read: %s", strerror(errno));
    connection->used += count;
    return count > 0;
}

// Takes one whole line out of the buffer, if there is one.
static bool take_line(Connection *connection, char *line, size_t size) {
    char *end = memchr(connection->buffer, '\n', connection->used);
    if (!end) return false;
    size_t length = end - connection->buffer;
    size_t kept = length < size ? length : size - 1;
    memcpy(line, connection->buffer, kept);
    line[kept] = 0;
    connection->used -= length + 1;
    memmove(connection->buffer, end + 1, connection->used);
    return true;
}

// Reads until a line has the text.
static void await_line(Connection *connection, const char *text) {
    char line[4096];
    for (;;) {
        while (take_line(connection, line, sizeof line)) {
            if (strstr(line, "\"error\"")) fail("refused: %s", line);
            if (strstr(line, text)) return;
        }
        if (!fill(connection)) fail("the stream ended before '%s'", text);
    }
}

static void subscribe(Connection *connection, const char *path, const char *domain) {
    connect_to(connection, path);
    send_line(connection, "{\"id\":1,\"method\":\"subscribe\",\"params\":{\"domains\":[\"%s\"]}}",
              domain);
    await_line(connection, "\"result\"");
}

static void send_set(Connection *connection, const char *domain, const char *key, int value) {
    send_line(connection,
              "{\"id\":7,\"method\":\"set\",\"params\":{\"domain\":\"%s\",\"key\":\"%s\","
              "\"value\":%d}}",
              domain, key, value);
}

// A number that the last run of the benchmark didn't end with, so that each set is a change.
static int first_value(void) { return (int)(time(NULL) % 1000000) * 1000; }

// Processes.

static pid_t spawn(char **command, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (output >= 0) posix_spawn_file_actions_adddup2(&actions, output, 1);
    else posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    pid_t process;
    int error = posix_spawnp(&process, command[0], &actions, NULL, command, environ);
    if (error) fail("'%s': %s", command[0], strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    return process;
}

// The command whose output is read, if there is one.
static pid_t reader;

// Starts a command whose output is read as lines.
static pid_t spawn_read(char **command, Connection *output) {
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC) < 0) fail("pipe: %s", strerror(errno));
    pid_t process = spawn(command, pipes[1]);
    reader = process;
    close(pipes[1]);
    *output = (Connection){.descriptor = pipes[0]};
    return process;
}

static void end(pid_t process) {
    kill(process, SIGTERM);
    waitpid(process, NULL, 0);
    if (process == reader) reader = 0;
}

// A failed measurement must not leave it behind, holding our standard error open.
static void end_reader(void) {
    if (reader) end(reader);
}

// The measurements.

// Writes the file with another number in its first `number = …` line, beside it.
static void write_new(const char *text, const char *path, int value) {
    const char *mark = strstr(text, "number = ");
    if (!mark) fail("the file has no line 'number = …'");
    const char *rest = strchr(mark, '\n');
    FILE *file = fopen(path, "we");
    if (!file) fail("'%s': %s", path, strerror(errno));
    fprintf(file, "%.*snumber = %d%s", (int)(mark - text), text, value, rest);
    fclose(file);
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "re");
    if (!file) fail("'%s': %s", path, strerror(errno));
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, 0, file) < 0) fail("'%s' is empty", path);
    fclose(file);
    return text;
}

// Each save is timed from before its rename to the line at each of the two, in turn whichever is
// first.
static void measure_saves(int count, char *folder, char *name, char *socket, char *domain) {
    static Connection subscriber, watcher;
    char path[4096], new[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(new, sizeof new, "%s/%s.new", folder, name);
    char *text = read_text(path);
    subscribe(&subscriber, socket, domain);
    char *command[] = {"inotifywait", "-m", "-q", "-e", "moved_to", "--format", "%f", folder, NULL};
    pid_t process = spawn_read(command, &watcher);
    double *agent = new_samples(count), *inotify = new_samples(count);
    // inotifywait says nothing when it is ready, with -q; its first line says it.
    int value = first_value(), tries = 200;
    for (int round = -1; round < count; round++) {
        bool heard[2] = {false, false};
        write_new(text, new, ++value);
        double start = now();
        if (rename(new, path) < 0) fail("rename: %s", strerror(errno));
        while (!heard[0] || !heard[1]) {
            struct pollfd descriptors[] = {{subscriber.descriptor, POLLIN, 0},
                                           {watcher.descriptor, POLLIN, 0}};
            bool is_ready = round >= 0 || heard[1];
            int ready = poll(descriptors, 2, is_ready ? 60000 : 50);
            double time = now() - start;
            if (ready == 0 && is_ready) {
                fail("%s heard nothing of save %d within a minute",
                     heard[0] ? "inotifywait" : "the agent", round);
            }
            if (ready == 0) {
                if (tries-- == 0) fail("inotifywait hears of no save");
                write_new(text, new, ++value);
                rename(new, path);
                continue;
            }
            char line[4096], expected[32];
            snprintf(expected, sizeof expected, "%d", value);
            if (descriptors[0].revents && !fill(&subscriber)) fail("the agent is gone");
            if (descriptors[1].revents && !fill(&watcher)) fail("inotifywait is gone");
            while (take_line(&subscriber, line, sizeof line)) {
                if (!strstr(line, expected) || heard[0]) continue;
                heard[0] = true;
                if (round >= 0) agent[round] = time;
            }
            while (take_line(&watcher, line, sizeof line)) {
                if (strcmp(line, name) != 0 || heard[1]) continue;
                heard[1] = true;
                if (round >= 0) inotify[round] = time;
            }
        }
        // Both sleep again before the next save, and late lines of this one are gone.
        nanosleep(&(struct timespec){0, 3000000}, NULL);
        struct pollfd late = {watcher.descriptor, POLLIN, 0};
        while (poll(&late, 1, 0) > 0 && fill(&watcher)) watcher.used = 0;
    }
    end(process);
    print_samples("agent", agent, count);
    printf(",");
    print_samples("inotifywait", inotify, count);
}

static const char ping[] = "{\"id\":1,\"method\":\"ping\"}\n";

// Answers each line with the same, as fast as an epoll loop can that reads nothing of it: what the
// machine and the kernel cost.
static void answer_lines(int descriptor) {
    static const char answer[] = "{\"id\":1,\"result\":{}}\n";
    static char input[64 * 1024], output[64 * 1024];
    const size_t length = sizeof answer - 1;
    int queue = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event);
    while (epoll_wait(queue, &event, 1, -1) == 1) {
        ssize_t size = read(descriptor, input, sizeof input);
        if (size <= 0) return;
        size_t used = 0;
        for (ssize_t index = 0; index < size; index++) {
            if (input[index] != '\n') continue;
            memcpy(output + used, answer, length);
            used += length;
        }
        for (size_t sent = 0; sent < used;) {
            ssize_t written = write(descriptor, output + sent, used - sent);
            if (written < 0) return;
            sent += written;
        }
    }
}

// Starts the echo; it ends with the connection.
static void connect_to_echo(Connection *connection) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
        fail("socketpair: %s", strerror(errno));
    }
    pid_t child = fork();
    if (child < 0) fail("fork: %s", strerror(errno));
    if (child == 0) {
        close(pair[0]);
        answer_lines(pair[1]);
        _exit(0);
    }
    close(pair[1]);
    connection->used = 0;
    connection->descriptor = pair[0];
}

static double round_trip(Connection *connection) {
    double start = now();
    send_text(connection, ping);
    await_line(connection, "\"result\"");
    return now() - start;
}

// In turn, so that both meet the same moods of the machine.
static void measure_round_trip(int count, char *socket) {
    static Connection agent, echo;
    connect_to(&agent, socket);
    connect_to_echo(&echo);
    double *ours = new_samples(count), *bare = new_samples(count);
    for (int index = 0; index < count; index++) {
        ours[index] = round_trip(&agent);
        bare[index] = round_trip(&echo);
    }
    print_samples("ping", ours, count);
    printf(",");
    print_samples("echo", bare, count);
}

// As many on their way as there is room for.
static void measure_pipelined(int count, char *socket) {
    static Connection connection;
    static char block[64 * 1024];
    const size_t length = sizeof ping - 1, lines = sizeof block / length;
    for (size_t index = 0; index < lines; index++) memcpy(block + index * length, ping, length);
    connect_to(&connection, socket);
    fcntl(connection.descriptor, F_SETFL, O_NONBLOCK);
    size_t to_send = count * length, sent = 0;
    int answered = 0;
    double start = now();
    while (answered < count) {
        struct pollfd descriptor = {connection.descriptor,
                                    POLLIN | (sent < to_send ? POLLOUT : 0), 0};
        poll(&descriptor, 1, -1);
        if (descriptor.revents & POLLOUT) {
            size_t offset = sent % (lines * length);
            size_t size = lines * length - offset;
            if (size > to_send - sent) size = to_send - sent;
            ssize_t written = write(connection.descriptor, block + offset, size);
            if (written > 0) sent += written;
        }
        if (descriptor.revents & (POLLIN | POLLHUP)) {
            ssize_t size = read(connection.descriptor, connection.buffer, sizeof connection.buffer);
            if (size == 0) fail("the agent closed the connection");
            for (ssize_t index = 0; index < size; index++) {
                answered += connection.buffer[index] == '\n';
            }
        }
    }
    printf("\"perSecond\":%.0f", count / ((now() - start) / 1e6));
}

static void measure_set(int count, char *socket, char *domain, char *key) {
    static Connection writer, subscriber;
    subscribe(&subscriber, socket, domain);
    connect_to(&writer, socket);
    double *replies = new_samples(count), *notices = new_samples(count);
    int value = first_value();
    for (int index = 0; index < count; index++) {
        double start = now();
        send_set(&writer, domain, key, ++value);
        await_line(&writer, "\"result\"");
        replies[index] = now() - start;
        await_line(&subscriber, "\"changed\"");
        notices[index] = now() - start;
    }
    print_samples("reply", replies, count);
    printf(",");
    print_samples("notified", notices, count);
}

static void measure_fan_out(int rounds, int count, char *socket, char *domain, char *key) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if ((int)limit.rlim_cur < count + 16) fail("only %d descriptors allowed", (int)limit.rlim_cur);
    static Connection writer, one;
    int poller = epoll_create1(EPOLL_CLOEXEC);
    int *heard = calloc(count, sizeof *heard);
    for (int index = 0; index < count; index++) {
        subscribe(&one, socket, domain);
        fcntl(one.descriptor, F_SETFL, O_NONBLOCK);
        struct epoll_event event = {.events = EPOLLIN | EPOLLET,
                                    .data.u64 = (uint64_t)index << 32 | (uint32_t)one.descriptor};
        epoll_ctl(poller, EPOLL_CTL_ADD, one.descriptor, &event);
    }
    connect_to(&writer, socket);
    double *samples = new_samples(rounds);
    int value = first_value();
    for (int round = 0; round < rounds; round++) {
        double start = now();
        send_set(&writer, domain, key, ++value);
        for (int waiting = count; waiting > 0;) {
            struct epoll_event events[256];
            int ready = epoll_wait(poller, events, 256, 20000);
            if (ready == 0) fail("%d subscribers heard nothing within 20 s", waiting);
            for (int index = 0; index < ready; index++) {
                char buffer[8192];
                ssize_t size = read((int)(uint32_t)events[index].data.u64, buffer, sizeof buffer);
                if (size == 0) fail("the agent closed a subscriber");
                int subscriber = (int)(events[index].data.u64 >> 32);
                bool ends = size > 0 && memchr(buffer, '\n', size);
                if (ends && heard[subscriber] == round) {
                    heard[subscriber]++;
                    waiting--;
                }
            }
        }
        samples[round] = now() - start;
        await_line(&writer, "\"result\"");
    }
    print_samples("last", samples, rounds);
}

static void measure_writers(double seconds, int count, char *socket, char *domain) {
    Connection *writers = calloc(count, sizeof *writers);
    if (!writers) fail("no memory for %d writers", count);
    int poller = epoll_create1(EPOLL_CLOEXEC);
    int value = first_value(), done = 0;
    char key[32], line[4096];
    for (int index = 0; index < count; index++) {
        connect_to(&writers[index], socket);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
        epoll_ctl(poller, EPOLL_CTL_ADD, writers[index].descriptor, &event);
    }
    double start = now(), stop = start + seconds * 1e6;
    for (int index = 0; index < count; index++) {
        snprintf(key, sizeof key, "w%d", index);
        send_set(&writers[index], domain, key, ++value);
    }
    while (now() < stop) {
        struct epoll_event events[128];
        int ready = epoll_wait(poller, events, 128, 1000);
        for (int index = 0; index < ready; index++) {
            Connection *writer = &writers[events[index].data.u32];
            if (!fill(writer)) fail("the agent closed a connection");
            while (take_line(writer, line, sizeof line)) {
                if (!strstr(line, "\"result\"")) fail("refused: %s", line);
                done++;
                snprintf(key, sizeof key, "w%d", events[index].data.u32);
                send_set(writer, domain, key, ++value);
            }
        }
    }
    printf("\"perSecond\":%.0f", done / ((now() - start) / 1e6));
}

static void measure_start(int count, char *socket, char **command) {
    static Connection connection;
    double *samples = new_samples(count);
    for (int index = 0; index < count; index++) {
        double start = now();
        pid_t process = spawn(command, -1);
        while (!try_to_connect(&connection, socket)) {
            if (now() - start > 20e6) fail("the agent didn't start within 20 s");
            nanosleep(&(struct timespec){0, 50000}, NULL);
        }
        send_text(&connection, "{\"id\":1,\"method\":\"hello\"}\n");
        await_line(&connection, "\"result\"");
        samples[index] = now() - start;
        close(connection.descriptor);
        end(process);
    }
    print_samples("ready", samples, count);
}

static double run_time(char **command) {
    double start = now();
    int status;
    waitpid(spawn(command, -1), &status, 0);
    double time = now() - start;
    if (status) fail("'%s' ended with status %d", command[0], status);
    return time;
}

static void measure_run(int count, char **command) {
    double *samples = new_samples(count);
    for (int index = 0; index < count; index++) samples[index] = run_time(command);
    print_samples("run", samples, count);
}

// Ends the first of two commands at the '--', and returns the second.
static char **second_command(char **arguments) {
    char **second = arguments;
    while (*second && strcmp(*second, "--") != 0) second++;
    if (!*second) fail("no '--' between the two commands");
    *second++ = NULL;
    return second;
}

static void measure_pair(int count, char **first) {
    char **second = second_command(first);
    double *first_samples = new_samples(count), *second_samples = new_samples(count);
    for (int index = 0; index < count; index++) {
        first_samples[index] = run_time(first);
        second_samples[index] = run_time(second);
    }
    print_samples("first", first_samples, count);
    printf(",");
    print_samples("second", second_samples, count);
}

static void flush(int descriptor, const char *path) {
    if (fsync(descriptor)) fail("'%s': %s", path, strerror(errno));
    close(descriptor);
}

/// Puts a new file with the same bytes in a file's place, as safely as an editor that takes care.
static void replace(const char *path) {
    static char text[1 << 16];
    char folder[4096], new[4096 + 4];
    const char *name = strrchr(path, '/');
    if (!name) fail("'%s' isn't a full path", path);
    snprintf(folder, sizeof folder, "%.*s", (int)(name - path), path);
    snprintf(new, sizeof new, "%s.new", path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, sizeof text);
    if (size < 0) fail("'%s': %s", path, strerror(errno));
    close(file);
    int target = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (target < 0 || write(target, text, size) != size) fail("'%s': %s", new, strerror(errno));
    flush(target, new);
    if (rename(new, path)) fail("'%s': %s", path, strerror(errno));
    flush(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), folder);
}

static void measure_replace(int count, int files, char **paths) {
    double *samples = new_samples(count);
    for (int index = 0; index < count; index++) {
        double start = now();
        for (int file = 0; file < files; file++) replace(paths[file]);
        samples[index] = now() - start;
    }
    print_samples("replace", samples, count);
}

static void measure_notify(int count, char **arguments) {
    static Connection watcher;
    char **writer = second_command(arguments);
    pid_t process = spawn_read(arguments, &watcher);
    double *samples = new_samples(count);
    int value = first_value();
    for (int round = -1; round < count; round++) {
        char *command[64] = {NULL}, number[32];
        snprintf(number, sizeof number, "%d", ++value);
        for (int index = 0; writer[index] && index < 63; index++) {
            command[index] = strcmp(writer[index], "%d") == 0 ? number : writer[index];
        }
        double start = now();
        pid_t child = spawn(command, -1);
        struct pollfd descriptor = {watcher.descriptor, POLLIN, 0};
        // The first round only waits until the watcher is at work.
        if (poll(&descriptor, 1, round < 0 ? 200 : 20000) == 0 && round >= 0) {
            fail("'%s' printed nothing within 20 s", arguments[0]);
        }
        double time = now() - start;
        int status;
        waitpid(child, &status, 0);
        if (status) fail("'%s' ended with status %d", command[0], status);
        nanosleep(&(struct timespec){0, 5000000}, NULL);
        bool was_heard = poll(&descriptor, 1, 0) > 0;
        while (poll(&descriptor, 1, 0) > 0 && fill(&watcher)) watcher.used = 0;
        if (round < 0 && !was_heard) round--;
        if (round >= 0) samples[round] = time;
    }
    end(process);
    print_samples("notified", samples, count);
}

int main(int count, char **arguments) {
    signal(SIGPIPE, SIG_IGN);
    atexit(end_reader);
    if (count < 4) fail("usage: see the head of probe.c");
    const char *what = arguments[1];
    char **rest = arguments + 3;
    int number = atoi(arguments[2]), given = count - 3;
    printf("{");
    if (strcmp(what, "saves") == 0 && given == 4)
        measure_saves(number, rest[0], rest[1], rest[2], rest[3]);
    else if (strcmp(what, "round-trip") == 0 && given == 1) measure_round_trip(number, rest[0]);
    else if (strcmp(what, "pipelined") == 0 && given == 1) measure_pipelined(number, rest[0]);
    else if (strcmp(what, "set") == 0 && given == 3) measure_set(number, rest[0], rest[1], rest[2]);
    else if (strcmp(what, "fan-out") == 0 && given == 4)
        measure_fan_out(number, atoi(rest[0]), rest[1], rest[2], rest[3]);
    else if (strcmp(what, "writers") == 0 && given == 3)
        measure_writers(number, atoi(rest[0]), rest[1], rest[2]);
    else if (strcmp(what, "start") == 0 && given >= 2) measure_start(number, rest[0], rest + 1);
    else if (strcmp(what, "run") == 0) measure_run(number, rest);
    else if (strcmp(what, "pair") == 0) measure_pair(number, rest);
    else if (strcmp(what, "replace") == 0) measure_replace(number, given, rest);
    else if (strcmp(what, "notify") == 0) measure_notify(number, rest);
    else fail("no measurement '%s' with %d arguments", what, given);
    printf("}\n");
    return 0;
}
