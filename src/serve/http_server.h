// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "serve/engine.h"
#include "serve/timeline_answers.h"

namespace latecomer::serve {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;                  ///< 0: any free one
  std::string token;             ///< what clients have to know
  std::filesystem::path report;  ///< the file
  std::string version;           ///< of the program
};

/// Answers HTTP requests, in threads of its own: what an engine knows, as docs/api.md says, and the pages
/// that show it in a browser.
class HttpServer {
 public:
  /// The engine and what answers for the timeline have to stay there.
  HttpServer(Engine& engine, TimelineAnswers& timeline, ServerOptions options);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  /// Ends all connections.
  ~HttpServer();

  /// Clients are answered from here on. Returns the port.
  Result<int> start();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace latecomer::serve
