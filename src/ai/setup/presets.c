/* Formations drawn by hand and styles that are made afresh, by name. A formation is
 * offered only where it fits the edition's army and zone. */
#include "flagfall/presets.h"

#include "ai/setup/setups.h"
#include "base/rng.h"
#include "flagfall/notation.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A formation drawn by hand: letters of a set-up, own back row first. It is a
 * preset of every edition whose zone and army it fits. */
typedef struct formation {
    const char *name;
    const char *title;
    const char *text;
    const char *letters;
} formation;

/* M flag, B bomb, C spy, D scout, E miner, F sergeant, G lieutenant, H captain,
 * I major, J colonel, K general, L marshal, A nothing. */
static const formation formations[] = {
    /* Forty pieces on four rows of ten. */
    {"corner", "Corner keep",
     "The flag is walled into a corner; marshal, general and spy hold the middle.",
     "MBFEDEBEDE"
     "BFBHGDFBGE"
     "GIHLCBDIJD"
     "DIHGKDFHDJ"},
    {"bastion", "Bastion",
     "Three bombs close the flag in at the middle of the back row; two more look like a second "
     "nest.",
     "EDEBMBFEDE"
     "DFGHBGFBEH"
     "IBJGCLIDBJ"
     "DIHGDKFHDD"},
    {"ruse", "False nest",
     "Bombs in one corner guard a mere sergeant while the flag sits behind three others.",
     "EBMBEDGEBF"
     "DFBGHEFDGB"
     "IELHCBIDJG"
     "DJFHKDHIDD"},
    {"charge", "Charge", "Nearly all strong pieces in front: fast, and thin once they are lost.",
     "EDBMBFEDEE"
     "FGEBGDFBFG"
     "HDIBHCHDBG"
     "JDDHKLIDIJ"},
    /* Thirty pieces on three rows of ten. */
    {"corner", "Corner keep",
     "The flag is walled into a corner; the general leads with the spy behind him.",
     "MBEDFEBEDE"
     "BGBHCLGFBD"
     "JIHIKDHIDJ"},
    {"bastion", "Bastion", "Three bombs close the flag in near the middle of the back row.",
     "EDEFBMBEDE"
     "DGHLCBGBFB"
     "DIHJKIHJID"},
    {"charge", "Charge",
     "Marshal, general and both colonels in front: fast, and thin once they are lost.",
     "DEBMBFEDEE"
     "GFDBHCDBIB"
     "JDHGKLHIIJ"},
    /* Ten pieces on four rows of ten. */
    {"corner", "Corner keep", "Both bombs close the flag into a corner: only a miner gets in.",
     "MBAAAEAAAA"
     "BAAAAAAAAA"
     "AAAACLAAEA"
     "DAAAKAAAAD"},
    {"watch", "Watch",
     "A bomb on either side of the flag and the marshal before it; the general goes out alone.",
     "AAAEBMBEAA"
     "AAAAALAAAA"
     "AAAACAAAAA"
     "DAAAAKAAAD"},
    {"raid", "Raid",
     "Everything that can fight stands in front; the bombs must look after the flag.",
     "MBAAAAAAAA"
     "BAAAAAAAAA"
     "AAEAAAAEAA"
     "ADAALKCADA"},
    /* Ten pieces on three rows of ten. */
    {"corner", "Corner keep", "Both bombs close the flag into a corner: only a miner gets in.",
     "MBAAAEAAAA"
     "BAAACLAAEA"
     "DAAAKAAAAD"},
    {"watch", "Watch",
     "A bomb on either side of the flag and the marshal before it; the general goes out alone.",
     "AAAEBMBEAA"
     "AAAACLAAAA"
     "DAAAAKAAAD"},
    /* Ten pieces on three rows of eight. */
    {"corner", "Corner keep", "Both bombs close the flag into a corner: only a miner gets in.",
     "MBAEAAAA"
     "BAACLAEA"
     "DAAKAAAD"},
    {"watch", "Watch",
     "A bomb on either side of the flag and the marshal before it; the general goes out alone.",
     "AEABMBEA"
     "AAACLAAA"
     "DAAKAAAD"},
    /* Eight pieces on four rows of ten. */
    {"corner", "Corner keep",
     "The flag in a corner behind the bomb and the miner, who opens the door when he leaves.",
     "MEAAAAAAAA"
     "BAAAAAAAAA"
     "AAAACLAAAA"
     "DAAAKAAAAD"},
    {"bluff", "Bluff",
     "A lone bomb draws the eye to one wing; on the other, miner and spy guard the flag.",
     "ABAAAAEMAA"
     "AAAAAAACAA"
     "AAAAKAAAAA"
     "ADAALAAADA"},
};

/* The ranks in their order: nothing, spy, scout, miner, sergeant, lieutenant,
 * captain, major, colonel, general, marshal, bomb, flag. */
static const setup_style styles[] = {
    {"balanced",
     "Balanced",
     "Made afresh: the flag at the back among bombs, strong and weak pieces mixed.",
     2,
     20,
     40,
     {{0, 0},
      {50, 50},
      {100, 0},
      {0, 40},
      {10, 70},
      {30, 90},
      {40, 100},
      {50, 100},
      {60, 90},
      {80, 80},
      {60, 60},
      {0, 60},
      {0, 0}}},
    {"fortress",
     "Fortress",
     "Made afresh: bombs all around the flag at one side, the best pieces held back.",
     4,
     80,
     30,
     {{0, 0},
      {35, 35},
      {100, 40},
      {0, 30},
      {20, 80},
      {40, 100},
      {50, 100},
      {30, 100},
      {35, 70},
      {50, 50},
      {35, 35},
      {0, 30},
      {0, 0}}},
    {"assault",
     "Assault",
     "Made afresh: the strongest pieces in front, few bombs near the flag.",
     1,
     30,
     35,
     {{0, 0},
      {80, 80},
      {100, 30},
      {0, 50},
      {0, 40},
      {20, 60},
      {40, 90},
      {80, 100},
      {100, 90},
      {100, 100},
      {90, 90},
      {0, 40},
      {0, 0}}},
};

/* Is this a preset of the edition? The letters must be its army on its zone, and somebody must
 * be able to move. */
static bool fits(const formation *f, const ff_edition *edition, ff_setup *setup) {
    return ff_setup_parse(ff_span_of(f->letters), edition, setup, NULL) == FF_SETUP_OK &&
           ff_setup_can_move(setup, edition, FF_NOBODY);
}

/* The index-th formation that fits, with its set-up, or null; `index` is counted
 * down by those that do. */
static const formation *find_formation(const ff_edition *edition, size_t *index, ff_setup *setup) {
    for (size_t i = 0; i < COUNT(formations); i++)
        if (fits(&formations[i], edition, setup) && (*index)-- == 0)
            return &formations[i];
    return NULL;
}

/* What the three of a preset's texts are, whichever table it comes from. */
typedef struct preset {
    const char *name;
    const char *title;
    const char *text;
    const formation *drawn;   /* or null */
    const setup_style *style; /* or null */
    bool as_people;           /* neither of these: drawn as people set up, or uniformly */
} preset;

/* After the formations and the styles. */
static const preset others[] = {
    {"people", "As people do",
     "Made afresh, as thousands of people have set up, the flag sheltered.", NULL, NULL, true},
    {"random", "Random", "Every legal set-up is equally likely; most are bad.", NULL, NULL, false},
};

static bool find_preset(const ff_edition *edition, size_t index, preset *found, ff_setup *setup) {
    const formation *f = find_formation(edition, &index, setup);
    if (f) {
        *found = (preset){f->name, f->title, f->text, f, NULL, false};
        return true;
    }
    if (index < COUNT(styles)) {
        const setup_style *s = &styles[index];
        *found = (preset){s->name, s->title, s->text, NULL, s, false};
        return true;
    }
    index -= COUNT(styles);
    if (index >= COUNT(others))
        return false;
    *found = others[index];
    return true;
}

size_t ff_preset_count(const ff_edition *edition) {
    ff_setup setup;
    size_t drawn = 0;
    for (size_t i = 0; i < COUNT(formations); i++)
        drawn += fits(&formations[i], edition, &setup);
    return drawn + COUNT(styles) + COUNT(others);
}

const char *ff_preset_name(const ff_edition *edition, size_t index) {
    preset found;
    ff_setup setup;
    return find_preset(edition, index, &found, &setup) ? found.name : NULL;
}

const char *ff_preset_title(const ff_edition *edition, size_t index) {
    preset found;
    ff_setup setup;
    return find_preset(edition, index, &found, &setup) ? found.title : NULL;
}

const char *ff_preset_text(const ff_edition *edition, size_t index) {
    preset found;
    ff_setup setup;
    return find_preset(edition, index, &found, &setup) ? found.text : NULL;
}

/* In one pass: to see which formations fit is what it costs. */
bool ff_preset_find(const ff_edition *edition, ff_span name, size_t *index) {
    ff_setup setup;
    *index = 0;
    for (size_t i = 0; i < COUNT(formations); i++) {
        if (!fits(&formations[i], edition, &setup))
            continue;
        if (ff_span_equals(name, formations[i].name))
            return true;
        ++*index;
    }
    for (size_t i = 0; i < COUNT(styles); i++, ++*index)
        if (ff_span_equals(name, styles[i].name))
            return true;
    for (size_t i = 0; i < COUNT(others); i++, ++*index)
        if (ff_span_equals(name, others[i].name))
            return true;
    return false;
}

bool ff_preset_make(const ff_edition *edition, size_t index, ff_rng *rng, ff_setup *setup) {
    preset found;
    if (!find_preset(edition, index, &found, setup))
        return false;
    if (found.style)
        setup_generate(setup, edition, found.style, rng);
    else if (found.as_people)
        setup_draw_as_people(setup, edition, rng);
    else if (!found.drawn)
        ff_setup_random(setup, edition, rng);
    /* Mirrored half of the time, so that an opponent who has seen a preset once does not know
     * the side. */
    if (rng_below(rng, 2))
        ff_setup_mirror(setup, edition);
    setup_make_mobile(setup, edition); /* last: lakes may know left from right */
    return true;
}

void ff_preset_draw(const ff_edition *edition, ff_rng *rng, ff_setup *setup) {
    ff_preset_make(edition, ff_preset_count(edition) - COUNT(others), rng, setup);
}

void ff_setup_draw_people(void *context, const ff_edition *edition, ff_seat seat, ff_rng *rng,
                          ff_setup *setup) {
    (void)context, (void)seat;
    ff_preset_draw(edition, rng, setup);
}
