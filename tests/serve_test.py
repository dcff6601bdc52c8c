# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""`latecomer serve`: what docs/openapi.json says of it, clients of all kinds, one rank and several.

usage: serve_test.py LATECOMER
"""

import asyncio
import contextlib
import gzip
import http.client
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import urllib.parse

LATECOMER = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[1]
API = json.loads((ROOT / "docs" / "openapi.json").read_text())
PREFIX = API["servers"][0]["url"]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
ALONE = []
OPEN_MPI = ["mpiexec.openmpi", "--oversubscribe", "-n"]
MPICH = ["mpiexec.mpich", "-n"]
PATIENCE = 60  # seconds, for what takes one at most where the machine is not busy


def run(*command):
    done = subprocess.run([str(word) for word in command], env=ENVIRONMENT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def setUpModule():
    global SCRATCH, REPORT
    directory = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(directory.cleanup)
    SCRATCH = pathlib.Path(directory.name)
    run(LATECOMER, "generate", "halo2d", "-o", SCRATCH / "run", "--ranks", 4, "--events", 2000)
    run(LATECOMER, "analyze", SCRATCH / "run")
    REPORT = SCRATCH / "run" / "report.cubex"


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


class Server:
    """A running `latecomer serve`, or `view`, to be used with `with`, which ends it and looks that it ends well."""

    def __init__(self, *launcher, report=None, second=None, options=(), word="serve"):
        self.report = str(report or REPORT)
        self.word = word
        command = [*map(str, launcher), LATECOMER, word, self.report, *([str(second)] if second else []), *options]
        self.process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.output = ""
        while "Ctrl-C" not in self.output:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read()
            self.output += line
        self.host, port, self.token = re.search(r"http://([^:/]+):(\d+)/\?token=([0-9a-f]{32})\n", self.output).groups()
        self.port = int(port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            assert self.end(pid=self.pids()[0]) == 0, self.errors

    def pids(self):
        """Of the ranks, not of who started them."""
        found = []
        for directory in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (directory / "cmdline").read_bytes().split(b"\0")
                if words[:2] == [LATECOMER.encode(), self.word.encode()] and words[2] == self.report.encode():
                    found.append(int(directory.name))
        return sorted(found)

    def end(self, number=signal.SIGTERM, pid=None):
        """Returns the exit code. Without `pid`, the signal goes to what was started: mpiexec, where there is one."""
        os.kill(pid or self.process.pid, number)
        self.errors = self.process.communicate(timeout=PATIENCE)[1]
        return self.process.returncode

    def ask(self, path, method="GET", token=True, headers=None, body=None):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        headers = dict(headers or {})
        if token:
            headers.setdefault("Authorization", "Bearer " + self.token)
        connection.request(method, path, headers=headers, body=body)
        response = connection.getresponse()
        reply = Reply(response.status, response.headers, response.read())
        connection.close()
        return reply

    def get(self, path, **parameters):
        return self.ask(PREFIX + path + ("?" + urllib.parse.urlencode(parameters, doseq=True) if parameters else ""))

    def json(self, path, **parameters):
        reply = self.get(path, **parameters)
        assert reply.status == 200, (path, parameters, reply.body)
        return reply.json()

    def connect(self):
        return socket.create_connection((self.host, self.port), timeout=PATIENCE)

    def send(self, raw):
        """What comes back for these bytes until the server closes the connection."""
        with self.connect() as client:
            client.sendall(raw)
            return read_all(client)

    def head(self, path):
        return f"GET {PREFIX}{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode()


def read_all(client):
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := client.recv(1 << 16):
            received += piece
    return received


def resolved(schema):
    while "$ref" in schema:
        found = API
        for key in schema["$ref"].split("/")[1:]:
            found = found[key]
        schema = found
    return schema


TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}


def violations(value, schema, where="answer"):
    """What of a JSON value is not as its schema says, and keys that the schema does not have."""
    schema = resolved(schema)
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(isinstance(value, TYPES[each]) and isinstance(value, bool) == (each == "boolean") for each in types):
        return [f"{where} is no {types}: {str(value)[:40]}"]
    if value not in schema.get("enum", [value]):
        return [f"{where} is {value}"]
    if isinstance(value, list) and "items" in schema:
        return [each for i, element in enumerate(value) for each in violations(element, schema["items"], f"{where}[{i}]")]
    if isinstance(value, dict) and "x-table" in schema:
        properties = {name: schema["additionalProperties"] for name, _ in COLUMNS[schema["x-table"]] if name != "count"}
        schema = {"required": list(properties), "properties": properties}
    if not isinstance(value, dict) or "properties" not in schema:
        return []
    wrong = [f"{where} has no {key}" for key in schema["required"] if key not in value]
    wrong += [f"{where}.{key} is not documented" for key in value if key not in schema["properties"]]
    return wrong + [each for key, child in value.items() if key in schema["properties"]
                    for each in violations(child, schema["properties"][key], f"{where}.{key}")]


def reports_needed(path):
    return API["paths"][path]["get"].get("x-reports", 1)


def documented(reports=1):
    """Of each path that needs so many reports its parameters and the schema of its answer. The generated run has no
    source text: SourceText has."""
    for path, methods in API["paths"].items():
        if reports_needed(path) != reports or path.startswith("/predictions"):  # how these stand, changes
            continue
        content = methods["get"]["responses"]["200"]["content"]
        if path == "/source_text" or "application/json" not in content:
            continue
        parameters = [resolved(each) for each in methods["get"]["parameters"]]
        yield path, parameters, content["application/json"]["schema"]


def documented_columns():
    """Of each table in docs/tables.md that the server answers with, the names and types of its columns."""
    text = (ROOT / "docs" / "tables.md").read_text().split("## The server's answers")[1]
    return {section.split("\n")[0]: re.findall(r"^\| `(\w+)` \| (\w+) \|", section, re.MULTILINE)
            for section in text.split("\n### ")[1:]}


COLUMNS = documented_columns()


def documented_tables():
    """Of each path that answers with tables, its parameters and the columns of its tables."""
    for path, methods in API["paths"].items():
        content = methods["get"]["responses"]["200"]["content"]
        if "application/octet-stream" in content:
            parameters = [resolved(each) for each in methods["get"]["parameters"]]
            tables = content["application/octet-stream"]["x-tables"]
            yield path, parameters, {name: COLUMNS[name] if columns == "tables.md" else [tuple(each) for each in columns]
                                     for name, columns in tables.items()}


def tables_of(body):
    """The tables of an answer, by name: of each the columns as (name, type) and the values of each."""
    length = struct.unpack("<I", body[:4])[0]
    head = json.loads(body[4:4 + length])
    position, tables = 4 + length, {}
    for name, table in head["tables"].items():
        values = []
        for _, kind in table["columns"]:
            assert position % 8 == 0
            code = {"u8": "B", "u32": "I", "f64": "d"}[kind]
            size = struct.calcsize(code) * table["rows"]
            values.append(struct.unpack(f"<{table['rows']}{code}", body[position:position + size]))
            position += (size + 7) // 8 * 8
        tables[name] = ([tuple(column) for column in table["columns"]], values)
    assert position == len(body), (position, len(body))
    return tables


class Interface(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server())

    def check(self, path, schema, parameters):
        with self.subTest(path=path, **parameters):
            reply = self.server.get(path, **parameters)
            self.assertEqual(reply.status, 200, reply.body)
            self.assertEqual(reply.headers["Content-Type"], "application/json")
            self.assertEqual(violations(reply.json(), schema), [])
            self.assertEqual(self.server.get(path, **parameters).body, reply.body)

    def test_every_documented_parameter(self):
        for path, parameters, schema in documented():
            needed = {each["name"]: each["example"] for each in parameters if each.get("required")}
            self.check(path, schema, needed)
            for each in parameters:
                for value in each["schema"].get("enum", [each["example"]] if "example" in each else []):
                    self.check(path, schema, dict(needed, **{each["name"]: value}))

    def test_tables_are_as_documented(self):
        for path, parameters, tables in documented_tables():
            needed = {each["name"]: each["example"] for each in parameters if each.get("required")}
            for each in [{}, *({each["name"]: each["example"]} for each in parameters)]:
                with self.subTest(path=path, **each):
                    reply = self.server.get(path, **dict(needed, **each))
                    self.assertEqual(reply.status, 200, reply.body)
                    self.assertEqual(reply.headers["Content-Type"], "application/octet-stream")
                    columns = {name: columns for name, (columns, _) in tables_of(reply.body).items()}
                    self.assertEqual(columns, tables)

    def test_wait_states_are_those_of_the_report(self):
        """All together they are as long as the report says, and each is its kind's."""
        columns, values = tables_of(self.server.get("/timeline/window", locations="0-3").body)["waits"]
        waits = {name: values for (name, _), values in zip(columns, values)}
        report = self.server.json("/report")
        ticks = self.server.json("/timeline")["ticks_per_second"]
        self.assertEqual(set(waits["count"]), {1})
        self.assertGreater(len(waits["metric"]), 10)
        for metric in set(waits["metric"]):
            amounts = sum(amount for amount, kind in zip(waits["amount"], waits["metric"]) if kind == metric)
            value = self.server.json("/values", metric=report["metrics"][metric]["id"], child_metrics="excluded")["value"]
            self.assertAlmostEqual(amounts / ticks, value, places=9)

    def test_bins_and_messages_are_those_of_the_report(self):
        ticks = self.server.json("/timeline")["ticks_per_second"]
        def value(metric, **more):
            return self.server.json("/values", metric=metric, **more)["value"]
        for bins in (1, 7):
            reply = self.server.get("/timeline/bins", bins=bins)
            tables = {name: dict(zip([name for name, _ in columns], values)) for name, (columns, values) in tables_of(reply.body).items()}
            self.assertEqual(len(tables["bins"]["begin"]), bins)
            for part in ("kinds", "paths"):
                self.assertAlmostEqual(sum(tables[part]["time"]) / ticks, value("time"), places=9)
            computation = [time for time, kind in zip(tables["kinds"]["time"], tables["kinds"]["kind"]) if kind == 0]
            self.assertAlmostEqual(sum(computation) / ticks, value("comp"), places=9)
            waiting = sum(amount for amount, metric in zip(tables["waits"]["amount"], tables["waits"]["metric"])
                          if self.server.json("/report")["metrics"][metric]["id"] == "mpi_latesender")
            self.assertAlmostEqual(waiting / ticks, value("mpi_latesender", child_metrics="excluded"), places=7)
        tables = tables_of(self.server.get("/timeline/messages").body)
        self.assertEqual(sum(tables["matrix"][1][2]), value("comms_recv"))
        self.assertEqual(sum(tables["sizes"][1][1]), value("comms_recv"))
        self.assertEqual(sum(tables["matrix"][1][3]), value("bytes_rcvd"))

    def test_defaults_are_as_documented(self):
        for path, parameters, _ in documented():
            needed = {each["name"]: each["example"] for each in parameters if each.get("required")}
            for each in parameters:
                if "default" in each["schema"]:
                    with self.subTest(path=path, parameter=each["name"]):
                        self.assertEqual(self.server.json(path, **needed),
                                         self.server.json(path, **dict(needed, **{each["name"]: each["schema"]["default"]})))

    def test_nothing_is_undocumented(self):
        """The server names what there is where something is asked for that there is not."""
        error = self.server.get("/nothing").json()["error"]
        self.assertEqual(set(re.search(r"there are (.*)", error)[1].split(", ")), {path[1:] for path in API["paths"] if reports_needed(path) == 1 and "{" not in path})
        for path, parameters, _ in [*documented(), *documented_tables()]:
            with self.subTest(path=path):
                reply = self.server.get(path, nothing=1)
                self.assertEqual(reply.status, 400)
                error = reply.json()["error"]
                listed = re.search(r"(?:it has |no parameter but )(\w+(?:, \w+)*)", error)
                self.assertEqual(set(listed[1].split(", ")) if listed else set(), {each["name"] for each in parameters}, error)

    def test_wrong_parameters(self):
        for path, text, word in [("/values", "", "metric"), ("/values", "metric=nothing", "nothing"),
                                 ("/values", "metric=time&call_path=1000000", "call_path"),
                                 ("/values", "metric=time&by=%0d%0aX-Evil:%201", "X-Evil"), ("/search", "text=", "text"),
                                 ("/bulk", "", "bulk"), ("/bulk", "request=report&" * 65, "64"), ("/health", "metric=time", "health")]:
            with self.subTest(path=path, text=text[:40]):
                reply = self.server.ask(f"{PREFIX}{path}?{text}")
                self.assertEqual(reply.status, 400)
                self.assertEqual(violations(reply.json(), API["components"]["schemas"]["Error"]), [])
                self.assertIn(word, reply.json()["error"])
                self.assertNotIn("X-Evil", reply.headers)

    def test_bulk_answers_as_single_requests_do(self):
        asked = ["values?metric=time&by=rank", "nothing", "search?text=mpi", "values?metric=time&by=rank", "values?metric=no"]
        answers = self.server.json("/bulk", request=asked)["answers"]
        self.assertEqual([each["status"] for each in answers], [200, 400, 200, 200, 400])
        for text, answer in zip(asked, answers):
            if answer["status"] == 200:
                self.assertEqual(answer["answer"], self.server.ask(f"{PREFIX}/{text}").json())

    def test_values_are_those_that_show_prints(self):
        shown = json.loads(run(LATECOMER, "show", REPORT, "--json"))
        report = self.server.json("/report")
        self.assertEqual(report, {key: shown[key] for key in report})
        findings = self.server.json("/findings")
        self.assertEqual(findings, {key: shown[key] for key in findings})
        self.assertEqual(set(shown), {*report, *findings, "values"})
        for metric in report["metrics"]:
            self.assertTrue(are_alike(self.server.json("/values", metric=metric["id"])["value"], metric["total"]), metric["id"])
        for row in shown["values"][::7]:
            found = self.server.json("/values", metric=report["metrics"][row["metric"]]["id"], call_path=row["call_path"],
                                     callees="excluded", by="location")
            self.assertEqual(found["values"], row["values"])

    def test_pages_are_for_everybody_and_run_nothing_else(self):
        for path, kind in [("/", "text/html"), ("/?token=" + self.server.token, "text/html"), ("/app.js", "text/javascript"), ("/app.css", "text/css")]:
            with self.subTest(path=path):
                reply = self.server.ask(path, token=False)
                self.assertEqual((reply.status, reply.headers["Content-Type"]), (200, kind + "; charset=utf-8"))
                self.assertTrue(reply.headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; "))
                self.assertNotIn(self.server.token.encode(), reply.body)
                again = self.server.ask(path, token=False, headers={"If-None-Match": reply.headers["ETag"]})
                self.assertEqual((again.status, again.body), (304, b""))


class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server())

    def tearDown(self):
        self.assertEqual(self.server.get("/health").status, 200)

    def test_no_token_no_answer(self):
        other = ("0" if self.server.token[0] != "0" else "1") + self.server.token[1:]
        for path in ["/nothing", "/app.js/", "/index.html", *(PREFIX + each for each in API["paths"])]:
            for wrong in ["", "?token=", "?token=" + other, "?token=" + self.server.token[:-1]]:
                with self.subTest(path=path + wrong):
                    reply = self.server.ask(path + wrong, token=False)
                    self.assertEqual(reply.status, 401)
                    self.assertEqual(reply.headers["WWW-Authenticate"], "Bearer")
        for header in ["Bearer " + other, "Bearer", "Basic " + self.server.token, ""]:
            self.assertEqual(self.server.ask(PREFIX + "/health", headers={"Authorization": header}).status, 401, header)
        self.assertEqual(self.server.ask(f"{PREFIX}/health?token={self.server.token}", token=False).status, 200)

    def test_nothing_can_be_written(self):
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]:
            with self.subTest(method=method):
                reply = self.server.ask(PREFIX + "/report", method, body="{}")
                self.assertEqual((reply.status, reply.headers["Allow"]), (405, "GET, HEAD"))
        self.assertEqual(self.server.ask(PREFIX + "/report", "BREW").status, 405)

    def test_bodies_are_refused_and_not_taken_for_requests(self):
        inner = self.server.head("/health")
        for header in [f"Content-Length: {len(inner)}", "Transfer-Encoding: chunked"]:
            outer = self.server.head("/health").replace(b"\r\n\r\n", b"\r\n" + header.encode() + b"\r\n\r\n")
            received = self.server.send(outer + inner)
            self.assertRegex(received, rb"^HTTP/1.1 4(13|00) ")  # what is said to be chunks is none
            self.assertEqual(received.count(b"HTTP/1.1 "), 1)

    def test_a_head_has_no_content(self):
        asked, only = self.server.ask(PREFIX + "/report"), self.server.ask(PREFIX + "/report", "HEAD")
        self.assertEqual((only.status, only.body), (200, b""))
        self.assertEqual(only.headers["ETag"], asked.headers["ETag"])

    def test_no_file_is_reached(self):
        for path in ["/../etc/passwd", "/api/v1/../../etc/passwd", "/api/v1/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/etc/passwd",
                     "/api/v1/report/../../../etc/passwd", "/api/v1/report/", "/api/v1/report%00", "/api/v1//report", "/api/v1/", "/api/v2/report"]:
            with self.subTest(path=path):
                received = self.server.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {self.server.token}\r\n\r\n".encode())
                self.assertRegex(received, rb"^HTTP/1.1 404 ")
                self.assertNotIn(b"root:", received)

    def test_what_is_too_large(self):
        server = self.server
        self.assertTrue(server.send(server.head("/search?text=" + "a" * (33 << 10))).startswith(b"HTTP/1.1 414 "))
        lines = b"".join(b"X-%d: %s\r\n" % (i, b"a" * 1000) for i in range(33))
        self.assertTrue(server.send(b"GET / HTTP/1.1\r\n" + lines + b"\r\n").startswith(b"HTTP/1.1 431 "))
        for endless in (b"a", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nX: a\r\n"):
            with server.connect() as client, self.assertRaises(OSError):  # it is not read
                client.sendall(endless * (1 << 22))
                client.sendall(endless * (1 << 22))
        self.assertEqual(server.get("/search", text="a" * (12 << 10)).status, 200)
        many = b"".join(b"a%d:\r\n" % i for i in range(150))
        self.assertEqual(server.send(server.head("/health").replace(b"\r\n\r\n", b"\r\nConnection: close\r\n" + many + b"\r\n"))[:12],
                         b"HTTP/1.1 200")
        ranges = b"\r\nConnection: close\r\nRange: bytes=" + b",".join([b"0-"] * 2000) + b"\r\n\r\n"
        received = server.send(server.head("/report").replace(b"\r\n\r\n", ranges))
        self.assertRegex(received, rb"^HTTP/1.1 (200|416|400) ")
        self.assertLess(len(received), 2 * len(server.get("/report").body) + 1000)

    def test_garbage(self):
        for raw in [b"\r\n\r\n", b"\0" * 100 + b"\r\n\r\n", bytes(range(256)) + b"\r\n\r\n", b"GET\r\n\r\n", b"GET /api/v1/health HTTP/9.9\r\n\r\n",
                    b"GET  /api/v1/health  HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"GET /api/v1/health HTTP/1.1\r\n:\r\n\r\n",
                    b"GET /%zz?%zz=%z&&&=&token=%00 HTTP/1.1\r\nAuthorization: Bearer\0\r\n\r\n"]:
            with self.subTest(raw=raw[:20]), self.server.connect() as client:
                client.sendall(raw)
                client.shutdown(socket.SHUT_WR)
                self.assertRegex(read_all(client)[:13], rb"^(HTTP/1.1 [45]\d\d )?$")

    def test_clients_that_leave(self):
        for raw in [b"", b"GET", self.server.head("/report")[:-2], self.server.head("/report"), self.server.head("/report") * 50]:
            for _ in range(20):
                with self.server.connect() as client:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # with a reset
                    client.sendall(raw)

    def test_clients_without_a_token_keep_nobody_waiting(self):
        """However many there are: those that send nothing, a byte now and then, or know no token."""
        server = self.server
        with contextlib.ExitStack() as stack:
            slow = [stack.enter_context(server.connect()) for _ in range(400)]
            for part in (b"", b"GET / HT", b"\r\n", server.head("/health").replace(server.token.encode(), b"0" * 32)):
                for client in slow:
                    with contextlib.suppress(OSError):
                        client.sendall(part)
                for _ in range(5):
                    begin = time.monotonic()
                    self.assertEqual(server.get("/health").status, 200)
                    self.assertLess(time.monotonic() - begin, 2)
                slow += [stack.enter_context(server.connect()) for _ in range(100)]

    def test_who_has_shown_the_token_is_not_put_out_for_others(self):
        with self.server.connect() as known, contextlib.ExitStack() as stack:
            known.sendall(self.server.head("/health"))
            self.assertTrue(known.recv(1 << 16).startswith(b"HTTP/1.1 200 "))
            for _ in range(300):
                stack.enter_context(self.server.connect())
            known.sendall(self.server.head("/health"))
            self.assertTrue(known.recv(1 << 16).startswith(b"HTTP/1.1 200 "))


class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server())

    def test_known_answers_are_not_sent_again(self):
        first = self.server.ask(PREFIX + "/report")
        etag = first.headers["ETag"]
        self.assertRegex(etag, r'^W/"[0-9a-f]{16}"$')
        for known in [etag, etag[2:], f'"other", {etag}', "*"]:
            again = self.server.ask(PREFIX + "/report", headers={"If-None-Match": known})
            self.assertEqual((again.status, again.body, again.headers["ETag"]), (304, b"", etag), known)
        for other in ['"other"', "", self.server.ask(PREFIX + "/findings").headers["ETag"]]:
            self.assertEqual(self.server.ask(PREFIX + "/report", headers={"If-None-Match": other}).status, 200, other)
        self.assertEqual(self.server.ask(PREFIX + "/report", headers={"If-None-Match": etag}, token=False).status, 401)

    def test_answers_are_compressed(self):
        plain = self.server.ask(PREFIX + "/report", headers={"Accept-Encoding": "identity"})
        self.assertIsNone(plain.headers["Content-Encoding"])
        packed = self.server.ask(PREFIX + "/report", headers={"Accept-Encoding": "gzip"})
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed.body), plain.body)
        self.assertLess(len(packed.body), len(plain.body) / 3)
        self.assertEqual(packed.headers["ETag"], plain.headers["ETag"])
        self.assertEqual(packed.headers["Vary"], "Accept-Encoding")

    def test_headers_keep_tokens_and_answers_to_those_they_are_for(self):
        headers = self.server.ask(PREFIX + "/report").headers
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        self.assertIn("private", headers["Cache-Control"])
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        self.assertIsNone(headers["Access-Control-Allow-Origin"])


class Load(unittest.TestCase):
    CONNECTIONS, EACH = 50, 20

    def requests(self, server):
        report = server.json("/report")
        paths = len(report["call_paths"])
        ids = [metric["id"] for metric in report["metrics"]]
        for i in range(self.CONNECTIONS * self.EACH):
            yield (f"/values?metric={ids[i % len(ids)]}&call_path={i % paths}&by=location",
                   f"/top?metric={ids[i % len(ids)]}&limit={1 + i % 9}", f"/values?metric=time&by=call_path&rank={i % 4}",
                   f"/statistics?metric=time&call_path={i % paths}")[i % 4]

    async def one_client(self, server, paths, latencies, answers):
        """Sends all requests at once."""
        reader, writer = await asyncio.open_connection(server.host, server.port)
        begin = time.monotonic()
        writer.write(b"".join(server.head(path) for path in paths))
        await writer.drain()
        for path in paths:
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 "), head
            body = await reader.readexactly(int(re.search(rb"Content-Length: (\d+)", head)[1]))
            latencies.append(time.monotonic() - begin)
            answers.append((path, body))
        writer.close()

    async def all_clients(self, server, paths):
        latencies, answers = [], []
        shares = [paths[i::self.CONNECTIONS] for i in range(self.CONNECTIONS)]
        await asyncio.gather(*(self.one_client(server, share, latencies, answers) for share in shares))
        return sorted(latencies), answers

    def check(self, server, name):
        paths = list(self.requests(server))
        for again in ("new", "known"):
            latencies, answers = asyncio.run(asyncio.wait_for(self.all_clients(server, paths), 120))
            self.assertEqual(len(answers), 1000)
            p50, p99 = latencies[500], latencies[990]
            print(f"{name}, {again} requests: 1,000 in flight from 50 connections: p50 {1e3 * p50:.0f} ms, p99 {1e3 * p99:.0f} ms, "
                  f"all in {1e3 * latencies[-1]:.0f} ms")
        begin = time.monotonic()
        for path in paths[:100]:
            server.ask(PREFIX + path)
        print(f"{name}, known requests one by one, each with a connection: {1e3 * (time.monotonic() - begin) / 100:.2f} ms")
        for path, body in answers[::50]:
            self.assertEqual(server.ask(PREFIX + path).body, body)

    def test_a_thousand_requests_in_flight(self):
        with Server() as server:
            self.check(server, "1 rank")

    def test_the_same_on_ranks(self):
        with Server(*OPEN_MPI, 3) as server:
            self.check(server, "3 ranks")

    def test_beside_clients_that_harm(self):
        with Server() as server, contextlib.ExitStack() as stack:
            for i in range(40):
                client = stack.enter_context(server.connect())
                client.sendall([b"", b"GET / HT", b"\0\1\2garbage\r\n", server.head("/report") * 100][i % 4])  # and nobody reads
            self.check(server, "1 rank, 40 harmful clients")


def are_alike(a, b):
    """The same but for the rounding of sums, which ranks add in another order."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(are_alike(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(are_alike, a, b))
    if isinstance(a, float) and isinstance(b, float):
        return abs(a - b) <= 1e-12 * max(abs(a), abs(b), 1e-3)
    return a == b


def without_ties(answer):
    """Without what tells which of several equal values is the largest: their rounding decides."""
    answer = {key: value for key, value in answer.items() if key not in ("minimum_at", "maximum_at")}
    if "top" in answer and answer["by"] not in ("call_path", "region"):
        answer["top"] = [each["value"] for each in answer["top"]]
    return answer


class Ranks(unittest.TestCase):
    def test_answers_do_not_depend_on_the_number_of_ranks(self):
        paths = [f"{PREFIX}{path}?" + urllib.parse.urlencode(
            [(each["name"], each["example"]) for each in parameters if each.get("required")] + ([] if value is None else [("by", value)]), doseq=True)
            for path, parameters, _ in documented() if path != "/health"
            for value in next((each["schema"]["enum"] for each in parameters if each["name"] == "by"), [None])]
        with Server() as alone:
            expected = {path: without_ties(alone.ask(path).json()) for path in paths}
        for launcher in ([*OPEN_MPI, 2], [*OPEN_MPI, 3], [*MPICH, 2]):
            with self.subTest(launcher=launcher), Server(*launcher) as server:
                for path in paths:
                    self.assertTrue(are_alike(without_ties(server.ask(path).json()), expected[path]), path)

    def test_signals_end_all_ranks(self):
        for launcher in (ALONE, [*OPEN_MPI, 3], [*MPICH, 2]):
            for number in (signal.SIGTERM, signal.SIGINT):
                ranks = launcher[-1] if launcher else 1
                for to_rank in range(ranks):
                    with self.subTest(launcher=launcher, signal=number, rank=to_rank):
                        server = Server(*launcher)
                        pids = server.pids()
                        self.assertEqual(len(pids), ranks)
                        idle = server.connect()  # a client that stays does not keep it from ending
                        self.assertEqual(server.get("/health").json()["ranks"], ranks)
                        self.assertEqual(server.end(number, pids[to_rank]), 0, server.errors)
                        self.assertEqual(server.errors, "")
                        self.assertEqual(server.pids(), [])
                        idle.close()

    def test_a_signal_to_mpiexec_ends_all_ranks(self):
        for launcher in ([*OPEN_MPI, 3], [*MPICH, 2]):
            with self.subTest(launcher=launcher):
                server = Server(*launcher)
                code = server.end()
                self.assertEqual(code, 1 if "openmpi" in launcher[0] else 0)  # Open MPI's own
                self.assertEqual(server.pids(), [])

    def test_idle_ranks_leave_their_cores_to_others(self):
        with Server(*OPEN_MPI, 3) as server:
            def ticks():
                return sum(sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13])) for pid in server.pids())
            before = ticks()
            time.sleep(3)
            share = (ticks() - before) / os.sysconf("SC_CLK_TCK") / 3 / 3
            print(f"an idle rank of 3 takes {100 * share:.1f} % of a core")
            self.assertLess(share, 0.2)


class Viewing(unittest.TestCase):
    """`latecomer view`: the same server, and how its URL gets to a browser."""

    def view(self, *options, terminal=False, **environment):
        """What it prints, the file that it opened, and what was in there."""
        opened, page = SCRATCH / "opened", SCRATCH / "page"
        for each in (opened, page):
            each.unlink(missing_ok=True)
        directory = SCRATCH / "desktop"
        directory.mkdir(exist_ok=True)
        program = directory / "xdg-open"
        program.write_text(f'#!/bin/sh\nstat -c %a $(dirname "$1") > {page}; cat "$1" >> {page}; echo "$@" > {opened}.new; mv {opened}.new {opened}\n')
        program.chmod(0o755)
        names = ("SSH_CONNECTION", "DISPLAY", "WAYLAND_DISPLAY", "USER")
        around = {name: value for name, value in ENVIRONMENT.items() if name not in names}
        around |= {"PATH": f"{directory}:{around['PATH']}", **environment}
        ours, theirs = pty.openpty() if terminal else os.pipe()
        process = subprocess.Popen([LATECOMER, "view", REPORT, *options], env=around, stdout=theirs)
        os.close(theirs)
        printed = ""
        while "Ctrl-C" not in printed:
            printed += os.read(ours, 4096).decode().replace("\r", "")
        if terminal and environment and not options and "SSH_CONNECTION" not in environment:
            wait_until(opened.exists)
        process.terminate()
        self.assertEqual(process.wait(PATIENCE), 0)
        os.close(ours)
        return printed, *(each.read_text().strip() if each.exists() else "" for each in (opened, page))

    def test_the_url_is_printed_and_opened_on_a_desktop_only(self):
        """By a page that only its user can read: everybody sees what the browser is started with."""
        for options, terminal, environment, is_opened in [
                ((), True, {"DISPLAY": ":0"}, True), ((), True, {"WAYLAND_DISPLAY": "wayland-0"}, True), (("--no-open",), True, {"DISPLAY": ":0"}, False),
                ((), True, {}, False), ((), False, {"DISPLAY": ":0"}, False), ((), True, {"DISPLAY": ":0", "SSH_CONNECTION": "a 1 b 2"}, False)]:
            with self.subTest(options=options, terminal=terminal, **environment):
                printed, opened, page = self.view(*options, terminal=terminal, **environment)
                url = re.search(r"http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}", printed)[0]
                self.assertEqual(bool(opened), is_opened)
                if is_opened:
                    self.assertRegex(page, f'^700\n<!DOCTYPE html>.*content="0; url={re.escape(url)}"')
                    self.assertNotIn(url[-32:], opened)
                    self.assertFalse(os.path.exists(os.path.dirname(opened)), "it is there as long as the server")

    def test_from_elsewhere_it_says_how_to_get_there(self):
        printed, _, _ = self.view(SSH_CONNECTION="10.0.0.1 5 10.0.0.2 22", USER="me")
        port = re.search(r"127\.0\.0\.1:(\d+)/", printed)[1]
        self.assertIn(f"  ssh -N -L {port}:127.0.0.1:{port} me@{socket.gethostname()}\n", printed)
        self.assertNotIn("ssh", self.view()[0])


def wait_until(is_true):
    end = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.01)


class Starting(unittest.TestCase):
    def failure(self, *words):
        done = subprocess.run([LATECOMER, "serve", *map(str, words)], env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), done.stderr)
        return done.stderr

    def test_what_cannot_be_served(self):
        self.assertIn("no such file", self.failure(SCRATCH / "nothing"))
        self.assertIn("analyze it first", self.failure(SCRATCH / "run" / "traces.otf2"))
        self.assertIn("no such host", self.failure(REPORT, "--host", "host.invalid"))

    def test_a_port_is_for_one_server(self):
        with Server() as server:
            self.assertIn(f"cannot listen on port {server.port}", self.failure(REPORT, "--port", server.port))

    def test_others_get_in_only_where_that_is_wanted(self):
        with Server() as server:
            self.assertEqual(server.host, "127.0.0.1")
        server = Server(options=["--host", "0.0.0.0"])
        server.host = "127.0.0.1"
        self.assertEqual(server.get("/health").status, 200)
        self.assertEqual(server.end(), 0)
        self.assertRegex(server.errors, "^latecomer: warning: 0.0.0.0 can be reached from other machines")

    def test_view_analyzes_a_trace_first(self):
        """By its directory and by its file; on several ranks as well. Without the trace, only events are missing."""
        for name, launcher in (("traces.otf2", ALONE), ("", [*OPEN_MPI, 2])):
            with self.subTest(name=name), tempfile.TemporaryDirectory(dir=SCRATCH) as copy:
                shutil.copytree(SCRATCH / "run", copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns("report.cubex"))
                with Server(*launcher, report=pathlib.Path(copy) / name, word="view") as server:
                    self.assertTrue(server.json("/timeline")["trace"])
                    self.assertIn("Report:", server.output)
                shutil.rmtree(pathlib.Path(copy) / "traces")
                (pathlib.Path(copy) / "traces.def").unlink()
                with Server(report=pathlib.Path(copy) / "report.cubex", word="view") as server:
                    facts = server.json("/timeline")
                    self.assertGreater(facts["waits"], 0)
                    self.assertEqual(facts["trace"], False)
                    self.assertIn("trace", facts["problem"])

    def test_a_signal_while_a_trace_is_analyzed_ends_it_at_once(self):
        large = SCRATCH / "large"
        run(LATECOMER, "generate", "halo2d", "-o", large, "--ranks", 16, "--events", 1000000)
        process = subprocess.Popen([LATECOMER, "view", large, "--no-open"], env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        status = pathlib.Path(f"/proc/{process.pid}/status")
        blocked = 1 << (signal.SIGTERM - 1)
        wait_until(lambda: int(re.search(r"SigBlk:\s*(\w+)", status.read_text())[1], 16) & blocked)
        process.terminate()
        self.assertEqual(process.wait(PATIENCE), -signal.SIGTERM)
        self.assertFalse((large / "report.cubex").exists())

    def test_values_that_cannot_be_read(self):
        damaged = SCRATCH / "damaged.cubex"
        content = bytearray(REPORT.read_bytes())
        with tarfile.open(REPORT) as archive:
            for member in archive:
                if member.name.endswith(".data"):
                    half = member.size // 2
                    content[member.offset_data + half:member.offset_data + member.size] = b"\xff" * (member.size - half)
        damaged.write_bytes(content)
        for launcher in (ALONE, [*OPEN_MPI, 2]):
            with Server(*launcher, report=damaged) as server:
                reply = server.get("/values", metric="time")
                self.assertEqual(reply.status, 500)
                self.assertIn("damaged.cubex", reply.json()["error"])
                self.assertEqual(server.get("/health").status, 200)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
