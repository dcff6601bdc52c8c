# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""What tests of `latecomer export` share: a directory of their own, and commands that do or fail."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

from recorded_runs import ENVIRONMENT


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, env=ENVIRONMENT)


class Directory(unittest.TestCase):
    LATECOMER = None  # the program

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.directory)

    def done(self, *words):
        result = run(self.LATECOMER, *words)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def fails(self, *words, code=1, says=()):
        result = run(self.LATECOMER, *words)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        for word in says:
            self.assertIn(word, result.stderr)

    def generated(self, *options):
        archive = self.directory / "archive"
        self.done("generate", *options, "-o", archive)
        return archive
