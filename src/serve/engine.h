// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_text.h"
#include "comm/comm.h"
#include "serve/request.h"
#include "serve/spaces.h"

namespace latecomer::serve {

/// Is what a client gets.
struct Answer {
  int status = 200;  ///< Is the status of HTTP.
  std::string body;
  std::string etag;  ///< Identifies the body; empty for what clients must not keep.
  const char* content_type = "application/json";
};
using AnswerPtr = std::shared_ptr<const Answer>;

/// Returns an answer with the body {"error": message}.
Answer error_answer(int status, std::string_view message);
Answer ok_answer(std::string body);
Answer ok_answer(const Json& json);
/// Returns a tag that is the same for the same text.
std::string etag_of(std::string_view text);

/// Answers requests with a report's values, on all ranks together. One thread of each process computes; any
/// number of threads of rank 0 ask, and get what was asked before at once.
class Engine {
 public:
  /// Keeps at most `most_cached` bytes of answers.
  Engine(const Spaces& spaces, Comm& comm, size_t most_cached = size_t{64} << 20U);

  const report::Report& report() const { return spaces_.first.report(); }
  Reports reports() const { return spaces_.reports(); }
  int ranks() const { return comm_.size(); }

  /// Answers, on every rank, until `stop` was called on one of them. The thread that made the Comm calls it.
  void run();
  /// Ends `run`; who waits for an answer then gets an error. Any thread may call it.
  void stop();

  /// Waits until all requests are answered. Any thread of rank 0 but that of `run` may call it.
  std::vector<AnswerPtr> ask(const std::vector<Request>& requests);

 private:
  using Future = std::shared_future<AnswerPtr>;

  Future start(std::string text);
  std::string next_batch();
  void answer_batch(std::string_view batch);
  void put(const std::string& text, Answer answer);
  void refuse_all();

  const Spaces spaces_;
  Comm& comm_;
  const size_t most_cached_;
  std::atomic<bool> stopping_ = false;  ///< Says on each rank that it is to stop.

  // These are on rank 0, by a request's text:
  std::mutex mutex_;
  std::condition_variable asked_;
  std::map<std::string, Future> answers_;  ///< Has the answers that are kept, or being computed.
  std::map<std::string, std::promise<AnswerPtr>> promises_;
  std::deque<std::string> waiting_;
  std::deque<std::string> kept_;  ///< Has the texts of the requests whose answers are kept, the oldest first.
  size_t cached_ = 0;             ///< Counts the bytes of the answers that are kept.
  bool is_over_ = false;
};

}  // namespace latecomer::serve
