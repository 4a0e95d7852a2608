// SQLite's C API, and calls that Swift can't make by itself.
#pragma once
// Declares the hook that sees each row before it changes; Debian's SQLite is built with it.
#define SQLITE_ENABLE_PREUPDATE_HOOK
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift doesn't import.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

// Refuses SQL that damages the file, such as writing to its schema. The call takes a variable number of arguments.
static inline int csqlite_defend(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

// Syncs the write-ahead log through SQLite's own file, which also syncs the folder of a new one.
static inline int csqlite_sync_log(sqlite3 *connection) {
    sqlite3_file *log = 0;
    int result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (result != SQLITE_OK) return result;
    // Without methods the file isn't open: nothing was written.
    if (!log || !log->pMethods) return SQLITE_OK;
    return log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
}
