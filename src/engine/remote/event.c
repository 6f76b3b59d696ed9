/* Fields and events read from JSON. What must hold: whatever a server says, what comes out of
 * here is safe to use; what is missing or of another type reads as empty. */
#include "engine/remote/event.h"

#include "flagfall/notation.h"

#include <string.h>

const char *remote_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

unsigned remote_number(const json_t *object, const char *key) {
    json_int_t number = json_integer_value(json_object_get(object, key));
    return number > 0 && number < UINT32_MAX ? (unsigned)number : 0;
}

static ff_rank rank_of(const json_t *event, const char *key) {
    char letter = remote_text(event, key)[0];
    for (unsigned rank = FF_EMPTY + 1; rank < FF_RANKS; rank++)
        if (letter && ff_piece_letter(FF_RED, (ff_rank)rank) == letter)
            return (ff_rank)rank;
    return FF_EMPTY;
}

static ff_battle battle_of(const json_t *event) {
    static const char *const words[] = {[FF_ATTACKER_WINS] = "attacker",
                                        [FF_DEFENDER_WINS] = "defender",
                                        [FF_BOTH_DIE] = "both",
                                        [FF_FLAG_TAKEN] = "flag"};
    const char *word = remote_text(event, "battle");
    for (int battle = FF_ATTACKER_WINS; battle <= FF_FLAG_TAKEN; battle++)
        if (strcmp(word, words[battle]) == 0)
            return (ff_battle)battle;
    return FF_NO_BATTLE;
}

bool remote_event(const json_t *event, ff_event *out) {
    unsigned from, to;
    ff_error error;
    if (!ff_move_parse(ff_span_of(remote_text(event, "move")), &from, &to, &error) ||
        from >= FF_SQUARES || to >= FF_SQUARES)
        return false;
    *out = (ff_event){.move = FF_MOVE(from, to),
                      .battle = (uint8_t)battle_of(event),
                      .attacker = (uint8_t)rank_of(event, "attacker"),
                      .defender = (uint8_t)rank_of(event, "defender"),
                      .revealed = json_is_true(json_object_get(event, "revealed"))};
    return true;
}
