# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Calls MPI_Barrier in functions of all kinds. Behind each call stand the functions that lead to it, from the program's own code on."""

import threading

from mpi4py import MPI

comm = MPI.COMM_WORLD


class Model:
    def step(self):
        comm.Barrier()  # <module> > Model.step


def outer():
    def inner():
        comm.Barrier()  # <module> > outer > outer.<locals>.inner
    inner()


def values():
    yield 1
    comm.Barrier()  # <module> > by_generator > values
    yield 2


def by_generator():
    sum(values())


def key(value):
    if value == 2:
        comm.Barrier()  # <module> > by_key > key
    return value


def by_key():
    sorted([3, 2, 1], key=key)


def recurse(depth):
    if depth > 0:
        return recurse(depth - 1)
    comm.Barrier()  # <module> > recurse > recurse > recurse


def by_exception():
    try:
        [].pop()
    except IndexError:
        comm.Barrier()  # <module> > by_exception


def on_two_lines():
    comm.Barrier()  # <module> > on_two_lines
    comm.Barrier()  # <module> > on_two_lines


def in_thread():
    comm.Barrier()  # Thread._bootstrap > Thread._bootstrap_inner > Thread.run > in_thread


Model().step()
outer()
by_generator()
by_key()
recurse(2)
by_exception()
on_two_lines()
thread = threading.Thread(target=in_thread)
thread.start()
thread.join()
for name in ("first", "second"):  # whose code is freed, and may lie at the same address
    made = {"comm": comm}
    exec(f"def {name}():\n    comm.Barrier()", made)
    made[name]()
    del made
