// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace latecomer::cubex {

/// Is an element that begins, with its name and attributes, while it is handled.
class XmlElement {
 public:
  /// `attributes` has names and values by turns, and a null behind the last one.
  XmlElement(const char* name, const char** attributes) : name_(name), attributes_(attributes) {}

  std::string_view name() const { return name_; }
  bool has_attribute(std::string_view name) const { return find(name) != nullptr; }
  /// Returns an attribute; empty if there is none of this name.
  std::string attribute(std::string_view name) const {
    const char* value = find(name);
    return value == nullptr ? "" : value;
  }

 private:
  const char* find(std::string_view name) const;

  const char* name_;
  const char** attributes_;
};

/// Gets XML that is read front to back. An error ends reading.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual Status begin(const XmlElement& element) = 0;
  /// Gets what stands between two tags, if it is more than blanks.
  virtual Status text(const std::string& text) = 0;
  virtual Status end() = 0;
};

/// Passes XML to `handler`, and stores nothing of it but what expat has to know of open elements. What is no
/// UTF-8 or a control character is read as a question mark, and CubeLib's attributes without quotation marks,
/// as in `<cubepl rowwise=false>`, as if they had them. Document type definitions, elements that are nested
/// more than 100,000 deep, and more than 1 MiB from one `>` to the next are errors.
Status read_xml(std::string_view xml, XmlHandler& handler);

}  // namespace latecomer::cubex
