// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/stack_log.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "record/core/recording_format.h"

namespace latecomer::record {

namespace {

// The file ends at the first record whose mark is 0; files are made of zeros. The mark is stored last.
struct Record {
  uint64_t address = 0;
  uint32_t caller = 0;
  uint32_t mark = 0;  // the module's number, counted from 2; 1 without one
};
constexpr uint32_t kNoModule = 1;
constexpr uint32_t kFirstModule = 2;

StackNode node_of(const Record& record) {
  const bool has_module = record.mark >= kFirstModule;
  return {StackId(record.caller),
          {has_module ? ModuleId(record.mark - kFirstModule) : ModuleId(), record.address}};
}

}  // namespace

size_t StackNodeHash::operator()(const StackNode& node) const {
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  const uint64_t numbers = (uint64_t{node.call.module.value} << 32) + node.caller.value;
  return (node.call.address * kSpread ^ numbers) * kSpread >> 16;
}

Result<std::unique_ptr<StackLog>> StackLog::create(const std::string& path, const FilePlace& place) {
  TRY(std::unique_ptr<GrowingFile> file, GrowingFile::create(path, RecordingFile::stacks, place));
  return std::unique_ptr<StackLog>(new StackLog(std::move(file)));
}

StackLog::~StackLog() {
  give_back_unused();
}

void StackLog::give_back_unused() noexcept {
  file_->give_back(free_.size());
  free_ = {};
}

StackId StackLog::call(StackId caller, ModuleAddress call) {
  const StackNode node{caller, call};
  const auto [known, added] = known_.try_emplace(node);
  if (!added) return known->second;
  if (append(node)) return known->second = StackId(count_++);
  known_.erase(known);
  return {};
}

bool StackLog::append(const StackNode& node) noexcept {
  if (free_.empty()) {
    if (!file_->grow()) return false;
    free_ = file_->chunk();
  }
  Record& record = *reinterpret_cast<Record*>(free_.data());
  record.address = node.call.address;
  record.caller = node.caller.value;
  const uint32_t mark = node.call.module.valid() ? node.call.module.value + kFirstModule : kNoModule;
  std::atomic_ref<uint32_t>(record.mark).store(mark, std::memory_order_release);
  free_ = free_.subspan(sizeof(Record));
  return true;
}

Result<std::vector<StackNode>> read_stack_log(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path + ": " + std::strerror(errno)};
  std::array<std::byte, sizeof(FileHeader)> start{};
  file.read(reinterpret_cast<char*>(start.data()), start.size());
  TRY(const bool begun,
      has_header(path, std::span(start).first(static_cast<size_t>(file.gcount())), RecordingFile::stacks));
  std::vector<StackNode> nodes;
  if (!begun) return nodes;
  Record record;
  while (file.read(reinterpret_cast<char*>(&record), sizeof(record)) && record.mark != 0) {
    const StackNode node = node_of(record);
    if (node.caller.valid() && node.caller.index() >= nodes.size()) break;
    nodes.push_back(node);
  }
  return nodes;
}

}  // namespace latecomer::record
