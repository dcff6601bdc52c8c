#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""What `whatif` and `rebalance` predict of the programs of tests/mended is what they take when they are mended.

usage: mended_test.py LATECOMER [NAME...]

Each program has something to be mended and does without when its argument is "mended". Its first comment says with which changes
that is predicted, where {share} is one rank's part of all:

    mended: --balance solve
    record: --openmp                   with which options of `record`
    ranks: 1                           on how many ranks, where that matters

"mended: rebalance --path solve --every 1" is what moves work so.
"mended: in another order" is what takes other messages first: the analysis says how much of the waiting that avoids.
"""

import json
import os
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

from measured import until_undisturbed
from recorded_runs import Failed, run

LATECOMER = os.path.abspath(sys.argv[1])
SOURCES = pathlib.Path(__file__).resolve().parent / "mended"
TOLERANCE = 0.05  # of the length of the mended run
RUNS = 5
RANKS = {"openmpi": 3, "mpich": 2}  # MPICH's processes poll without yielding


class Program:
    def __init__(self, source, mpi, scratch):
        self.source = source
        self.mpi = mpi
        self.name = f"{source.stem} {mpi}"
        self.file = scratch / f"{source.stem}-{mpi}"
        self.recorded = self.predicted = self.mended = None
        self.ranks = int(self.words_after("ranks:") or RANKS[mpi])
        self.changes = self.words_after("mended:").replace("{share}", str(1 / self.ranks)).split()

    def words_after(self, name):
        found = [line.split(name, 1)[1] for line in self.source.read_text().splitlines() if line.startswith(f"// {name}")]
        return found[0] if found else ""

    def build(self):
        run(f"mpicc.{self.mpi}", "-O1", "-g", "-fopenmp", f"-I{SOURCES.parent.parent / 'include'}", "-o", self.file, self.source)

    def record(self, archive, *arguments):
        shutil.rmtree(archive, ignore_errors=True)
        run(LATECOMER, "record", *self.words_after("record:").split(), "-o", archive, "--", f"mpiexec.{self.mpi}", "-n",
            self.ranks, self.file, *arguments)

    def run_length(self, archive, *changes):
        return json.loads(run(LATECOMER, "whatif", archive, *changes, "--json"))["run_length"]

    def rebalanced_length(self, archive, *options):
        found = json.loads(run(LATECOMER, "rebalance", archive, *options, "--json"))
        return found["recorded"]["run_length"], next(each["run_length"] for each in found["strategies"] if not each["foreseen"])

    def length_in_order(self, archive):
        run(LATECOMER, "analyze", archive, "--no-gains")
        report = json.loads(run(LATECOMER, "show", archive, "--json"))
        avoidable = [m for m, metric in enumerate(report["metrics"]) if metric["id"].endswith("_avoidable")]
        return self.recorded - sum(sum(row["values"]) for row in report["values"] if row["metric"] in avoidable)

    def problems(self):
        with tempfile.TemporaryDirectory() as scratch:
            archive = os.path.join(scratch, "run")
            try:
                mended = []
                for _ in range(RUNS):
                    self.record(archive, "mended")
                    mended.append(self.run_length(archive, "--collectives", "1")["recorded"])
                self.mended = statistics.median(mended)
                self.record(archive)
                if self.changes == ["in", "another", "order"]:
                    self.recorded = self.run_length(archive, "--collectives", "1")["recorded"]
                    self.predicted = self.length_in_order(archive)
                elif self.changes[0] == "rebalance":
                    self.recorded, self.predicted = self.rebalanced_length(archive, *self.changes[1:])
                else:
                    lengths = self.run_length(archive, *self.changes)
                    self.recorded, self.predicted = lengths["recorded"], lengths["predicted"]
            except Failed as failed:
                return [str(failed)]
        if abs(self.predicted - self.mended) > TOLERANCE * self.mended:
            return [f"predicted {self.predicted:.3f} s, but it takes {self.mended:.3f} s"]
        if self.recorded < 1.1 * self.mended:
            return [f"nothing to be mended: {self.recorded:.3f} s, mended {self.mended:.3f} s"]
        return []


def main(names):
    failures = []
    print(f"{'program':20} {'recorded':>8} {'predicted':>9} {'mended':>8}  took")
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(SOURCES.glob("*.c")):
            for mpi in RANKS:
                program = Program(source, mpi, pathlib.Path(scratch))
                if names and source.stem not in names:
                    continue
                program.build()
                begin = time.monotonic()
                problems = until_undisturbed(f"mended {program.name}", program.problems)
                if program.predicted is not None:
                    print(f"{program.name:20} {program.recorded:7.3f}s {program.predicted:8.3f}s {program.mended:7.3f}s "
                          f"{time.monotonic() - begin:5.1f}s", flush=True)
                failures += [f"{program.name}: {each}" for each in problems]
    print("".join(f"\n{failure}" for failure in failures) or "all as predicted")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:]))
