#!/bin/sh
# A status bar: theme and font size of a program, as one line at the start and at each change.
# usage: status-bar.sh [DOMAIN]
domain=${1:-org.example.editor}

setting() { settingsctl get "$domain" "$1" 2>/dev/null || echo "${2:--}"; }
show() { echo "theme $(setting theme) | size $(setting font.size 12)"; }

# The watch goes on over a crash of the agent by itself. It ends when the agent was ended on
# purpose; then the bar waits for it to be back, and starts none.
while :; do
    settingsctl watch "$domain" --json 2>/dev/null | {
        show # what changed before the watch began is in here
        while read -r _; do show; done
    }
    sleep 1
done
