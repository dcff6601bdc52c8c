// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/ending_signals.h"

#include <pthread.h>

#include <csignal>
#include <utility>

namespace latecomer::cli {

EndingSignals::EndingSignals() {
  sigemptyset(&set_);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&set_, signal);
  pthread_sigmask(SIG_BLOCK, &set_, nullptr);  // also in all threads that begin from now on
  thread_ = std::thread([this] { take(); });
}

EndingSignals::~EndingSignals() {
  instead({});
  is_over_ = true;
  pthread_kill(thread_.native_handle(), SIGTERM);
  thread_.join();
}

void EndingSignals::instead(std::function<void()> action) {
  const std::lock_guard lock(mutex_);
  is_at_once_ = false;
  action_ = std::move(action);
}

void EndingSignals::take() {
  while (!is_over_) {
    int signal = 0;
    sigwait(&set_, &signal);
    const std::lock_guard lock(mutex_);
    if (is_at_once_) end_by(signal);
    if (action_) action_();
  }
}

void EndingSignals::end_by(int signal) const {
  std::signal(signal, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &set_, nullptr);
  std::raise(signal);
}

WhenSignalled::WhenSignalled(EndingSignals& signals, std::function<void()> action) : signals_(signals) {
  signals_.instead(std::move(action));
}

WhenSignalled::~WhenSignalled() {
  signals_.instead({});
}

}  // namespace latecomer::cli
