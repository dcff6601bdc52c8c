// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/filter_rules.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <utility>

#include "symbols/function_names.h"

namespace latecomer::symbols {

namespace {

/// Returns the words of a line, up to a comment. A character behind a \ does not end a word.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words(1);
  for (size_t i = 0; i < line.size() && line[i] != '#'; ++i) {
    if (std::strchr(" \t\r", line[i]) != nullptr) {
      if (!words.back().empty()) words.emplace_back();
      continue;
    }
    words.back() += line[i];
    if (line[i] == '\\' && i + 1 < line.size()) words.back() += line[++i];
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool matches(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

}  // namespace

/// Takes a filter file word by word.
class FilterRules::Parser {
 public:
  Status take(const std::string& word) {
    if (block_ == nullptr) return begin_block(word);
    if (word == end_) return end_block();
    if (word == "EXCLUDE" || word == "INCLUDE") {
      in_rule_ = true;
      rule_ = {.excludes = word == "EXCLUDE"};
    } else if (!in_rule_) {
      return Error{fmt::format("'{}' is neither EXCLUDE, INCLUDE nor {}", word, end_)};
    } else if (word == "MANGLED" && block_ == &rules_.functions_) {
      rule_.mangled = true;
    } else {
      rule_.pattern = word;
      block_->push_back(rule_);
    }
    return {};
  }
  Result<FilterRules> finish() {
    if (block_ != nullptr) return Error{fmt::format("{} is missing", end_)};
    return std::move(rules_);
  }

 private:
  Status begin_block(const std::string& word) {
    if (word == "SCOREP_REGION_NAMES_BEGIN") {
      block_ = &rules_.functions_;
      end_ = "SCOREP_REGION_NAMES_END";
    } else if (word == "SCOREP_FILE_NAMES_BEGIN") {
      block_ = &rules_.files_;
      end_ = "SCOREP_FILE_NAMES_END";
    } else {
      return Error{fmt::format(
          "'{}' is neither SCOREP_REGION_NAMES_BEGIN nor SCOREP_FILE_NAMES_BEGIN, with which rules begin",
          word)};
    }
    return {};
  }
  Status end_block() {
    block_ = nullptr;
    in_rule_ = false;
    return {};
  }

  FilterRules rules_;
  std::vector<Rule>* block_ = nullptr;  ///< Has the rules of the open block; nullptr outside of all.
  std::string end_;                     ///< Is the word that ends the block.
  bool in_rule_ = false;                ///< Says that there is an EXCLUDE or INCLUDE before.
  Rule rule_;
};

Result<FilterRules> FilterRules::read(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Error{fmt::format("{}: {}", path, std::strerror(errno))};
  Parser parser;
  size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    for (const std::string& word : words_of(line)) {
      if (const Status taken = parser.take(word); !taken)
        return Error{fmt::format("{}:{}: {}", path, number, taken.error().message)};
    }
  }
  if (file.bad()) return Error{fmt::format("{}: cannot be read", path)};
  Result<FilterRules> rules = parser.finish();
  if (!rules) return Error{fmt::format("{}:{}: {}", path, number, rules.error().message)};
  return rules;
}

bool FilterRules::excludes(const SourceFrame& function) const {
  const std::string& linked = function.linkage_name.empty() ? function.function : function.linkage_name;
  const std::string with_parameters = shown_name(linked);
  bool excluded = false;
  for (const Rule& rule : files_) {
    if (matches(rule.pattern, function.function_file)) excluded = rule.excludes;
  }
  if (excluded) return true;
  for (const Rule& rule : functions_) {
    const bool by_shown_name =
        !rule.mangled && (matches(rule.pattern, function.function) || matches(rule.pattern, with_parameters));
    if (by_shown_name || matches(rule.pattern, linked)) excluded = rule.excludes;
  }
  return excluded;
}

}  // namespace latecomer::symbols
