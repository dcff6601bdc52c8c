// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Behind its header a file has the number of the functions, as many counts, and the functions' names:
//
//     3   17   0   5   M P I _ C o m m _ r a n k \0 ...

#include "record/core/counted_calls.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "base/file_content.h"
#include "record/core/process_state.h"
#include "record/core/recording_files.h"
#include "record/core/recording_format.h"
#include "record/core/threads.h"

namespace latecomer::record {

namespace {

// What is counted where there is no room for a file is lost.
std::array<uint64_t, kMostCountedFunctions> lost_counts;

size_t bytes_for(std::span<const char* const> functions) {
  size_t bytes = sizeof(uint64_t) * (functions.size() + 1);
  for (const char* const name : functions) bytes += std::strlen(name) + 1;
  return bytes;
}

void write_names(std::span<const char* const> functions, std::span<std::byte> chunk) {
  const uint64_t number = functions.size();
  std::memcpy(chunk.data(), &number, sizeof number);
  std::byte* next = chunk.data() + sizeof(uint64_t) * (functions.size() + 1);
  for (const char* const name : functions) {
    const size_t bytes = std::strlen(name) + 1;
    std::memcpy(next, name, bytes);
    next += bytes;
  }
}

// Another thread's, that goes on with these files, counts there, too.
Status make_counts(std::span<const char* const> functions, ThreadFiles& files) {
  const std::scoped_lock lock(process->mutex);
  TRY(std::unique_ptr<GrowingFile> made,
      GrowingFile::create(counts_file(process->directory, process->count_files), RecordingFile::counts,
                          place_of_files()));
  ++process->count_files;
  if (made->chunk().size() < bytes_for(functions)) return Error{"no room for counts of calls"};
  write_names(functions, made->chunk());
  files.counts = std::move(made);
  return {};
}

using Sums = std::map<std::string, uint64_t>;

Status add_counts(const std::string& path, Sums& sums) {
  TRY(const std::string content, file_content(path));
  const std::span<const std::byte> bytes = std::as_bytes(std::span(content.data(), content.size()));
  TRY(const bool begun, has_header(path, bytes, RecordingFile::counts));
  if (!begun) return {};
  size_t place = sizeof(FileHeader);
  const auto next_number = [&] {
    uint64_t number = 0;
    if (place + sizeof number <= content.size()) std::memcpy(&number, content.data() + place, sizeof number);
    place += sizeof number;
    return number;
  };
  std::vector<uint64_t> counts(std::min<uint64_t>(next_number(), kMostCountedFunctions));
  std::ranges::generate(counts, next_number);
  for (const uint64_t calls : counts) {
    if (place >= content.size()) break;
    const std::string name(content.data() + place, strnlen(content.data() + place, content.size() - place));
    place += name.size() + 1;
    if (calls > 0 && !name.empty()) sums[name] += calls;
  }
  return {};
}

}  // namespace

uint64_t* counts_in(ThreadFiles& files) noexcept {
  if (files.counts == nullptr) return nullptr;
  return reinterpret_cast<uint64_t*>(files.counts->chunk().data()) + 1;
}

void begin_counting(std::span<const char* const> functions) noexcept {
  if (!has_files()) return;
  on_own_stack([&] {
    if (this_thread.files->counts == nullptr && !make_counts(functions, *this_thread.files))
      this_thread.counts = lost_counts.data();
    else
      this_thread.counts = counts_in(*this_thread.files);
  });
}

Result<std::vector<trace::CountedCalls>> read_counted_calls(const std::string& process_directory) {
  Sums sums;
  for (size_t n = 0; std::filesystem::exists(counts_file(process_directory, n)); ++n)
    TRY_STATUS(add_counts(counts_file(process_directory, n), sums));
  std::vector<trace::CountedCalls> all;
  for (const auto& [name, calls] : sums) all.push_back({name, calls});
  return all;
}

}  // namespace latecomer::record
