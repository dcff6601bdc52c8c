# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""A limit of resident memory is held, whatever is stored, and what cannot be done is refused in one line.

usage: memory_limit_test.py CHILD LATECOMER DIRECTORY, where CHILD is memory_limit_child and DIRECTORY is on a disk
"""

import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

CHILD, LATECOMER, DISK = sys.argv[1:4]
LIMIT = 128  # MiB
ROOM = 1.1  # the limit is held within 10 %
MPI_ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_rmaps_base_oversubscribe="1")


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, **options)


class WithDirectory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(tempfile.mkdtemp(dir=DISK))
        cls.addClassCleanup(shutil.rmtree, cls.directory)

    def is_refused(self, result, *says):
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        for word in says:
            self.assertIn(word, result.stderr)


class Limit(WithDirectory):
    def child(self, limit, data, threads=1, directory=None, **options):
        """Runs the child; sizes in MiB."""
        return run(CHILD, limit, data, threads, directory or self.directory, **options)

    def test_more_data_than_memory(self):
        for threads in (1, 4):
            with self.subTest(threads=threads):
                result = self.child(LIMIT, data=3 * LIMIT, threads=threads)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertLessEqual(int(result.stdout), LIMIT * ROOM)
                self.assertEqual(os.listdir(self.directory), [])

    def test_without_need_nothing_is_dropped(self):
        result = self.child(limit=500, data=200)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertGreaterEqual(int(result.stdout), 200)

    def test_limit_that_is_too_small(self):
        self.is_refused(self.child(limit=20, data=1), "the least that can be held")

    def test_directory_that_cannot_be_used(self):
        for directory in (self.directory / "none", "/proc", "/dev/shm"):
            with self.subTest(directory=directory):
                self.is_refused(self.child(LIMIT, data=1, directory=directory), f"{directory}: ", "--spill-dir")

    def test_full_disk(self):
        """Simulated by a limit of the size of files."""
        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100 << 20, 100 << 20))
        self.is_refused(self.child(LIMIT, data=2 * LIMIT, preexec_fn=limit_files),
                        f"{self.directory}: no space left for memory that is spilled", "--spill-dir")


class Analysis(WithDirectory):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.archive = cls.directory / "archive"
        generated = run(LATECOMER, "generate", "ring", "--ranks", 64, "--events", 6_000_000, "-o", cls.archive)
        assert generated.returncode == 0, generated.stderr
        cls.expected, cls.need = cls.analyze("expected.cubex")

    @classmethod
    def analyze(cls, name, *options):
        """The report, and the peak of resident memory in MiB."""
        report = cls.directory / name
        words = [LATECOMER, "analyze", cls.archive, "-o", report, *options]
        process = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return report.read_bytes(), usage.ru_maxrss / 1024

    def test_the_report_is_the_same_within_the_limit(self):
        self.assertGreater(self.need, 1.3 * LIMIT)
        for threads in (1, 4):
            with self.subTest(threads=threads):
                report, peak = self.analyze(f"{threads}.cubex", "--memory", f"{LIMIT}M", "--threads", threads)
                self.assertEqual(report, self.expected)
                self.assertLessEqual(peak, LIMIT * ROOM)
                self.assertGreaterEqual(peak, LIMIT * 0.5)

    def test_every_process_has_its_own_limit(self):
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi=mpi):
                report = self.directory / f"{mpi}.cubex"
                result = run(f"mpiexec.{mpi}", "-n", 2, LATECOMER, "analyze", self.archive, "-o", report, "--threads", 1,
                             "--memory", f"{LIMIT}M", env=MPI_ENVIRONMENT)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertNotIn("more than --memory allows", result.stderr)
                self.assertEqual(report.read_bytes(), self.expected)

    def refused(self, *options):
        return run(LATECOMER, "analyze", self.archive, "-o", self.directory / "refused.cubex", *options)

    def test_what_cannot_be_done_is_refused(self):
        self.is_refused(self.refused("--memory", "20M"), "--memory", "the least that can be held")
        self.is_refused(self.refused("--memory", "1G", "--spill-dir", "/dev/shm"), "/dev/shm", "--spill-dir")
        self.is_refused(self.refused("--memory", "1G", "--spill-dir", "/proc"), "/proc", "--spill-dir")
        self.assertFalse((self.directory / "refused.cubex").exists())

    def test_wrong_usage(self):
        for options in (("--memory", "much"), ("--memory", "0"), ("--spill-dir", "/tmp")):
            with self.subTest(options=options):
                self.assertEqual(self.refused(*options).returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
