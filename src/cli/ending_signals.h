// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <signal.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

namespace latecomer::cli {

/// Takes SIGINT and SIGTERM from its begin to the end of the process, as MPI's launchers may send several.
/// They end the process at once until something is to be done instead. It is made before other threads begin.
class EndingSignals {
 public:
  EndingSignals();
  EndingSignals(const EndingSignals&) = delete;
  EndingSignals& operator=(const EndingSignals&) = delete;
  ~EndingSignals();

  /// Sets what another thread does for each such signal from now on.
  void instead(std::function<void()> action);

 private:
  void take();
  void end_by(int signal) const;

  sigset_t set_;
  std::thread thread_;
  std::atomic<bool> is_over_ = false;
  std::mutex mutex_;
  bool is_at_once_ = true;
  std::function<void()> action_;
};

/// Makes an action, while it lives, what such a signal leads to; afterwards nothing is.
class WhenSignalled {
 public:
  WhenSignalled(EndingSignals& signals, std::function<void()> action);
  WhenSignalled(const WhenSignalled&) = delete;
  WhenSignalled& operator=(const WhenSignalled&) = delete;
  ~WhenSignalled();

 private:
  EndingSignals& signals_;
};

}  // namespace latecomer::cli
