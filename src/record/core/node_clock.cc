// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/node_clock.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "record/core/kept_file.h"
#include "record/core/recording_files.h"

namespace latecomer::record {

std::string boot_id() {
  const StandardDescriptorsTaken standard;
  std::array<char, 64> text{};
  const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t length = read(file, text.data(), text.size());
  close(file);
  const std::string_view read_text(text.data(), length > 0 ? static_cast<size_t>(length) : 0);
  return std::string(read_text.substr(0, read_text.find('\n')));
}

namespace {

// Within one, the monotonic clock can be ahead or behind (time_namespaces(7)).
std::string time_namespace() {
  std::array<char, 64> text{};
  const ssize_t length = readlink("/proc/self/ns/time", text.data(), text.size());
  return length > 0 ? std::string(text.data(), static_cast<size_t>(length)) : std::string();
}

}  // namespace

uint64_t clock_of_this_node() {
  const std::string boot = boot_id();
  return std::hash<std::string>()(boot.empty() ? host_name() : boot + time_namespace());
}

}  // namespace latecomer::record
