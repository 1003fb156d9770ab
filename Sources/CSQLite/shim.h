#ifndef REWARDS_CSQLITE_H
#define REWARDS_CSQLITE_H
#include <sqlite3.h>

// SQLITE_TRANSIENT and SQLITE_STATIC are casts that Swift cannot import.
static inline int rewards_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}
#endif
