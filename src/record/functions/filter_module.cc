// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/filter_module.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "symbols/filter_rules.h"
#include "symbols/modules.h"

namespace latecomer::record {

namespace {

struct Filter {
  symbols::FilterRules rules;
  symbols::Modules modules;
};

void* open_filter(const char* path, char* why, size_t size) {
  Result<symbols::FilterRules> rules = symbols::FilterRules::read(path);
  if (rules) return std::make_unique<Filter>(Filter{std::move(rules).value(), {}}).release();
  const std::string& message = rules.error().message;
  const size_t length = std::min(message.size(), size - 1);
  message.copy(why, length);
  why[length] = '\0';
  return nullptr;
}

// What has no name is called by its address, by which rules can exclude it, too.
bool excludes(void* opened, const char* module, const char* build_id, uint64_t offset) {
  Filter& filter = *static_cast<Filter*>(opened);
  const trace::CodeAddress address{module, build_id, offset};
  const std::vector<symbols::SourceFrame> frames = filter.modules.code_at(address).frames;
  symbols::SourceFrame unnamed;
  unnamed.function = trace::name_of(address);
  return filter.rules.excludes(frames.empty() ? unnamed : frames.front());
}

}  // namespace

}  // namespace latecomer::record

const latecomer::record::FilterModule latecomer_filter = {latecomer::record::open_filter,
                                                          latecomer::record::excludes};
