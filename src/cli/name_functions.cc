// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/name_functions.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "cli/put_out.h"
#include "otf2/archive_reader.h"
#include "otf2/replace_calling_contexts.h"
#include "symbols/name_calling_contexts.h"

namespace latecomer::cli {

Status name_functions(const std::string& archive) {
  TRY(const std::unique_ptr<trace::Trace> trace, otf2::open_archive(archive));
  if (!symbols::can_be_named(trace->definitions())) return {};
  trace::Definitions definitions = trace->definitions();
  for (const std::string& problem : symbols::name_calling_contexts(definitions))
    put_error(fmt::format("functions in {}; they are shown as addresses", problem));
  return otf2::replace_calling_contexts(archive, definitions);
}

}  // namespace latecomer::cli
