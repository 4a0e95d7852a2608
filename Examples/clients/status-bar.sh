#!/bin/sh
# A status bar: theme and font size of a program, as one line at the start and at each change.
# usage: status-bar.sh [DOMAIN]
domain=${1:-org.example.editor}

setting() { settingsctl get "$domain" "$1" 2>/dev/null || echo "${2:--}"; }
show() { echo "theme $(setting theme) | size $(setting font.size 12)"; }

show
# Each line is a reason to look again; those of the settings as they are now come first, so that
# nothing is missed. An agent that ends is waited for.
settingsctl watch "$domain" --now --json 2>/dev/null | while read -r _; do show; done
