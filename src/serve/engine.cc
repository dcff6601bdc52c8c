// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The ranks go round in step: rank 0 takes what was asked meanwhile, all of them get it as text, and each
// computes its part of every answer.
//
//     clients     ask   ask ask
//     rank 0      take  | compute | take     | compute ...
//     rank 1      wait  | compute | wait     | compute ...
//
// Rank 0 goes round at least once a second, so that a signal that reached any rank ends all of them.

#include "serve/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/json.h"
#include "report/unreadable.h"
#include "serve/answer.h"

namespace latecomer::serve {

namespace {

constexpr std::chrono::seconds kRound(1);
/// Is the most requests of a round: the next one may be the last.
constexpr size_t kBatch = 16;

}  // namespace

Answer error_answer(int status, std::string_view message) {
  return {status, in_a_line({{"error", message}}) + "\n", ""};
}

std::string etag_of(std::string_view text) {
  return fmt::format("W/\"{:016x}\"", std::hash<std::string_view>()(text));
}

Answer ok_answer(std::string body) {
  std::string etag = etag_of(body);
  return {200, std::move(body), std::move(etag)};
}

Answer ok_answer(const Json& json) {
  return ok_answer(in_a_line(json) + "\n");
}

Engine::Engine(const Spaces& spaces, Comm& comm, size_t most_cached)
    : spaces_(spaces), comm_(comm), most_cached_(most_cached) {}

void Engine::run() {
  bool is_last = false;
  while (!is_last) {
    const std::string mine = comm_.rank() == 0 ? next_batch() : std::string();
    const Bytes batch = comm_.broadcast(to_bytes(std::span<const char>(mine)), 0);
    answer_batch(std::string_view(reinterpret_cast<const char*>(batch.data()), batch.size()));
    for (const Bytes& is_stopping : comm_.all_gather(Bytes(1, std::byte{stopping_.load()})))
      is_last = is_last || is_stopping.front() != std::byte{0};
  }
  refuse_all();
}

void Engine::stop() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  asked_.notify_all();
}

std::vector<AnswerPtr> Engine::ask(const std::vector<Request>& requests) {
  std::vector<Future> futures;
  for (const Request& each : requests) futures.push_back(start(to_text(reports(), each)));
  std::vector<AnswerPtr> answers;
  for (const Future& each : futures) answers.push_back(each.get());
  return answers;
}

Engine::Future Engine::start(std::string text) {
  const std::lock_guard lock(mutex_);
  const auto found = answers_.find(text);
  if (found != answers_.end()) return found->second;
  std::promise<AnswerPtr> promise;
  Future future = promise.get_future().share();
  if (is_over_) {
    promise.set_value(std::make_shared<Answer>(error_answer(503, "the server is being stopped")));
    return future;
  }
  answers_.emplace(text, future);
  promises_.emplace(text, std::move(promise));
  waiting_.push_back(std::move(text));
  asked_.notify_all();
  return future;
}

/// Returns the requests of a round, with a request's text in each line.
std::string Engine::next_batch() {
  std::unique_lock lock(mutex_);
  asked_.wait_for(lock, kRound, [&] { return !waiting_.empty() || stopping_; });
  std::string batch;
  for (size_t i = 0; i < kBatch && !waiting_.empty(); ++i) {
    batch += waiting_.front() + "\n";
    waiting_.pop_front();
  }
  return batch;
}

/// Answers the requests of a round. On rank 0 the answers are put where its clients wait for them.
void Engine::answer_batch(std::string_view batch) {
  for (size_t begin = 0; begin < batch.size();) {
    const size_t end = batch.find('\n', begin);
    const std::string_view text = batch.substr(begin, end - begin);
    const Result<Request> request = parse_request(reports(), text);
    CHECK(request);  // The request was read before, with the same definitions.
    Json json;
    const Status read = report::read_together(comm_, [&]() -> Status {
      json = answer(spaces_, *request);
      return {};
    });
    if (comm_.rank() == 0)
      put(std::string(text), read ? ok_answer(json) : error_answer(500, read.error().message));
    begin = end + 1;
  }
}

/// Gives an answer to those who wait for it, and keeps it instead of older ones if all could be read.
void Engine::put(const std::string& text, Answer answer) {
  const std::lock_guard lock(mutex_);
  const auto promise = promises_.find(text);
  const size_t bytes = answer.body.size();
  const bool is_kept = answer.status == 200 && bytes <= most_cached_;
  promise->second.set_value(std::make_shared<const Answer>(std::move(answer)));
  promises_.erase(promise);
  if (!is_kept) {
    answers_.erase(text);
    return;
  }
  kept_.push_back(text);
  cached_ += bytes;
  while (cached_ > most_cached_) {
    const auto oldest = answers_.find(kept_.front());
    cached_ -= oldest->second.get()->body.size();
    answers_.erase(oldest);
    kept_.pop_front();
  }
}

void Engine::refuse_all() {
  const std::lock_guard lock(mutex_);
  is_over_ = true;
  for (auto& [text, promise] : promises_)
    promise.set_value(std::make_shared<const Answer>(error_answer(503, "the server is being stopped")));
  promises_.clear();
}

}  // namespace latecomer::serve
