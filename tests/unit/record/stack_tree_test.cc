// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/stack_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace latecomer::record {
namespace {

const CodeModule kFixed{"/bin/wave", "aa"};
const CodeModule kLibrary{"/lib/libfft.so", "bb"};

StackNode node(StackId caller, size_t module, uint64_t address) {
  return {caller, {ModuleId(module), address}};
}
const StackId kNone;
StackId id(size_t position) {
  return StackId(position);
}

TEST(StackTree, IsDepthFirstWithCalleesInTheirOrder) {
  // What the library calls comes after what the program calls, wherever they were met first.
  const StackTree tree({kLibrary, kFixed}, {node(kNone, 1, 10), node(id(0), 0, 5), node(id(0), 1, 30),
                                            node(id(2), 0, 5), node(id(0), 1, 20), node(kNone, 1, 5)});
  const std::vector<StackNode> expected = {node(kNone, 0, 5),  node(kNone, 0, 10), node(id(1), 0, 20),
                                           node(id(1), 0, 30), node(id(3), 1, 5),  node(id(1), 1, 5)};
  EXPECT_EQ(tree.nodes(), expected);
  EXPECT_EQ(tree.modules(), (std::vector<CodeModule>{kFixed, kLibrary}));
}

// Of one thread: with its own numbers for modules and nodes.
struct ThreadStacks {
  std::vector<CodeModule> modules;
  std::vector<StackNode> nodes;
};

ThreadStacks random_stacks(std::mt19937& random) {
  ThreadStacks stacks{{kFixed, kLibrary, {"/bin/wave", "cc"}, {"/opt/libfft.so", ""}}, {}};
  std::ranges::shuffle(stacks.modules, random);
  for (size_t i = 0; i < 200; ++i) {
    const size_t caller = random() % (i + 1);
    const StackNode added = node(caller == i ? kNone : id(caller), random() % 4, random() % 3);
    stacks.nodes.push_back(random() % 20 == 0 ? StackNode{added.caller, {}} : added);
  }
  return stacks;
}

// Outermost call last.
std::string calls_of(StackId innermost, const std::vector<CodeModule>& modules,
                     const std::vector<StackNode>& nodes) {
  std::string calls;
  for (StackId at = innermost; at.valid(); at = nodes[at.index()].caller) {
    const ModuleAddress& call = nodes[at.index()].call;
    const CodeModule module = call.module.valid() ? modules[call.module.index()] : CodeModule();
    calls += module.path + module.build_id + std::to_string(call.address) + " ";
  }
  return calls;
}

TEST(StackTree, DoesNotDependOnTheOrderOfMerging) {
  std::mt19937 random(3);
  std::vector<ThreadStacks> threads;
  for (int i = 0; i < 6; ++i) threads.push_back(random_stacks(random));
  StackTree forwards;
  for (const ThreadStacks& thread : threads) forwards.merge(StackTree(thread.modules, thread.nodes));
  StackTree left;
  StackTree right;
  for (size_t i = 6; i-- > 0;)
    (i % 2 == 0 ? left : right).merge(StackTree(threads[i].modules, threads[i].nodes));
  right.merge(left);
  EXPECT_EQ(forwards.nodes(), right.nodes());
  EXPECT_EQ(forwards.modules(), right.modules());

  for (const ThreadStacks& thread : threads) {
    const std::vector<trace::CallingContextId> positions =
        forwards.positions_of(thread.modules, thread.nodes);
    ASSERT_EQ(positions.size(), thread.nodes.size());
    for (size_t i = 0; i < positions.size(); ++i) {
      EXPECT_EQ(calls_of(id(positions[i].index()), forwards.modules(), forwards.nodes()),
                calls_of(id(i), thread.modules, thread.nodes));
    }
  }
}

TEST(StackTree, HoldsDeepStacks) {
  std::vector<StackNode> nodes = {node(kNone, 0, 0)};
  for (uint64_t i = 1; i < 300'000; ++i) nodes.push_back(node(id(i - 1), 0, i % 7));
  EXPECT_EQ(StackTree({kFixed}, nodes).nodes(), nodes);
}

}  // namespace
}  // namespace latecomer::record
