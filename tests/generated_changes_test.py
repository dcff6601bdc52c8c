#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""What `whatif` predicts of a generated program in which one thread works twice as long as the others is what the same program takes
without that.

usage: generated_changes_test.py LATECOMER
"""

import json
import os
import subprocess
import sys
import tempfile

LATECOMER = os.path.abspath(sys.argv[1])
SIZES = {"8192": "eager messages", "200000": "messages that wait for their receivers"}
# Where all of a function's calls wait, what they take themselves is not known, and taken to be nothing.
TOLERANCES = {"tree": 0.001, "master-worker": 0.001, "ring": 0.001}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def generate(archive, pattern, bytes_, imbalance):
    run(LATECOMER, "generate", pattern, "-o", archive, "--ranks", "12", "--threads", "4" if pattern == "hybrid" else "1", "--iterations",
        "40", "--bytes", bytes_, "--imbalance", imbalance)


def run_length(archive, *changes):
    return json.loads(run(LATECOMER, "whatif", archive, *changes, "--json"))["run_length"]


def hottest_rank(archive, scratch):
    """The rank of the thread that computes longest."""
    report = os.path.join(scratch, "report.cubex")
    run(LATECOMER, "analyze", archive, "--no-gains", "-o", report)
    shown = json.loads(run(LATECOMER, "show", report, "--json"))
    computation = [metric["id"] for metric in shown["metrics"]].index("comp")
    seconds = [sum(values) for values in zip(*[row["values"] for row in shown["values"] if row["metric"] == computation])]
    location = shown["locations"][seconds.index(max(seconds))]
    return str(shown["ranks"][location["rank"]]["rank"])


def problem_of(pattern, bytes_):
    with tempfile.TemporaryDirectory() as scratch:
        hot, even = os.path.join(scratch, "hot"), os.path.join(scratch, "even")
        generate(hot, pattern, bytes_, "hotspot:1")
        generate(even, pattern, bytes_, "none")
        # Of a process with several threads, the others become faster than they need to be.
        predicted = run_length(hot, "--scale", "compute=0.5", "--on-ranks", hottest_rank(hot, scratch))
        length = run_length(even, "--scale", "compute=1")["recorded"]
    print(f"{pattern:14} {bytes_:>6} B  recorded {predicted['recorded'] * 1e3:.6f} ms, predicted {predicted['predicted'] * 1e3:.6f} ms, "
          f"without the hot spot {length * 1e3:.6f} ms")
    is_right = abs(predicted["predicted"] - length) <= TOLERANCES.get(pattern, 1e-9) * length
    return "" if is_right else f"{pattern}, {SIZES[bytes_]}: predicted {predicted['predicted']:.9f} s, not {length:.9f} s\n"


def main():
    patterns = ("halo2d", "halo3d", "wavefront", "alltoall", "tree", "master-worker", "ring", "hybrid")
    problems = "".join(problem_of(pattern, bytes_) for pattern in patterns for bytes_ in SIZES)
    print(problems or "all as generated")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
