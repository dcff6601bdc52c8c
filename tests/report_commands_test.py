# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""What `latecomer report` makes and prints of two small reports whose values are known.

usage: report_commands_test.py LATECOMER
"""

import io
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest

LATECOMER = os.path.abspath(sys.argv[1])
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")

ANCHOR = """<?xml version="1.0" encoding="UTF-8"?>
<cube version="4.4">
<attr key="Creator" value="a test"/>
<metrics>
<metric id="0" type="EXCLUSIVE"><disp_name>Time</disp_name><uniq_name>time</uniq_name><dtype>DOUBLE</dtype><uom>sec</uom></metric>
<metric id="1" type="EXCLUSIVE"><disp_name>Visits</disp_name><uniq_name>visits</uniq_name><dtype>UINT64</dtype><uom>occ</uom></metric>
</metrics>
<program>
<region id="0" mod="a.c" begin="1" end="9"><name>main</name></region>
<region id="1" mod="a.c" begin="11" end="19"><name>solve</name></region>
<region id="2" mod="MPI" begin="-1" end="-1"><name>MPI_Send</name><paradigm>mpi</paradigm></region>
<region id="3" mod="a.c" begin="21" end="29"><name>unused</name></region>
<cnode id="0" calleeId="0"><cnode id="1" calleeId="1"><cnode id="2" calleeId="2"></cnode></cnode></cnode>
</program>
<system><systemtreenode Id="0"><name>cluster</name><class>machine</class>
<systemtreenode Id="1"><name>NODE</name><class>node</class>
<locationgroup Id="0"><name>MPI Rank 0</name><rank>0</rank><type>process</type><location Id="0"><name>Master thread</name><rank>0</rank><type>thread</type></location></locationgroup>
<locationgroup Id="1"><name>MPI Rank 1</name><rank>1</rank><type>process</type><location Id="1"><name>Master thread</name><rank>0</rank><type>thread</type></location></locationgroup>
</systemtreenode></systemtreenode></system>
</cube>
"""


# Of the time, that in MPI; its expression is as it is, with `<`. A ratio of sums; and time again, not shown.
SPECIFICATION = """<?xml version="1.0"?>
<metrics>
  <!-- measured -->
  <metric><disp_name>Time</disp_name><uniq_name>time</uniq_name><dtype>FLOAT</dtype><uom>sec</uom>
    <metric type="PREDERIVED_EXCLUSIVE"><disp_name>MPI</disp_name><uniq_name>mpi</uniq_name><dtype>FLOAT</dtype><uom>sec</uom>
      <cubepl>{ ${i} = 0; if (${calculation::region::mod} eq "MPI") { ${i} = metric::time(); };
        if (${i} < 0) { ${i} = 0; }; return ${i}; }</cubepl></metric></metric>
  <metric type="POSTDERIVED"><disp_name>Share</disp_name><uniq_name>share</uniq_name><dtype>FLOAT</dtype><uom></uom>
    <cubepl>metric::mpi() / metric::time()</cubepl></metric>
  <metric type="PREDERIVED_EXCLUSIVE" viztype="GHOST"><disp_name></disp_name><uniq_name>hidden</uniq_name><dtype>FLOAT</dtype>
    <uom>sec</uom><cubepl>metric::time() &lt; 1</cubepl></metric>
</metrics>
<doc><mirrors><murl>file:///docs</murl></mirrors></doc>
"""


def write_report(path, time, visits, node="n1", anchor=ANCHOR):
    """A dense report of two processes: the values of main, solve and MPI_Send on rank 0 and 1 each."""
    index = b"CUBEX.INDEX" + struct.pack("<ihb", 1, 0, 3)
    members = {"anchor.xml": anchor.replace("NODE", node).encode(),
               "0.index": index, "0.data": b"CUBEX.DATA" + struct.pack("<6d", *time),
               "1.index": index, "1.data": b"CUBEX.DATA" + struct.pack("<6Q", *visits)}
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def run(*command):
    return subprocess.run([str(word) for word in command], env=ENVIRONMENT, capture_output=True, text=True, timeout=120)


class ReportCommands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.a = cls.directory / "a.cubex"
        cls.b = cls.directory / "b.cubex"
        write_report(cls.a, [1, 2, 10, 20, 100, 200], [1, 1, 2, 2, 3, 3])
        write_report(cls.b, [1, 1, 10, 10, 50, 60], [1, 1, 2, 2, 5, 4])

    def succeeds(self, *words):
        result = run(LATECOMER, "report", *words)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result

    def prints(self, *words):
        return self.succeeds(*words).stdout

    def fails(self, *words, code=1, says):
        result = run(LATECOMER, "report", *words)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        for word in says:
            self.assertIn(word, result.stderr)

    def makes(self, command, *words):
        """The values of the report that it makes: of each call path, time and visits of each process."""
        made = self.directory / f"{command}.cubex"
        self.assertIn(str(made), self.prints(command, *words, "-o", made))
        return self.values(made)

    def values(self, report):
        lines = self.prints("dump", report, "-m", "all", "-s", "csv2").splitlines()
        self.assertEqual(lines[0], "Cnode ID, Thread ID,time,visits")
        return [tuple(float(cell) for cell in line.split(",")[2:]) for line in lines[1:]]

    def test_diff(self):
        self.assertEqual(self.makes("diff", self.a, self.b), [(0, 0), (1, 0), (0, 0), (10, 0), (50, -2), (140, -1)])

    def test_diff_of_moved_lines(self):
        """Functions and calls are five lines further down in the other report."""
        def version(moved):
            lines = re.sub(r'begin="(\d+)" end="(\d+)"', lambda m: f'begin="{int(m[1]) + moved}" end="{int(m[2]) + moved}"', ANCHOR)
            return lines.replace('id="1" calleeId', f'id="1" line="{7 + moved}" mod="a.c" calleeId')
        moved = self.directory / "moved.cubex"
        lines = self.directory / "lines.cubex"
        write_report(lines, [1, 2, 10, 20, 100, 200], [1, 1, 2, 2, 3, 3], anchor=version(0))
        write_report(moved, [1, 1, 10, 10, 50, 60], [1, 1, 2, 2, 5, 4], anchor=version(5))
        self.assertEqual(self.makes("diff", lines, moved), [(0, 0), (1, 0), (0, 0), (10, 0), (50, -2), (140, -1)])
        self.assertEqual(self.makes("diff", lines, lines), [(0, 0)] * 6)
        compared = run(LATECOMER, "compare", lines, moved, "--all").stdout
        self.assertNotIn("from 0", compared)
        self.assertEqual(self.makes("mean", lines, moved), [(1, 1), (1.5, 1), (10, 2), (15, 2), (75, 4), (130, 3)])
        self.assertEqual(self.makes("merge", lines, moved), self.values(moved))

    def test_no_share_of_what_rounding_leaves(self):
        """0.1 + 0.2 - 0.3 is not quite 0."""
        more, less, made = (self.directory / f"{name}.cubex" for name in ("more", "less", "residue"))
        write_report(more, [0.1, 0, 0.2, 0, 0, 0], [1] * 6)
        write_report(less, [0, 0, 0, 0, 0.3, 0], [1] * 6)
        self.prints("diff", more, less, "-o", made)
        tree = self.prints("calltree", made, "-m", "time", "-p")
        self.assertIn("-0.3", tree)
        self.assertNotIn("%", tree)
        for options in ([], ["-m", "time", "--all"]):
            lines = run(LATECOMER, "show", made, *options).stdout.splitlines()
            self.assertFalse([line for line in lines if re.search(r"\d{4,}\.\d$", line)], lines)

    def test_numbers_of_call_paths(self):
        """They are the file's, where these are not positions."""
        numbered = self.directory / "numbered.cubex"
        anchor = ANCHOR.replace('<cnode id="1"', '<cnode id="7"').replace('<cnode id="0"', '<cnode id="5"')
        write_report(numbered, [1, 2, 10, 20, 100, 200], [1] * 6, anchor=anchor)
        self.assertEqual(self.prints("dump", numbered, "-m", "time", "-t", "aggr", "-s", "csv2"), "Cnode ID,time\n2,300\n5,3\n7,30\n")
        self.assertEqual(self.prints("dump", numbered, "-m", "time", "-t", "aggr", "-s", "csv2", "-c", "7,2"), "Cnode ID,time\n7,30\n2,300\n")
        self.assertEqual(self.prints("dump", numbered, "-m", "time", "-t", "aggr", "-s", "csv2", "-c", "0-6"), "Cnode ID,time\n2,300\n5,3\n")
        self.assertIn("solve(id=7)", self.prints("dump", numbered, "-m", "time"))
        self.fails("dump", numbered, "-m", "time", "-c", "3", says=["no call path 3"])

    def test_mean(self):
        # Visits are integers: the mean of 3 and 4 is rounded down.
        self.assertEqual(self.makes("mean", self.a, self.b),
                         [(1, 1), (1.5, 1), (10, 2), (15, 2), (75, 4), (130, 3)])

    def test_merge(self):
        self.assertEqual(self.makes("merge", self.a, self.b), self.values(self.b))

    def test_other_nodes(self):
        other = self.directory / "other.cubex"
        write_report(other, [1] * 6, [1] * 6, node="n2")
        self.assertEqual(len(self.makes("diff", self.a, other)), 12)
        self.assertEqual(self.makes("diff", self.a, other, "-C"),
                         [(0, 0), (1, 0), (9, 1), (19, 1), (99, 2), (199, 2)])

    def test_cut(self):
        self.assertEqual(self.makes("cut", self.a, "--root", "solve"), [(10, 2), (20, 2), (100, 3), (200, 3)])
        pruned = [(1, 1), (2, 1), (110, 5), (220, 5)]
        self.assertEqual(self.makes("cut", self.a, "--prune", "MPI_Send"), pruned)
        self.assertEqual(self.makes("cut", self.a, "--prune", "main/solve/MPI_Send"), pruned)
        self.fails("cut", self.a, "--root", "slove", says=["no call path 'slove'"])

    def test_clean(self):
        self.assertEqual(self.makes("clean", self.a), self.values(self.a))
        self.assertIn("Number of regions  : 4\n", self.prints("info", self.a, "-b"))
        self.assertIn("Number of regions  : 3\n", self.prints("info", self.directory / "clean.cubex", "-b"))

    def test_remap(self):
        specification = self.directory / "my.spec"
        specification.write_text(SPECIFICATION)
        made = self.directory / "remapped.cubex"
        stored = self.directory / "stored.cubex"
        self.prints("remap", self.a, "-r", specification, "-o", made)
        self.prints("remap", made, "--keep-metrics", "--store-derived", "-o", stored)
        for each in (made, stored):
            # Time, MPI, their ratio, and visits, which the specification does not have.
            self.assertEqual(self.prints("dump", each, "-m", "all", "-s", "csv2").splitlines(),
                             ["Cnode ID, Thread ID,time,mpi,share,visits",
                              "0,0,1,0,0,1", "0,1,2,0,0,1", "1,0,10,0,0,2", "1,1,20,0,0,2", "2,0,100,100,1,3", "2,1,200,200,1,3"])
            self.assertEqual(self.prints("dump", each, "-m", "share", "-c", "roots", "-x", "incl", "-z", "incl", "-t", "aggr",
                                         "-s", "csv2").splitlines()[1], f"0,{300 / 333:.6g}")
            # Of regions too, without the time in MPI, which is a child metric of time.
            self.assertEqual(self.prints("dump", each, "-m", "time", "-r", "-x", "excl", "-t", "aggr", "-s", "csv2").splitlines()[1:],
                             ["0,3,30", "1,30,0", "2,0,0"])
            self.assertEqual(self.prints("dump", each, "-m", "time", "-r", "-x", "excl", "-s", "csv2").splitlines()[1:],
                             ["0,0,1,10", "0,1,2,20", "1,0,10,0", "1,1,20,0", "2,0,0,0", "2,1,0,0"])
        self.assertEqual(self.kinds(made), {"time": "EXCLUSIVE", "mpi": "PREDERIVED_EXCLUSIVE", "share": "POSTDERIVED",
                                            "hidden": "PREDERIVED_EXCLUSIVE", "visits": "EXCLUSIVE"})
        self.assertEqual(self.kinds(stored), {"time": "EXCLUSIVE", "mpi": "EXCLUSIVE", "share": "POSTDERIVED",
                                              "hidden": "EXCLUSIVE", "visits": "EXCLUSIVE"})
        self.assertIn("<murl>file:///docs</murl>", self.anchor(made))
        for each in (made, stored):  # or CubeLib crashes
            self.assertEqual(list(self.kinds(each))[-1], "hidden")

    def anchor(self, report):
        with tarfile.open(report) as archive:
            return archive.extractfile("anchor.xml").read().decode()

    def kinds(self, report):
        """By unique name."""
        return {name: kind for kind, name in re.findall(r'<metric [^>]*\btype="(\w+)".*?<uniq_name>(\w+)<', self.anchor(report), re.S)}

    def test_remap_says_what_is_missing(self):
        self.fails("remap", self.a, says=["a.cubex has no remapping.spec", "--specification"])
        self.fails("remap", self.a, "-r", self.directory / "none.spec", says=["none.spec: No such file"])
        self.fails("remap", self.a, "-r", self.directory, says=[f"{self.directory}: Is a directory"])
        self.fails("remap", self.a, "-r", self.a, says=["a.cubex: "])
        self.fails("remap", self.a, "-c", "-r", "my.spec", code=2, says=["--keep-metrics"])

    def test_output_gets_its_ending(self):
        self.assertIn("named.cubex", self.prints("clean", self.a, "-o", self.directory / "named"))
        self.assertTrue((self.directory / "named.cubex").exists())

    def test_any_number_of_processes(self):
        launcher = shutil.which("mpiexec.openmpi")
        if launcher is None:
            self.skipTest("there is no mpiexec of Open MPI")
        files = [self.directory / "one.cubex", self.directory / "two.cubex"]
        self.prints("diff", self.a, self.b, "-o", files[0])
        together = run(launcher, "-n", 2, LATECOMER, "report", "diff", self.a, self.b, "-o", files[1])
        self.assertEqual(together.returncode, 0, together.stderr)
        self.assertEqual(together.stdout.count("Written"), 1)
        self.assertEqual(files[0].read_bytes(), files[1].read_bytes())

    def test_dump(self):
        self.assertEqual(self.prints("dump", self.a, "-m", "time", "-t", "aggr", "-z", "incl", "-s", "csv2"),
                         "Cnode ID,time\n0,333\n1,330\n2,300\n")
        self.assertEqual(self.prints("dump", self.a, "-m", "visits,time", "-c", "name=/MPI/", "-t", "1", "-s", "csv2"),
                         "Cnode ID, Thread ID,visits,time\n2,1,3,200\n")
        self.assertEqual(self.prints("dump", self.a, "-m", "time", "-c", "level=1", "-s", "csv"),
                         "\n\n1,0,10\n1,1,20\n\n")
        self.assertEqual(self.prints("dump", self.a, "-m", "time", "-c", "leafs", "-t", "aggr", "-s", "csv2"),
                         "Cnode ID,time\n2,300\n")
        self.assertEqual(self.prints("dump", self.a, "-m", "time", "-r", "-t", "aggr", "-s", "csv2").splitlines()[1:],
                         ["0,3,330", "1,30,300", "2,300,0", "3,0,0"])
        human = self.prints("dump", self.a, "-m", "time", "-c", "0-1")
        self.assertRegex(human, r"(?m)^solve\(id=1\) +10 +20$")
        self.fails("dump", self.a, "-m", "visit", says=["no metric 'visit'", "visits?"])
        self.fails("dump", self.a, "-m", "time", "-c", "7", says=["no call paths 7", "0 to 2"])
        self.fails("dump", self.a, "-m", "time", "-c", "name=/(/", says=["no regular expression"])
        self.fails("dump", self.a, "-m", "time", "-s", "cvs", code=2, says=["--style"])

    def test_stat(self):
        self.assertEqual(self.prints("stat", self.a, "-m", "time,visits", "-r", "solve"),
                         "Routine,time,visits\nINCL(solve),330.000,10\nEXCL(solve),30.0000,4\nMPI_Send,300.000,6\n\n")
        lines = self.prints("stat", self.a, "-%", "-m", "time", "-r", "MPI_Send").splitlines()
        self.assertEqual(lines[1], "time,LEAF(MPI_Send),2,300.000,150.000,5000.00,100.000,,150.000,,200.000")
        self.assertEqual(self.prints("stat", self.a, "-t", "1").splitlines()[1:], ['"MPI_Send",6,300.000,300.000'])
        self.assertEqual(len(self.prints("stat", self.a, "-p", "-t", "all").splitlines()), 4)
        self.fails("stat", self.a, "-r", "slove", says=["no call path of a region 'slove'"])
        self.fails("stat", self.a, "-t", "1", "-r", "main", code=2, says=["--top"])

    def test_calltree(self):
        self.assertEqual(self.prints("calltree", self.a), "main\n  + solve\n  |   + MPI_Send\n")
        self.assertEqual(self.prints("calltree", self.a, "-m", "time", "-i", "-p", "-t", "95"),
                         "333 (100%)                      main\n330 (99.099%)                     + solve\n")
        self.assertEqual(self.prints("calltree", self.a, "-c", "-a").splitlines()[-1],
                         "  |   + MPI_Send    MPI:/main/solve/MPI_Send")
        self.fails("calltree", self.a, "-t", "5", code=2, says=["--metric"])

    def test_info(self):
        self.assertEqual(self.prints("info", self.a, "-l"), "time\nvisits\n")
        self.assertEqual(self.prints("info", self.a), "Call tree\n * main\n |  * solve\n |  |  * MPI_Send\n")
        last = self.prints("info", self.a, "-t", "-w", "-m", "time:excl:1").splitlines()[-1]
        self.assertRegex(last, r"^\| +300\.00 \| +200\.00 \| +2 \| +\|  \|  \* MPI_Send$")
        self.fails("info", self.a, "-m", "time:excl:9", says=["no process or thread '9'"])

    def test_wrong_usage(self):
        self.fails(code=2, says=["no command is given", "latecomer report --help"])
        self.fails("dif", self.a, self.b, code=2, says=["no command 'report dif'; did you mean diff?"])
        self.fails("diff", self.a, code=2, says=["SUBTRAHEND", "latecomer report diff --help"])
        self.fails("diff", self.a, self.b, "--colapse", code=2, says=["did you mean --collapse?"])
        self.fails("diff", self.a, self.directory / "none.cubex", says=["none.cubex"])
        self.fails("clean", self.a, "-o", self.directory / "no" / "such.cubex", says=["such.cubex"])

    def test_help(self):
        commands = ("diff", "mean", "merge", "cut", "clean", "remap", "dump", "stat", "calltree", "info")
        for words in ([], *([command] for command in commands)):
            shown = run(LATECOMER, "report", *words, "--help")
            self.assertEqual(shown.returncode, 0)
            self.assertIn("Example", shown.stdout)
            self.assertEqual([line for line in shown.stdout.splitlines() if len(line) > 100], [])
            self.assertEqual(shown.stdout, run(LATECOMER, "help", "report", *words).stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
