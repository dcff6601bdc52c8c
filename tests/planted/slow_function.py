# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# run: 2 ranks
"""Rank 1 ranks candidates by a generator and a key function, for 0.4 s of processor time."""

import time

from mpi4py import MPI

comm = MPI.COMM_WORLD


def rank_candidates(seconds):
    best = None
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        scores = ((i * 7919 % 10007, i) for i in range(2000))
        best = sorted(scores, key=lambda score: -score[0])[0]
    return best


comm.Barrier()
if comm.rank == 1:
    rank_candidates(0.4)  # planted: rank_candidates, rank 1, 0.4 s
comm.Barrier()
