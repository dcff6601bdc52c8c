# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

# run: 2 ranks
"""In each of twenty steps, a method takes 20 ms longer on rank 1."""

import time

from mpi4py import MPI

comm = MPI.COMM_WORLD


class Model:
    def __init__(self):
        self.energy = 0.0

    def chemistry(self, seconds):
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            for i in range(1000):
                self.energy += (i * 0.5) ** 0.5

    def step(self):
        self.chemistry(0.025 if comm.rank == 1 else 0.005)  # planted: Model.step → Model.chemistry, rank 1, 0.4 s


model = Model()
comm.Barrier()
for _ in range(20):
    model.step()
    comm.allgather(model.energy)
