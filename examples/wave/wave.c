// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A drum: the wave equation u_tt = c^2 (u_xx + u_yy) on a square with fixed edges, solved by leapfrog steps.
// Each MPI rank owns a strip of rows; before each step, neighbours exchange the rows along their common edge.
//
// The membrane has pores, so the wave speed c differs from point to point. It never changes, and it is enough
// to evaluate it once. One rank, chosen on the command line, evaluates it again in every step: the known
// imbalance.

#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int points;  // of the whole square, along each side
  int steps;
  int slow_rank;  // evaluates the wave speed `extra` times in every step
  int extra;
} Options;

// The rows of one rank. Every field has (rows + 2) x (points + 2) values: a frame of one point around the
// strip holds the neighbours' rows, or the zeros of the fixed edge.
typedef struct {
  int rows, first_row, points, width;
  int above, below;  // the neighbouring ranks, MPI_PROC_NULL at the edge
  double *previous, *now, *next, *speed;
} Strip;

static const int kStepsBetweenChecks = 20;
static const double kTolerance = 1e-9;

static double* new_field(const Strip* strip) {
  double* field = calloc((size_t)(strip->rows + 2) * strip->width, sizeof(double));
  if (field == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  return field;
}

static Strip new_strip(const Options* options, int rank, int ranks) {
  Strip strip = {.points = options->points, .width = options->points + 2};
  strip.first_row = (int)((long)options->points * rank / ranks);
  strip.rows = (int)((long)options->points * (rank + 1) / ranks) - strip.first_row;
  strip.above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  strip.below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  strip.previous = new_field(&strip);
  strip.now = new_field(&strip);
  strip.next = new_field(&strip);
  strip.speed = new_field(&strip);
  return strip;
}

static void free_strip(Strip* strip) {
  free(strip->previous);
  free(strip->now);
  free(strip->next);
  free(strip->speed);
}

static double bump(double x, double y, double center_x, double center_y, double radius) {
  const double dx = (x - center_x) / radius, dy = (y - center_y) / radius;
  return exp(-(dx * dx + dy * dy));
}

// Pores slow the wave down to not less than half of its speed in the full membrane, which is 1.
static void evaluate_medium(Strip* strip) {
  for (int row = 1; row <= strip->rows; ++row) {
    for (int column = 1; column <= strip->points; ++column) {
      const double x = (double)column / strip->points, y = (double)(strip->first_row + row) / strip->points;
      const double pores = bump(x, y, 0.2, 0.3, 0.10) + bump(x, y, 0.7, 0.2, 0.05) +
                           bump(x, y, 0.4, 0.8, 0.15) + bump(x, y, 0.9, 0.6, 0.08);
      strip->speed[row * strip->width + column] = 1.0 - 0.5 * fmin(pores, 1.0);
    }
  }
}

// The membrane is pulled up in its middle and about to be let go.
static void pull_up(Strip* strip) {
  for (int row = 1; row <= strip->rows; ++row) {
    for (int column = 1; column <= strip->points; ++column) {
      const double x = (double)column / strip->points, y = (double)(strip->first_row + row) / strip->points;
      strip->now[row * strip->width + column] = bump(x, y, 0.5, 0.5, 0.1);
    }
  }
  memcpy(strip->previous, strip->now, sizeof(double) * (strip->rows + 2) * strip->width);
}

static void exchange_edges(Strip* strip) {
  double *const first = strip->now + strip->width, *const last = strip->now + strip->rows * strip->width;
  MPI_Request requests[4];
  MPI_Irecv(first - strip->width, strip->width, MPI_DOUBLE, strip->above, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(last + strip->width, strip->width, MPI_DOUBLE, strip->below, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(first, strip->width, MPI_DOUBLE, strip->above, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(last, strip->width, MPI_DOUBLE, strip->below, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

// (h^2) times the Laplacian of `now`, h being the distance of two points.
static double laplacian(const Strip* strip, int i) {
  const double* u = strip->now;
  return u[i - 1] + u[i + 1] + u[i - strip->width] + u[i + strip->width] - 4 * u[i];
}

// Half the distance of two points is a time step that is stable for wave speeds up to 1.
static const double kTimeStep = 0.5;

static void compute_next(Strip* strip) {
  for (int row = 1; row <= strip->rows; ++row) {
    for (int i = row * strip->width + 1; i <= row * strip->width + strip->points; ++i) {
      const double distance = strip->speed[i] * kTimeStep;
      strip->next[i] = 2 * strip->now[i] - strip->previous[i] + distance * distance * laplacian(strip, i);
    }
  }
}

// Kinetic energy between `now` and `next` plus elastic energy, of all ranks. Leapfrog keeps this sum up to
// rounding.
static double total_energy(const Strip* strip) {
  double mine = 0, all = 0;
  for (int row = 1; row <= strip->rows; ++row) {
    for (int i = row * strip->width + 1; i <= row * strip->width + strip->points; ++i) {
      const double velocity = (strip->next[i] - strip->now[i]) / (strip->speed[i] * kTimeStep);
      mine += 0.5 * (velocity * velocity - strip->next[i] * laplacian(strip, i));
    }
  }
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static void rotate(Strip* strip) {
  double* const oldest = strip->previous;
  strip->previous = strip->now;
  strip->now = strip->next;
  strip->next = oldest;
}

// Returns the largest relative change of the energy that was seen.
static double solve(Strip* strip, const Options* options, bool slow) {
  double first_energy = 0, largest_change = 0;
  for (int step = 0; step < options->steps; ++step) {
    if (slow) {
      for (int i = 0; i < options->extra; ++i) evaluate_medium(strip);
    }
    exchange_edges(strip);
    compute_next(strip);
    if (step % kStepsBetweenChecks == 0 || step == options->steps - 1) {
      const double energy = total_energy(strip);
      if (step == 0) first_energy = energy;
      largest_change = fmax(largest_change, fabs(energy / first_energy - 1));
    }
    rotate(strip);
  }
  return largest_change;
}

static bool read_options(int argc, char** argv, Options* options) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const int value = atoi(argv[i + 1]);
    if (strcmp(argv[i], "--points") == 0) {
      options->points = value;
    } else if (strcmp(argv[i], "--steps") == 0) {
      options->steps = value;
    } else if (strcmp(argv[i], "--slow-rank") == 0) {
      options->slow_rank = value;
    } else if (strcmp(argv[i], "--extra") == 0) {
      options->extra = value;
    } else {
      return false;
    }
  }
  return argc % 2 == 1 && options->points > 0 && options->steps > 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  Options options = {.points = 800, .steps = 400, .slow_rank = 2, .extra = 1};
  if (!read_options(argc, argv, &options) || options.points < ranks) {
    if (rank == 0) fprintf(stderr, "usage: wave [--points N] [--steps N] [--slow-rank R] [--extra N]\n");
    MPI_Finalize();
    return 2;
  }

  Strip strip = new_strip(&options, rank, ranks);
  evaluate_medium(&strip);
  pull_up(&strip);
  const double begin = MPI_Wtime();
  const double change = solve(&strip, &options, rank == options.slow_rank);
  const double seconds = MPI_Wtime() - begin;
  const bool conserved = change <= kTolerance;
  if (rank == 0) {
    printf("wave: %d steps of %d x %d points on %d ranks in %.2f s; energy %s (relative change %.1e)\n",
           options.steps, options.points, options.points, ranks, seconds,
           conserved ? "conserved" : "NOT CONSERVED", change);
  }
  free_strip(&strip);
  MPI_Finalize();
  return conserved ? 0 : 1;
}
