// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/temporary_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <random>
#include <utility>

namespace latecomer::cubex {

namespace {

namespace fs = std::filesystem;

/// Is the name of a file that a signal has to remove. The handler can read it at any time: it is never freed.
struct Leftover {
  std::atomic<bool> taken = false;
  std::atomic<bool> exists = false;
  std::array<char, PATH_MAX> path;
};

/// Holds the names that a signal removes; if a process writes more files at once, the others stay.
std::array<Leftover, 16> leftovers;
constexpr size_t kNoSlot = leftovers.size();

extern "C" void remove_leftovers(int signal) {
  for (const Leftover& each : leftovers)
    if (each.exists) ::unlink(each.path.data());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Handles a signal, unless it is ignored or handled otherwise.
void handle(int signal) {
  struct sigaction action {};
  if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
  action.sa_handler = remove_leftovers;
  sigaction(signal, &action, nullptr);
}

size_t note(const fs::path& path) {
  for (const int signal : {SIGINT, SIGTERM}) handle(signal);
  for (size_t slot = 0; slot < leftovers.size(); ++slot) {
    Leftover& each = leftovers[slot];
    if (path.native().size() >= each.path.size() || each.taken.exchange(true)) continue;
    std::strcpy(each.path.data(), path.c_str());
    each.exists = true;
    return slot;
  }
  return kNoSlot;
}

void forget(size_t slot) {
  if (slot == kNoSlot) return;
  leftovers[slot].exists = false;
  leftovers[slot].taken = false;
}

/// Creates a file whose name neither a file nor a link has.
Result<fs::path> create_beside(const fs::path& target) {
  constexpr mode_t kReadableByAll = 0644;
  std::random_device random;
  while (true) {
    const fs::path path = fmt::format("{}.{:08x}.unfinished", target.string(), random());
    const int file =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kReadableByAll);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0)
      return Error{fmt::format("{}: cannot be created: {}", target.string(), std::strerror(errno))};
    ::close(file);
    return path;
  }
}

}  // namespace

Status check_output(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status))
    return Error{fmt::format("{}: is a directory; name a file to write to", path.string())};
  if (fs::exists(status) && !fs::is_regular_file(status))
    return Error{fmt::format("{}: is not a regular file, which alone is replaced", path.string())};
  const fs::path directory = path.has_parent_path() ? path.parent_path() : ".";
  if (::access(directory.c_str(), W_OK | X_OK) != 0)
    return Error{fmt::format("{}: cannot be created: {}", path.string(), std::strerror(errno))};
  return {};
}

Result<TemporaryFile> TemporaryFile::create(const fs::path& target) {
  TRY_STATUS(check_output(target));
  TRY(fs::path path, create_beside(target));
  return TemporaryFile(target, std::move(path));
}

TemporaryFile::TemporaryFile(fs::path target, fs::path path)
    : target_(std::move(target)), path_(std::move(path)), slot_(note(path_)) {}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : target_(std::move(other.target_)),
      path_(std::exchange(other.path_, fs::path())),
      slot_(std::exchange(other.slot_, kNoSlot)) {}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
  forget(slot_);
}

Status TemporaryFile::complete() {
  TRY_STATUS(check_output(target_));
  if (std::rename(path_.c_str(), target_.c_str()) != 0)
    return Error{fmt::format("{}: cannot be written: {}", target_.string(), std::strerror(errno))};
  path_.clear();
  return {};
}

}  // namespace latecomer::cubex
