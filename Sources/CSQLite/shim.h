#ifndef REWARDS_CSQLITE_H
#define REWARDS_CSQLITE_H
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import. A null pointer would bind NULL, and an empty text is none.
static inline int rewards_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, count == 0 ? "" : bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// sqlite3_db_config takes variadic arguments, which Swift cannot pass.
static inline int rewards_configure(sqlite3 *connection, int option, int isOn) {
    return sqlite3_db_config(connection, option, isOn, (int *)0);
}

// sqlite3_config is variadic too. Counting the memory in use costs a lock with each allocation. To be called before
// anything else of SQLite.
static inline int rewards_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
#endif
