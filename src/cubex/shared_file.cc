// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/shared_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace latecomer::cubex {

SharedFile::SharedFile(const std::filesystem::path& path) : path_(path) {
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor_ < 0) fail("written");
}

SharedFile::~SharedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void SharedFile::fail(const char* action) {
  status_ = Error{fmt::format("{}: cannot be {}: {}", path_.string(), action, std::strerror(errno))};
}

void SharedFile::write(uint64_t offset, std::span<const std::byte> bytes) {
  while (status_ && !bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail("written");
    bytes = bytes.subspan(static_cast<size_t>(written));
    offset += static_cast<uint64_t>(written);
  }
}

void SharedFile::write(uint64_t offset, std::span<const std::span<const std::byte>> chunks) {
  constexpr size_t kEnough = size_t{1} << 18U;  // With so many bytes, a call costs little.
  std::vector<std::byte> small;                 // These are pieces that stand together.
  const auto flush = [&] {
    write(std::exchange(offset, offset + small.size()), small);
    small.clear();
  };
  for (const std::span<const std::byte> chunk : chunks) {
    if (small.size() + chunk.size() > kEnough) flush();
    if (chunk.size() <= kEnough)
      small.insert(small.end(), chunk.begin(), chunk.end());
    else
      write(std::exchange(offset, offset + chunk.size()), chunk);
  }
  flush();
}

void SharedFile::resize(uint64_t size) {
  if (status_ && ::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("written");
}

Status SharedFile::close() {
  if (descriptor_ >= 0 && ::close(descriptor_) != 0 && status_) fail("written");
  descriptor_ = -1;
  return status_;
}

}  // namespace latecomer::cubex
