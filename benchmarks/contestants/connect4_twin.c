/* Plain fail-soft alpha-beta on Connect Four, the same search that the native engine makes of the
   Python class: MAX and MIN, columns from left to right, no table, no enhancement.
   Arguments: the depth, and how often to search.
   Prints {"count": nodes of one search, "repeats": ..., "seconds": of all, "value": ...}. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1 };

static uint64_t BOTTOM, CELLS;
static int64_t nodes;

typedef struct {
    uint64_t mover, other;
    int turn;
} State;

static int connects(uint64_t stones) {
    static const int STEPS[4] = {1, STRIDE - 1, STRIDE, STRIDE + 1};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = stones & stones >> STEPS[i];
        if (pairs & pairs >> 2 * STEPS[i]) return 1;
    }
    return 0;
}

static State result(State s, int column) {
    uint64_t taken = s.mover | s.other;
    uint64_t stone = (taken + BOTTOM) & (((1ULL << HEIGHT) - 1) << STRIDE * column);
    State next = {s.other, s.mover | stone, 1 - s.turn};
    return next;
}

static double value(State s, double alpha, double beta, int depth) {
    nodes++;
    int won = connects(s.other);
    if (won || (s.mover | s.other) == CELLS) return !won ? 0 : s.turn == 0 ? -1 : 1;
    if (depth == 0) return 0;
    uint64_t open = ((s.mover | s.other) + BOTTOM) & CELLS;
    double v = s.turn == 0 ? -1e300 : 1e300;
    for (int column = 0; column < WIDTH; column++) {
        if (!(open >> STRIDE * column & ((1ULL << HEIGHT) - 1))) continue;
        double child = value(result(s, column), alpha, beta, depth - 1);
        if (s.turn == 0) {
            if (child > v) {
                v = child;
                if (v >= beta) return v;
                if (v > alpha) alpha = v;
            }
        } else if (child < v) {
            v = child;
            if (v <= alpha) return v;
            if (v < beta) beta = v;
        }
    }
    return v;
}

int main(int argc, char **argv) {
    int depth = argc > 1 ? atoi(argv[1]) : 11;
    int repeats = argc > 2 ? atoi(argv[2]) : 1;
    for (int column = 0; column < WIDTH; column++) BOTTOM |= 1ULL << STRIDE * column;
    CELLS = BOTTOM * ((1ULL << HEIGHT) - 1);
    struct timespec start, end;
    State empty = {0, 0, 0};
    double v = 0;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < repeats; i++) v = value(empty, -1e300, 1e300, depth);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (end.tv_sec - start.tv_sec) + 1e-9 * (end.tv_nsec - start.tv_nsec);
    printf("{\"count\": %lld, \"repeats\": %d, \"seconds\": %f, \"value\": %g}\n",
           (long long)nodes / repeats, repeats, seconds, v);
    return 0;
}
