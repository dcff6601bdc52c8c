// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { axisOf, layoutBoxPlot } from "layout/box_plot";
import { cellRect, frameOf, layoutGrid, cellAtPoint } from "layout/grid";
import { type Grid, coordinatesOf, givenGrid, nearlySquare, cellAt } from "model/grid";
import { kPlainTheme } from "base/theme";

const kSize = { width: 400, height: 300 };

test("coordinates and cells are the same thing", () => {
  const sizes = [3, 4, 5];
  for (let cell = 0; cell < 60; ++cell) assert.equal(cellAt(sizes, coordinatesOf(sizes, cell)), cell);
  assert.deepEqual(coordinatesOf(sizes, 33), [1, 2, 3]); // (1 * 4 + 2) * 5 + 3
  assert.equal(cellAt(sizes, [0, 4, 0]), -1);
});

test("grids are nearly square", () => {
  assert.deepEqual(nearlySquare(12), [3, 4]);
  assert.deepEqual(nearlySquare(7), [1, 7]);
  assert.deepEqual(nearlySquare(1), [1, 1]);
});

test("every cell is found where it is drawn, and nothing between them", () => {
  for (const sizes of [[1], [7], [4, 8], [4, 8, 2], [2, 3, 4, 5], [100, 100], [50, 1, 1]]) {
    const grid = givenGrid(sizes, 1_000_000);
    const frame = frameOf(grid, kSize);
    for (let cell = 0; cell < grid.items.length; ++cell) {
      const { x, y, width, height } = cellRect(grid, frame, cell);
      assert.ok(x >= 0 && y >= 0 && x + width <= kSize.width + 1e-6 && y + height <= kSize.height + 1e-6, `${sizes}: ${cell} is seen`);
      assert.equal(cellAtPoint(grid, frame, x + width / 2, y + height / 2), cell);
      assert.equal(cellAtPoint(grid, frame, x + 0.01 * width, y + 0.99 * height), cell);
    }
    assert.equal(cellAtPoint(grid, frame, 1, 1), -1);
  }
});

test("a cell for each rank, and a line where nobody is", () => {
  const grid: Grid = { sizes: [2, 2], names: ["", ""], items: Int32Array.of(0, 1, -1, 2) };
  const list = layoutGrid(grid, kSize, kPlainTheme, [0, 0.5, 1], () => false, -1);
  assert.equal(list.rects.length, 3 * 5);
  assert.equal(list.lines.length, 7);
  const frame = frameOf(grid, kSize);
  const last = cellRect(grid, frame, 3);
  assert.deepEqual([...list.rects.slice(10, 12)], [last.x, last.y]);
  assert.equal(list.palette[list.rects[14]!], "rgb(173 30 38)"); // the largest share
  assert.equal(layoutGrid(grid, kSize, kPlainTheme, [0, 0, 0], (item) => item === 1, 0).rects.length, (3 + 4 + 4) * 5);
});

test("planes say which they are", () => {
  const names = (grid: Grid) => layoutGrid(grid, kSize, kPlainTheme, new Float64Array(8), () => false, -1).labels.map((each) => each.text);
  assert.deepEqual(names(givenGrid([2, 2, 2], 8)), ["(0, *, *)", "(1, *, *)"]);
  assert.deepEqual(names({ ...givenGrid([2, 2, 2], 8), names: ["x", "y", "z"] }), ["x 0", "x 1"]);
  assert.deepEqual(names(givenGrid([4, 2], 8)), []);
});

test("a box from quartile to quartile", () => {
  const spread = { minimum: 2, firstQuartile: 4, median: 5, thirdQuartile: 8, maximum: 10, mean: 6 };
  const x = axisOf(spread, 332); // 16 at both ends: 30 pixels a unit
  assert.equal(x(0), 16);
  assert.equal(x(10), 316);
  const list = layoutBoxPlot(spread, { width: 332, height: 100 }, kPlainTheme, String);
  assert.deepEqual([...list.rects.slice(0, 3)], [136, 36 - 21.6, 120].map(Math.fround)); // 4 to 8
  assert.equal(list.rects[5], 16 + 150 - 1); // the median
  assert.deepEqual(
    list.labels.map((each) => each.text),
    ["0", "5", "10"],
  );
  const nothing = { minimum: 0, firstQuartile: 0, median: 0, thirdQuartile: 0, maximum: 0, mean: 0 };
  assert.deepEqual(layoutBoxPlot(nothing, { width: 332, height: 100 }, kPlainTheme, String).labels.length, 1);
});
