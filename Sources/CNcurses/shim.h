// The wide-character ncurses, and the macros and globals that Swift can't see.
#pragma once
// Without it, <curses.h> hides every function for wide characters.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdio.h>
#include <wchar.h>

// <wchar.h> shows it only to programs that ask for X/Open, which Swift's Glibc doesn't.
int wcwidth(wchar_t character);

// <term.h> would bring macros of the names `lines`, `columns` and a hundred more.
int setupterm(const char *terminal, int descriptor, int *error);
char *tigetstr(const char *capability);

// Variables that C code changes can't be read safely from Swift 6; what a function gives can.
static inline WINDOW *cncurses_screen(void) { return stdscr; }
static inline int cncurses_lines(void) { return LINES; }
static inline int cncurses_columns(void) { return COLS; }
static inline int cncurses_colors(void) { return COLORS; }

// Macros with casts or shifts aren't imported.
static const attr_t cncurses_bold = WA_BOLD;
static const attr_t cncurses_dim = WA_DIM;
static const attr_t cncurses_underline = WA_UNDERLINE;
static const attr_t cncurses_reverse = WA_REVERSE;
static const mmask_t cncurses_pressed = BUTTON1_PRESSED | BUTTON1_CLICKED;
static const mmask_t cncurses_released = BUTTON1_RELEASED;
static const mmask_t cncurses_wheel_up = BUTTON4_PRESSED;
static const mmask_t cncurses_wheel_down = BUTTON5_PRESSED;
static const mmask_t cncurses_moved = REPORT_MOUSE_POSITION;
static const mmask_t cncurses_all_mouse = ALL_MOUSE_EVENTS | REPORT_MOUSE_POSITION;
static inline int cncurses_function_key(int number) { return KEY_F(number); }

// newterm gives null for an unknown TERM, where initscr would end the process.
static inline SCREEN *cncurses_open(void) { return newterm(NULL, stdout, stdin); }

// How the terminal's cursor is sent to a cell; null where nothing is known of it, or it can't be.
static inline const char *cncurses_cursor_address(void) {
    int error = 0;
    if (setupterm(NULL, 1, &error) != OK) return NULL;
    const char *text = tigetstr("cup");
    return text == (const char *)-1 ? NULL : text;
}

// How the keypad's mode is ended; null where the terminal has none. Needs what reads the description first.
static inline const char *cncurses_keypad_end(void) {
    const char *text = tigetstr("rmkx");
    return text == (const char *)-1 ? NULL : text;
}

// One cluster into one cell; at most CCHARW_MAX wide characters, and any number of colour pairs.
static inline int cncurses_put(int line, int column, const wchar_t *text, attr_t attributes,
                               int pair) {
    cchar_t cell;
    if (setcchar(&cell, text, attributes, (short)0, &pair) == ERR) return ERR;
    return mvwadd_wch(stdscr, line, column, &cell);
}
