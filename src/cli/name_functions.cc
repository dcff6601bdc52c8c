// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/name_functions.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "cli/put_out.h"
#include "otf2/archive_reader.h"
#include "otf2/replace_calling_contexts.h"
#include "symbols/name_calling_contexts.h"

namespace latecomer::cli {

namespace {

// While it is there, the archive is still to be rewritten: there may have been no room for it.
std::string unnamed_mark(const std::string& archive) {
  return archive + "/.unnamed";
}

}  // namespace

bool is_unnamed(const std::string& archive) {
  std::error_code problem;
  return std::filesystem::exists(unnamed_mark(archive), problem);
}

Status name_functions(const std::string& archive) {
  TRY(const std::unique_ptr<trace::Trace> trace, otf2::open_archive(archive));
  if (!symbols::can_be_named(trace->definitions())) return {};
  trace::Definitions definitions = trace->definitions();
  for (const std::string& problem : symbols::name_calling_contexts(definitions))
    put_error(fmt::format("functions in {}; they are shown as addresses", problem));
  std::error_code ignored;
  std::filesystem::create_directory(unnamed_mark(archive), ignored);
  TRY_STATUS(otf2::replace_calling_contexts(archive, definitions));
  std::filesystem::remove(unnamed_mark(archive), ignored);
  return {};
}

}  // namespace latecomer::cli
