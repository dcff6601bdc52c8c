// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/recording_files.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace latecomer::record {

std::string recording_directory(const std::string& archive) {
  return archive + "/.recording";
}

namespace {

Error problem_of(const std::string& path, int problem) {
  return Error{path + ": cannot be made: " + std::strerror(problem)};
}

// The directory itself, where it is a link to one that may not be there.
std::string behind_link(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path target = std::filesystem::read_symlink(path, problem);
  return problem ? path : target.string();
}

}  // namespace

Status make_recording_directory(const std::string& archive, const std::string& scratch) {
  const std::string recording = recording_directory(archive);
  if (scratch.empty() && mkdir(recording.c_str(), 0777) == 0) return {};
  if (!scratch.empty()) {
    std::string own = std::filesystem::absolute(scratch).string() + "/latecomer-XXXXXX";
    if (mkdtemp(own.data()) == nullptr) return problem_of(own, errno);
    if (symlink(own.c_str(), recording.c_str()) == 0) return {};
    rmdir(own.c_str());
  }
  if (errno == EEXIST) return Error{archive + ": another program is recorded to it"};
  return problem_of(recording, errno);
}

void remove_recording_directory(const std::string& archive) {
  const std::string recording = recording_directory(archive);
  std::error_code ignored;
  std::filesystem::remove_all(behind_link(recording), ignored);
  std::filesystem::remove(recording, ignored);
}

std::string recording_elsewhere(const std::string& archive) {
  const std::string directory = behind_link(recording_directory(archive));
  std::error_code problem;
  const bool is_link = directory != recording_directory(archive);
  return is_link && !std::filesystem::exists(directory, problem) ? directory : "";
}

Result<std::string> make_process_directory(const std::string& archive, const std::string& host,
                                           uint64_t pid) {
  const std::string recording = recording_directory(archive);
  std::error_code problem;
  // The archive is there, or the program's root is another one. Whoever wrote it removed the recording
  // before.
  mkdir(recording.c_str(), 0777);
  // Each node has its own behind a link.
  const std::string on_node = behind_link(recording);
  if (on_node != recording) std::filesystem::create_directories(on_node, problem);
  if (problem) return Error{recording + ": " + problem.message()};
  const std::string wanted = recording + "/" + host + "." + std::to_string(pid);
  std::string directory = wanted;
  for (int number = 2; mkdir(directory.c_str(), 0777) != 0; ++number) {
    if (errno != EEXIST) return problem_of(directory, errno);
    directory = wanted + "-" + std::to_string(number);
  }
  // Whatever the program's umask is, the recorder makes files in it: also for threads that begin when root
  // has become another user.
  using std::filesystem::perms;
  const perms rights = geteuid() == 0 ? perms::all | perms::sticky_bit : perms::owner_all;
  std::filesystem::permissions(directory, rights, std::filesystem::perm_options::add, problem);
  return directory;
}

void remove_process_directory(const std::string& directory) {
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
  std::filesystem::remove(behind_link(std::filesystem::path(directory).parent_path()), ignored);
}

std::string definitions_file(const std::string& process_directory) {
  return process_directory + "/definitions";
}
std::string thread_file(const std::string& process_directory, size_t thread) {
  return process_directory + "/thread-" + std::to_string(thread);
}
std::string stack_file(const std::string& process_directory, size_t thread) {
  return process_directory + "/stacks-" + std::to_string(thread);
}
std::string counts_file(const std::string& process_directory, size_t number) {
  return process_directory + "/counts-" + std::to_string(number);
}
std::string anchor_file(const std::string& archive) {
  return archive + "/traces.otf2";
}
std::string shared_definitions_file(const std::string& archive) {
  return archive + "/.definitions";
}
bool lacks_definitions(const std::string& archive) {
  return std::filesystem::exists(shared_definitions_file(archive));
}

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

namespace {

// While it exists, the first archive is somebody's; all nodes see it.
std::string claim_directory(const std::string& archive) {
  return archive + "/.first";
}

bool has_events(const std::string& archive) {
  return std::filesystem::exists(anchor_file(archive)) || lacks_definitions(archive);
}

bool taken(const std::string& directory) {
  return mkdir(directory.c_str(), 0777) != 0 && errno == EEXIST;
}

// How the kernel's lists of mappings (proc(5)) name a file: its device and number, whatever its path is
// there.
std::string mapping_of(const std::string& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0) return {};
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), " %02x:%02x %ju ", major(file.st_dev), minor(file.st_dev),
                static_cast<uintmax_t>(file.st_ino));
  return text.data();
}

// The same of the first thread's files of these processes; and, for file systems whose devices are called
// otherwise there, their paths.
std::vector<std::string> mappings_of(const std::vector<std::string>& directories) {
  std::vector<std::string> mappings;
  for (const std::string& directory : directories) {
    std::error_code problem;
    const std::string file = std::filesystem::canonical(thread_file(directory, 0), problem).string();
    if (problem) continue;
    mappings.push_back(mapping_of(file));
    mappings.push_back(" " + file);
  }
  return mappings;
}

bool has_mapped(const std::string& maps_file, const std::vector<std::string>& mappings) {
  std::ifstream maps(maps_file);
  for (std::string line; std::getline(maps, line);) {
    line += ' ';
    const auto is_in_line = [&](const std::string& mapping) {
      return !mapping.empty() &&
             line.find(mapping + (mapping.ends_with(' ') ? "" : " ")) != std::string::npos;
    };
    if (std::ranges::any_of(mappings, is_in_line)) return true;
  }
  return false;
}

}  // namespace

size_t count_threads(const std::string& process_directory) {
  size_t threads = 0;
  while (std::filesystem::exists(thread_file(process_directory, threads))) ++threads;
  return threads;
}

std::vector<std::string> process_directories(const std::string& archive, std::error_code& problem) {
  std::vector<std::string> directories;
  for (const std::filesystem::directory_entry& entry :
       std::filesystem::directory_iterator(recording_directory(archive), problem)) {
    const std::string directory = entry.path().string();
    std::error_code missing;
    const uintmax_t defined = std::filesystem::file_size(definitions_file(directory), missing);
    if (!missing && defined > 0 && count_threads(directory) > 0) directories.push_back(directory);
  }
  return directories;
}

std::string archive_name(bool spawned, uint32_t number) {
  if (number == 1) return {};
  return (spawned ? "world-" : "run-") + std::to_string(number);
}

std::string archive_path(const std::string& directory, const std::string& name) {
  return name.empty() ? directory : directory + "/" + name;
}

uint32_t claim_archive(const std::string& directory, bool spawned) {
  const bool first_is_free = !spawned && !has_events(directory);
  if (first_is_free && !taken(claim_directory(directory))) return 1;
  uint32_t number = 2;
  while (taken(archive_path(directory, archive_name(spawned, number)))) ++number;
  return number;
}

void remove_claim(const std::string& archive) {
  std::error_code ignored;
  std::filesystem::remove(claim_directory(archive), ignored);
}

std::vector<std::string> archives_in(const std::string& directory) {
  std::vector<std::string> archives;
  if (has_events(directory)) archives.push_back(directory);
  for (const bool spawned : {false, true}) {
    for (uint32_t number = 2;; ++number) {
      const std::string archive = archive_path(directory, archive_name(spawned, number));
      if (!std::filesystem::exists(archive)) break;
      if (has_events(archive)) archives.push_back(archive);
    }
  }
  return archives;
}

bool is_unfinished(const std::string& directory) {
  std::error_code problem;
  return !process_directories(directory, problem).empty() ||
         std::ranges::any_of(archives_in(directory), lacks_definitions);
}

// A process that runs has its first thread's file mapped. It has another number here than in its own
// namespace.
std::vector<uint64_t> running_processes(const std::string& directory) {
  std::vector<uint64_t> running;
  std::error_code problem;
  const std::vector<std::string> mappings = mappings_of(process_directories(directory, problem));
  if (mappings.empty()) return running;
  for (std::filesystem::directory_iterator process("/proc", problem), end; !problem && process != end;
       process.increment(problem)) {
    const std::string name = process->path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (has_mapped("/proc/" + name + "/maps", mappings)) running.push_back(std::stoull(name));
  }
  std::ranges::sort(running);
  return running;
}

}  // namespace latecomer::record
