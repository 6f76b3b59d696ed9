/* What must hold: whoever floods the list from elsewhere takes no place of a proxy in a private
 * network, and does not keep the host from being told of it. */
#include "server/identity/relays.h"

static const int64_t hour_ms = 3600000;
static const char private_networks[] = "127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,"
                                       "169.254.0.0/16,::1,fc00::/7,fe80::/10";

static bool is_private(const struct address *address) {
    struct proxies networks;
    ff_error error;
    return proxies_parse(&networks, private_networks, &error) &&
           proxies_include(&networks, address);
}

/* Where the address stands, or may: in the place of the one with fewest pages, and of those that
 * are not of a private network first. */
static unsigned place_of(const struct relays *relays, const struct address *address) {
    unsigned least = 0;
    for (unsigned i = 0; i < relays->count; i++) {
        if (address_equals(&relays->at[i].address, address))
            return i;
        bool sooner = relays->at[i].own == relays->at[least].own
                          ? relays->at[i].pages < relays->at[least].pages
                          : relays->at[least].own;
        least = sooner ? i : least;
    }
    return relays->count < RELAYS_KEPT ? relays->count : least;
}

uint64_t relays_note(struct relays *relays, const struct address *address, int64_t origin,
                     int64_t now) {
    bool own = is_private(address);
    unsigned place = place_of(relays, address);
    bool known = place < relays->count && address_equals(&relays->at[place].address, address);
    if (!known && place < relays->count && relays->at[place].own && !own)
        return 0;
    if (!known) {
        relays->count += place == relays->count;
        relays->at[place].address = *address;
        relays->at[place].origin = origin;
        relays->at[place].pages = 0;
        relays->at[place].own = own;
    }
    uint64_t pages = ++relays->at[place].pages;
    if (pages < RELAYS_MANY || now < relays->quiet_ms[own])
        return 0;
    relays->quiet_ms[own] = now + hour_ms;
    return pages;
}

bool relays_share(const struct relays *relays, int64_t origin) {
    for (unsigned i = 0; i < relays->count; i++)
        if (relays->at[i].own && relays->at[i].origin == origin)
            return true;
    return false;
}
