// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <fmt/format.h>

#include <string>

#include "kernel/node_trace.h"

namespace latecomer::kernel {

inline const char* name_of(EndedBy by) {
  switch (by) {
    case EndedBy::thread:
      return "thread";
    case EndedBy::timer:
      return "timer";
    case EndedBy::disk:
      return "disk";
    case EndedBy::network:
      return "network";
    case EndedBy::page_fault:
      return "page fault";
    case EndedBy::lock:
      return "lock";
    case EndedBy::other:
      return "other";
  }
  return "?";
}

inline std::string name_of(const NodeTrace& node, TaskId task) {
  const Task& of = node.tasks[task.index()];
  return of.name.empty() ? std::to_string(of.thread_id) : of.name;
}

/// Returns what ran while the thread waited for its turn: ": 6-8 idle, 8-9 x".
inline std::string parts_text(const NodeTrace& node, const Thread& thread, const OffCore& off) {
  std::string text;
  for (const OnCore& part : ran_instead(node, thread, off))
    text += fmt::format("{} {}-{} {}", text.empty() ? ":" : ",", part.begin.count, part.end.count,
                        name_of(node, part.task));
  return text;
}

/// Returns what is known of a thread, a line for each span and stretch:
///     known 0-9
///     blocked 2-6 disk, ready 6-9: 6-8 idle, 8-9 x
///     preempted 3-7: 3-5 x, 5-7 y
///     interrupt 7-8 network
inline std::string thread_text(const NodeTrace& node, const Thread& thread) {
  std::string text;
  for (const Span& span : thread.known)
    text += fmt::format("known {}-{}\n", span.begin.count, span.end.count);
  for (const OffCore& off : thread.off_core) {
    if (off.is_preempted) {
      text += fmt::format("preempted {}-{}", off.begin.count, off.end.count);
    } else {
      text += fmt::format("blocked {}-{} {}", off.begin.count, off.woken.count, name_of(off.ended_by));
      if (off.waker.valid()) text += fmt::format(" {}", name_of(node, off.waker));
      text += fmt::format(", ready {}-{}", off.woken.count, off.end.count);
    }
    text += parts_text(node, thread, off) + "\n";
  }
  for (const Interrupt& each : thread.interrupts)
    text += fmt::format("interrupt {}-{} {}\n", each.begin.count, each.end.count, name_of(each.source));
  return text;
}

/// Returns that of all threads with a number, of which later ones are others.
inline std::string thread_text(const NodeTrace& node, uint32_t thread_id) {
  std::string text;
  for (const Thread& thread : node.threads)
    if (node.tasks[thread.task.index()].thread_id == thread_id)
      text += (text.empty() ? "" : "--\n") + thread_text(node, thread);
  return text;
}

}  // namespace latecomer::kernel
