# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Rank 1 computes, and then collects garbage, while rank 0 waits for it."""

import gc

from mpi4py import MPI

comm = MPI.COMM_WORLD


class Model:
    def compute(self):
        total = 0
        for i in range(4_000_000):
            total += i % 7
        return total


def collect():
    keep = [[i] for i in range(200_000)]
    for _ in range(15):
        gc.collect()
    return keep


if comm.rank == 1:
    Model().compute()  # planted
comm.Barrier()
if comm.rank == 1:
    collect()
comm.Barrier()
