# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""What `rebalance` says of loads that are known, and one clear line where there is nothing to say.

usage: rebalance_test.py LATECOMER TEXT_ARCHIVE PROGRAMS, where TEXT_ARCHIVE makes archives of text, and PROGRAMS is a directory with
MPI programs, compiled with Open MPI
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

LATECOMER, TEXT_ARCHIVE, PROGRAMS = (os.path.abspath(name) for name in sys.argv[1:4])
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
ENVIRONMENT.pop("COLUMNS", None)


def run(*command):
    return subprocess.run([str(word) for word in command], env=ENVIRONMENT, capture_output=True, text=True, timeout=120)


def barriers(*loads):
    """A trace of ranks that are in f for so many seconds each time before a barrier, which takes 0.2 s when all are there."""
    text = "resolution 1000\n"
    for rank, own in enumerate(loads):
        text += f"rank {rank}\n  0 enter main\n"
        time = 0.0
        for i, load in enumerate(own):
            end = time + max(each[i] for each in loads) + 0.2
            if load:
                text += f"  {time:.3f}..{time + load:.3f} f\n"
            text += f"  {time + load:.3f}..{end:.3f} MPI_Barrier barrier\n"
            time = end
        text += f"  {time:.3f} leave main\n"
    return text


class Rebalance(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.moving = cls.archive("moving", barriers((3, 1), (1, 3)))

    @classmethod
    def archive(cls, name, text):
        (cls.directory / f"{name}.txt").write_text(text)
        made = run(TEXT_ARCHIVE, cls.directory / f"{name}.txt", cls.directory / name)
        assert made.returncode == 0, made.stderr
        return cls.directory / name

    def recorded(self, name, ranks):
        archive = self.directory / name
        if not archive.exists():
            result = run(LATECOMER, "record", "-o", archive, "--", "mpiexec.openmpi", "-n", ranks, os.path.join(PROGRAMS, name))
            self.assertEqual(result.returncode, 0, result.stderr)
        return archive

    def printed(self, *options):
        result = run(LATECOMER, "rebalance", *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def found(self, *options):
        return json.loads(self.printed(*options, "--json"))

    def fails(self, *options, code=1, says):
        result = run(LATECOMER, "rebalance", *options)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        if code == 1:
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        for word in says:
            self.assertIn(word, result.stderr)

    def test_an_imbalance_that_moves(self):
        found = self.found(self.moving, "--path", "f")
        self.assertEqual(found["recorded"]["loads"], [[3, 1], [1, 3]])
        self.assertAlmostEqual(found["recorded"]["run_length"], 6.4)
        once, every, each = found["strategies"]
        self.assertEqual([(one["every"], one["foreseen"]) for one in found["strategies"]], [(None, True), (1, False), (1, True)])
        # Once: both have 4 s. Every iteration: 2/3 and 3 1/3 s in the second one, as 3 and 1 s had been in the first.
        self.assertAlmostEqual(once["run_length"], 6.4)
        self.assertAlmostEqual(every["run_length"], 3 + 0.2 + 3.333 + 0.2)
        self.assertAlmostEqual(each["run_length"], 4.4)
        self.assertEqual([one["pays"] for one in found["strategies"]], [False, False, True])
        self.assertAlmostEqual(each["moved_share"], 0.25)
        costly = self.found(self.moving, "--path", "f", "--migration-cost", "0.3")
        self.assertAlmostEqual(costly["strategies"][2]["run_length"], 5.0)
        self.assertAlmostEqual(costly["strategies"][2]["cost"], 1.2)
        pieces = self.found(self.moving, "--path", "f", "--grain", "0.6")
        self.assertAlmostEqual(pieces["strategies"][2]["run_length"], 2 * (2.4 + 0.2))

    def test_an_imbalance_that_stays(self):
        steady = self.archive("steady", barriers(*([load] * 12 for load in (4, 1, 1))))
        found = self.found(steady, "--path", "main/f", "--every", "4")
        self.assertEqual([one["every"] for one in found["strategies"]], [None, 4, 1])
        once, every, _ = found["strategies"]
        self.assertAlmostEqual(once["run_length"], 12 * 2.2)
        self.assertAlmostEqual(every["run_length"], 4 * 4.2 + 8 * 2.2)
        self.assertEqual((every["migrations"], every["pays"]), (3, True))  # once each
        self.assertEqual([(one["from"], one["to"], one["seconds"]) for one in every["moves"]], [(0, 1, 8), (0, 2, 8)])
        text = self.printed(steady, "--path", "f", "--every", "4", "--width", "80")
        self.assertRegex(text, r"\nevery 4 iterations +34\.4 s +31\.7 % .* yes\n")
        self.assertIn("\nas recorded\nrank 0 |@@@@@@@@@@@@|\nrank 1 |............|\nrank 2 |............|\n", text)
        self.assertRegex(text, r"\nonce, foreseen\nrank 0 \|([-=])\1{11}\|\nrank 1 \|\1{12}\|\n")
        self.assertEqual([line for line in text.splitlines() if len(line) > 80 or line != line.rstrip()], [])

    def test_phases_are_iterations(self):
        found = self.found(self.recorded("iterations", 2), "--path", "main")
        self.assertEqual(found["iterations"], len(found["phases"]))
        self.assertGreater(found["iterations"], 1)
        self.assertEqual(found["phases"], [f"iteration {i}" for i in range(1, found["iterations"] + 1)])

    def test_neighbours(self):
        archive = self.recorded("stencil", 8)
        found = self.found(archive, "--path", "main", "--neighbours")
        self.assertTrue(found["topology"])
        self.assertEqual(found["ranks"], list(range(8)))
        self.assertIsNone(self.found(archive, "--path", "main")["topology"])
        self.assertIn("between neighbours in " + found["topology"], self.printed(archive, "--path", "main", "--neighbours", "--width", 200))

    def test_any_number_of_threads(self):
        outputs = {subprocess.run([LATECOMER, "rebalance", self.moving, "--path", "f", "--json"], env=ENVIRONMENT, capture_output=True,
                                  preexec_fn=lambda: os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])).stdout
                   for threads in (1, os.cpu_count())}
        self.assertEqual(len(outputs), 1)

    def test_what_cannot_be(self):
        self.fails(self.moving, code=2, says=["--path is required"])
        self.fails(self.moving, "--path", "g", says=["\"g\" is no call path, function or line of the run"])
        self.fails(self.moving, "--path", "MPI_Barier", says=["near are: MPI_Barrier"])
        self.fails(self.moving, "--path", "MPI_Barrier", says=["MPI_Barrier: nothing is computed there"])
        self.fails(self.archive("alone", barriers((3, 1), (0, 0))), "--path", "f", says=["only rank 0 computes"])
        self.fails(self.moving, "--path", "f", "--neighbours", says=["--neighbours: the trace has no grid"])
        self.fails(self.moving, "--path", "f", "--every", "2", says=["--every 2: nothing would ever move, as f has 2 iterations"])
        self.fails(self.moving, "--path", "f", "--grain", "5", says=["--grain 5: no rank has so much", "3 s"])
        self.fails(self.moving, "--path", "f", "--migration-cost", "7", says=["--migration-cost 7", "6.4 s"])
        for option, wrong in (("--every", "0"), ("--every", "-1"), ("--every", "1.5"), ("--grain", "-1"), ("--grain", "nan"),
                              ("--grain", "inf"), ("--migration-cost", "-0.1"), ("--migration-cost", "much")):
            self.fails(self.moving, "--path", "f", option, wrong, code=2, says=[f"{option}: has to be"])
        self.fails(self.directory / "none", "--path", "f", says=["none"])
        several = run("mpiexec.openmpi", "-n", 2, LATECOMER, "rebalance", self.moving, "--path", "f")
        self.assertEqual(several.returncode, 1)
        self.assertIn("rebalance runs as one process; start it without mpiexec", several.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
