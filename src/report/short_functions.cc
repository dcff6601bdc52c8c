// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/short_functions.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

namespace latecomer::report {

namespace {

constexpr std::string_view kLeftOut = "…";
constexpr size_t kDeepest = 3;  // of brackets whose content is left out
constexpr std::string_view kOperator = "operator";
constexpr std::string_view kAnonymous = "(anonymous namespace)";

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool opens(char c) {
  return c == '(' || c == '<' || c == '{' || c == '[';
}

bool closes(char c) {
  return c == ')' || c == '>' || c == '}' || c == ']';
}

/// Returns the length of an operator's name that begins at `at`, with its symbols: "operator<<"; 0: none
/// does.
size_t operator_at(std::string_view name, size_t at) {
  if (!name.substr(at).starts_with(kOperator) || (at > 0 && is_word(name[at - 1]))) return 0;
  const size_t begin = at + kOperator.size();
  if (begin < name.size() && is_word(name[begin])) return 0;
  if (name.substr(begin).starts_with("()")) return kOperator.size() + 2;
  return std::min(name.find_first_not_of("<>=-!+*/%^&|~,[]", begin), name.size()) - at;
}

/// Returns the function's name between the type that it returns and its parameters.
std::string_view function_in(std::string_view full) {
  size_t depth = 0;
  size_t begin = 0;         // behind the last blank outside of brackets
  size_t begin_at_end = 0;  // what `begin` was at `end`
  size_t end = full.size();
  bool is_operator = false;
  for (size_t i = 0; i < full.size(); ++i) {
    if (const size_t length = operator_at(full, i); length > 0) {
      is_operator = is_operator || depth == 0;  // "operator new" has a blank
      i += length - 1;
      continue;
    }
    const char c = full[i];
    if (c == '(' && depth == 0 && !full.substr(i).starts_with(kAnonymous)) {
      begin_at_end = begin;
      end = i;
    }
    if (opens(c)) ++depth;
    if (closes(c) && depth > 0) --depth;
    if (c == ' ' && depth == 0 && !is_operator) begin = i + 1;
    if (c == ':' && depth == 0) {  // what seemed to be the end was a function around this one
      end = full.size();
      is_operator = false;
    }
  }
  const std::string_view found =
      end == full.size() ? full.substr(begin) : full.substr(begin_at_end, end - begin_at_end);
  const bool is_type = found.starts_with('(') && !found.starts_with(kAnonymous);
  return is_type ? std::string_view() : found;
}

/// Returns a name without what is in more than `depth` of the brackets of templates and parameters.
std::string without_inner(std::string_view name, size_t depth) {
  std::string kept;
  size_t inside = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    const size_t as_one = name.substr(i).starts_with(kAnonymous) ? kAnonymous.size() : operator_at(name, i);
    if (as_one > 0) {
      if (inside <= depth) kept += name.substr(i, as_one);
      i += as_one - 1;
      continue;
    }
    const char c = name[i];
    if ((c == ')' || c == '>') && inside > 0 && --inside <= depth) {
      while (kept.ends_with(' ')) kept.pop_back();
    }
    if (inside <= depth) kept += c;
    if (c != '(' && c != '<') continue;
    if (inside == depth && i + 1 < name.size() && !closes(name[i + 1])) kept += kLeftOut;
    ++inside;
  }
  return kept;
}

/// Returns names of a function, from the longest, which is the function's own, to the shortest.
std::vector<std::string> forms_of(const std::string& full) {
  const std::string_view function = function_in(full);
  std::vector<std::string> forms = {full};
  if (function.empty()) return forms;
  forms.emplace_back(function);
  for (size_t depth = kDeepest; depth-- > 0;) forms.push_back(without_inner(function, depth));
  return forms;
}

}  // namespace

std::map<std::string, std::string> short_functions(const std::set<std::string>& names) {
  std::map<std::string, std::set<std::string>> users;
  for (const std::string& name : names) {
    for (const std::string& form : forms_of(name)) users[form].insert(name);
  }
  std::map<std::string, std::string> result;
  for (const std::string& name : names) {
    std::string chosen = name;
    for (const std::string& form : forms_of(name)) {
      if (chosen.size() <= kLongestFunction) break;
      if (users[form].size() == 1) chosen = form;
    }
    if (chosen != name) result[name] = chosen;
  }
  return result;
}

}  // namespace latecomer::report
