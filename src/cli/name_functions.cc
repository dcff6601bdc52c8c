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
#include "record/archive/archive_place.h"
#include "symbols/name_calling_contexts.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

Status replace_addresses(const std::string& archive) {
  TRY_STATUS(otf2::finish_replacing(archive));
  TRY(const std::unique_ptr<trace::Trace> trace, otf2::open_archive(archive));
  if (!symbols::can_be_named(trace->definitions())) return {};
  trace::Definitions definitions = trace->definitions();
  for (const std::string& problem : symbols::name_calling_contexts(definitions))
    put_error(fmt::format("functions in {}; they are shown as addresses", problem));
  const Status replaced = otf2::replace_calling_contexts(archive, definitions);
  if (replaced) return {};
  return Error{
      fmt::format("{}; the archive has addresses in place of functions; where there is room, this finds "
                  "them: latecomer analyze {}",
                  replaced.error().message, shell_word(archive))};
}

}  // namespace

bool is_unnamed(const std::string& archive) {
  std::error_code problem;
  return std::filesystem::exists(record::unnamed_mark(archive), problem);
}

Status name_functions(const std::string& archive) {
  TRY_STATUS(replace_addresses(archive));
  std::error_code ignored;
  std::filesystem::remove(record::unnamed_mark(archive), ignored);
  return {};
}

}  // namespace latecomer::cli
