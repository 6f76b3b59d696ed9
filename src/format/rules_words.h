/* The sentences that rules are told in, once a language.
 *
 * In a sentence `{name}` stands for a value of the edition (the table is in
 * rules_text.c), `~` for a space at which no line breaks. Sentences name ranks
 * only where no article is needed, since an edition may call them anything. */
#ifndef FLAGFALL_FORMAT_RULES_WORDS_H
#define FLAGFALL_FORMAT_RULES_WORDS_H

typedef enum rules_sentence {
    RULES_AIM_HEADING,
    RULES_AIM,
    RULES_BOARD_HEADING,
    RULES_BOARD,
    RULES_LAKES,
    RULES_NO_LAKES,
    RULES_SETUP_HEADING,
    RULES_SETUP,
    RULES_SETUP_FULL,
    RULES_SETUP_SPARSE,
    RULES_SETUP_MIDDLE,
    RULES_ARMY_HEADING,
    RULES_ARMY,
    RULES_ARMY_HIGH,
    RULES_ARMY_LOW,
    RULES_MOVE_HEADING,
    RULES_TURNS,
    RULES_STEP,
    RULES_FIXED,
    RULES_FIXED_REFUSED,
    RULES_FIXED_FORFEIT,
    RULES_FIXED_GERMAN,
    RULES_ATTACK_HEADING,
    RULES_ATTACK,
    RULES_BATTLE,
    RULES_BATTLE_PLACE,
    RULES_SPECIAL_HEADING,
    RULES_SCOUT,
    RULES_SCOUT_REVEAL,
    RULES_SPY,
    RULES_MINER,
    RULES_BOMB,
    RULES_BOMB_ALONE,
    RULES_FLAG,
    RULES_TWO_HEADING,
    RULES_TWO_NONE,
    RULES_TWO_ONCE,
    RULES_TWO,
    RULES_TWO_COUNT,
    RULES_TWO_RUNS,
    RULES_CHASE_HEADING,
    RULES_CHASE_NONE,
    RULES_CHASE,
    RULES_CHASE_BAN,
    RULES_CHASE_BACK,
    RULES_CHASE_EXACT,
    RULES_CHASE_FREE,
    RULES_END_HEADING,
    RULES_END_FLAG,
    RULES_END_IMMOBILE,
    RULES_END_QUIET,
    RULES_END_LIMIT,
    RULES_END_NO_LIMIT,
    RULES_END_CAP,
    RULES_END_AGREED,
    RULES_KNOW_HEADING,
    RULES_KNOW,
    RULES_KNOW_MEMORY,
    RULES_KNOW_GERMAN,
    RULES_SENTENCES,
} rules_sentence;

extern const char *const rules_words_en[RULES_SENTENCES];
extern const char *const rules_words_nl[RULES_SENTENCES];
extern const char *const rules_words_fr[RULES_SENTENCES];
extern const char *const rules_words_de[RULES_SENTENCES];

#endif
