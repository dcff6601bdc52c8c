# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""What recorded programs in Python are doing is shown by their own functions, files and lines.

usage: interpreted_test.py LATECOMER; run by the Python whose programs are recorded
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

LATECOMER = os.path.abspath(sys.argv[1])
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs" / "python"
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                   COLUMNS="200")
VERSIONS = [(3, 11), (3, 12), (3, 13)]


def run(*command):
    done = subprocess.run([str(word) for word in command], env=ENVIRONMENT, capture_output=True, text=True, timeout=100)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}:\n{done.stdout}{done.stderr}")
    return done.stdout


def mpi_of_python():
    """The MPI that mpi4py was made for; None where there is none."""
    version = subprocess.run([sys.executable, "-c", "from mpi4py import MPI; print(MPI.Get_library_version())"], env=ENVIRONMENT,
                             capture_output=True, text=True)
    return None if version.returncode != 0 else "mpich" if "MPICH" in version.stdout else "openmpi"


MPI = mpi_of_python()


@unittest.skipUnless(MPI and sys.version_info[:2] in VERSIONS, "mpi4py is not here, or Python is another one")
class Interpreted(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.archive = pathlib.Path(directory.name) / "run"

    def record(self, *program):
        """By the name of each stack: its functions, each with its file and line. And the events of each rank, in lines."""
        run(LATECOMER, "record", "-o", self.archive, "--", f"mpiexec.{MPI}", "-n", 2, sys.executable, *program)
        stacks, ranks = {}, []
        for line in run(LATECOMER, "print", self.archive).splitlines():
            words = shlex.split(line) if line.startswith("stack ") else []
            if words:
                caller = words[3] if words[2] == "in" else None
                stacks[words[1]] = stacks.get(caller, []) + [tuple(words[-2:])]
            elif re.match(r"rank \d+$", line):
                ranks.append([])
            elif ranks:
                ranks[-1].append(line)
        return stacks, ranks

    def test_functions_that_call(self):
        stacks, ranks = self.record(PROGRAMS / "calls.py")
        expected = []
        for number, line in enumerate((PROGRAMS / "calls.py").read_text().splitlines(), 1):
            if found := re.search(r"comm\.Barrier\(\)  # (.*)", line):
                expected.append((found[1].split(" > "), f"calls.py:{number}"))
        expected += [(["<module>", name], "<string>:2") for name in ("first", "second")]
        for events in ranks:
            calls = [stacks[call[1]] for event in events if (call := re.search(r"enter MPI_Barrier stack=(\w+)", event))]
            shown = [([function for function, _ in stack], stack[-1][1].rpartition("/")[2]) for stack in calls]
            self.assertEqual(sorted(shown), sorted(expected))
            [finalize] = [stacks[call[1]] for event in events if (call := re.search(r"enter MPI_Finalize stack=(\w+)", event))]
            self.assertEqual([function for function, _ in finalize], ["Python"])

    def test_samples(self):
        stacks, ranks = self.record(PROGRAMS / "planted.py")
        sampled = [stacks[sample[1]] for event in ranks[1] if (sample := re.search(r"sample stack=(\w+)", event))]
        names = [[function for function, _ in stack] for stack in sampled]
        own = re.compile(r"_?Py[A-Z_]|python3|lib(python|ffi)|MPI\.cpython")  # what carries out Python, and is in C
        self.assertEqual([stack for stack in names if any(map(own.match, stack))], [])
        computing = [stack for stack in sampled if stack[-1][0] == "Model.compute"]
        collecting = [stack for stack in names if stack[:2] == ["<module>", "collect"]]
        self.assertGreater(len(computing), 10)
        self.assertGreater(len(collecting), 10)
        self.assertGreater(sum("garbage collection" in stack for stack in collecting), len(collecting) / 2)
        lines = (PROGRAMS / "planted.py").read_text().splitlines()
        for stack in computing:
            self.assertEqual(len(stack), 2)
            self.assertIn("# planted", lines[int(stack[0][1].rpartition(":")[2]) - 1])
            self.assertRegex(lines[int(stack[1][1].rpartition(":")[2]) - 1], "range|total")
        summary = " ".join(run(LATECOMER, "analyze", self.archive).split())
        self.assertRegex(summary, r"Model\.compute \(planted\.py:\d+\).{1,40} on rank 1")

    def test_program_as_text(self):
        stacks, ranks = self.record("-c", "from mpi4py import MPI\n\n\ndef wait():\n    MPI.COMM_WORLD.Barrier()\n\n\nwait()")
        for events in ranks:
            [call] = [stacks[call[1]] for event in events if (call := re.search(r"enter MPI_Barrier stack=(\w+)", event))]
            self.assertEqual(call, [("<module>", "<string>:8"), ("wait", "<string>:5")])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
