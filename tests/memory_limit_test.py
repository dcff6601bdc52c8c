# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""A limit of resident memory is held, whatever is stored, and what cannot be done is refused in one line.

usage: memory_limit_test.py CHILD DIRECTORY, where CHILD is memory_limit_child and DIRECTORY is on a disk
"""

import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

CHILD, DISK = sys.argv[1:3]
ROOM = 1.1  # the limit is held within 10 %


class MemoryLimit(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(dir=DISK))
        self.addCleanup(shutil.rmtree, self.directory)

    def child(self, limit, data, threads=1, directory=None, **options):
        """Runs the child; sizes in MiB."""
        words = [CHILD, limit, data, threads, directory or self.directory]
        return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, **options)

    def test_more_data_than_memory(self):
        for threads in (1, 4):
            with self.subTest(threads=threads):
                result = self.child(limit=256, data=800, threads=threads)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertLessEqual(int(result.stdout), 256 * ROOM)
                self.assertEqual(os.listdir(self.directory), [])

    def test_without_need_nothing_is_dropped(self):
        result = self.child(limit=1000, data=300)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertGreaterEqual(int(result.stdout), 300)

    def test_limit_that_is_too_small(self):
        result = self.child(limit=20, data=1)
        self.assertEqual(result.returncode, 1)
        self.assertIn("the least that can be held", result.stderr)

    def test_directory_that_cannot_be_used(self):
        for directory in (self.directory / "none", "/dev/shm"):
            with self.subTest(directory=directory):
                result = self.child(limit=256, data=1, directory=directory)
                self.assertEqual(result.returncode, 1)
                self.assertIn("--spill-dir", result.stderr)

    def test_full_disk(self):
        """Simulated by a limit of the size of files."""
        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200 << 20, 200 << 20))
        result = self.child(limit=256, data=800, preexec_fn=limit_files)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("no space left for memory that is spilled", result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
