// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/archive_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>

namespace latecomer::otf2 {
namespace fs = std::filesystem;
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

/// Returns the file's first bytes, at most `size`.
Result<std::string> read_start(const std::string& path, size_t size) {
  Result<RegularFile> opened = RegularFile::open(path.c_str());
  if (!opened) return Error{fmt::format("{}: {}", path, opened.error().message)};
  const std::unique_ptr<std::FILE, CloseFile> file(fdopen(opened->release(), "rb"));
  if (file == nullptr) return Error{fmt::format("{}: {}", path, std::strerror(errno))};
  std::string start;
  std::array<char, 4096> block;
  while (start.size() < size) {
    const size_t wanted = std::min(block.size(), size - start.size());
    const size_t got = std::fread(block.data(), 1, wanted, file.get());
    start.append(block.data(), got);
    if (got < wanted) break;
  }
  return start;
}

/// Returns the anchor in a directory: traces.otf2, as most tools call it, else the only file of that kind.
Result<std::string> find_anchor(const fs::path& directory) {
  std::error_code problem;
  std::vector<fs::path> anchors;
  for (fs::directory_iterator entry(directory, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry->path().extension() == ".otf2") anchors.push_back(entry->path());
  }
  if (problem) return Error{fmt::format("{}: {}", directory.string(), problem.message())};
  for (const fs::path& anchor : anchors) {
    if (anchor.filename() == "traces.otf2") return anchor.string();
  }
  if (anchors.size() == 1) return anchors.front().string();
  if (anchors.empty())
    return Error{
        fmt::format("{}: there is no OTF2 archive in this directory (no *.otf2 file)", directory.string())};
  return Error{fmt::format("{}: there are {} OTF2 archives in this directory; give the .otf2 file of one",
                           directory.string(), anchors.size())};
}

/// Returns the number of properties that an anchor file announces. Before it come fixed fields and the
/// strings machine, creator and description. It is zero if the file ends earlier, as libotf2 notices itself.
uint32_t announced_properties(std::string_view anchor) {
  constexpr size_t kFixedFields = 46;
  constexpr int kStrings = 3;
  size_t position = kFixedFields;
  for (int i = 0; i < kStrings; ++i) {
    const size_t end = anchor.find('\0', position);
    if (end == std::string_view::npos) return 0;
    position = end + 1;
  }
  std::array<uint8_t, 4> bytes{};
  if (position + bytes.size() > anchor.size()) return 0;
  std::memcpy(bytes.data(), anchor.data() + position, bytes.size());
  constexpr char kLittleEndian = 'B';
  if (anchor[1] != kLittleEndian) std::reverse(bytes.begin(), bytes.end());
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<uint32_t>(bytes[3]) << 24;
}

Status check_anchor(const std::string& anchor) {
  constexpr size_t kMagicSize = 7;  // the start of a chunk, a letter for the byte order, the name and its end
  constexpr size_t kMostBytes = 1 << 24;
  TRY(const std::string content, read_start(anchor, kMostBytes));
  const bool is_otf2 =
      content.size() >= kMagicSize && std::string_view(content).substr(2, 5) == std::string_view("OTF2\0", 5);
  if (!is_otf2) return Error{fmt::format("{}: this is not the anchor file of an OTF2 archive", anchor)};
  // libotf2 believes the number and would try to read billions of properties from a damaged file.
  constexpr size_t kLeastPropertySize = 2;
  if (announced_properties(content) > content.size() / kLeastPropertySize) {
    return Error{
        fmt::format("{}: the anchor file is damaged: it announces more properties than it can have", anchor)};
  }
  return {};
}

}  // namespace

OpenDirectory::OpenDirectory(const std::string& path)
    : descriptor_(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}

OpenDirectory::~OpenDirectory() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<RegularFile> ArchiveFiles::open_events(uint64_t location) const {
  const std::string name = fmt::format("{}.evt", location);
  const bool is_open = directory->descriptor() >= 0;
  Result<RegularFile> opened = is_open ? RegularFile::open(name.c_str(), directory->descriptor())
                                       : RegularFile::open(events(location).c_str());
  if (!opened) return Error{fmt::format("{}: {}", events(location), opened.error().message)};
  return opened;
}

std::string ArchiveFiles::events(uint64_t location) const {
  return fmt::format("{}/{}.evt", stem, location);
}

std::string ArchiveFiles::local_definitions(uint64_t location) const {
  return fmt::format("{}/{}.def", stem, location);
}

std::vector<uint64_t> ArchiveFiles::locations_with_definitions() const {
  constexpr std::string_view kEnding = ".def";
  std::vector<uint64_t> locations;
  // No path is made for each of very many entries.
  const std::unique_ptr<DIR, CloseDirectory> directory(opendir(stem.c_str()));
  while (const dirent* entry = directory == nullptr ? nullptr : readdir(directory.get())) {
    const std::string_view name = entry->d_name;
    if (!name.ends_with(kEnding)) continue;
    uint64_t location = 0;
    const char* const name_end = name.data() + name.size() - kEnding.size();
    if (std::from_chars(name.data(), name_end, location).ptr == name_end) locations.push_back(location);
  }
  return locations;
}

std::string ArchiveFiles::global_definitions() const {
  return stem + ".def";
}

Result<ArchiveFiles> find_archive(const std::string& path) {
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (!fs::exists(status))
    return Error{fmt::format("{}: {}", path, problem ? problem.message() : "No such file or directory")};
  std::string anchor = path;
  if (fs::is_directory(status)) {
    TRY(anchor, find_anchor(path));
  }
  TRY_STATUS(check_anchor(anchor));
  const std::string stem = fs::path(anchor).replace_extension().string();
  const ArchiveFiles files{anchor, stem, std::make_shared<const OpenDirectory>(stem)};
  TRY(const std::string definitions, read_start(files.global_definitions(), 1));
  if (definitions.empty()) return Error{fmt::format("{}: the file is empty", files.global_definitions())};
  return files;
}

Status make_empty_directory(const std::string& directory) {
  std::error_code problem;
  fs::create_directories(directory, problem);
  if (problem) return Error{fmt::format("{}: cannot be made: {}", directory, problem.message())};
  if (!fs::is_empty(directory, problem) || problem)
    return Error{fmt::format("{}: is not empty; choose another directory with -o", directory)};
  return {};
}

uint64_t most_records(const std::string& path) {
  constexpr uint64_t kLeastRecordSize = 2;
  std::error_code problem;
  const uintmax_t size = fs::file_size(path, problem);
  return problem ? 0 : size / kLeastRecordSize;
}

bool is_there(const std::string& path) {
  struct stat ignored {};
  return lstat(path.c_str(), &ignored) == 0;
}

Status check_readable(const std::string& path) {
  const Result<std::string> start = read_start(path, 1);
  return start ? Status() : start.error();
}

}  // namespace latecomer::otf2
