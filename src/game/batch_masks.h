/* Masks without a list of moves, for processors that gather bits (x86-64-v3 and -v4); part of
 * batch_kernel.h.
 *
 * Of a channel's actions only two lines of the board can be steps of one square: to rank 5
 * that is from rank 4 and from rank 6. So the pieces that can step in a direction are a set of
 * cells, and a channel's bits are two lines cut out of two such sets. Longer ways of scouts
 * are few and are added one by one; what the rules against repetition strike out, seldom
 * anything, is taken away again. */
#include <immintrin.h>

/* Directions as the seat sees them. */
enum { UP, DOWN, RIGHT, LEFT, WAYS };

/* Cells of the board as bits, row after row, in two words; a set for each way. Together they
 * are one vector. */
typedef uint64_t cell_sets __attribute__((vector_size(2 * WAYS * sizeof(uint64_t))));

static inline void put_cells(const batch_actions *a, unsigned way, uint64_t first, uint64_t second,
                             uint64_t out[2 * WAYS]) {
    uint64_t low = _pext_u64(first, a->lines), high = _pext_u64(second, a->lines);
    out[2 * way] = low | high << a->lane_cells;
    out[2 * way + 1] = high >> (64 - a->lane_cells);
}

/* The pieces of the player on turn that can step each way, from Red's side. */
static inline void find_steps(const ff_batch *batch, const batch_game *game,
                              uint64_t out[2 * WAYS]) {
    enum { ACROSS = 4 * LANE_LINE }; /* from a lane's last line to the other's first */
    const batch_actions *a = &batch->actions;
    const ff_position *p = &game->position;
    const uint64_t *own = p->pieces[p->turn], *m = p->movers[p->turn];
    uint64_t low = batch->rules.playable[0] & ~own[0], high = batch->rules.playable[1] & ~own[1];
    put_cells(a, UP, m[0] & (low >> LANE_LINE | high << ACROSS), m[1] & high >> LANE_LINE, out);
    put_cells(a, DOWN, m[0] & low << LANE_LINE, m[1] & (high << LANE_LINE | low >> ACROSS), out);
    put_cells(a, RIGHT, m[0] & low >> 1, m[1] & high >> 1, out);
    put_cells(a, LEFT, m[0] & low << 1, m[1] & high << 1, out);
}

static inline cell_sets swap_bits(cell_sets x, unsigned by, uint64_t mask) {
    return (x >> by & mask) | (x & mask) << by;
}

/* Every word from its last bit to its first. */
static inline cell_sets reverse_words(cell_sets x) {
    x = swap_bits(x, 1, UINT64_C(0x5555555555555555));
    x = swap_bits(x, 2, UINT64_C(0x3333333333333333));
    x = swap_bits(x, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
    x = swap_bits(x, 8, UINT64_C(0x00ff00ff00ff00ff));
    x = swap_bits(x, 16, UINT64_C(0x0000ffff0000ffff));
    return x >> 32 | x << 32;
}

/* The same steps from Blue's side: the board is turned round, and so are the ways. */
static inline void turn_steps(unsigned cells, const uint64_t steps[2 * WAYS],
                              uint64_t out[2 * WAYS]) {
    cell_sets x = {steps[0], steps[1], steps[2], steps[3], steps[4], steps[5], steps[6], steps[7]};
    x = reverse_words(x);
    uint64_t reversed[2 * WAYS];
    memcpy(reversed, &x, sizeof x);
    for (unsigned way = 0; way < WAYS; way++) {
        uint64_t low = reversed[2 * way + 1], high = reversed[2 * way];
        unsigned shift = 128 - cells;
        bool small = shift >= 64; /* the same for all games of a batch */
        uint64_t *to = out + 2 * (way ^ 1);
        to[0] = small ? high >> (shift - 64) : low >> shift | high << (64 - shift);
        to[1] = small ? 0 : high >> shift;
    }
}

/* Adds a set's bits at a place among the actions' bits; what is behind it is zero. */
static inline void add_bits(uint64_t *bits, unsigned at, uint64_t low, uint64_t high) {
    unsigned word = at / 64, shift = at % 64;
    bits[word] |= low << shift;
    bits[word + 1] |= high << shift | low >> 1 >> (63 - shift);
    bits[word + 2] |= high >> 1 >> (63 - shift);
}

/* Bits `first` to `first + count - 1` of a set, `count` below 64. */
static inline uint64_t cut_bits(const uint64_t set[2], unsigned first, unsigned count) {
    uint64_t bits = first >= 64 ? set[1] >> (first - 64)
                    : first     ? set[0] >> first | set[1] << (64 - first)
                                : set[0];
    return bits & ((UINT64_C(1) << count) - 1);
}

/* All steps as bits of actions. Inlined with a constant size where that is the common one. */
static inline __attribute__((always_inline)) void
write_steps(const uint64_t steps[2 * WAYS], unsigned rows, unsigned files,
            uint64_t bits[restrict FF_BATCH_WORDS]) {
    unsigned cells = rows * files;
    const uint64_t *up = steps + 2 * UP, *down = steps + 2 * DOWN;
#pragma GCC unroll 10
    for (unsigned row = 0; row + 1 < rows; row++) {
        uint64_t both = cut_bits(up, row * files, files) | cut_bits(down, (row + 1) * files, files)
                                                               << files;
        add_bits(bits, row * cells + row * files, both, 0);
    }
    const uint64_t *right = steps + 2 * RIGHT, *left = steps + 2 * LEFT;
    uint64_t low = 0, high = 0; /* the first file */
#pragma GCC unroll 10
    for (unsigned at = 0; at < cells; at += files) {
        low |= at < 64 ? UINT64_C(1) << at : 0;
        high |= at < 64 ? 0 : UINT64_C(1) << (at - 64);
    }
#pragma GCC unroll 10
    for (unsigned file = 0; file + 1 < files; file++) {
        uint64_t next_low = low << 1, next_high = high << 1 | low >> 63;
        add_bits(bits, (rows - 1 + file) * cells, (right[0] & low) | (left[0] & next_low),
                 (right[1] & high) | (left[1] & next_high));
        low = next_low;
        high = next_high;
    }
}

/* Changes the bit of each move of the set. */
static inline void flip_moves(const ff_batch *batch, const batch_game *game, ff_seat seat,
                              const move_set *set, uint64_t *bits) {
#pragma GCC unroll 8
    for (unsigned word = 0; word < MOVE_SET_WORDS; word++) {
        uint64_t occupied = occupied_lane(game, word);
        for (uint64_t left = set->word[word]; left; left &= left - 1) {
            unsigned action =
                action_of(&batch->actions, seat, occupied, word, (unsigned)__builtin_ctzll(left));
            bits[action / 64] ^= UINT64_C(1) << action % 64;
        }
    }
}

static inline void find_bits(const ff_batch *batch, const batch_game *game,
                             uint64_t bits[FF_BATCH_WORDS]) {
    const ff_edition *edition = &batch->rules.edition;
    const ff_position *p = &game->position;
    ff_seat seat = batch_seat(batch, game);
    uint64_t steps[2][2 * WAYS];
    find_steps(batch, game, steps[FF_RED]);
    turn_steps(batch->actions.cells, steps[FF_RED], steps[FF_BLUE]);
    memset(bits, 0, FF_BATCH_WORDS * sizeof *bits);
    if (edition->rows == FF_ROWS && edition->files == FF_FILES)
        write_steps(steps[seat], FF_ROWS, FF_FILES, bits);
    else
        write_steps(steps[seat], edition->rows, edition->files, bits);

    /* What is not as it is by steps alone. */
    bitboard movers = bitboard_load(p->movers[p->turn]);
    bitboard open = bitboard_load(batch->rules.playable) & ~bitboard_load(p->pieces[p->turn]);
    bitboard up = bitboard_load(game->next.word + MOVE_SET_UP) ^ (movers << 1 & open);
    bitboard down = bitboard_load(game->next.word + MOVE_SET_DOWN) ^ (movers >> 1 & open);
    move_set other;
    bitboard_store(other.word + MOVE_SET_UP, up);
    bitboard_store(other.word + MOVE_SET_DOWN, down);
    flip_moves(batch, game, seat, &other, bits);
}

/* A byte for each of up to 64 bits. */
static inline void spread_bits(uint64_t bits, unsigned count, uint8_t *out) {
#if defined(__AVX512BW__)
    __mmask64 there = _bzhi_u64(~UINT64_C(0), count);
    _mm512_mask_storeu_epi8(out, there, _mm512_maskz_set1_epi8(bits, 1));
#else
    const __m256i byte =
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i bit = _mm256_set1_epi64x((long long)UINT64_C(0x8040201008040201));
    uint8_t bytes[64];
    for (unsigned i = 0; i < 2; i++) {
        __m256i all = _mm256_shuffle_epi8(_mm256_set1_epi32((int)(bits >> 32 * i)), byte);
        __m256i set = _mm256_cmpeq_epi8(_mm256_and_si256(all, bit), bit);
        _mm256_storeu_si256((__m256i *)(bytes + 32 * i),
                            _mm256_and_si256(set, _mm256_set1_epi8(1)));
    }
    memcpy(out, bytes, count);
#endif
}

static void mask(const ff_batch *batch, const batch_game *game, uint8_t *bytes, uint64_t *bits) {
    uint64_t own[FF_BATCH_WORDS];
    uint64_t *all = bits ? bits : own;
    if (batch_is_over(game))
        memset(all, 0, FF_BATCH_WORDS * sizeof *all);
    else
        find_bits(batch, game, all);
    if (!bytes)
        return;
    unsigned i = 0;
    for (; 64 * (i + 1) <= batch->actions.count; i++)
        spread_bits(all[i], 64, bytes + 64 * (size_t)i);
    if (batch->actions.count % 64)
        spread_bits(all[i], batch->actions.count % 64, bytes + 64 * (size_t)i);
}
