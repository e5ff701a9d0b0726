// Carries out the SQL that it reads from standard input on a database in memory.
#include "sqlite3.h"
#include <stdio.h>

static int print_row(void *unused, int count, char **values, char **names) {
    for (int i = 0; i < count; i++)
        printf("%s%s=%s", i ? " " : "", names[i], values[i] ? values[i] : "NULL");
    printf("\n");
    return 0;
}

int main(void) {
    static char sql[20000];
    sql[fread(sql, 1, sizeof sql - 1, stdin)] = 0;
    sqlite3 *database;
    char *error = 0;
    if (sqlite3_open(":memory:", &database)) return 1;
    if (sqlite3_exec(database, sql, print_row, 0, &error)) printf("error: %s\n", error);
    sqlite3_close(database);
    return 0;
}
