# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Calls of MPI that do not return, or within which MPI is called again; MPI before main; and other tools of PMPI; MPI
libraries with more functions, or with fewer, than the recorder knows.

usage: callbacks_test.py LATECOMER; it builds the programs of programs/callbacks itself
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

LATECOMER = os.path.abspath(sys.argv[1])
SOURCES = pathlib.Path(__file__).resolve().parent / "programs/callbacks"
INCLUDE = SOURCES.parents[2] / "include"
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
MPIS = ("openmpi", "mpich")


def run(*command, **more):
    return subprocess.run([str(word) for word in command], env=dict(ENVIRONMENT, **more), capture_output=True, text=True, timeout=100)


class Callbacks(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def build(self, mpi, output, *words):
        sources = [SOURCES / word if str(word).endswith((".c", ".cc")) else word for word in words]
        compiler = "mpicxx" if any(str(word).endswith(".cc") for word in words) else "mpicc"
        output = self.directory / f"{mpi}-{output}"
        library = ["-shared", "-fPIC"] if output.suffix == ".so" else []
        built = run(f"{compiler}.{mpi}", "-g", "-O1", "-I", INCLUDE, "-o", output, *library, *sources)
        self.assertEqual(built.returncode, 0, built.stderr)
        return output

    def linked_to(self, library):
        return [f"-L{self.directory}", f"-l:{library.name}", f"-Wl,-rpath,{self.directory}"]

    def record(self, mpi, *program, **environment):
        """What the program prints, as it does alone, what `latecomer record` says, and the calls of each rank: (function, by how
        many it is called back). The analysis finds no anomaly."""
        archive = pathlib.Path(tempfile.mkdtemp(dir=self.directory))
        command = [f"mpiexec.{mpi}", "-n", "2", *program]
        alone = run(*command, **environment)
        recorded = run(LATECOMER, "record", "-o", archive, "--", *command, **environment)
        self.assertEqual((recorded.returncode, alone.returncode), (0, 0), recorded.stderr + alone.stderr)
        self.assertEqual(sorted(recorded.stdout.splitlines()), sorted(alone.stdout.splitlines()), recorded.stderr)
        self.assertNotIn("partial", recorded.stderr)
        analyzed = run(LATECOMER, "analyze", archive)
        self.assertIn("Anomalies: none", analyzed.stdout, analyzed.stderr)
        return recorded.stdout, recorded.stderr, self.calls_in(archive)

    def calls_in(self, archive):
        calls = collections.defaultdict(collections.Counter)
        within = collections.defaultdict(list)
        for line in run("otf2-print", archive / "traces.otf2").stdout.splitlines():
            event = re.match(r'(ENTER|LEAVE) +(\d+) .*Region: "(MPI_\w+|marked)"', line)
            if not event:
                continue
            kind, rank, function = event.groups()
            if kind == "ENTER":
                calls[rank][function, len(within[rank])] += 1
                within[rank].append(function)
            else:
                self.assertEqual(within[rank].pop(), function)
        self.assertEqual([left for left in within.values() if left], [])
        return calls

    def test_calls_that_are_left(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                _, _, calls = self.record(mpi, self.build(mpi, "leaves", "leaves.cc"))
                for rank in "01":
                    of = calls[rank]
                    self.assertEqual([of["MPI_Send", 0], of["MPI_Reduce_local", 0], of["MPI_Barrier", 0], of["MPI_Sendrecv", 1],
                                      of["marked", 0]], [60, 90, 180, 60, 60], of)
                    self.assertEqual(sum(number for (_, depth), number in of.items() if depth > 0), 60, of)

    def test_mpi_before_main(self):
        for mpi in MPIS:
            library = self.build(mpi, "early.so", "early.c")
            linked = self.build(mpi, "linked", "early_main.c", "-Wl,--no-as-needed", *self.linked_to(library))
            for program in ([linked], [self.build(mpi, "loading", "early_main.c"), library]):
                with self.subTest(mpi=mpi, program=program):
                    _, _, calls = self.record(mpi, *program)
                    self.assertEqual([calls[rank]["MPI_Barrier", 0] for rank in "01"], [5, 5])
                    self.assertEqual([calls[rank]["MPI_Finalize", 0] for rank in "01"], [1, 1])

    def test_other_tools(self):
        for mpi in MPIS:
            tool = self.build(mpi, "tool.so", "tool.c")
            plain = self.build(mpi, "plain", "exchanges.c")
            behind = ["sh", "-c", f'LD_PRELOAD="$LD_PRELOAD:{tool}" exec {plain}']
            for name, program, environment in [
                    ("linked", [self.build(mpi, "linked", "exchanges.c", *self.linked_to(tool))], {}),
                    ("own", [self.build(mpi, "own", "exchanges.c", "tool.c")], {}),
                    ("before", [plain], {"LD_PRELOAD": str(tool)}),
                    ("behind", behind, {})]:
                with self.subTest(mpi=mpi, tool=name):
                    if name == "behind":
                        program = [self.script(behind[2])]
                    printed, said, calls = self.record(mpi, *program, **environment)
                    self.assertIn("tool: 10 10 1, 0 10 1", printed)
                    self.assertNotIn("of its own", said)
                    self.assertEqual([calls["0"]["MPI_Send", 0], calls["1"]["MPI_Recv", 0]], [10, 10])
                    self.assertEqual([calls[rank]["MPI_Barrier", 0] for rank in "01"], [10, 10])

    def script(self, command):
        path = self.directory / "script"
        path.write_text(f"#!/bin/sh\n{command}\n")
        path.chmod(0o755)
        return path

    def test_functions_that_pass_no_call_on(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                program = self.build(mpi, "silent", "exchanges.c", "silent_tool.c")
                _, said, _ = self.record(mpi, program)
                self.assertRegex(said, r"latecomer: the program has functions of MPI of its own \(MPI_Get_version; 1 in all\)")

    def test_functions_that_are_newer(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                library = self.build(mpi, "newer.so", "newer_library.c")
                program = self.build(mpi, "newer", "newer.c", *self.linked_to(library))
                _, said, calls = self.record(mpi, program)
                self.assertEqual([calls["0"]["MPI_Send_c", 0], calls["1"]["MPI_Recv_c", 0]], [10, 10])
                self.assertRegex(said, r"latecomer: the program calls functions of MPI that this version does not know "
                                       r"\(MPI_Of_tomorrow; 1 in all\)")

    def test_functions_that_the_library_lacks(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                library = self.build(mpi, "asks.so", "asks_library.c")
                printed, said, _ = self.record(mpi, self.build(mpi, "asks", "asks.c"), library)
                self.assertIn("MPI_Send: is here", printed)
                self.assertIn("MPI_Abi_get_version: is missing", printed)
                is_here = "MPI_Buffer_flush: is here" in printed
                self.assertIn("MPI_Buffer_flush 1" if is_here else "MPI_Buffer_flush 0", printed)
                self.assertNotIn("does not know", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
