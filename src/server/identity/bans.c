/* One place that decides who is let in, for WebSockets and HTTP. */
#include "server/identity/bans.h"

#include "server/identity/guest_bans.h"
#include "server/store/store_host.h"

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
