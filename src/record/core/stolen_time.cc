// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/stolen_time.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "record/core/kept_file.h"

namespace latecomer::record {

// "cpu  USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STOLEN ...", in clock ticks of all cores (proc(5)).
uint64_t stolen_time(std::string_view stat) {
  constexpr std::string_view kAllCores = "cpu ";
  constexpr int kStolen = 8;
  constexpr uint64_t kSecond = 1'000'000'000;
  if (!stat.starts_with(kAllCores)) return 0;
  stat = stat.substr(kAllCores.size(), stat.find('\n') - kAllCores.size());
  uint64_t ticks = 0;
  for (int field = 1; field <= kStolen; ++field) {
    stat.remove_prefix(std::min(stat.find_first_not_of(' '), stat.size()));
    const auto [end, problem] = std::from_chars(stat.data(), stat.data() + stat.size(), ticks);
    if (problem != std::errc()) return 0;
    stat.remove_prefix(static_cast<size_t>(end - stat.data()));
  }
  return ticks * (kSecond / static_cast<uint64_t>(sysconf(_SC_CLK_TCK)));
}

uint64_t stolen_time() {
  const StandardDescriptorsTaken standard;
  std::array<char, 256> text{};
  const int file = open("/proc/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t length = read(file, text.data(), text.size());
  close(file);
  return length > 0 ? stolen_time(std::string_view(text.data(), static_cast<size_t>(length))) : 0;
}

}  // namespace latecomer::record
