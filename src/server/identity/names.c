/* Reserved names. What must hold: names are compared by their keys, never as they are
 * written, so that no spelling gets past the table. */
#include "server/identity/names.h"

#include "server/base/sanitize.h"

#include <string.h>

typedef enum name_use { ALONE, NUMBERED } name_use;

/* NUMBERED: with any number after it too. `ai`, `link` and `open` stand where the API for
 * bots has an account's name. */
static const struct {
    const char *name;
    name_use use;
} reserved[] = {
    {"account", ALONE},      {"accounts", ALONE},
    {"admin", NUMBERED},     {"administrator", NUMBERED},
    {"ai", ALONE},           {"anonymous", ALONE},
    {"arbiter", NUMBERED},   {"billing", ALONE},
    {"bot", ALONE},          {"computer", NUMBERED},
    {"deleted", ALONE},      {"everybody", ALONE},
    {"everyone", ALONE},     {"flagfall", NUMBERED},
    {"free", ALONE},         {"guest", NUMBERED},
    {"help", ALONE},         {"helpdesk", ALONE},
    {"host", ALONE},         {"level", NUMBERED},
    {"link", ALONE},         {"lobby", ALONE},
    {"me", ALONE},           {"mod", ALONE},
    {"moderator", NUMBERED}, {"nobody", ALONE},
    {"none", ALONE},         {"null", ALONE},
    {"official", ALONE},     {"open", ALONE},
    {"operator", NUMBERED},  {"owner", ALONE},
    {"player", NUMBERED},    {"random", NUMBERED},
    {"referee", NUMBERED},   {"root", ALONE},
    {"security", ALONE},     {"server", NUMBERED},
    {"spectator", NUMBERED}, {"staff", ALONE},
    {"support", ALONE},      {"sysop", NUMBERED},
    {"system", NUMBERED},    {"undefined", ALONE},
    {"webmaster", ALONE},    {"you", ALONE},
};

static bool is_taken_for(const char *key, const char *name, name_use use) {
    char other[SANITIZE_NAME_SIZE];
    sanitize_name_key(name, other);
    size_t size = strlen(other);
    if (size == 0 || strncmp(key, other, size) != 0)
        return false;
    const char *rest = key + size;
    /* Digits as keys have them: 0 is `o` there and 1 is `i`. */
    return *rest == 0 || (use == NUMBERED && rest[strspn(rest, "oi23456789")] == 0);
}

bool names_is_reserved(const char *key, const struct opponents *opponents) {
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (is_taken_for(key, reserved[i].name, reserved[i].use))
            return true;
    for (size_t i = 0; i < opponents->count; i++) {
        const ff_player_kind *kind =
            opponents->kinds[i]; /* its alias is what it was called before */
        if (is_taken_for(key, kind->name, ALONE) || is_taken_for(key, kind->title, ALONE) ||
            (kind->alias && is_taken_for(key, kind->alias, ALONE)))
            return true;
    }
    return false;
}
