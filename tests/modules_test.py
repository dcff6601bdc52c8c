# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""The modules of latecomer are linked to no MPI library, work with one that has another file name, and bring nothing else into programs.

usage: modules_test.py LATECOMER PROGRAM, where PROGRAM is an MPI program, compiled with MPICH
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

LATECOMER, PROGRAM = sys.argv[1:3]
MODULES = pathlib.Path(LATECOMER).resolve().parents[1] / "lib/latecomer"
DEBIANS_NAME, COMMON_NAME = b"libmpich.so.12\0", b"libmpi.so.12\0\0\0"


def run(*command, **environment):
    done = subprocess.run([str(word) for word in command], env=dict(os.environ, **environment), capture_output=True, text=True,
                          timeout=120)
    assert done.returncode == 0, (command, done.stdout + done.stderr)
    return done.stdout + done.stderr


class Modules(unittest.TestCase):
    def test_no_mpi_library_is_needed(self):
        modules = sorted(MODULES.glob("*.so"))
        self.assertEqual(len(modules), 7, modules)
        for module in modules:
            with self.subTest(module=module.name):
                needed = re.findall(r"NEEDED +(\S+)", run("objdump", "-p", module))
                self.assertIn("libc.so.6", needed)
                self.assertEqual([library for library in needed if library.startswith(("libmpi", "libopen-"))], [])

    def test_nothing_of_a_runtime_library_is_exported(self):
        """What is loaded into programs would stand in front of their own."""
        for module in sorted(MODULES.glob("*.so")):
            if module.name.startswith("comm-"):
                continue
            with self.subTest(module=module.name):
                exported = run("nm", "-D", "--defined-only", module).split()[2::3]
                self.assertTrue(exported)
                self.assertEqual([name for name in exported if name.startswith(("_Z", "__cxa", "__gxx", "_Unwind"))], [])

    def test_mpich_by_its_common_name(self):
        """As on machines whose MPICH is not Debian's: the program and the library are the same, with another name in them."""
        with tempfile.TemporaryDirectory() as directory:
            library = pathlib.Path(directory) / "libmpi.so.12"
            program = pathlib.Path(directory) / "program"
            listed = run("ldd", PROGRAM)
            original = re.search(r"libmpich\.so\.12 => (\S+)", listed)[1]
            for copy, of in ((library, original), (program, PROGRAM)):
                content = pathlib.Path(of).read_bytes()
                self.assertEqual(content.count(DEBIANS_NAME), 1)
                copy.write_bytes(content.replace(DEBIANS_NAME, COMMON_NAME[:len(DEBIANS_NAME)]))
                copy.chmod(0o755)
            archive = pathlib.Path(directory) / "archive"
            said = run(LATECOMER, "record", "-o", archive, "--", "mpiexec.mpich", "-n", 2, program, LD_LIBRARY_PATH=directory)
            self.assertRegex(said, r"latecomer: \d+ events of 2 processes are in")
            self.assertNotIn("partial", said)
            # The analysis on several processes finds this library, too, and no other.
            said = run("mpiexec.mpich", "-n", 2, "env", "LD_DEBUG=files", LATECOMER, "analyze", archive, LD_LIBRARY_PATH=directory)
            self.assertIn("Report: ", said)
            loaded = set(re.findall(r"calling init: (\S+libmpi\S*\.so\S*)", said))
            self.assertEqual(loaded, {f"{directory}/libmpi.so.12"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
