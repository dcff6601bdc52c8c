// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/api.h"
#include "serve/engine.h"

namespace latecomer::serve {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;         ///< Is the port to listen at; 0 is any free one.
  std::string token;    ///< Is the token that clients have to know.
  std::string version;  ///< Is the version of the program.
  Scaling scaling;      ///< Is how the program scales.
  uint64_t memory = 0;  ///< Counts the bytes that all answers together may take.
};

/// Answers HTTP requests, in threads of its own, with what an engine knows, as docs/api.md says, and the
/// pages that show it in a browser.
class HttpServer {
 public:
  /// Serves the reports of the engine, and predictions for the first one, which both have to stay there.
  HttpServer(Engine& engine, std::vector<ServedReport> reports, Predictions& predictions,
             ServerOptions options);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  /// Ends all connections.
  ~HttpServer();

  /// Answers clients from here on, and returns the port.
  Result<int> start();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace latecomer::serve
