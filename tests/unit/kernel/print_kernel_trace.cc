// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Prints what is known of threads from a CTF trace, to compare it with what others say of the same trace.
//
// usage: print_kernel_trace DIRECTORY [THREAD...]

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "kernel/ctf_reader.h"
#include "node_text.h"

namespace {

using namespace latecomer;

void print(const kernel::NodeTrace& node) {
  size_t stretches = 0;
  for (const std::vector<kernel::OnCore>& core : node.cores) stretches += core.size();
  fmt::print("host {} boot {} clock {} monotonic {}\n", node.host, node.boot_id, node.clock,
             node.is_monotonic);
  fmt::print("begin {} end {} lost events {} lost packets {} contradictions {}\n", node.begin.count,
             node.end.count, node.lost_events, node.lost_packets, node.contradictions);
  fmt::print("tasks {} threads {} cores {} stretches {} silent cores {}\n", node.tasks.size(),
             node.threads.size(), node.cores.size(), stretches, node.silent_cores.size());
  for (const kernel::Thread& thread : node.threads) {
    const kernel::Task& task = node.tasks[thread.task.index()];
    fmt::print("thread {} process {} {}\n{}", task.thread_id, task.process_id, task.name,
               kernel::thread_text(node, thread));
  }
}

}  // namespace

int main(int count, char** arguments) try {
  if (count < 2) return 2;
  kernel::WantedThreads wanted;
  if (count > 2) wanted.emplace();
  for (int i = 2; i < count; ++i)
    wanted->insert(static_cast<uint32_t>(std::strtoul(arguments[i], nullptr, 10)));
  const Result<kernel::NodeTrace> node = kernel::read_ctf(arguments[1], wanted);
  if (node) print(node.value());
  if (!node) std::fprintf(stderr, "%s\n", node.error().message.c_str());
  return node ? 0 : 1;
} catch (const std::exception&) {
  return 1;
}
