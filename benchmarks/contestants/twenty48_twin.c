/* 2048 played by expectimax: the same row tables, evaluation, order of actions, sums and random
   tiles as the Python class, so that it plays the same games.
   Arguments: the depth in slides, how many games, the seed of the first.
   Prints {"count": slides, "repeats": 1, "seconds": ..., "reached": [1024, 2048, 4096, 8192]}. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint16_t LEFT[65536], RIGHT[65536];
static float WORTH[65536];

static int slide(const int *from, int *to) {
    int many = 0, last = 0;
    for (int i = 0; i < 4; i++) to[i] = 0;
    for (int i = 0; i < 4; i++) {
        if (!from[i]) continue;
        if (from[i] == last && last < 15) {
            to[many - 1]++;
            last = 0;
        } else {
            to[many++] = last = from[i];
        }
    }
    return many;
}

static double points(int rank) { return rank > 0 ? (rank - 1) * pow(2, rank) : 0; }

static void fill(void) {
    for (int row = 0; row < 65536; row++) {
        int ranks[4], mirrored[4], after[4];
        for (int i = 0; i < 4; i++) ranks[i] = mirrored[3 - i] = row >> 4 * i & 15;
        slide(ranks, after);
        LEFT[row] = (uint16_t)(after[0] | after[1] << 4 | after[2] << 8 | after[3] << 12);
        slide(mirrored, after);
        RIGHT[row] = (uint16_t)(after[3] | after[2] << 4 | after[1] << 8 | after[0] << 12);
        double worth = 14000, rising = 0, falling = 0;
        for (int i = 0; i < 4; i++)
            worth = worth + 160.0 * (ranks[i] == 0) + points(ranks[i]) / 2 - 1.2 * pow(ranks[i], 3.8);
        for (int i = 0; i < 3; i++) {
            worth = worth + 320.0 * (ranks[i] == ranks[i + 1] && ranks[i] > 0);
            double step = pow(ranks[i + 1], 3.7) - pow(ranks[i], 3.7);
            rising += (fabs(step) + step) / 2;
            falling += (fabs(step) - step) / 2;
        }
        WORTH[row] = (float)(worth - 3.0 * ((rising + falling - fabs(rising - falling)) / 2));
    }
}

static inline uint64_t transposed(uint64_t b) {
    uint64_t swap = (b ^ b >> 12) & 0x0000F0F00000F0F0ULL;
    b ^= swap ^ swap << 12;
    swap = (b ^ b >> 24) & 0x00000000FF00FF00ULL;
    return b ^ swap ^ swap << 24;
}

static inline uint64_t rows(const uint16_t *table, uint64_t b) {
    return (uint64_t)table[b & 0xFFFF] | (uint64_t)table[b >> 16 & 0xFFFF] << 16
         | (uint64_t)table[b >> 32 & 0xFFFF] << 32 | (uint64_t)table[b >> 48] << 48;
}

static inline uint64_t empty(uint64_t b) {
    b |= b >> 2;
    return ~(b | b >> 1) & 0x1111111111111111ULL;
}

static inline double evaluate(uint64_t b) {
    uint64_t t = transposed(b);
    double total = 0;
    for (int i = 0; i < 64; i += 16) {
        total += WORTH[b >> i & 0xFFFF];
        total += WORTH[t >> i & 0xFFFF];
    }
    return total;
}

static double utility(uint64_t b) {
    int64_t total = 0;
    for (int i = 0; i < 64; i += 4) {
        int64_t rank = b >> i & 15;
        if (rank > 1) total += (rank - 1) << rank;
    }
    return (double)total;
}

/* All slides at once, in the order up, right, down, left. */
static inline void slides(uint64_t b, uint64_t *after) {
    uint64_t t = transposed(b);
    after[0] = transposed(rows(LEFT, t));
    after[1] = rows(RIGHT, b);
    after[2] = transposed(rows(RIGHT, t));
    after[3] = rows(LEFT, b);
}

/* A table of values by board, one for each number of plies left. */
typedef struct { uint64_t board; double value; } Entry;
#define SLOTS (1 << 16)
static Entry *TABLE;

static double chance(uint64_t b, int left);

static double choice(uint64_t b, int left) {
    uint64_t after[4];
    slides(b, after);
    double best = -INFINITY;
    for (int i = 0; i < 4; i++)
        if (after[i] != b) {
            double v = chance(after[i], left - 1);
            if (v > best) best = v;
        }
    return best == -INFINITY ? utility(b) : best;
}

static double chance(uint64_t b, int left) {
    if (left == 0) return evaluate(b);
    Entry *entry = TABLE + left * SLOTS + (b * 0x9E3779B97F4A7C15ULL >> 48);
    if (entry->board == b) return entry->value;
    uint64_t free = empty(b);
    double four = 0.1 / __builtin_popcountll(free), two = 1.0 / __builtin_popcountll(free) - four;
    double total = 0, lost = 0;
    for (; free; free &= free - 1) {
        uint64_t tile = free & -free;
        for (int rank = 1; rank <= 2; rank++) {
            double part = (rank == 1 ? two : four) * choice(b | tile * (uint64_t)rank, left - 1);
            double more = total + part, back = more - total;
            lost += (total - (more - back)) + (part - back);
            total = more;
        }
    }
    entry->board = b;
    return entry->value = total + lost;
}

static uint64_t scrambled(uint64_t w) {
    w = (w ^ w >> 30) * 0xBF58476D1CE4E5B9ULL;
    w = (w ^ w >> 27) * 0x94D049BB133111EBULL;
    return w ^ w >> 31;
}

static uint64_t with_tile(uint64_t b, uint64_t random) {
    double at = (double)(int64_t)(scrambled(random) >> 11) * 0x1p-53;
    uint64_t free = empty(b), after = b;
    double four = 0.1 / __builtin_popcountll(free), two = 1.0 / __builtin_popcountll(free) - four;
    for (; free; free &= free - 1)
        for (int rank = 1; rank <= 2; rank++) {
            after = b | (free & -free) * (uint64_t)rank;
            at -= rank == 1 ? two : four;
            if (at < 0) return after;
        }
    return after;
}

int main(int count, char **arguments) {
    int depth = count > 1 ? atoi(arguments[1]) : 2, games = count > 2 ? atoi(arguments[2]) : 10;
    int first = count > 3 ? atoi(arguments[3]) : 0, reached[4] = {0, 0, 0, 0};
    int64_t played = 0;
    fill();
    TABLE = calloc((size_t)(2 * depth) * SLOTS, sizeof(Entry));
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int game = first; game < first + games; game++) {
        uint64_t random = (uint64_t)game, board = 0;
        for (int i = 0; i < 2; i++) board = with_tile(board, random += 0x9E3779B97F4A7C15ULL);
        for (;;) {
            uint64_t after[4], chosen = 0;
            slides(board, after);
            double best = -INFINITY;
            for (int i = 0; i < 4; i++)
                if (after[i] != board) {
                    double v = chance(after[i], 2 * depth - 2);
                    if (v > best) best = v, chosen = after[i];
                }
            if (best == -INFINITY) break;
            board = with_tile(chosen, random += 0x9E3779B97F4A7C15ULL);
            played++;
        }
        int highest = 0;
        for (int i = 0; i < 64; i += 4) if ((int)(board >> i & 15) > highest) highest = board >> i & 15;
        for (int i = 0; i < 4; i++) reached[i] += highest >= 10 + i;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    printf("{\"count\": %lld, \"repeats\": 1, \"seconds\": %.9f, \"reached\": [%d, %d, %d, %d]}\n",
           (long long)played, seconds, reached[0], reached[1], reached[2], reached[3]);
    return 0;
}
