// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOf, pageOf, predictionOf, routeOf, routeOfHash } from "state/url";

test("a place is read as it was written", () => {
  const places = [
    routeOf("start"),
    routeOf("explorer", { metric: "mpi_latesender", path: 21, part: { kind: "rank", position: 3 } }),
    routeOf("explorer", { metric: "a b&c=d#é?%" }),
    routeOf("explorer", { paths_open: [0, 1, 2, 3, 7], grid: [4, 8, 2], paths_as: "peers", system: "spread", metrics_open: [] }),
    routeOf("timeline", { from: 1.25, to: 2e-9, location: 0 }),
    routeOf("timeline", { cores: "yes", hide: "waits.states", pick: { kind: "state", location: 3, end: 100 } }),
  ];
  for (const place of places) assert.deepEqual(routeOfHash(hashOf(place)), place);
});

test("it is written as people can read it", () => {
  assert.equal(hashOf(routeOf("start")), "#1/start");
  assert.equal(hashOf(routeOf("explorer", { metric: "time", part: { kind: "node", position: 2 } })), "#1/explorer?metric=time&part=node-2");
});

test("whatever is wrong is left out", () => {
  for (const hash of ["", "#", "#explorer", "#0/explorer", "#2/explorer", "#99999/explorer", "#1/nothing", "#1", "#1/"])
    assert.deepEqual(routeOfHash(hash), routeOf("start"), hash);
  assert.deepEqual(routeOfHash("#1/explorer?path=-1&part=thread-1&from=x&to=&location=1e3&other=1&metric=time"), routeOf("explorer", { metric: "time" }));
  assert.deepEqual(routeOfHash("#1/explorer?part=rank-%ZZ&path=%"), routeOf("explorer"));
});

test("lists of positions are short, or left out", () => {
  assert.match(hashOf(routeOf("explorer", { paths_open: [0, 1, 2, 3, 7] })), /paths_open=0-3%2C7$/);
  const many = Array.from({ length: 5000 }, (_, i) => 2 * i);
  assert.equal(hashOf(routeOf("explorer", { paths_open: many })), "#1/explorer");
  assert.equal(routeOfHash("#1/explorer?paths_open=0-999999999").paths_open!.length, 1_000_000);
  assert.deepEqual(routeOfHash("#1/explorer?grid=4x0").grid, null);
  assert.deepEqual(routeOfHash("#1/explorer?paths_open=3,x,1-").paths_open, [3]);
});

test("a page is about the prediction that its URL names", () => {
  const compared = routeOf("compare", { compare: "timelines" });
  assert.equal(pageOf(3, compared), "?prediction=3#1/compare?compare=timelines");
  assert.equal(pageOf(0, compared), ".#1/compare?compare=timelines");
  assert.equal(predictionOf("?prediction=3&x=1"), 3);
  for (const search of ["", "?", "?prediction=", "?prediction=-1", "?prediction=x", "?prediction=1/..", "?prediction=99999999999"])
    assert.equal(predictionOf(search), 0, search);
});
