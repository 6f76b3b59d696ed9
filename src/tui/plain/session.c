/* What has changed since the person was told last, in the order in which it is best heard:
 * another game, its stage, the plies, what is offered, the people, and the end. `told` is what
 * the person knows. */
#include "tui/plain/session.h"

#include "tui/plain/describe.h"

#include <string.h>

void session_say(session *s, text_id id) {
    ff_buffer_format(&s->out, "%s\n", text_get(s->language, id));
}

/* A text that names somebody, or something, as a line. */
static void say_of(session *s, text_id id, const char *what) {
    TEXT_ADD(&s->out, s->language, id, what);
    ff_buffer_byte(&s->out, '\n');
}

static const char *seat_name(const session *s, unsigned seat) {
    return text_get(s->language, text_seat(seat));
}

/* Who sits there, or what colour it has. */
static const char *player(const session *s, unsigned seat) {
    const char *name = s->table.name[seat < FF_NOBODY ? seat : FF_RED];
    return *name ? name : seat_name(s, seat);
}

static const char *other(const session *s) {
    return player(s, s->table.seat == FF_RED ? FF_BLUE : FF_RED);
}

phase session_phase(const session *s) {
    const table *t = &s->table;
    if (t->stage == STAGE_OVER)
        return FINISHED;
    if (t->stage == STAGE_PLAY)
        return PLAYING;
    return t->stage == STAGE_SETUP && t->acts ? SETTING_UP : WAITING;
}

static size_t plies_of(const table *t) {
    return t->past && t->past->size ? t->past->size - 1 : 0;
}

/* --- the beginning ---------------------------------------------------------------------- */

static void say_who_plays(session *s) {
    const table *t = &s->table;
    const char *edition = text_edition(s->language, t->edition);
    if (!t->acts) {
        ff_buffer_format(&s->out, "%s: %s - %s. ", edition, player(s, FF_RED), player(s, FF_BLUE));
        session_say(s, T_WATCHING);
        return;
    }
    TEXT_ADD(&s->out, s->language, T_TITLE_COMPUTER, edition, other(s));
    ff_buffer_text(&s->out, ". ");
    say_of(s, T_YOU_PLAY, seat_name(s, t->seat));
}

/* Another game than that before: the first, or a rematch. One that goes on is told by its
 * latest ply. Notes go on from game to game: what the host said is not said twice. */
static void hear_game(session *s) {
    const table *t = &s->table;
    size_t plies = plies_of(t);
    bool same = s->told.any && strcmp(s->told.id, t->id) == 0;
    if (same && s->told.seat == t->seat)
        return;
    if (!same) {
        told fresh = {.any = true,
                      .stage = NOT_TOLD,
                      .draw_by = FF_NOBODY,
                      .rematch_by = FF_NOBODY,
                      .notes = s->told.notes};
        fresh.plies = plies;
        memcpy(fresh.id, t->id, sizeof fresh.id);
        s->told = fresh;
        s->has_army = false;
        say_who_plays(s);
        if (t->memory)
            session_say(s, T_MEMORY_MODE);
        session_say(s, T_SIGNS_PLAIN);
        session_say(s, T_TYPE_HELP);
        ff_buffer_byte(&s->out, '\n');
        if (plies) {
            describe_ply(&s->out, s->language, t, plies);
            describe_now(&s->out, t);
        }
    } else {
        say_who_plays(s);
    }
    s->told.seat = t->seat;
}

/* --- the course ------------------------------------------------------------------------- */

static void hear_stage(session *s) {
    const table *t = &s->table;
    if (t->stage == s->told.stage || t->stage == STAGE_OVER)
        return;
    if (s->told.stage == STAGE_WAITING) /* somebody has come */
        say_who_plays(s);
    if (t->stage == STAGE_PLAY && plies_of(t) == 0) {
        session_say(s, T_BEGINS);
        if (t->seat == FF_RED || !t->acts)
            describe_now(&s->out, t);
    }
    s->told.stage = t->stage;
}

/* Each ply is told; the board only after the last one, and not after the person's own. */
static void hear_plies(session *s) {
    const table *t = &s->table;
    size_t plies = plies_of(t), first = s->told.plies;
    if (plies < first) {
        session_say(s, T_TOOK_BACK);
        describe_now(&s->out, t);
    }
    for (size_t ply = first + 1; ply <= plies; ply++)
        describe_ply(&s->out, s->language, t, ply);
    bool own = plies && t->acts && t->past->scenes[plies - 1].turn == t->seat;
    if (plies > first && !own && s->shows_board && t->stage == STAGE_PLAY)
        describe_now(&s->out, t);
    s->told.plies = plies;
}

/* Who offers something that was not on offer before: somebody else, or the person. */
static void hear_offer(session *s, uint8_t by, uint8_t before, text_id other, text_id own) {
    if (by == before || by >= FF_NOBODY)
        return;
    if (s->table.acts && by == s->table.seat)
        session_say(s, own);
    else
        say_of(s, other, player(s, by));
}

static void hear_offers(session *s) {
    const table *t = &s->table;
    hear_offer(s, t->draw_by, s->told.draw_by, T_DRAW_OFFERED, T_DRAW_WAITING);
    hear_offer(s, t->rematch_by, s->told.rematch_by, T_REMATCH_OFFERED, T_REMATCH_WAITING);
    if (t->paused != s->told.paused)
        session_say(s, t->paused ? T_PAUSED : T_RESUMED);
    s->told.draw_by = t->draw_by;
    s->told.rematch_by = t->rematch_by;
    s->told.paused = t->paused;
}

static void hear_player(session *s, unsigned seat, bool now, bool *before, text_id what) {
    if (now && !*before)
        ff_buffer_format(&s->out, "%s: %s.\n", player(s, seat), text_get(s->language, what));
    *before = now;
}

static void hear_people(session *s) {
    const table *t = &s->table;
    for (unsigned seat = FF_RED; seat <= FF_BLUE; seat++) {
        hear_player(s, seat, t->vacation[seat], &s->told.vacation[seat], T_VACATION);
        hear_player(s, seat, t->away[seat] && !t->vacation[seat], &s->told.away[seat], T_AWAY);
    }
    if (t->chat && t->chat->size > s->told.chat) {
        ff_buffer_add(&s->out, t->chat->data + s->told.chat, t->chat->size - s->told.chat);
        s->told.chat = t->chat->size;
    }
    if (t->offline != s->told.offline)
        session_say(s, t->offline ? T_OFFLINE : T_BACK_AGAIN);
    s->told.offline = t->offline;
    if (t->outage != s->told.outage && !t->offline)
        session_say(s, t->outage ? T_OUTAGE : T_OUTAGE_OVER);
    s->told.outage = t->outage;
    if (t->notes != s->told.notes && t->note[0])
        ff_buffer_format(&s->out, "%s\n", t->note);
    s->told.notes = t->notes;
}

static void hear_end(session *s) {
    const table *t = &s->table;
    if (t->stage != STAGE_OVER || s->told.stage == STAGE_OVER)
        return;
    bool played = s->told.stage == STAGE_PLAY || s->told.stage == NOT_TOLD;
    s->told.stage = STAGE_OVER;
    ff_buffer_byte(&s->out, '\n');
    describe_end(&s->out, s->language, t);
    if (played)
        describe_now(&s->out, t);
    if (played && t->has_view)
        describe_captures(&s->out, s->language, t);
}

void session_hear(session *s) {
    s->failed |= !s->host->update(s->host, &s->table);
    if (s->failed)
        return;
    hear_game(s);
    hear_stage(s);
    hear_plies(s);
    hear_offers(s);
    hear_people(s);
    hear_end(s);
}

/* --- what is expected --------------------------------------------------------------------- */

static void prompt_waiting(session *s) {
    const table *t = &s->table;
    if (t->stage == STAGE_WAITING) {
        say_of(s, T_OFFERED, t->id);
        if (t->code[0])
            say_of(s, T_CODE_IS, t->code);
    } else if (t->stage == STAGE_READY) {
        say_of(s, T_WAITING_FOR, other(s));
    } else {
        session_say(s, T_BOTH_SET_UP);
    }
}

static void prompt_playing(session *s) {
    const table *t = &s->table;
    if (t->paused)
        return; /* which has been told */
    if (t->acts && t->view.turn == t->seat)
        ff_buffer_format(&s->out, "%s, %s.\n", text_get(s->language, T_YOUR_MOVE),
                         seat_name(s, t->seat));
    else
        say_of(s, T_TO_MOVE, player(s, t->view.turn));
}

void session_prompt(session *s) {
    if (s->leaves || s->failed)
        return;
    switch (session_phase(s)) {
    case SETTING_UP:
        session_say(s, s->has_army ? T_TYPE_START : T_TYPE_ARMY);
        break;
    case PLAYING:
        prompt_playing(s);
        break;
    case FINISHED:
        session_say(s, T_TYPE_SAVE);
        break;
    default:
        prompt_waiting(s);
    }
}
