/* One place that decides who is let in, for WebSockets and HTTP. */
#include "server/identity/bans.h"

#include "server/database/store_sql.h"
#include "server/identity/guest_bans.h"
#include "server/store/store_host.h"

#include <string.h>

bool bans_look(struct store *store, const struct identity *who, const char *address, int64_t now,
               const char **why) {
    store_answer banned = store_find_ban(store, address);
    bool shut = false;
    *why = NULL;
    if (banned == STORE_FAILED ||
        (!who->has_account && !guest_bans_shut(store, &who->person, address, now, &shut)))
        return false;
    if (banned == STORE_FOUND)
        *why = "the host has banned this address";
    else if (who->banned)
        *why = who->has_account ? "the host has banned this account"
                                : "the host has banned this guest";
    else if (shut)
        *why = "a guest from this address was banned: for a day new guests from there wait";
    return true;
}

/* No index has them: all accounts are looked at, which may be many. */
bool bans_visit_accounts(struct store *store, char after[ACCOUNT_NAME_SIZE], unsigned accounts,
                         bans_visitor *visit, void *context) {
    static const char sql[] = "SELECT folded, name, banned FROM account WHERE folded > ?1"
                              " ORDER BY folded LIMIT ?2";
    struct statement *statement = store_prepare(store, sql);
    char from[ACCOUNT_NAME_SIZE], name[ACCOUNT_NAME_SIZE];
    unsigned read = 0;
    store_answer answer;
    bool going = true;
    if (!statement)
        return false;
    memcpy(from, after, sizeof from);
    store_bind_text(statement, 1, from);
    store_bind_number(statement, 2, accounts);
    while (going && (answer = store_step(store, statement, "reading bans")) == STORE_FOUND) {
        read++;
        store_column_text(statement, 0, after, ACCOUNT_NAME_SIZE);
        store_column_text(statement, 1, name, sizeof name);
        going = !store_column_number(statement, 2) || visit(context, name);
    }
    store_finalize(statement);
    if (read < accounts)
        after[0] = 0;
    return going && answer == STORE_NONE;
}
