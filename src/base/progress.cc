// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace latecomer {

namespace {

constexpr std::chrono::milliseconds kRedrawInterval{100};
constexpr size_t kBarWidth = 30;

}  // namespace

Progress::Progress(std::string what, uint64_t total, bool enabled)
    : what_(std::move(what)),
      total_(std::max<uint64_t>(total, 1)),
      enabled_(enabled && isatty(STDERR_FILENO) == 1),
      last_drawn_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (enabled_) std::fputs("\r\033[K", stderr);
}

void Progress::advance(uint64_t amount) {
  const uint64_t done = done_.fetch_add(amount, std::memory_order_relaxed) + amount;
  if (!enabled_) return;
  const std::unique_lock lock(drawing_, std::try_to_lock);
  if (!lock.owns_lock()) return;  // another thread is drawing: its bar is as good as ours
  const auto now = std::chrono::steady_clock::now();
  if (now - last_drawn_ < kRedrawInterval) return;
  last_drawn_ = now;
  draw(done);
}

void Progress::draw(uint64_t done) {
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
  const size_t filled = static_cast<size_t>(share * kBarWidth);
  const std::string bar =
      fmt::format("\r{} [{:=<{}}{:<{}}] {:3.0f} %", what_, "", filled, "", kBarWidth - filled, 100 * share);
  std::fputs(bar.c_str(), stderr);
}

}  // namespace latecomer
