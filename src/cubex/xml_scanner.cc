// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/xml_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <utility>

namespace latecomer::cubex {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr size_t kDeepest = 200'000;
constexpr size_t kMostAttributes = 64;

/// Appends the character of this number as UTF-8; false if there is none.
bool append_character(std::string& text, uint32_t number) {
  if (number == 0 || number > 0x10ffff) return false;
  const auto put = [&](uint32_t byte) { text += static_cast<char>(byte); };
  const auto put_rest = [&](uint32_t shift) { put(0x80U | (number >> shift & 0x3fU)); };
  if (number < 0x80) {
    put(number);
  } else if (number < 0x800) {
    put(0xc0U | number >> 6U);
    put_rest(0);
  } else if (number < 0x10000) {
    put(0xe0U | number >> 12U);
    put_rest(6), put_rest(0);
  } else {
    put(0xf0U | number >> 18U);
    put_rest(12), put_rest(6), put_rest(0);
  }
  return true;
}

/// Appends what the entity stands for; false if it is none of XML's own.
bool append_entity(std::string& text, std::string_view entity) {
  constexpr std::pair<std::string_view, char> kKnown[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [name, character] : kKnown) {
    if (name != entity) continue;
    text += character;
    return true;
  }
  if (!entity.starts_with('#')) return false;
  const bool hexadecimal = entity.starts_with("#x");
  const std::string_view digits = entity.substr(hexadecimal ? 2 : 1);
  uint32_t number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, hexadecimal ? 16 : 10);
  return error == std::errc() && end == digits.data() + digits.size() && append_character(text, number);
}

/// With entities replaced by what they stand for; unknown ones stay as they are. Lines end with a line feed.
std::string decoded(std::string_view raw) {
  constexpr size_t kLongest = 10;  // between & and ;
  std::string text;
  while (!raw.empty()) {
    const size_t plain = std::min(raw.find('&'), raw.size());
    std::ranges::remove_copy(raw.substr(0, plain), std::back_inserter(text), '\r');
    raw.remove_prefix(plain);
    if (raw.empty()) break;
    const size_t end = raw.substr(0, kLongest + 2).find(';');
    const bool known = end != std::string_view::npos && append_entity(text, raw.substr(1, end - 1));
    if (!known) text += '&';
    raw.remove_prefix(known ? end + 1 : 1);
  }
  return text;
}

bool is_blank(char c) {
  return kBlanks.find(c) != std::string_view::npos;
}

}  // namespace

XmlScanner::XmlScanner(std::string_view text) : all_(text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
}

Error XmlScanner::error(std::string_view problem) const {
  return Error{fmt::format("is not XML: {} at byte {}", problem, at_)};
}

void XmlScanner::skip_blanks() {
  at_ = std::min(all_.find_first_not_of(kBlanks, at_), all_.size());
}

Result<std::string_view> XmlScanner::up_to(std::string_view mark, std::string_view problem) {
  const size_t end = all_.find(mark, at_);
  if (end == std::string_view::npos) return error(problem);
  const std::string_view found = all_.substr(at_, end - at_);
  at_ = end + mark.size();
  return found;
}

Result<XmlScanner::Item> XmlScanner::next() {
  if (std::exchange(is_empty_element_, false)) {
    open_.pop_back();
    return Item::end;
  }
  while (at_ < all_.size()) {
    const std::string_view rest = all_.substr(at_);
    if (rest.front() != '<') {
      text_ = rest.substr(0, rest.find('<'));
      at_ += text_.size();
      is_cdata_ = false;
      if (text_.find_first_not_of(kBlanks) != std::string_view::npos) return Item::text;
    } else if (rest.starts_with("<!--")) {
      TRY([[maybe_unused]] const auto comment, up_to("-->", "a comment that does not end"));
    } else if (rest.starts_with("<?")) {
      TRY([[maybe_unused]] const auto instruction, up_to("?>", "a declaration that does not end"));
    } else if (constexpr std::string_view kCdata = "<![CDATA["; rest.starts_with(kCdata)) {
      at_ += kCdata.size();
      TRY(text_, up_to("]]>", "a CDATA section that does not end"));
      is_cdata_ = true;
      return Item::text;
    } else if (rest.starts_with("<!")) {
      return error("a document type definition, as no report has");
    } else {
      return rest.starts_with("</") ? end_element() : begin_element();
    }
  }
  if (!open_.empty()) return error(fmt::format("an end within <{}>", open_.back().substr(0, 100)));
  return Item::finished;
}

Result<XmlScanner::Item> XmlScanner::begin_element() {
  const size_t end = std::min(all_.find_first_of(" \t\r\n/>=<", at_ + 1), all_.size());
  name_ = all_.substr(at_ + 1, end - at_ - 1);
  if (name_.empty()) return error("a tag without a name");
  if (open_.size() >= kDeepest) return error("an element that is nested more than 200,000 deep");
  at_ = end;
  attributes_.clear();
  while (true) {
    skip_blanks();
    const std::string_view rest = all_.substr(at_);
    if (rest.empty()) return error("a tag that does not end");
    is_empty_element_ = rest.starts_with("/>");
    if (is_empty_element_ || rest.front() == '>') break;
    if (attributes_.size() == kMostAttributes) return error("an element of more than 64 attributes");
    TRY(attributes_.emplace_back(), scan_attribute());
  }
  at_ += is_empty_element_ ? 2 : 1;
  open_.push_back(name_);
  return Item::begin;
}

Result<XmlScanner::Attribute> XmlScanner::scan_attribute() {
  const size_t name_end = std::min(all_.find_first_of(" \t\r\n/>=<", at_), all_.size());
  Attribute attribute{all_.substr(at_, name_end - at_), {}};
  if (attribute.name.empty()) return error("an attribute without a name");
  at_ = name_end;
  skip_blanks();
  if (at_ == all_.size() || all_[at_] != '=') return error("an attribute without a value");
  ++at_;
  skip_blanks();
  if (at_ == all_.size()) return error("an attribute without a value");
  if (const char quote = all_[at_]; quote == '"' || quote == '\'') {
    ++at_;
    TRY(attribute.value, up_to({&quote, 1}, "an attribute that does not end"));
    return attribute;
  }
  size_t end = at_;
  while (end < all_.size() && !is_blank(all_[end]) && all_[end] != '>' && all_[end] != '<' &&
         !all_.substr(end).starts_with("/>"))
    ++end;
  attribute.value = all_.substr(at_, end - at_);
  at_ = end;
  return attribute;
}

Result<XmlScanner::Item> XmlScanner::end_element() {
  const size_t begin = at_;
  at_ += 2;
  TRY(name_, up_to(">", "a tag that does not end"));
  name_ = name_.substr(0, name_.find_last_not_of(kBlanks) + 1);
  if (open_.empty() || open_.back() != name_) {
    at_ = begin;
    return error("the end of an element that is not open");
  }
  open_.pop_back();
  return Item::end;
}

bool XmlScanner::has_attribute(std::string_view name) const {
  return std::ranges::find(attributes_, name, &Attribute::name) != attributes_.end();
}

std::string XmlScanner::attribute(std::string_view name) const {
  const auto found = std::ranges::find(attributes_, name, &Attribute::name);
  return found == attributes_.end() ? "" : decoded(found->value);
}

std::string XmlScanner::text() const {
  return is_cdata_ ? std::string(text_) : decoded(text_);
}

}  // namespace latecomer::cubex
