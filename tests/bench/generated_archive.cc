// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "generated_archive.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "child_process.h"
#include "comm/comm.h"
#include "cubex/reader.h"
#include "known_answer.h"
#include "whole_share.h"

namespace latecomer::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAnswer = "answer.tsv";

/// "halo2d-64-8000000-0": the arguments' values.
std::string name_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> values;
  std::ranges::copy_if(arguments, std::back_inserter(values),
                       [](const std::string& argument) { return !argument.starts_with("--"); });
  return fmt::format("{}", fmt::join(values, "-"));
}

/// From what the program said when it made the archive: "7,831,552 events of ...".
Result<uint64_t> events_said(const std::string& path) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const size_t end = line.find(" events of ");
    if (end == std::string::npos) continue;
    line.resize(end);
    std::erase(line, ',');
    return std::strtoull(line.c_str(), nullptr, 10);
  }
  return Error{fmt::format("{}: does not say how many events there are", path)};
}

}  // namespace

Result<GeneratedArchive> generate_archive(const std::vector<std::string>& arguments) {
  const std::string path = fmt::format("{}/{}", LATECOMER_BENCH_DATA, name_of(arguments));
  const std::string said = path + ".said";
  if (!fs::exists(said)) {
    fmt::print(stderr, "latecomer_bench: generating {}\n", path);
    fs::create_directories(LATECOMER_BENCH_DATA);
    fs::remove_all(path);
    const std::string unfinished = said + ".unfinished";  // said when all is written
    std::vector<std::string> command{LATECOMER_PROGRAM, "generate", "-o", path};
    command.insert(command.end(), arguments.begin(), arguments.end());
    TRY(const ChildUsage usage, run_child(command, unfinished));
    static_cast<void>(usage);
    fs::rename(unfinished, said);
  }
  TRY(const uint64_t events, events_said(said));
  return GeneratedArchive{path, events};
}

uint64_t bytes_of(const GeneratedArchive& archive) {
  uint64_t bytes = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(archive.path)) {
    if (entry.is_regular_file() && entry.path().filename() != kAnswer) bytes += entry.file_size();
  }
  return bytes;
}

bool answer_is_met(const std::string& archive, const std::string& report) {
  const Result<tests::KnownAnswer> answer = tests::read_answer(archive + "/" + kAnswer);
  if (!answer) return fmt::print(stderr, "{}\n", answer.error().message), false;
  const Result<report::Report> read = cubex::read_cubex(report);
  if (!read) return fmt::print(stderr, "{}\n", read.error().message), false;
  constexpr size_t kMost = 10;
  const std::unique_ptr<Comm> comm = serial_comm();
  const std::vector<std::string> differences = tests::differences(*answer, tests::whole_share(*read), *comm);
  for (size_t i = 0; i < std::min(kMost, differences.size()); ++i)
    fmt::print(stderr, "{}: {}\n", archive, differences[i]);
  if (differences.size() > kMost) fmt::print(stderr, "and {} more\n", differences.size() - kMost);
  return differences.empty();
}

}  // namespace latecomer::bench
