# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""With --spill-dir, analyze needs less than a quarter of the memory, and writes the same report as with --no-gains.

usage: spill_test.py LATECOMER DIRECTORY, where DIRECTORY is on a disk
"""

import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

LATECOMER, DISK = sys.argv[1:3]


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, **options)


def peak_of_anonymous_memory(words):
    """In KiB, of a process that runs these words and succeeds: memory that only swap space could take."""
    peak = 0
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL)
    while process.poll() is None:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        peak = max([peak] + [int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon:")])
        time.sleep(0.002)
    assert process.returncode == 0, words
    return peak


class Spilling(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(tempfile.mkdtemp(dir=DISK))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.archive = cls.directory / "archive"
        made = run(LATECOMER, "generate", "halo2d", "--ranks", 16, "--events", 10000000, "-o", cls.archive)
        assert made.returncode == 0, made.stderr
        cls.spill = cls.directory / "spill"
        cls.spill.mkdir()

    def analyze(self, name, *options):
        return [LATECOMER, "analyze", self.archive, "-o", self.directory / name, *options]

    def is_refused(self, result, *says):
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        for word in says:
            self.assertIn(word, result.stderr)

    def test_memory_and_report(self):
        for threads in (1, 2):
            with self.subTest(threads=threads):
                plain = peak_of_anonymous_memory(self.analyze("plain.cubex", "--threads", threads, "--no-gains"))
                spilling = peak_of_anonymous_memory(
                    self.analyze("spilling.cubex", "--threads", threads, "--spill-dir", self.spill))
                self.assertGreater(plain, 60 << 10)  # so that there is something to save
                self.assertLess(spilling, plain / 4)
                self.assertEqual((self.directory / "plain.cubex").read_bytes(),
                                 (self.directory / "spilling.cubex").read_bytes())
                self.assertEqual(os.listdir(self.spill), [])

    def test_directory_that_cannot_be_used(self):
        for directory in (self.directory / "none", "/proc", "/dev/shm"):
            with self.subTest(directory=directory):
                self.is_refused(run(*self.analyze("refused.cubex", "--spill-dir", directory)), f"{directory}: ", "--spill-dir")

    def test_full_disk(self):
        """Simulated by a limit of the size of files."""
        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (20 << 20, 20 << 20))
        self.is_refused(run(*self.analyze("full.cubex", "--spill-dir", self.spill), preexec_fn=limit_files),
                        f"{self.spill}: no space left for memory that is spilled", "--spill-dir")

    def test_what_memory_was(self):
        result = run(*self.analyze("memory.cubex", "--memory", "2G"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertIn("--spill-dir", result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
