# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""The archive of `./dev package` on the system that this runs on: it records programs of all languages with each MPI that is here,
names functions and lines, analyzes to the bytes that Debian 12's does, and shows a report.

usage: check.py LATECOMER EXPECTED

EXPECTED has a directory for each archive, with the report that belongs to it.
"""

import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.request

LATECOMER = pathlib.Path(sys.argv[1]).resolve()
EXPECTED = pathlib.Path(sys.argv[2]).resolve()
SOURCES = pathlib.Path(__file__).resolve().parent
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                   PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe", OMPI_MCA_btl="^tcp", OMP_WAIT_POLICY="passive",
                   LC_ALL="C.UTF-8", COLUMNS="200")
MPIS = [mpi for mpi in ("mpich", "openmpi") if shutil.which(f"mpicc.{mpi}")]
# A program's compiler for an MPI, and its source.
LANGUAGES = {"c": ("mpicc.{}", "late.c"), "c++": ("mpicxx.{} -x c++", "late.c"), "mpif.h": ("mpif90.{}", "late.F90"),
             "use mpi": ("mpif90.{} -DMODULE=mpi", "late.F90"), "use mpi_f08": ("mpif90.{} -DMODULE=mpi_f08", "late.F90")}
LATE_SENDER = (r"Late Sender\n\s+at \S*/M\S*Recv\S* \({}:\d+\)\n\s+on rank 1", r"in late_work\S* \({}:\d+\)")


def run(*command, environment={}, **options):
    done = subprocess.run([str(word) for word in command], env=ENVIRONMENT | environment, capture_output=True, text=True, timeout=300,
                          **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout + done.stderr


def can_read_memory_carefully():
    """Whether the kernel copies memory of a process (process_vm_readv), as the recorder reads Python's: qemu-user has no such call."""
    word = ctypes.c_uint64(1)
    copy = ctypes.c_uint64(0)
    ranges = [(ctypes.c_uint64 * 2)(ctypes.addressof(where), 8) for where in (copy, word)]
    copied = ctypes.CDLL(None).process_vm_readv(os.getpid(), ranges[0], ctypes.c_ulong(1), ranges[1], ctypes.c_ulong(1), ctypes.c_ulong(0))
    return copied == 8 and copy.value == 1


def standard_abi(scratch):
    """Of each MPI that has MPI's standard ABI: its compiler for that, and a directory with its library, because in Debian's only one of
    them is found by linker and loader."""
    (scratch / "mpicc_abi").symlink_to("/usr/bin/opal_wrapper")  # Open MPI's compilers go by their names; Debian leaves this one out
    for mpi, compiler in {"mpich": ["mpicc.mpich", "-mpi-abi"], "openmpi": [scratch / "mpicc_abi"]}.items():
        for library in pathlib.Path("/usr/lib").glob(f"*/libmpi_abi_{mpi}.so.?.*"):
            libraries = scratch / f"{mpi}-libraries"
            libraries.mkdir()
            for name in ("libmpi_abi.so", "libmpi_abi.so.1"):
                (libraries / name).symlink_to(library)
            yield mpi, compiler, libraries


class Elsewhere(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = pathlib.Path(scratch.name)

    def record(self, *command, environment={}):
        """What `record --analyze` prints."""
        archive = tempfile.mkdtemp(dir=self.scratch) + "/run"
        text = run(LATECOMER, "record", "--analyze", "-o", archive, "--", *command, environment=environment)
        self.assertNotIn("does not know", text)
        return text

    def test_programs_with_mpi(self):
        self.assertNotEqual(MPIS, [])
        for mpi in MPIS:
            for language, (compiler, source) in LANGUAGES.items():
                with self.subTest(mpi=mpi, language=language):
                    program = self.scratch / f"{mpi}-{language}".replace(" ", "_")
                    run(*compiler.format(mpi).split(), "-g", "-O1", SOURCES / source, "-o", program)
                    text = self.record(f"mpiexec.{mpi}", "-n", 2, program)
                    for pattern in LATE_SENDER:
                        self.assertRegex(text, pattern.format(source.replace(".", r"\.")))
                    self.assertIn("Anomalies: none.", text)

    def test_standard_abi(self):
        """Of MPI 5.0: a program that an MPI's compiler made for it, with the library of each, and analyzing over it."""
        abi = list(standard_abi(self.scratch))
        if not abi:
            self.skipTest("no MPI here has the standard ABI")
        abi_only = self.scratch / "latecomer"  # lacks the modules for MPICH and Open MPI, which come first
        shutil.copytree(LATECOMER.parents[1], abi_only)
        for module in [*abi_only.glob("lib/latecomer/*-mpich.so"), *abi_only.glob("lib/latecomer/*-openmpi.so")]:
            module.unlink()
        [expected, *_] = sorted(EXPECTED.iterdir())
        for compiled, compiler, libraries in abi:
            program = self.scratch / f"abi-{compiled}"
            run(*compiler, "-g", "-O1", SOURCES / "late.c", f"-L{libraries}", "-o", program)
            for mpi, _, libraries in abi:
                with self.subTest(compiled=compiled, mpi=mpi):
                    text = self.record(f"mpiexec.{mpi}", "-n", 2, program, environment={"LD_LIBRARY_PATH": str(libraries)})
                    for pattern in LATE_SENDER:
                        self.assertRegex(text, pattern.format(r"late\.c"))
                    self.assertIn("Anomalies: none.", text)
        for mpi, _, libraries in abi:
            with self.subTest(analyze=mpi):
                archive = self.scratch / f"by-{mpi}" / expected.name
                shutil.copytree(expected, archive)
                (archive / "report.cubex").unlink()
                run(f"mpiexec.{mpi}", "-n", 2, abi_only / "bin" / "latecomer", "analyze", archive.name, cwd=archive.parent,
                    environment={"LD_LIBRARY_PATH": str(libraries)})
                self.assertEqual((archive / "report.cubex").read_bytes(), (expected / "report.cubex").read_bytes())

    def test_python(self):
        """With the MPI that mpi4py was built for."""
        mpi = "mpich" if "MPICH" in run("python3", "-c", "from mpi4py import MPI; print(MPI.Get_library_version())") else "openmpi"
        text = self.record(f"mpiexec.{mpi}", "-n", 2, "python3", SOURCES / "late.py")
        self.assertRegex(text, r"Late Sender\n\s+at .*MPI_Recv")
        known = run("python3", "-c", "import sys; print(*sys.version_info[:2])").split() in (["3", "11"], ["3", "12"], ["3", "13"])
        if known and can_read_memory_carefully():
            self.assertRegex(text, r"MPI_Recv \(late\.py:\d+\)")
            self.assertRegex(text, r"late_work.* \(late\.py:\d+\)")

    def test_threads(self):
        program = self.scratch / "threads"
        run("gcc", "-g", "-O1", "-pthread", SOURCES / "threads.c", "-o", program)
        text = self.record(program)
        self.assertRegex(text, r"Lock Contention\n\s+at threads/main/pthread_mutex_lock \(threads\.c:\d+\)")
        self.assertRegex(text, r"late_work \(threads\.c:\d+\)")

    @unittest.skipUnless(shutil.which("clang"), "LLVM's compiler is not here")
    def test_openmp(self):
        program = self.scratch / "openmp"
        run("clang", "-g", "-O1", "-fopenmp", SOURCES / "openmp.c", "-o", program)
        text = self.record(program)
        self.assertRegex(text, r"Wait at Barrier\n\s+at openmp/main/!\$omp parallel/!\$omp implicit barrier")
        self.assertRegex(text, r"late_work \(openmp\.c:\d+\)")

    def test_analyzes_to_the_same_bytes(self):
        archives = sorted(EXPECTED.iterdir())
        self.assertNotEqual(archives, [])
        for expected in archives:
            for launcher in [[], *([f"mpiexec.{mpi}", "-n", 2] for mpi in MPIS)]:
                with self.subTest(archive=expected.name, launcher=launcher):
                    archive = self.scratch / expected.name
                    shutil.rmtree(archive, ignore_errors=True)
                    shutil.copytree(expected, archive)
                    report = archive / "report.cubex"
                    report.unlink()
                    run(*launcher, LATECOMER, "analyze", archive.name, cwd=self.scratch)  # a report has the name that was given
                    self.assertEqual(report.read_bytes(), (expected / "report.cubex").read_bytes())

    def check_view(self, *command):
        """A page comes."""
        with subprocess.Popen(list(map(str, command)), env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as server:
            try:
                address = next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
                with urllib.request.urlopen(address, timeout=60) as page:
                    self.assertIn(b"<title>", page.read())
            finally:
                server.terminate()

    def test_export(self):
        archive = min(EXPECTED.iterdir())
        trace, database = self.scratch / "trace.pftrace", self.scratch / "tables.sqlite"
        run(LATECOMER, "export", archive, "--perfetto", "-o", trace)
        run(LATECOMER, "export", archive, "--ctf", self.scratch / "ctf")
        self.assertIn('"otf2"', (self.scratch / "ctf" / "metadata").read_text())
        run(LATECOMER, "export", archive, "--sqlite", database)
        self.assertTrue(trace.stat().st_size > 0 and database.stat().st_size > 0)
        self.assertIn("metrics", run(LATECOMER, "show", "--json", archive))

    def test_view(self):
        self.check_view(LATECOMER, "view", "--no-open", min(EXPECTED.iterdir()))

    def test_empty_root(self):
        """Where there is nothing but the C library and a shell."""
        root = self.scratch / "root"
        for link in ("bin", "lib", "lib64"):
            if os.path.islink(f"/{link}"):
                (root / "usr" / link).mkdir(parents=True)
                (root / link).symlink_to(f"usr/{link}")
        for file in run("dpkg", "-L", "libc6", "dash").splitlines():
            if os.path.isfile(file):
                copy = root / file[1:]
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, copy)
        shutil.copytree(LATECOMER.parents[1], root / "latecomer", symlinks=True)
        expected = min(EXPECTED.iterdir())
        shutil.copytree(expected, root / expected.name)
        (root / expected.name / "report.cubex").unlink()
        run("gcc", "-g", "-O1", "-pthread", SOURCES / "threads.c", "-o", root / "threads")
        (root / "tmp").mkdir()
        for directory in ("proc", "dev"):
            (root / directory).mkdir()
            run("mount", "--bind", f"/{directory}", root / directory)
            self.addCleanup(run, "umount", root / directory)

        inside = ["chroot", root, "/latecomer/bin/latecomer"]
        run(*inside, "analyze", expected.name)
        self.assertEqual((root / expected.name / "report.cubex").read_bytes(), (expected / "report.cubex").read_bytes())
        self.assertIn("Time (time)", run(*inside, "show", expected.name))
        self.check_view(*inside, "view", "--no-open", expected.name)
        self.assertIn("late_work (threads.c:", run(*inside, "record", "--analyze", "-o", "/tmp/run", "--", "/threads"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
