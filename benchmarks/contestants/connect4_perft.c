/* Perft on Connect Four: the sequences of exactly so many plies, counted one by one with the same
   bitboards as the Python class.
   Argument: the depth.
   Prints {"count": sequences, "repeats": 1, "seconds": ...}. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1 };

static const uint64_t COLUMN = (1ULL << HEIGHT) - 1;
static uint64_t BOTTOM, CELLS;

static int connects(uint64_t stones) {
    static const int STEPS[4] = {1, STRIDE - 1, STRIDE, STRIDE + 1};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = stones & stones >> STEPS[i];
        if (pairs & pairs >> 2 * STEPS[i]) return 1;
    }
    return 0;
}

static int64_t perft(uint64_t mover, uint64_t other, int depth) {
    if (depth == 0) return 1;
    uint64_t taken = mover | other;
    if (connects(other) || taken == CELLS) return 0;
    uint64_t open = (taken + BOTTOM) & CELLS;
    int64_t total = 0;
    for (int column = 0; column < WIDTH; column++) {
        uint64_t stone = open & COLUMN << STRIDE * column;
        if (stone) total += perft(other, mover | stone, depth - 1);
    }
    return total;
}

int main(int argc, char **argv) {
    int depth = argc > 1 ? atoi(argv[1]) : 9;
    for (int column = 0; column < WIDTH; column++) BOTTOM |= 1ULL << STRIDE * column;
    CELLS = BOTTOM * COLUMN;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    /* Counted once: a compiler may see that counting again would give the same. */
    volatile int64_t total = perft(0, 0, depth);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (end.tv_sec - start.tv_sec) + 1e-9 * (end.tv_nsec - start.tv_nsec);
    printf("{\"count\": %lld, \"repeats\": 1, \"seconds\": %f}\n", (long long)total, seconds);
    return 0;
}
