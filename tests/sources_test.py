# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Reads the sources: who includes whom, the licence lines, the length of files, and what documents link.

usage: sources_test.py
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The directories of src, and whose headers each may include besides its own. The flow goes one way.
MAY_USE = {
    "base": [],
    "comm": ["base"],
    "trace": ["base"],
    "otf2": ["base", "comm", "trace"],  # all ranks open an archive together
    "symbols": ["base", "trace"],
    "ctf": ["base", "trace"],
    "kernel": ["base", "trace", "ctf"],
    "record": ["base", "trace", "otf2", "symbols"],
    "generate": ["base", "trace", "otf2"],
    "launch": ["base"],
    "report": ["base", "comm"],
    "cubepl": ["base"],
    "store": ["base", "comm", "report"],
    "cubex": ["base", "comm", "report"],  # all ranks write a report together
    "analyze": ["base", "trace", "comm", "report", "store"],
    "timeline": ["base", "trace", "report", "store", "analyze"],
    "query": ["base", "comm", "cubepl", "report"],
    "algebra": ["base", "comm", "report", "query"],
    "findings": ["base", "report", "store", "query"],
    "text": ["base", "report", "store", "query", "findings"],
    "sql": ["base", "report", "store", "query", "findings"],
    "export": ["base", "trace", "ctf", "report", "store", "timeline", "findings"],
    "serve": ["base", "comm", "report", "store", "timeline", "query", "findings"],
    "cli": ["base", "comm", "trace", "kernel", "otf2", "generate", "record", "launch", "report", "store", "cubex", "analyze", "query", "algebra", "findings", "timeline", "export", "serve", "sql", "symbols", "text"],
}

# The directories of src/analyze, in the order of its passes: each may use those before it.
ANALYSIS = ["model", "condense", "match", "dependences", "clocks", "replay", "waits", "causes", "program_end", "results"]

# What runs in a recorded program (src/record/core) knows of what makes the archive (src/record/archive) only this.
ARCHIVE_FOR_PROGRAMS = "record/archive/write_archive.h"

# Headers of libraries that only some directories of src may include.
ONLY_IN = {
    r"otf2/(otf2|OTF2_\w+)\.h": r"otf2/",
    r"mpi\.h": r"\w+/mpi/",
    r"microhttpd\.h": r"serve/",
    r"sqlite3\.h": r"sql/",
    r"babeltrace2/.*": r"ctf/|kernel/",
}

# The rooms of ui/src, and what each may import besides its own files. A view is a room of its own.
UI_MAY_USE = {
    "base": [],
    "model": ["base"],
    "wire": ["base", "model"],
    "layout": ["base", "model"],
    "paint": ["base", "layout"],
    "widgets": ["base", "paint"],
    "state": ["base", "model", "wire"],
    "trees": ["base", "model", "widgets", "state"],
    "timeline": ["base", "model", "wire", "layout", "paint", "widgets", "state"],
    "whatif": ["base", "model", "wire", "state"],
    "views": ["base", "model", "wire", "layout", "paint", "widgets", "state", "trees", "timeline", "whatif"],
    "app": ["base", "model", "wire", "layout", "paint", "widgets", "state", "trees", "timeline", "whatif", "views"],
}
# Packages, and the rooms that may import them.
UI_PACKAGES = {
    "generated": ["model", "wire"],  # by the build
    "preact": ["widgets", "trees", "timeline", "whatif", "views", "app"],
    "@preact/signals": ["widgets", "state", "trees", "timeline", "views", "app"],
    "uplot": ["views"],
}

CODE = {".cc", ".h", ".c", ".S", ".def", ".py", ".f90", ".cmake", ".ts", ".tsx", ".css", ".html", ".mjs"}
LICENCE = ["SPDX-FileCopyrightText: 2026 The latecomer developers", "SPDX-License-Identifier: BSD-3-Clause"]
MOST_LINES = 800
MOST_WORDS_OF_ARCHITECTURE = 1200


def includes(text):
    """The (opening character, path) of each #include."""
    return re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', text, re.MULTILINE)


def include_violations(path, text):
    """What is wrong with the includes of the file at `path`, relative to src."""
    directory = path.split("/")[0]
    wrong = []
    for opening, header in includes(text):
        for pattern, allowed in ONLY_IN.items():
            if re.fullmatch(pattern, header) and opening == "<" and not re.match(allowed, path):
                wrong.append(f"src/{path} includes <{header}>")
        target = header.split("/")[0]
        if opening == '"' and ".." in header:
            wrong.append(f'src/{path} includes "{header}": write the path from src')
        elif opening == '"' and target in MAY_USE and target != directory and target not in MAY_USE[directory]:
            wrong.append(f'src/{path} includes "{header}", but {directory} may not use {target}')
        elif opening == '"' and is_order_violation(path, header):
            wrong.append(f'src/{path} includes "{header}", which comes after it')
        elif path.startswith("record/core/") and header.startswith("record/archive/") and header != ARCHIVE_FOR_PROGRAMS:
            wrong.append(f'src/{path} includes "{header}", but core may use {ARCHIVE_FOR_PROGRAMS} only')
    return wrong


def is_order_violation(path, header):
    """Whether a file of one directory of the analysis includes a header of a later one."""
    directories = [each.split("/")[1] for each in (path, header) if each.startswith("analyze/") and each.count("/") == 2]
    return len(directories) == 2 and ANALYSIS.index(directories[0]) < ANALYSIS.index(directories[1])


def ui_imports(text):
    """What each import and export names."""
    return re.findall(r"""(?:(?<=[\s}])from\s|^import\s|\bimport\()\s*["']([^"']+)["']""", text, re.MULTILINE)


def ui_import_violations(path, text):
    """What is wrong with the imports of the file at `path`, relative to ui/src."""
    room, *inner = path.split("/")
    wrong = []
    for name in ui_imports(text):
        target, *rest = name.split("/")
        package = "/".join(name.split("/")[:2]) if name.startswith("@") else target
        if name.startswith("."):
            wrong.append(f"ui/src/{path} imports {name}: write the path from src")
        elif target not in UI_MAY_USE:
            if room not in UI_PACKAGES.get(package, []):
                wrong.append(f"ui/src/{path} imports {name}, but {room} may not use that")
        elif target != room and target not in UI_MAY_USE[room]:
            wrong.append(f"ui/src/{path} imports {name}, but {room} may not use {target}")
        elif target == room == "views" and rest[0] != inner[0]:
            wrong.append(f"ui/src/{path} imports {name}, but no view may use another one")
    return wrong


def links(text):
    """The files that a document in Markdown links, as it says them."""
    return [link for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text) if not re.match(r"\w+:", link)]


def lacks_licence(text):
    head = text.splitlines()[:3]  # a #! line may come first
    return not all(any(licence in line for line in head) for licence in LICENCE)


def code_files():
    """Every file of the project that is code. Recorded archives are not, though OTF2 calls one of their files .def."""
    for top in ["src", "tests", "examples", "cmake", "python", "ui"]:
        for path in sorted((ROOT / top).rglob("*")):
            foreign = (ROOT / "tests" / "golden") in path.parents or (ROOT / "ui" / "node_modules") in path.parents
            if path.is_file() and not foreign and (path.suffix in CODE or path.name == "CMakeLists.txt"):
                yield path
    yield from [ROOT / "CMakeLists.txt", ROOT / "dev", ROOT / ".ci" / "run"]


class Sources(unittest.TestCase):
    def test_includes_follow_the_table(self):
        wrong = []
        for path in sorted((ROOT / "src").rglob("*")):
            if path.suffix in {".cc", ".h", ".c"}:
                wrong += include_violations(path.relative_to(ROOT / "src").as_posix(), path.read_text())
        self.assertEqual([], wrong)

    def test_imports_of_the_pages_follow_the_table(self):
        source = ROOT / "ui" / "src"
        wrong = []
        for path in sorted(source.rglob("*.ts*")):
            wrong += ui_import_violations(path.relative_to(source).as_posix(), path.read_text())
        self.assertEqual([], wrong)
        self.assertEqual({path.name for path in source.iterdir()}, UI_MAY_USE.keys())

    def test_every_directory_is_in_the_table(self):
        directories = {path.name for path in (ROOT / "src").iterdir() if path.is_dir()}
        self.assertLessEqual(directories, MAY_USE.keys())

    def test_links_of_documents_lead_somewhere(self):
        dead = []
        for path in [*ROOT.glob("*.md"), *(each for top in ["docs", "examples", "src", "tests"] for each in (ROOT / top).rglob("*.md")),
                     ROOT / "ui" / "README.md"]:
            dead += [f"{path.relative_to(ROOT)}: {link}" for link in links(path.read_text()) if not (path.parent / link).exists()]
        self.assertEqual([], dead)

    def test_architecture_is_one_page(self):
        self.assertLessEqual(len((ROOT / "docs" / "architecture.md").read_text().split()), MOST_WORDS_OF_ARCHITECTURE)

    def test_licence_lines(self):
        self.assertEqual([], [str(path) for path in code_files() if lacks_licence(path.read_text())])

    def test_no_file_is_too_long(self):
        lengths = {str(path): len(path.read_text().splitlines()) for path in code_files()}
        self.assertEqual({}, {path: lines for path, lines in lengths.items() if lines > MOST_LINES})


class Checks(unittest.TestCase):
    """That the checks above would find what they look for."""

    def test_upward_include(self):
        self.assertEqual(1, len(include_violations("base/id.h", '#include "comm/comm.h"\n')))
        self.assertEqual(1, len(include_violations("record/mpi/init.cc", '  #  include "analyze/match.h"\n')))

    def test_include_of_a_later_directory(self):
        self.assertEqual(1, len(include_violations("analyze/match/a.cc", '#include "analyze/waits/wait_state.h"\n')))
        self.assertEqual([], include_violations("analyze/waits/a.cc", '#include "analyze/match/match_messages.h"\n'))
        self.assertEqual([], include_violations("analyze/pipeline.cc", '#include "analyze/results/measure.h"\n'))

    def test_include_of_what_makes_the_archive(self):
        self.assertEqual(1, len(include_violations("record/core/a.cc", '#include "record/archive/merge.h"\n')))
        self.assertEqual([], include_violations("record/core/recorder.cc", '#include "record/archive/write_archive.h"\n'))

    def test_downward_and_own_include(self):
        self.assertEqual([], include_violations("comm/comm.cc", '#include "comm/comm.h"\n#include "base/check.h"\n'))

    def test_relative_include(self):
        self.assertEqual(1, len(include_violations("comm/mpi/mpi_comm.cc", '#include "../comm.h"\n')))

    def test_library_headers(self):
        self.assertEqual([], include_violations("comm/mpi/mpi_comm.cc", "#include <mpi.h>\n"))
        self.assertEqual(1, len(include_violations("comm/comm.cc", "#include <mpi.h>\n")))
        self.assertEqual([], include_violations("otf2/reader.cc", "#include <otf2/otf2.h>\n"))
        self.assertEqual(1, len(include_violations("trace/event.cc", "#include <otf2/OTF2_Definitions.h>\n")))

    def test_imports_of_pages(self):
        for path, text in [("base/a.ts", 'import { x } from "model/report";'), ("model/a.ts", 'import type { X } from "preact";'),
                           ("views/start/a.tsx", 'import { x } from "views/explorer/b";'), ("state/a.ts", 'export * from "widgets/keys";'),
                           ("app/a.ts", 'import "./app.css";'), ("app/a.ts", 'import { chromium } from "playwright-core";'),
                           ("wire/a.ts", 'import {\n  x,\n} from "state/place";'), ("layout/a.ts", 'const x = await import("paint/frame");')]:
            self.assertEqual(1, len(ui_import_violations(path, text)), text)
        for path, text in [("views/start/a.tsx", 'import { x } from "views/start/b";\nimport { useRef } from "preact/hooks";'),
                           ("app/main.tsx", 'import "app/app.css";\nimport { S } from "views/start/start";'),
                           ("state/a.ts", 'import { signal } from "@preact/signals";'), ("base/a.ts", 'read(all["from"], "from")')]:
            self.assertEqual([], ui_import_violations(path, text), text)

    def test_links(self):
        self.assertEqual(["a.md", "../b/c.png"], links("[x](a.md#part) ![y](../b/c.png) [z](https://example.org/d.md)"))

    def test_licence(self):
        self.assertFalse(lacks_licence("#!/bin/sh\n" + "".join(f"# {line}\n" for line in LICENCE)))
        self.assertTrue(lacks_licence(f"// {LICENCE[0]}\n\n#pragma once\n"))


if __name__ == "__main__":
    unittest.main()
