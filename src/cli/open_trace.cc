// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/open_trace.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "cli/finish_recording.h"
#include "cli/kernel_states.h"
#include "otf2/archive_reader.h"
#include "record/core/recording_files.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

namespace fs = std::filesystem;

enum class FileKind { program, report, anchor, other };

/// Returns what a file is, by how it begins.
FileKind kind_of(const std::string& path) {
  constexpr size_t kTarMagic = 257;
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return FileKind::other;
  std::string start(512, '\0');
  std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  const std::string_view begin = start;
  if (begin.starts_with("\x7f"
                        "ELF") ||
      begin.starts_with("#!"))
    return FileKind::program;
  if (begin.substr(kTarMagic).starts_with("ustar")) return FileKind::report;
  return begin.substr(2).starts_with("OTF2") ? FileKind::anchor : FileKind::other;
}

Error instead(const std::string& path, const char* is, const std::string& advice) {
  return Error{fmt::format("{}: this is {}; {}", path, is, advice)};
}

Error program_error(const std::string& path) {
  return instead(path, "a program",
                 "record a run of it first: latecomer record -- mpiexec -n 4 " + shell_word(path));
}

Error explain_archive_error(const std::string& path, const Error& error) {
  const FileKind kind = kind_of(path);
  if (kind == FileKind::program) return program_error(path);
  if (kind == FileKind::report)
    return instead(path, "a report, not an archive", "see it with: latecomer show " + shell_word(path));
  if (record::is_unfinished(path)) return unfinished(path);
  return error;
}

Result<std::unique_ptr<trace::Trace>> explained(const std::string& path,
                                                Result<std::unique_ptr<trace::Trace>> opened) {
  if (!opened) return explain_archive_error(path, opened.error());
  return with_kernel_states(path, std::move(*opened));
}

}  // namespace

Result<std::unique_ptr<trace::Trace>> open_trace(const std::string& path, Comm& comm) {
  return explained(path, otf2::open_archive(path, comm));
}

Result<std::unique_ptr<trace::Trace>> open_trace(const std::string& path) {
  return explained(path, otf2::open_archive(path));
}

bool is_report(const std::string& path) {
  return kind_of(path) == FileKind::report;
}

Error explain_report_error(const std::string& path, const Error& error) {
  const FileKind kind = kind_of(path);
  if (kind == FileKind::program) return program_error(path);
  if (kind == FileKind::anchor)
    return instead(path, "an archive, not a report",
                   "analyze it first: latecomer analyze " + shell_word(path));
  return error;
}

}  // namespace latecomer::cli
