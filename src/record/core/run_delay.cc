// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/run_delay.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "record/core/errno_keeper.h"

namespace latecomer::record {

// "RAN WANTED TIMES": in nanoseconds how long it ran, and how long it waited for a core, and how often it
// ran.
std::optional<Ticks> run_delay_in(std::string_view schedstat) {
  const size_t space = schedstat.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  schedstat.remove_prefix(space + 1);
  int64_t wanted = 0;
  const auto [end, problem] = std::from_chars(schedstat.data(), schedstat.data() + schedstat.size(), wanted);
  if (problem != std::errc() || end == schedstat.data() + schedstat.size()) return std::nullopt;
  return Ticks(wanted);
}

std::optional<Ticks> RunDelay::read() noexcept {
  const ErrnoKeeper keeper;
  if (!file_) {
    Result<KeptFile> opened =
        KeptFile::open_to_read("/proc/self/task/" + std::to_string(syscall(SYS_gettid)) + "/schedstat");
    if (!opened) return std::nullopt;
    file_.emplace(std::move(*opened));
  }
  std::array<char, 64> text;
  ssize_t length = 0;
  file_->with_descriptor([&](int file) {
    length = pread(file, text.data(), text.size(), 0);
    return length >= 0;
  });
  return run_delay_in({text.data(), static_cast<size_t>(std::max<ssize_t>(length, 0))});
}

}  // namespace latecomer::record
