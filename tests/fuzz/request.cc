// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/request.h"

#include <string>

#include "base/check.h"
#include "serve/path_change.h"
#include "unit/serve/example.h"

using namespace latecomer;

/// Whatever a client sends is a request or is refused; a request is the same after it was written, and a
/// change is of a call path that is there.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const report::Report report = serve::example();
  static const serve::Reports reports(report, &report);
  const std::string sent(reinterpret_cast<const char*>(data), size);
  if (const Result<serve::PathChange> change = serve::parse_change(report, serve::parse_query(sent)))
    CHECK(change->path.index() < report.call_paths.size());
  const Result<serve::Request> request = serve::parse_request(reports, sent);
  if (!request) return 0;
  const std::string text = serve::to_text(reports, *request);
  CHECK(text.find('\n') == std::string::npos);
  const Result<serve::Request> again = serve::parse_request(reports, text);
  CHECK(again && *again == *request);
  return 0;
}
