// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/xml_reader.h"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/check.h"
#include "base/printable.h"

namespace latecomer::cubex {

namespace {

constexpr size_t kPiece = size_t{1} << 16U;
constexpr size_t kLongestTag = size_t{1} << 20U;  ///< Limits expat, which needs several times as much.
// An element that contains others takes expat about 200 bytes, or more: the depth is limited to this, or to
// as many call paths as can be in a text.
constexpr size_t kDeepest = 100'000;
constexpr size_t kCallPath = 40;  ///< Counts the bytes of the shortest call path in XML.

struct FreeParser {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

/// Puts quotation marks around the attributes that CubeLib writes and reads without them.
void quote_attributes(std::string& xml) {
  for (const std::string_view unquoted : {"<cubepl rowwise=", "<cubeplaggr cubeplaggrtype="}) {
    for (size_t at = 0; (at = xml.find(unquoted, at)) != std::string::npos;) {
      at += unquoted.size();
      const size_t end = std::min(xml.find_first_of("> ", at), xml.size());
      if (end == at || xml[at] == '"' || xml[at] == '\'') continue;
      xml.insert(end, 1, '"').insert(at, 1, '"');
    }
  }
}

/// Passes on what expat finds.
class Reader {
 public:
  explicit Reader(XmlHandler& handler) : handler_(handler), parser_(XML_ParserCreate("UTF-8")) {
    CHECK(parser_ != nullptr);
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(
        parser_.get(),
        [](void* self, const char* name, const char** attributes) {
          of(self).begin({name, attributes});
        },
        [](void* self, const char*) { of(self).end(); });
    XML_SetCharacterDataHandler(parser_.get(), [](void* self, const char* text, int size) {
      of(self).text_.append(text, static_cast<size_t>(size));
    });
    XML_SetStartDoctypeDeclHandler(parser_.get(), [](void* self, const char*, const char*, const char*, int) {
      of(self).stop(of(self).error("a document type definition, as no report has"));
    });
  }

  Status read(std::string_view xml) {
    deepest_ = kDeepest + xml.size() / kCallPath;
    while (!xml.empty()) {
      const std::string_view piece = xml.substr(0, length_of_piece(xml));
      if (piece.size() > kLongestTag) return error("nothing that ends within 1 MiB");
      xml.remove_prefix(piece.size());
      std::string text(piece);
      std::erase(text, '\r');
      text = printable(text);
      quote_attributes(text);
      TRY_STATUS(parse(text, false));
    }
    return parse("", true);
  }

 private:
  static Reader& of(void* self) { return *static_cast<Reader*>(self); }

  /// Returns the length of a piece that ends with a tag, or between characters of a long text, so that no
  /// character and no attribute is in two pieces.
  static size_t length_of_piece(std::string_view xml) {
    if (xml.size() <= kPiece) return xml.size();
    const std::string_view piece = xml.substr(0, kPiece);
    if (const size_t tag_end = piece.rfind('>'); tag_end != std::string_view::npos) return tag_end + 1;
    if (piece.front() == '<') return std::min(xml.find('>', kPiece), xml.size() - 1) + 1;
    size_t end = std::min(piece.find('<'), kPiece);
    const auto is_within_character = [&] { return (static_cast<unsigned char>(xml[end]) & 0xc0U) == 0x80; };
    for (int i = 0; i < 3 && is_within_character(); ++i) --end;
    return end;
  }

  Error error(std::string_view problem) const {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
    const int64_t at = XML_GetCurrentByteIndex64(parser_.get());
#else
    const int64_t at = XML_GetCurrentByteIndex(parser_.get());
#endif
    return Error{fmt::format("is not XML: {} at byte {}", problem, std::max(int64_t{0}, at))};
  }

  Status parse(const std::string& text, bool is_last) {
    const bool is_done =
        XML_Parse(parser_.get(), text.data(), static_cast<int>(text.size()), is_last) == XML_STATUS_OK;
    if (!status_) return status_;
    return is_done ? Status() : Status(error(XML_ErrorString(XML_GetErrorCode(parser_.get()))));
  }

  void stop(Error error) {
    if (status_) status_ = std::move(error);
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  void stop_unless(const Status& done) {
    if (!done) stop(done.error());
  }

  void begin(const XmlElement& element) {
    if (!status_) return;
    hand_on_text();
    if (!status_) return;
    if (++depth_ > deepest_)
      return stop(error(fmt::format("an element that is nested more than {} deep", deepest_)));
    stop_unless(handler_.begin(element));
  }

  void end() {
    if (!status_) return;
    hand_on_text();
    --depth_;
    if (status_) stop_unless(handler_.end());
  }

  void hand_on_text() {
    const std::string text = std::exchange(text_, std::string());
    if (text.find_first_not_of(" \t\n") != std::string::npos) stop_unless(handler_.text(text));
  }

  XmlHandler& handler_;
  std::unique_ptr<std::remove_pointer_t<XML_Parser>, FreeParser> parser_;
  std::string text_;  ///< Collects text since the last tag.
  size_t depth_ = 0;
  size_t deepest_ = kDeepest;
  Status status_;
};

}  // namespace

const char* XmlElement::find(std::string_view name) const {
  for (const char** attribute = attributes_; *attribute != nullptr; attribute += 2)
    if (name == attribute[0]) return attribute[1];
  return nullptr;
}

Status read_xml(std::string_view xml, XmlHandler& handler) {
  return Reader(handler).read(xml);
}

}  // namespace latecomer::cubex
