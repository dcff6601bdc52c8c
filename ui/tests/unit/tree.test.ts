// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { ancestorsOf, buildTree, childrenOf, inclusiveSums, isLeaf, isWithin, rootOf, rootsOf, visibleNodes } from "model/tree";

//   0        3
//   ├ 1      └ 5
//   │ └ 4
//   └ 2
const tree = buildTree(Int32Array.of(-1, 0, 0, -1, 1, 3));

test("nodes are laid out depth first", () => {
  assert.deepEqual([...tree.order], [0, 1, 4, 2, 3, 5]);
  assert.deepEqual([...tree.depth], [0, 1, 1, 0, 2, 1]);
  assert.deepEqual([...tree.end], [4, 3, 4, 6, 3, 6]);
  assert.deepEqual([...tree.order].map((node) => tree.position[node]), [0, 1, 2, 3, 4, 5]);
});

test("relatives", () => {
  assert.deepEqual(childrenOf(tree, 0), [1, 2]);
  assert.deepEqual(childrenOf(tree, 2), []);
  assert.deepEqual(rootsOf(tree), [0, 3]);
  assert.deepEqual(ancestorsOf(tree, 4), [1, 0]);
  assert.equal(rootOf(tree, 4), 0);
  assert.deepEqual([0, 1, 2, 3, 4, 5].filter((node) => isLeaf(tree, node)), [2, 4, 5]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].filter((node) => isWithin(tree, node, 1)), [1, 4]);
});

test("what is seen depends on what is expanded", () => {
  assert.deepEqual([...visibleNodes(tree, () => false)], [0, 3]);
  assert.deepEqual([...visibleNodes(tree, (node) => node === 0)], [0, 1, 2, 3]);
  assert.deepEqual([...visibleNodes(tree, (node) => node === 1)], [0, 3]); // what it is in is not
  assert.deepEqual([...visibleNodes(tree, () => true)], [0, 1, 4, 2, 3, 5]);
});

test("sums of subtrees", () => {
  // 4 -> 1: 2 + 16 = 18; 0: 1 + 18 + 4 = 23; 3: 8 + 32 = 40
  assert.deepEqual([...inclusiveSums(tree, Float64Array.of(1, 2, 4, 8, 16, 32))], [23, 18, 4, 40, 16, 32]);
});

test("a chain of a million and an empty tree", () => {
  const chain = buildTree(Int32Array.from({ length: 1_000_000 }, (_, i) => i - 1));
  assert.equal(chain.depth[999_999], 999_999);
  assert.equal(inclusiveSums(chain, new Float64Array(1_000_000).fill(1))[0], 1_000_000);
  assert.equal(visibleNodes(buildTree(new Int32Array(0)), () => true).length, 0);
});
