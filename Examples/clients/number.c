/* Follows one number of a program's settings in a loop of poll(2): number [DOMAIN [KEY]]
   Build it with: cc -o number number.c */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char epoch[64], line[65536];
static unsigned long long seq; /* with epoch, up to where everything was told; that's empty at first */

static int subscribe(const char *domain, const char *key) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *path = getenv("SETTINGS_AGENT_SOCKET"), *run = getenv("XDG_RUNTIME_DIR");
    if (path) snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    else if (run) snprintf(address.sun_path, sizeof address.sun_path, "%s/settings-agent/socket", run);
    else sprintf(address.sun_path, "/run/user/%u/settings-agent/socket", (unsigned)getuid());
    int agent = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(agent, (struct sockaddr *)&address, sizeof address) < 0) return close(agent), -1;
    dprintf(agent, "{\"id\":1,\"method\":\"subscribe\",\"params\":{\"domains\":[\"%s\"],"
            "\"keys\":[\"%s\"],", domain, key);
    if (*epoch) dprintf(agent, "\"epoch\":\"%s\",\"seq\":%llu}}\n", epoch, seq);
    else dprintf(agent, "\"snapshot\":true}}\n");
    return agent;
}

/* The agent writes epoch and seq before the changes, and there is one key: no JSON reader is needed. */
static void take(void) {
    const char *place = strstr(line, "\"epoch\":\""), *number = strstr(line, "\"seq\":");
    if (!strstr(line, "\"method\":") || !place || !number) return; /* an answer, or goodbye */
    sscanf(place, "\"epoch\":\"%63[^\"]", epoch);
    seq = strtoull(number + strlen("\"seq\":"), NULL, 10);
    const char *changes = strstr(line, "\"changes\":["), *value = strstr(line, "\"value\":");
    if (changes) value ? printf("%g\n", strtod(value + strlen("\"value\":"), NULL)) : puts("not set");
    fflush(stdout);
}

int main(int count, char **words) {
    const char *domain = count > 1 ? words[1] : "org.example.editor";
    const char *key = count > 2 ? words[2] : "font.size";
    struct pollfd agent = {.fd = -1, .events = POLLIN}; /* a program's other descriptors go beside it */
    size_t used = 0;
    signal(SIGPIPE, SIG_IGN); /* an agent may end while it's written to */
    for (;;) {
        if (agent.fd < 0) agent.fd = subscribe(domain, key), used = 0;
        if (poll(&agent, 1, agent.fd < 0 ? 200 : -1) <= 0) continue;
        ssize_t got = read(agent.fd, line + used, sizeof line - 1 - used);
        if (got <= 0) close(agent.fd), agent.fd = -1; /* it ended; epoch and seq say where to go on */
        else line[used += got] = 0;
        for (char *end; got > 0 && (end = strchr(line, '\n'));) {
            *end = 0, take();
            memmove(line, end + 1, used -= end + 1 - line), line[used] = 0;
        }
        used %= sizeof line - 1; /* a line that long has no number, and its end says nothing more */
    }
}
