# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Rank 0 works for 200 ms before it sends; rank 1 waits for it."""

from mpi4py import MPI


def late_work():
    begin = MPI.Wtime()
    while MPI.Wtime() - begin < 0.2:
        sum(1 / i for i in range(1, 1000))


comm = MPI.COMM_WORLD
comm.Barrier()
if comm.rank == 0:
    late_work()
    comm.Send(bytearray(8), dest=1)
elif comm.rank == 1:
    comm.Recv(bytearray(8), source=0)
