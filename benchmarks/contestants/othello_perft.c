/* Perft on Othello: the sequences of exactly so many plies, counted one by one with the same
   bitboards and the same method as the Python class. A forced pass is a ply.
   Argument: the depth.
   Prints {"count": sequences, "repeats": 1, "seconds": ...}. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const uint64_t INNER = 0x7E7E7E7E7E7E7E7EULL;
static uint64_t UPWARDS[64][4], DOWNWARDS[64][4];

static inline uint64_t ends(uint64_t mover, uint64_t through, int step) {
    uint64_t up = through & mover << step, down = through & mover >> step;
    up |= through & up << step;
    down |= through & down >> step;
    uint64_t pairs = through & through << step, below = pairs >> step;
    up |= pairs & up << 2 * step;
    down |= below & down >> 2 * step;
    up |= pairs & up << 2 * step;
    down |= below & down >> 2 * step;
    return up << step | down >> step;
}

static inline uint64_t moves(uint64_t mover, uint64_t other) {
    uint64_t inner = other & INNER;
    uint64_t found = ends(mover, inner, 1) | ends(mover, inner, 7) | ends(mover, other, 8)
                   | ends(mover, inner, 9);
    return found & ~(mover | other);
}

static inline uint64_t flips_up(uint64_t mover, uint64_t other, uint64_t ray) {
    uint64_t end = ((other | ~ray) + 1) & ray & mover;
    return (end - (end != 0)) & ray;
}

static inline uint64_t flips_down(uint64_t mover, uint64_t other, uint64_t ray) {
    uint64_t open = ray & ~other;
    uint64_t end = 1ULL << (63 - __builtin_clzll(open | 1)) & open & mover;
    return -(end << 1) & ray;
}

static inline uint64_t flips(uint64_t mover, uint64_t other, int square) {
    uint64_t flipped = 0;
    for (int i = 0; i < 4; i++) {
        flipped |= flips_up(mover, other, UPWARDS[square][i]);
        flipped |= flips_down(mover, other, DOWNWARDS[square][i]);
    }
    return flipped;
}

static int64_t perft(uint64_t mover, uint64_t other, int depth) {
    if (depth == 0) return 1;
    uint64_t legal = moves(mover, other);
    if (!legal) return moves(other, mover) ? perft(other, mover, depth - 1) : 0;
    int64_t total = 0;
    for (; legal; legal &= legal - 1) {
        int square = __builtin_ctzll(legal);
        uint64_t flipped = flips(mover, other, square);
        total += perft(other ^ flipped, mover | flipped | 1ULL << square, depth - 1);
    }
    return total;
}

static uint64_t ray(int square, int down, int across) {
    uint64_t board = 0;
    int row = square / 8 + down, column = square % 8 + across;
    for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += down, column += across)
        board |= 1ULL << (8 * row + column);
    return board;
}

int main(int argc, char **argv) {
    static const int DOWN[4] = {0, 1, 1, 1}, ACROSS[4] = {1, -1, 0, 1};
    int depth = argc > 1 ? atoi(argv[1]) : 9;
    for (int square = 0; square < 64; square++)
        for (int i = 0; i < 4; i++) {
            UPWARDS[square][i] = ray(square, DOWN[i], ACROSS[i]);
            DOWNWARDS[square][i] = ray(square, -DOWN[i], -ACROSS[i]);
        }
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    volatile int64_t total = perft(1ULL << 28 | 1ULL << 35, 1ULL << 27 | 1ULL << 36, depth);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (end.tv_sec - start.tv_sec) + 1e-9 * (end.tv_nsec - start.tv_nsec);
    printf("{\"count\": %lld, \"repeats\": 1, \"seconds\": %f}\n", (long long)total, seconds);
    return 0;
}
