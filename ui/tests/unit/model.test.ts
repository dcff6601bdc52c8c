// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { colorOf } from "base/color";
import { factsOf } from "model/facts";
import { listOf, openNodes, selectedAfterCollapse, withAllBelow } from "model/open_nodes";
import { shortFiles } from "model/path_names";
import type { Report } from "model/report";
import { matches } from "model/search";
import { largestOfLevel, largestOfSiblings, shareOf } from "model/shares";
import { buildSystem, itemOf, partAt } from "model/system";
import { buildTree, withSomething } from "model/tree";
import { metricValues, shownValue, systemValues } from "model/values";
import { readReport } from "wire/report";

/** main { solve { MPI_Recv, gap of solve }, MPI_Recv, MPI_Recv } on one node, two ranks, the first with two threads. */
const kJson = {
  attributes: {
    "latecomer.trace": "run",
    "latecomer.run_seconds": "2.5",
    "latecomer.anomaly.lost": "3",
    "latecomer.anomaly_text.lost": "was lost",
    "latecomer.anomaly_place.lost.000": "here",
  },
  notes: [],
  metrics: [
    ["time", null, 10, "DOUBLE", false],
    ["mpi", 0, 7, "DOUBLE", false],
    ["wait", 1, 7.000000000000001, "DOUBLE", false],
    ["longest", null, 4, "MAXDOUBLE", false],
    ["ratio", 0, 0.5, "DOUBLE", true],
  ].map(([id, parent, total, type, derived]) => ({ id, name: id, unit: "sec", data_type: type, derived, parent, description: "", remedy: "", total })),
  regions: [
    ["main", "function"],
    ["solve", "function"],
    ["MPI_Recv", "function"],
    ["solve (b.c:2 → b.c:3)", "gap"],
  ].map(([name, role]) => ({ name, paradigm: "mpi", role, file: "", begin_line: -1, end_line: -1 })),
  call_paths: [
    [null, 0, "", -1],
    [0, 1, "/x/a.c", 7],
    [1, 2, "/x/b.c", 2],
    [1, 3, "/x/a.c", 7],
    [0, 2, "/x/a.c", 8],
    [0, 2, "/x/a.c", 9],
  ].map(([parent, region, file, line], i) => ({ parent, region, call_file: file, call_line: line, own_site: i === 0 || i === 3 ? null : i })),
  nodes: [{ name: "machine m", class: "machine", parent: null }],
  ranks: [0, 1].map((rank) => ({ name: `MPI Rank ${rank}`, type: "process", rank, node: 0 })),
  locations: [
    [0, 0],
    [0, 1],
    [1, 0],
  ].map(([rank, thread]) => ({ name: `thread ${thread}`, type: "thread", rank, thread })),
};
const report: Report = readReport(kJson);

test("call paths have the names that they have in latecomer", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((path) => report.names.node(path)),
    ["main", "solve (a.c:7)", "MPI_Recv (b.c:2)", "solve (b.c:2 → b.c:3)", "MPI_Recv (a.c:8)"],
  );
  assert.equal(report.names.path(2), "main/solve/MPI_Recv (b.c:2)");
  assert.equal(report.names.path(3), "main/solve (b.c:2 → b.c:3)"); // which stands for solve
  assert.deepEqual(Object.fromEntries(shortFiles(["/a/x.c", "/b/x.c", "y.c", ""])), { "/a/x.c": "a/x.c", "/b/x.c": "b/x.c", "y.c": "y.c", "": "" });
});

/** main { all_reduce { MPI_Allreduce at two lines of a header, a gap there }, again at another line of main }. */
test("the line that is shown is the last one in the program's own code", () => {
  const header = "/usr/include/all_reduce.hpp";
  const json = {
    ...kJson,
    regions: ["main", "all_reduce", "MPI_Allreduce", "all_reduce (all_reduce.hpp:36 → all_reduce.hpp:36)"].map((name, i) => ({
      ...kJson.regions[0]!,
      name,
      role: i === 3 ? "gap" : "function",
    })),
    call_paths: [
      [null, 0, "", -1, null],
      [0, 1, "/x/m.c", 52, 1],
      [1, 2, header, 36, 1],
      [1, 2, header, 40, 1],
      [0, 1, "/x/m.c", 60, 4],
      [4, 2, header, 36, 4],
      [0, 3, "/x/m.c", 52, 6],
    ].map(([parent, region, file, line, own]) => ({ parent, region, call_file: file, call_line: line, own_site: own })),
  };
  const { names } = readReport(json);
  assert.deepEqual(
    [2, 3, 5, 6].map((path) => names.path(path)),
    [
      "main/all_reduce/MPI_Allreduce (all_reduce.hpp:36, from m.c:52)",
      "main/all_reduce/MPI_Allreduce (all_reduce.hpp:40, from m.c:52)",
      "main/all_reduce/MPI_Allreduce (m.c:60)",
      "main/all_reduce (all_reduce.hpp:36 → all_reduce.hpp:36), called at m.c:52",
    ],
  );
  assert.equal(names.path(1), "main/all_reduce (m.c:52)");
});

test("what is wrong in an answer is refused", () => {
  const broken = (change: (json: typeof kJson) => unknown) => {
    const json = structuredClone(kJson);
    change(json);
    return () => readReport(json);
  };
  assert.throws(broken((json) => ((json.call_paths[1] as { parent: unknown }).parent = 1)), /call_paths.parent is no position below 1/);
  assert.throws(broken((json) => ((json.call_paths[1] as { region: unknown }).region = 4)), /call_paths.region/);
  assert.throws(broken((json) => ((json.metrics[0] as { id: unknown }).id = 1)), /metrics.id is no text/);
  assert.throws(broken((json) => delete (json as { ranks?: unknown }).ranks), /ranks is no list/);
  assert.throws(() => readReport(null), /no object/);
});

test("facts of the run", () => {
  const facts = factsOf(report);
  assert.deepEqual([facts.ranks, facts.threads, facts.runSeconds, facts.wasKilled], [2, 3, 2.5, false]);
  assert.deepEqual(facts.anomalies, [{ name: "lost", count: 3, text: "was lost", places: ["here"] }]);
});

test("metrics are shown without those below them where these are seen", () => {
  const values = metricValues(report);
  assert.equal(shownValue(values, 0, false), 10);
  assert.equal(shownValue(values, 0, true), 3); // 10 - 7; a ratio is no part of it
  assert.equal(shownValue(values, 1, true), 0); // what is left of rounding is nothing
  assert.equal(shownValue(values, 3, true), 4);
});

test("the system is one tree", () => {
  const system = buildSystem(report);
  assert.deepEqual([...system.tree.order].map((item) => system.name[item]), ["machine m", "MPI Rank 0", "thread 0", "thread 1", "MPI Rank 1", "thread 0"]);
  for (let item = 0; item < 6; ++item) assert.equal(itemOf(system, partAt(system, item)), item);
  assert.equal(itemOf(system, { kind: "rank", position: 2 }), -1);
  const values = systemValues(system, Float64Array.of(1, 2, 4));
  assert.deepEqual([0, 1, 2].map((item) => values.inclusive[item]), [7, 3, 4]);
  assert.equal(shownValue(values, 1, true), 0);
});

test("parts of wholes", () => {
  const tree = buildTree(Int32Array.of(-1, 0, 0, 1, 2));
  const shown = (node: number) => [9, 2, -6, 1, 3][node]!;
  const nodes = [0, 1, 2, 3, 4];
  const siblings = { root: () => 20, left: 10, peers: largestOfSiblings(tree, nodes, shown) };
  assert.equal(shareOf(2, "absolute", 1, siblings), 2);
  assert.equal(shareOf(2, "root", 1, siblings), 0.1);
  assert.equal(shareOf(2, "left", 1, siblings), 0.2);
  assert.equal(shareOf(2, "peers", 1, siblings), 2 / 6);
  assert.equal(shareOf(1, "peers", 3, siblings), 1);
  assert.equal(shareOf(1, "peers", 3, { ...siblings, peers: largestOfLevel(tree, nodes, shown) }), 1 / 3);
  assert.equal(shareOf(0, "left", 1, { ...siblings, left: 0 }), 0);
});

test("what is expanded", () => {
  const tree = buildTree(Int32Array.of(-1, 0, 1, 0));
  assert.deepEqual(listOf(openNodes(tree, null, -1, () => true)), [0, 1]);
  assert.deepEqual(listOf(openNodes(tree, [], 2, () => true)), [0, 1]); // what is selected is seen
  assert.deepEqual(listOf(openNodes(tree, [1, 77], -1, () => true)), [1]);
  assert.deepEqual(listOf(withAllBelow(tree, new Set(), 0)), [0, 1]);
  assert.equal(selectedAfterCollapse(tree, 2, 1), 1);
  assert.equal(selectedAfterCollapse(tree, 3, 1), 3);
  assert.deepEqual([...withSomething(tree, [0, 0, 5, 0])], [1, 1, 1, 0]);
});

test("names are found in large and small letters", () => {
  assert.deepEqual([...matches(["MPI_Recv", "main", "recv"], "ReCv")], [0, 2]);
  assert.deepEqual([...matches(["a"], "")], []);
});

test("colours go from little to much, and differ below zero", () => {
  assert.equal(colorOf(0, false), "rgb(226 234 243)");
  assert.equal(colorOf(7, false), colorOf(1, false));
  assert.notEqual(colorOf(-1, false), colorOf(1, false));
  assert.equal(colorOf(NaN, true), colorOf(0, true));
});
