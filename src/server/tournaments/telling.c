/* Tournaments as messages: a row, the standings, and that a game has begun. What must hold: nothing
 * of a game is told here but who plays it and how it ended. */
#include "server/tournaments/telling.h"

#include "server/encoding/encode_parts.h"
#include "server/session/client.h"

#include <stdlib.h>
#include <string.h>

void telling_row(ff_buffer *out, const tournament_row *row, unsigned players) {
    encode_text(out, "tournament", row->id);
    encode_text(out, "name", row->name);
    encode_text(out, "system", tournament_format_of(row->kind)->word);
    encode_text(out, "state", tournament_state_word(row->state));
    encode_text(out, "edition", row->edition);
    encode_clock(out, &row->clock);
    encode_bool(out, "rated", row->rated);
    encode_bool(out, "guests", row->guests);
    if (row->kind == TOURNAMENT_EXHIBITION) {
        encode_seat(out, "seat", row->host_seat);
        encode_bool(out, "chooses", row->chooses);
    }
    encode_number(out, "starts", row->starts);
    encode_maybe_number(out, "ended", row->ended ? row->ended : STORE_NULL);
    encode_maybe_number(out, "minutes",
                        row->kind == TOURNAMENT_ARENA ? (int64_t)row->minutes : STORE_NULL);
    encode_maybe_number(out, "rounds", row->rounds ? (int64_t)row->rounds : STORE_NULL);
    encode_number(out, "round", row->round);
    encode_number(out, "places", row->places);
    encode_number(out, "players", players);
}

static void add_player(ff_buffer *out, const char *key, const tournament_player *player) {
    bool guest = player->guest || !player->name[0];
    store_seat seat = {.kind = guest         ? SEAT_GUEST
                               : player->bot ? SEAT_BOT
                                             : SEAT_ACCOUNT,
                       .rating = player->guest ? STORE_NULL : player->rating};
    memcpy(seat.name, player->name, sizeof seat.name);
    encode_player(out, key, &seat);
    encode_close(out);
}

/* Points and tie-breaks in hundredths, so that all are whole numbers. */
static void add_standing(ff_buffer *out, const tournament *of, const tie_ranking *line) {
    static const struct {
        const char *key;
        tie_break which;
        unsigned times;
    } columns[] = {{"buchholz", TIE_BUCHHOLZ, 50},
                   {"buchholzCut1", TIE_BUCHHOLZ_CUT_1, 50},
                   {"medianBuchholz", TIE_MEDIAN_BUCHHOLZ, 50},
                   {"sonnebornBerger", TIE_SONNEBORN_BERGER, 25},
                   {"progressive", TIE_PROGRESSIVE, 50},
                   {"directEncounter", TIE_DIRECT_ENCOUNTER, 50}};
    const tournament_player *player = &of->player[line->player];
    bool arena = of->row.kind == TOURNAMENT_ARENA;
    encode_open(out, NULL);
    encode_number(out, "place", line->place);
    add_player(out, "player", player);
    encode_number(out, "points", (int64_t)line->score * (arena ? 100 : 50));
    encode_number(out, "games", player->games);
    encode_number(out, "wins", player->wins);
    encode_bool(out, "away", player->away);
    if (of->row.chooses)
        encode_bool(out, "asks", player->asks);
    if (arena)
        encode_number(out, "streak", player->streak);
    bool has_tie_breaks = tournament_format_of(of->row.kind)->has_tie_breaks;
    for (size_t i = 0; has_tie_breaks && i < sizeof columns / sizeof *columns; i++)
        encode_number(out, columns[i].key,
                      (int64_t)line->value[columns[i].which] * columns[i].times);
    encode_close(out);
}

static void add_game(ff_buffer *out, const tournament *of, const tournament_game *game) {
    static const char *const words[] = {"*", "red", "blue", "draw", "none"};
    encode_open(out, NULL);
    encode_maybe_text(out, "game", game->id);
    encode_number(out, "round", game->round);
    add_player(out, "red", &of->player[game->red]);
    if (game->blue == TOURNAMENT_NOBODY)
        encode_null(out, "blue");
    else
        add_player(out, "blue", &of->player[game->blue]);
    encode_text(out, "result", words[game->result]);
    encode_bool(out, "forfeit", game->forfeit);
    encode_close(out);
}

static void add_own(ff_buffer *out, const tournament *of, const struct person *person) {
    unsigned place = tournament_find_player(of, person);
    bool listed = place != TOURNAMENT_NOBODY;
    encode_bool(out, "in", listed && !of->player[place].away);
    encode_bool(out, "away", listed && of->player[place].away);
    encode_bool(out, "own", person_is(&of->row.maker, person));
}

bool telling_write(ff_buffer *out, const tournament *of, const struct person *person, unsigned from,
                   int64_t now) {
    tie_ranking *ranking = calloc(of->players + 1u, sizeof *ranking);
    bool ok = ranking && tournament_rank(of, ranking);
    encode_open(out, "tournament");
    telling_row(out, &of->row, tournament_count_placed(of));
    encode_number(out, "now", now);
    if (of->row.kind == TOURNAMENT_EXHIBITION && of->players > 0)
        add_player(out, "host", &of->player[0]);
    if (person)
        add_own(out, of, person);
    encode_number(out, "from", from);
    encode_begin(out, "standings", "[");
    for (unsigned i = from; ok && i < of->players && i < from + TELLING_PAGE; i++)
        add_standing(out, of, &ranking[i]);
    ff_buffer_byte(out, ']');
    encode_begin(out, "games", "[");
    for (unsigned i = 0; i < of->games && i < TELLING_GAMES; i++)
        add_game(out, of, &of->game[of->games - 1 - i]);
    ff_buffer_byte(out, ']');
    encode_close(out);
    free(ranking);
    return ok && !out->failed;
}

/* One text for all: it has nothing of the one who reads it, who asks for that (`telling_write`). */
unsigned telling_changed(struct hub *hub, const tournament *of) {
    ff_buffer text = {0};
    outbox_text *made = NULL;
    unsigned told = 0;
    for (struct client *client = hub->clients; client; client = client_next(client)) {
        if (*client_tournament(client) != of->row.number)
            continue;
        if (!made) {
            bool ok = telling_write(&text, of, NULL, 0, hub_now(hub));
            made = ok ? outbox_text_new(&text) : NULL;
        }
        hub_send_text(hub, client, made);
        told++;
    }
    outbox_text_drop(made);
    ff_buffer_free(&text);
    return told;
}

static void tell_game(struct hub *hub, struct client *client, const char *type,
                      const tournament_row *row, const char *game, unsigned round) {
    ff_buffer text = {0};
    encode_open(&text, type);
    encode_text(&text, "tournament", row->id);
    encode_text(&text, "name", row->name);
    encode_text(&text, "system", tournament_format_of(row->kind)->word);
    encode_bool(&text, "own", person_is(&row->maker, client_person(client)));
    encode_text(&text, "game", game);
    encode_number(&text, "round", round);
    encode_close(&text);
    hub_send(hub, client, &text);
    ff_buffer_free(&text);
}

void telling_game(struct hub *hub, struct client *client, const tournament_row *row,
                  const char *game, unsigned round) {
    tell_game(hub, client, "tournament-game", row, game, round);
}

static void tell_paired(struct hub *hub, const tournament *of, const tournament_game *game,
                        const struct person *person) {
    for (struct client *at = NULL; (at = hub_client_of(hub, person, at));)
        tell_game(hub, at, "paired", &of->row, game->id, game->round);
}

void telling_paired(struct hub *hub, const tournament *of, const tournament_game *game) {
    tell_paired(hub, of, game, &of->player[game->red].person);
    tell_paired(hub, of, game, &of->player[game->blue].person);
}
