#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Programs of tests/programs/openmp, built by clang and gcc, recorded and analyzed: their comments say what waits for what."""

import os
import pathlib
import sys
import tempfile
import unittest

from measured import until_undisturbed
from recorded_report import Report, run

LATECOMER = sys.argv[1]
SOURCES = pathlib.Path(__file__).resolve().parent / "programs" / "openmp"
# Idle threads sleep, so that they do not take the cores from others.
ENVIRONMENT = dict(os.environ, OMP_WAIT_POLICY="passive", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
COMPILERS = ("clang", "gcc")
MPIS = {"mpich": (2, lambda compiler: ["mpicc.mpich", f"-cc={compiler}"]),
        "openmpi": (4, lambda compiler: ["env", f"OMPI_CC={compiler}", "mpicc.openmpi"])}


def checked(*command):
    done = run(*command, env=ENVIRONMENT)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class OpenMP(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)

    def build(self, source, compiler, *command):
        """The program, made by the compiler, or by a command that calls it."""
        program = os.path.join(self.directory.name, f"{pathlib.Path(source).stem}-{'-'.join(command)}-{compiler}".replace("/", "_"))
        if not os.path.exists(program):
            # A function that ends with a parallel region would leave the stack before it.
            checked(*(command or [compiler]), "-g", "-O1", "-fno-optimize-sibling-calls", "-fopenmp", str(SOURCES / source), "-o", program)
        return program

    def record(self, *command, options=("--openmp",)):
        """Its report; the program has to write and return the same as without the recorder."""
        plain = checked(*command)
        with tempfile.TemporaryDirectory() as scratch:
            archive = os.path.join(scratch, "archive")
            recorded = run(LATECOMER, "record", *options, "-o", archive, "--", *command, env=ENVIRONMENT)
            self.assertEqual((plain.returncode, sorted(plain.stdout.splitlines())),
                             (recorded.returncode, sorted(recorded.stdout.splitlines())), recorded.stderr)
            self.said = recorded.stderr
            report = Report(LATECOMER, archive)
        self.assertEqual({}, report.anomalies())
        return report

    def check_wait(self, command, expected):
        """So many seconds of each metric, and, of delay costs, short and long ones together."""
        def problems():
            report = self.record(*command)
            found = {metric: report.seconds(metric) + report.seconds(metric + "_longterm") for metric in expected}
            return {metric: seconds for metric, seconds in found.items()
                    if abs(seconds - expected[metric]) > max(0.1 * expected[metric], 0.005)}

        program, *arguments = command
        self.assertEqual({}, until_undisturbed(" ".join([os.path.basename(program), *arguments]), problems), f"instead of {expected}")

    def test_waits(self):
        at_barrier = {"omp_ebarrier_wait": 0.2, "delay_ompbarrier": 0.2}
        at_end = {"omp_ibarrier_wait": 0.2, "delay_ompbarrier": 0.2}
        for compiler in COMPILERS:
            waits = self.build("waits.c", compiler)
            # libomp does not tell gcc's explicit barriers from those at the end of loops.
            for what, expected in (
                    ("barrier", at_barrier), ("end", at_end), ("nested", at_end), ("dynamic", at_end),
                    ("idle", {"omp_idle_threads": 0.2, "delay_ompidle": 0.2}),
                    ("critical", {"omp_lock_contention_critical": 0.2, "delay_omplock": 0.2}),
                    ("lock", {"omp_lock_contention_api": 0.2, "delay_omplock": 0.2}),
                    ("nest_lock", {"omp_lock_contention_api": 0.2, "delay_omplock": 0.2}),
                    ("test", {"omp_lock_contention_api": 0.0, "delay_omplock": 0.0}),
                    ("serial", {"omp_ebarrier_wait": 0.0, "omp_ibarrier_wait": 0.0})):
                with self.subTest(compiler=compiler, what=what):
                    self.check_wait([waits, what], expected)

    def test_tasks(self):
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                report = self.record(self.build("waits.c", compiler), "tasks")
                self.assertEqual(4, report.visits("!$omp task"))
                self.assertAlmostEqual(0.4, report.inclusive_seconds("time", "!$omp task"), delta=0.04)

    def test_work_sharing(self):
        """libomp tells most of it for clang alone."""
        waits = self.build("waits.c", "clang")
        for what, region, visits in (("barrier", "!$omp master", 1), ("tasks", "!$omp single", 1), ("dynamic", "!$omp for", 2)):
            with self.subTest(region):
                self.assertEqual(visits, self.record(waits, what).visits(region))
        self.assertEqual(2, self.record(self.build("waits.c", "gcc"), "dynamic").visits("!$omp for"))

    def test_fortran(self):
        program = self.build("barrier.f90", "gfortran")
        self.check_wait([program], {"omp_ebarrier_wait": 0.2, "delay_ompbarrier": 0.2})

    def test_call_paths_of_workers_are_the_leaders(self):
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                report = self.record(self.build("waits.c", compiler), "barrier")
                paths = report.paths_with("visits", "!$omp barrier")
                self.assertEqual(1, len(paths), paths)
                (path, values), = paths.items()
                self.assertEqual((1.0, 1.0), tuple(values))
                self.assertEqual(["main", "at_barrier", "!$omp parallel"], path.split("/")[1:4])

    def test_hybrid(self):
        """The waiting of workers is mostly what the unbalanced kernel of the late rank costs, but for what the begin and the end of
        the program and of MPI take: they are idle then, too."""
        def in_steps(report, metric):
            before_mpi = {region["name"] for region in report.report["regions"] if region["name"].startswith("main (… →")}
            return report.seconds(metric) - sum(report.inclusive_seconds(metric, each) for each in {"MPI_Init_thread", "MPI_Finalize", *before_mpi})

        for compiler in COMPILERS:
            for mpi, (ranks, mpicc) in MPIS.items():
                with self.subTest(compiler=compiler, mpi=mpi):
                    program = self.build("sea_ice.c", compiler, *mpicc(compiler))

                    def problems():
                        report = self.record(f"mpiexec.{mpi}", "-n", str(ranks), program)
                        idle = in_steps(report, "omp_idle_threads")
                        costs = in_steps(report, "delay_ompidle") + in_steps(report, "delay_ompidle_longterm")
                        of_kernel = sum(report.seconds_below(metric, "dynamics", 2 * (ranks - 1), 2 * ranks)
                                        for metric in ("delay_ompidle", "delay_ompidle_longterm"))
                        # Two workers of neighbours, or one where there is one neighbour, wait 0.04 in each of 6 steps.
                        least = 0.9 * 6 * 0.04 * min(2, ranks - 1)
                        if idle >= least and of_kernel >= 0.7 * costs:
                            return ""
                        return f"idle {idle} s, costs {costs} s, of which the kernel has {of_kernel} s"

                    self.assertEqual("", until_undisturbed(os.path.basename(program), problems))

    def summary_of_end(self, compiler, how, exit_code):
        """Of a program that does not come to its end."""
        with tempfile.TemporaryDirectory() as scratch:
            archive = os.path.join(scratch, "archive")
            recorded = run(LATECOMER, "record", "--openmp", "-o", archive, "--", self.build("dies.c", compiler), how, env=ENVIRONMENT)
            self.assertEqual(exit_code, recorded.returncode, recorded.stderr)
            return Report(LATECOMER, archive).summary

    def test_where_threads_were(self):
        aborted = 134
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                # The worker has no place in the program, as its team has ended.
                where = self.summary_of_end(compiler, "serial", aborted).split("Where it was when it ended")[1].split("\n\n")[0]
                self.assertEqual(1, where.count("\n         rank 0"), where)
                self.assertNotIn("barrier", where)
                where = self.summary_of_end(compiler, "region", aborted).split("Where it was when it ended")[1].split("\n\n")[0]
                self.assertEqual(2, where.count("\n         rank 0"), where)
                self.assertRegex(where, r"!\$omp\s+barrier")
                self.assertNotIn("Where it was", self.summary_of_end(compiler, "exit", 3))

    def test_gcc_without_openmp_is_named(self):
        program = self.build("waits.c", "gcc")
        report = self.record(program, "barrier", options=())
        self.assertIn("--openmp", self.said)
        self.assertEqual(0, report.seconds("omp_time"))

    def test_llvm_in_place_of_gcc_is_named(self):
        self.record(self.build("waits.c", "gcc"), "serial")
        self.assertIn("takes the place of libgomp", self.said)

    def test_functions_that_llvm_does_not_have(self):
        program = self.build("wide_integers.f90", "gfortran", "gfortran", "-fdefault-integer-8")
        with tempfile.TemporaryDirectory() as scratch:
            archive = os.path.join(scratch, "archive")
            refused = run(LATECOMER, "record", "--openmp", "-o", archive, "--", program, env=ENVIRONMENT)
            self.assertEqual((1, ""), (refused.returncode, refused.stdout))
            self.assertIn("omp_set_num_threads_8_", refused.stderr)
            self.assertFalse(os.path.exists(archive))
        self.assertEqual({}, self.record(program, options=()).anomalies())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
