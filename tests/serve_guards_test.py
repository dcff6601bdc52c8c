# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""What `latecomer serve` guards: the files that it shows, and its memory.

usage: serve_guards_test.py LATECOMER
"""

import io
import os
import pathlib
import re
import struct
import subprocess
import tarfile
import threading
import unittest

import serve_test


def setUpModule():
    serve_test.setUpModule()


def report_naming(file):
    """A report that says that main is in this file."""
    anchor = f"""<?xml version="1.0" encoding="UTF-8"?>
<cube version="4.4"><metrics><metric id="0" type="EXCLUSIVE"><disp_name>Time</disp_name><uniq_name>time</uniq_name><dtype>DOUBLE</dtype>
<uom>sec</uom><url></url><descr></descr></metric></metrics>
<program><region id="0" mod="{file}" begin="1" end="2"><name>main</name></region><cnode id="0" calleeId="0"></cnode></program>
<system><systemtreenode Id="0"><name>machine m</name><class>machine</class><locationgroup Id="0"><name>p</name><rank>0</rank>
<type>process</type><location Id="0"><name>t</name><rank>0</rank><type>thread</type></location></locationgroup></systemtreenode></system></cube>
""".encode()
    report = serve_test.SCRATCH / "naming.cubex"
    with tarfile.open(report, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in [("anchor.xml", anchor), ("0.index", b"CUBEX.INDEX" + struct.pack("<ihbi", 1, 0, 1, 0)), ("0.data", b"CUBEX.DATA")]:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return report


class SourceText(unittest.TestCase):
    SCHEMA = serve_test.API["paths"]["/source_text"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]

    def test_lines_of_what_the_report_names(self):
        file = serve_test.SCRATCH / "a b.c"
        file.write_bytes(b"int main() {\n\treturn 0;  // \xff\r\n}")
        with serve_test.Server(report=report_naming(file)) as server:
            reply = server.get("/source_text", file=file).json()
            self.assertEqual(serve_test.violations(reply, self.SCHEMA), [])
            self.assertEqual(reply["lines"], ["int main() {", "        return 0;  // \ufffd", "}"])
            self.assertEqual(reply["path"], str(file))
            for wrong in [serve_test.SCRATCH / "other.c", "/etc/passwd", ""]:
                self.assertEqual(server.get("/source_text", file=wrong).status, 404, wrong)
            for text in ["", "?file=a&file=b", "?nothing=1"]:
                self.assertEqual(server.ask(serve_test.PREFIX + "/source_text" + text).status, 400, text)

    def test_nothing_else_even_if_the_report_names_it(self):
        secret = serve_test.SCRATCH / "secret"
        secret.write_text("secret")
        large = serve_test.SCRATCH / "large.c"
        large.write_bytes(b"a" * ((16 << 20) + 1))
        pipe = serve_test.SCRATCH / "pipe.c"
        os.mkfifo(pipe)
        for file, word in [(secret, "no lines"), (large, "larger than 16 MiB"), (pipe, "pipe.c"), (serve_test.SCRATCH / "gone.c", "gone.c")]:
            with self.subTest(file=file), serve_test.Server(report=report_naming(file)) as server:
                reply = server.get("/source_text", file=file)
                self.assertEqual(reply.status, 404)
                self.assertIn(word, reply.json()["error"])

    def test_links_lead_nowhere_else(self):
        """To other names, and out of the directories in which the report has sources, they are not followed."""
        private = serve_test.SCRATCH / "private"
        sources = serve_test.SCRATCH / "sources"
        for directory in (private, sources):
            directory.mkdir(exist_ok=True)
        for file in (private / "key", private / "key.c", sources / "real.c", sources / "notes"):
            file.write_text("text")
        for link, target in [("key.c", private / "key"), ("other.c", private / "key.c"), ("notes.c", "notes"), ("chain.c", "other.c"), ("fine.c", "real.c"),
                             ("directory.c", private)]:
            (sources / link).symlink_to(target)
        (serve_test.SCRATCH / "linked").symlink_to(sources)
        for file, status in [(sources / "key.c", 404), (sources / "other.c", 404), (sources / "notes.c", 404), (sources / "chain.c", 404),
                             (sources / "directory.c", 404), (sources / "fine.c", 200), (sources / ".." / "sources" / "real.c", 200), (serve_test.SCRATCH / "linked" / "real.c", 200)]:
            with self.subTest(file=file), serve_test.Server(report=report_naming(file)) as server:
                reply = server.get("/source_text", file=file)
                self.assertEqual(reply.status, status, reply.body)
                self.assertEqual(reply.json().get("lines"), ["text"] if status == 200 else None)


class Memory(unittest.TestCase):
    """What answers take, against `--memory`."""
    BUDGET = 100  # MB, the least that there can be
    CLIENTS = 40

    @classmethod
    def setUpClass(cls):
        serve_test.run(serve_test.LATECOMER, "generate", "halo2d", "-o", serve_test.SCRATCH / "wide", "--ranks", 64, "--events", 250000)
        serve_test.run(serve_test.LATECOMER, "analyze", serve_test.SCRATCH / "wide")

    def server(self):
        return serve_test.Server(report=serve_test.SCRATCH / "wide" / "report.cubex", options=["--memory", f"{self.BUDGET}MB"])

    def megabytes(self, server, what):
        return int(re.search(what + r":\s*(\d+) kB", pathlib.Path(f"/proc/{server.pids()[0]}/status").read_text())[1]) / 1024

    def at_once(self, server, paths):
        replies = []
        threads = [threading.Thread(target=lambda path=path: replies.append(server.ask(serve_test.PREFIX + path))) for path in paths]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        return replies

    def test_many_large_answers_at_once(self):
        with self.server() as server:
            server.get("/timeline/window", locations="0-3")  # what is opened once
            before = self.megabytes(server, "VmRSS")
            replies = self.at_once(server, [f"/timeline/window?locations=0-63&from={i}" for i in range(self.CLIENTS)])
            self.assertEqual(len(replies), self.CLIENTS)
            for reply in replies:
                self.assertIn(reply.status, (200, 503))
            largest = max(len(reply.body) for reply in replies) / 1e6
            peak = self.megabytes(server, "VmHWM")
            self.assertGreater(largest * self.CLIENTS, 1.5 * self.BUDGET, "else this shows nothing")
            self.assertLess(peak - before, 1.5 * self.BUDGET)
            serve_test.wait_until(lambda: self.megabytes(server, "VmRSS") < before + 40)
            print(f"{self.CLIENTS} answers of {largest:.0f} MB: {before:.0f} MB before, {peak:.0f} MB at most, "
                  f"{self.megabytes(server, 'VmRSS'):.0f} MB afterwards; {sum(reply.status == 200 for reply in replies)} answered")

    def test_what_is_too_large_alone(self):
        with self.server() as server:
            reply = server.get("/timeline/bins", bins=2000)
            self.assertEqual(reply.status, 503)
            self.assertRegex(reply.json()["error"], "the answer needs about .* MB of memory, .* --memory=")
            self.assertEqual(server.get("/timeline/bins", bins=20).status, 200)

    def test_locations_that_are_named_twice_are_one(self):
        with self.server() as server:
            asked = {"from": 0, "to": 10**7, "resolution": 1 << 16}
            once = server.get("/timeline/window", locations="3,0-2", **asked)
            self.assertEqual(once.status, 200)
            for locations in ("3,0-2,0-2", "3,3,0,0-1,1-2,3", ",".join(["3,0-2"] * 1000)):
                self.assertEqual(server.get("/timeline/window", locations=locations, **asked).body, once.body, locations[:40])

    def test_memory_that_is_too_little(self):
        done = subprocess.run([serve_test.LATECOMER, "serve", serve_test.REPORT, "--memory", "1MB"], env=serve_test.ENVIRONMENT, capture_output=True, text=True, timeout=serve_test.PATIENCE)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("--memory", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=serve_test.sys.argv[:1])
