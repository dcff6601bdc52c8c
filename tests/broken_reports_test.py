# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Reports that are damaged, or made to take up memory: each is refused in one line, with exit code 1, and takes no
more memory than an ordinary small report does and four times the file's size.

usage: broken_reports_test.py LATECOMER
"""

import gzip
import io
import json
import pathlib
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zlib

LATECOMER = sys.argv.pop(1)
MIB = 1 << 20
# What limits on small files, and room for them twice, may cost besides: 16 MiB of definitions, their text, a row.
FLOOR = 48 * MIB
# Runs a command in a small process of its own: the memory of a child begins with that of its parent.
RUNNER = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def anchor(metrics="", cnodes="", attributes="", locations=1, dtype="DOUBLE", before=""):
    """An anchor.xml with one metric, one region, and a call path."""
    threads = "".join(
        f'<location Id="{i}"><name>t</name><rank>{i}</rank><type>thread</type></location>' for i in range(locations)
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
{before}<cube version="4.4">{attributes}
<metrics><metric id="0" type="EXCLUSIVE"><disp_name>Time</disp_name><uniq_name>time</uniq_name><dtype>{dtype}</dtype>
<uom>sec</uom><url></url><descr></descr>{metrics}</metric></metrics>
<program><region id="0" mod="" begin="1" end="2"><name>main</name></region>
<cnode id="0" calleeId="0">{cnodes}</cnode></program>
<system><systemtreenode Id="0"><name>machine m</name><class>machine</class><locationgroup Id="0"><name>p</name>
<rank>0</rank><type>process</type>{threads}</locationgroup></systemtreenode></system></cube>
""".encode()


def index(rows, count=None):
    return b"CUBEX.INDEX" + struct.pack("<ihbi", 1, 0, 1, len(rows) if count is None else count) + struct.pack(
        f"<{len(rows)}i", *rows
    )


def data(*values):
    return b"CUBEX.DATA" + struct.pack(f"<{len(values)}d", *values)


def compressed(rows, count=None):
    """Rows that are compressed already, behind their table."""
    table, offset = b"", 0
    for row in rows:
        table += struct.pack("<qqq", 0, offset, len(row))
        offset += len(row)
    return b"ZCUBEX.DATA" + struct.pack("<q", len(rows) if count is None else count) + table + b"".join(rows)


def archive(**members):
    """A tar archive of anchor.xml, 0.index and 0.data, unless others are given."""
    content = {"anchor.xml": anchor(), "0.index": index([0]), "0.data": data(1.5)}
    content.update({name.replace("_", "."): text for name, text in members.items()})
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, text in content.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text))
    return out.getvalue()


def with_size_field(whole, member, field):
    """With the size of a member claimed to be something else, and a checksum that is in order."""
    at = whole.index(member.encode() + b"\0")
    header = bytearray(whole[at : at + 512])
    header[124:136] = field
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return whole[:at] + bytes(header) + whole[at + 512 :]


def gzip_of(begin, mebibytes):
    """A gzip file of `begin` and so many MiB of blanks."""
    compressor = zlib.compressobj(6, zlib.DEFLATED, 31)
    parts = [compressor.compress(begin)] + [compressor.compress(b" " * MIB) for _ in range(mebibytes)]
    return b"".join(parts) + compressor.flush()


class BrokenReports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.directory.name) / "report.cubex"
        status, output, cls.usual = cls.show(archive())
        assert status == 0, output

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    @classmethod
    def show(cls, content):
        """What `latecomer show` returns, prints as errors, and has in memory at most, in bytes."""
        cls.path.write_bytes(content)
        command = [sys.executable, "-c", RUNNER, LATECOMER, "show", str(cls.path)]
        done = subprocess.run(command, capture_output=True, text=True)
        status, memory = done.stdout.split()
        return int(status), done.stderr, int(memory) * 1024

    def check_memory(self, content, memory, what):
        most = self.usual + FLOOR + 4 * len(content)
        self.assertLess(memory, most, f"{what}: {len(content)} bytes took {(memory - self.usual) // MIB} MiB")

    def refused(self, content, problem):
        status, errors, memory = self.show(content)
        self.assertEqual((1, 1), (status, len(errors.splitlines())), errors)
        self.assertIn(str(self.path) + ": ", errors)
        self.assertIn(problem, errors)
        self.check_memory(content, memory, problem)

    def test_archives(self):
        whole = archive()
        at = whole.index(b"0.data\0")
        self.refused(whole[: at + 148] + b"0000000\0" + whole[at + 156 :], "is not a tar archive, or a damaged one")
        overflow = "Tar entry size overflow"
        outside = "ends behind the end of the file, which is incomplete"
        for size, problem in [
            (b"77777777777\0", outside),
            (b"\x80" + bytes(3) + b"\x7f" + b"\xff" * 7, overflow),
            (b"\x80" + bytes(6) + b"\1" + bytes(4), outside),
        ]:
            self.refused(with_size_field(whole, "0.data", size), problem)
            self.refused(with_size_field(whole, "anchor.xml", size), problem)
        self.refused(b"", "cannot be read as a .cubex file")

    def test_cut_off_anywhere(self):
        content = archive(anchor_xml=gzip.compress(anchor()), **{"0_data": compressed([zlib.compress(data(1.5)[10:])])})
        self.assertEqual(0, self.show(content)[0])
        end = content.rindex(b"ZCUBEX.DATA") + 50
        for length in [*range(0, end, 171), end]:
            status, errors, _ = self.show(content[:length])
            self.assertEqual(1, status, length)
            self.assertEqual(1, len(errors.splitlines()), errors)

    def test_checksums_of_rows(self):
        row = bytearray(zlib.compress(struct.pack("<d", 1.5)))
        self.assertEqual(0, self.show(archive(**{"0_data": compressed([bytes(row)])}))[0])
        row[-1] ^= 1
        self.refused(archive(**{"0_data": compressed([bytes(row)])}), "0.data: the row of call path 0: its compression is damaged")

    def test_checksum_of_the_anchor(self):
        packed = bytearray(gzip.compress(anchor()))
        packed[-6] ^= 1
        self.refused(archive(anchor_xml=bytes(packed)), "anchor.xml: its gzip compression is damaged")

    def test_indexes_of_a_billion_rows(self):
        self.refused(archive(**{"0_index": index([0], 10**9)}), "0.index: claims 1000000000 rows, but has room for 1")
        self.refused(archive(**{"0_index": index([0], -1)}), "0.index: claims -1 rows")
        many = index([0]) + bytes(40 * MIB)
        self.refused(archive(**{"0_index": many}), "0.index: is larger than an index of 1 call paths")
        self.refused(archive(**{"0_index": index([7])}), "0.index: names row 7 of 1 call paths")
        self.refused(archive(**{"0_data": compressed([b""], 10**9)}), "0.data: claims 1000000000 rows where the index has 1")
        outside = b"ZCUBEX.DATA" + struct.pack("<qqqq", 1, 0, 0, 2**63 - 1)
        self.refused(archive(**{"0_data": outside}), "0.data: a compressed row lies outside of it")

    def test_rows_that_are_much_larger_than_the_file(self):
        self.refused(
            archive(anchor_xml=anchor(dtype="NDOUBLES(1000000)", locations=50), **{"0_data": compressed([zlib.compress(bytes(400 * MIB))])}),
            "0.data: the values of a call path would take more memory than there is file",
        )

    def test_xml_bombs(self):
        entities = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10 if i else "lol"}">' for i in range(12))
        self.refused(archive(anchor_xml=anchor(before=f"<!DOCTYPE cube [{entities}]>\n", attributes="<x>&e11;</x>")), "a document type definition")
        self.refused(archive(anchor_xml=anchor(attributes="<a>" * 3_000_000)), "an element that is nested more than")
        many = " ".join(f'a{i}=""' for i in range(1_000_000))
        self.refused(archive(anchor_xml=anchor(attributes=f"<x {many}/>")), "nothing that ends within 1 MiB")
        self.refused(archive(anchor_xml=anchor(metrics="<cubepl>" + "x" * (8 * MIB))), "mismatched tag")
        self.refused(archive(anchor_xml=anchor(cnodes="<cnode" * 3_000_000)), "has more definitions than there is text to define them")
        self.refused(archive(anchor_xml=anchor(cnodes="<region " * 3_000_000)), "has more definitions than there is text to define them")

    def test_many_elements_that_no_report_has(self):
        attributes = " ".join(f'a{i}=""' for i in range(90_000))
        for many in ("<a/>" * 5_000_000, f"<x {attributes}/>"):
            content = archive(anchor_xml=anchor(attributes=many))
            status, errors, memory = self.show(content)
            self.assertEqual(0, status, errors)
            self.check_memory(content, memory, many[:10])

    def shown(self, content, *options):
        """What `latecomer show` prints of it, which it has to read."""
        self.path.write_bytes(content)
        done = subprocess.run([LATECOMER, "show", str(self.path), *options], capture_output=True, text=True)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return done.stdout

    def test_long_names(self):
        """Of any length, and with characters of several bytes and what XML escapes where the text is cut."""
        for name in ("n" * (3 * MIB), "\u20ac" * MIB, "a&amp;" * MIB, "x" * 65_535 + "\u00fc" * 200_000, "&lt;a&gt;" * MIB):
            content = archive(anchor_xml=anchor().decode().replace("<name>main</name>", f"<name>{name}</name>").encode())
            plain = name.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
            self.assertEqual(plain, json.loads(self.shown(content, "--json"))["regions"][0]["name"])

    def test_deep_call_trees(self):
        """As deep as there is text for."""
        depth = 250_000
        nodes = "".join(f'<cnode id="{i}" calleeId="0">\n' for i in range(1, depth)) + "</cnode>\n" * (depth - 1)
        self.assertEqual(depth, self.shown(archive(anchor_xml=anchor(cnodes=nodes)), "--csv", "--call-paths").count("\n") - 1)

    def test_checksums_that_are_32_too_small(self):
        """As CubeWriter 4.8.0 writes them, whether a header is at the begin of what is read at once or at its end."""
        for size in (8, 60 * 1024, 64 * 1024 - 1536, 1 << 20):
            whole = bytearray(archive(**{"note_txt": b"n" * size, "more_txt": b"m" * 100_000}))
            at = 0
            while at < len(whole) and whole[at]:
                header = whole[at : at + 512]
                header[148:156] = b" " * 8
                whole[at + 148 : at + 156] = b"%06o\0\0" % (sum(header) - 32)
                at += 512 + (int(header[124:135], 8) + 511) // 512 * 512
            for content in (bytes(whole), gzip.compress(bytes(whole))):
                self.assertIn(" 1.5", self.shown(content))
            whole[148:156] = b"%06o\0\0" % (sum(whole[:512]) + 1)
            self.refused(bytes(whole), "cannot be read as a .cubex file")

    def test_kinds_of_indexes(self):
        for kind in (0, 3):
            dense = b"CUBEX.INDEX" + struct.pack("<ihb", 1, 0, kind)
            self.assertIn(" 1.5", self.shown(archive(**{"0_index": dense})))
        for kind in (2, 4, -1):
            self.refused(archive(**{"0_index": b"CUBEX.INDEX" + struct.pack("<ihb", 1, 0, kind)}), f"0.index: is of the unknown type {kind}")

    def test_topologies_that_are_not_understood(self):
        """They are left out, and nothing else is."""
        good = '<cart name="good" ndims="1"><dim size="2" periodic="false"/><coord locId="0">1</coord></cart>'
        for bad in (
            '<dim size="0" periodic="false"/>',
            '<dim size="x" periodic="false"/><coord locId="0">0</coord>',
            '<dim size="2" periodic="false"/><coord locId="7">0</coord>',
            '<dim size="2" periodic="false"/><coord locId="a">0</coord>',
            '<dim size="2" periodic="false"/><coord lgId="9">0</coord>',
            '<dim size="2" periodic="false"/><coord>0</coord>',
            '<dim size="2" periodic="false"/><coord locId="0">2</coord>',
            '<dim size="2" periodic="false"/><coord locId="0">0 0</coord>',
            '<dim size="2" periodic="false"/><coord locId="0"></coord>',
            '<dim size="2" periodic="false"/><coord locId="0">-1</coord><coord locId="0">1</coord>',
        ):
            text = f'<topologies>{good}<cart name="bad" ndims="1">{bad}</cart>{good}</topologies></system>'
            content = archive(anchor_xml=anchor().replace(b"</system>", text.encode()))
            notes = json.loads(self.shown(content, "--json"))["notes"]
            self.assertEqual(1, len(notes), bad)
            self.assertRegex(notes[0], "^topology 'bad' is left out: it has (coordinates of what is not defined|no place '|a dimension of the size ')")
            self.assertIn(" 1.5", self.shown(content))

    def test_reports_of_cube_3(self):
        for content in (b'<?xml version="1.0" encoding="UTF-8"?>\n<cube version="3.0">\n<metrics/></cube>\n', b'<cube version="2.0"></cube>'):
            for packed in (content, gzip.compress(content)):
                self.refused(packed, f"is a report of Cube 3; this makes one of Cube 4 of it: cube3to4 {self.path} ")

    def test_counters_below_zero(self):
        """Stored without a sign, or what is left of one: never 1.8e19."""
        less = struct.pack("<q", -3)
        text = self.shown(archive(anchor_xml=anchor(dtype="UINT64"), **{"0_data": b"CUBEX.DATA" + less}), "--csv")
        self.assertTrue(text.endswith(",-3\n"), text)
        for dtype, form in (("UINT64", "<QQ"), ("UINT32", "<II"), ("UINT8", "<BB")):
            xml = anchor(dtype=dtype, cnodes='<cnode id="1" calleeId="0"/>').replace(b"EXCLUSIVE", b"INCLUSIVE")
            content = archive(anchor_xml=xml, **{"0_index": index([0, 1]), "0_data": b"CUBEX.DATA" + struct.pack(form, 2, 7)})
            self.assertIn("0,,main,,1,,,0,0,0,-5\n", self.shown(content, "--csv"))
            dumped = subprocess.run([LATECOMER, "report", "dump", str(self.path), "-m", "time", "-s", "csv2"], capture_output=True, text=True).stdout
            self.assertIn("0,0,-5\n", dumped)
            self.assertIn("-5", self.shown(content, "-m", "time"))

    def test_names_that_change_the_direction_of_writing(self):
        turning = [chr(c) for c in (0x061C, 0x200E, 0x200F, 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))]
        name = "a" + "b".join(turning) + "c"
        content = archive(anchor_xml=anchor().decode().replace("<name>main</name>", f"<name>{name}</name>").encode())
        for options in ([], ["-m", "time"], ["--json"], ["--csv"]):
            text = self.shown(content, *options)
            self.assertFalse([each for each in turning if each in text])

    def test_gzip_bombs(self):
        self.refused(archive(anchor_xml=gzip_of(b"<cube>", 1024)), "anchor.xml: its gzip compression is damaged, or holds more than 16 MiB")
        self.refused(gzip_of(archive(), 1024), "MiB; unpack it first")
        inside = gzip.compress(archive(anchor_xml=anchor(attributes=" " * (60 * MIB))))
        self.refused(inside, "a part of it holds 60 MiB; unpack it first")

    def test_undefined_and_twice_defined(self):
        self.refused(archive(anchor_xml=anchor(cnodes='<cnode id="1" calleeId="3"/>')), "call path 1 is in a region 3 that is not defined")
        self.refused(archive(anchor_xml=anchor(cnodes='<cnode id="0" calleeId="0"/>')), "two call paths have the id 0")


if __name__ == "__main__":
    unittest.main()
