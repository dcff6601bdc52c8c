// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace latecomer::launch {

/// Looks, while it lives, whether the processes on this node that this one has started have the recorder in
/// them. Scripts and programs can take LD_PRELOAD away from what they start, which nothing shows before.
/// Processes that are gone after an eighth of the time that passed before they began may not be seen.
class Watch {
 public:
  /// Looks for `recorder`, a path. `of_mpi`: only processes that have loaded an MPI library are meant to have
  /// it. `say` is called, on a thread of the watch, with a line about the first process that has not.
  Watch(std::string recorder, bool of_mpi, std::function<void(const std::string&)> say);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Stops the watch. Returns whether it called `say`.
  bool end();

 private:
  void run(const std::stop_token& stop);
  void look();
  void look_at(pid_t process);

  std::string recorder_;
  bool of_mpi_;
  std::function<void(const std::string&)> say_;
  std::string env_;                        // the path of the program that starts commands with variables
  std::map<pid_t, std::string> recorded_;  // the programs that processes with the recorder ran
  bool has_said_ = false;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // at last, since it uses all the others
};

/// Returns why a process is not recorded; empty if it is, or if it need not be. `maps` and `environment` are
/// as /proc has them: what is mapped, and the environment at its start, each variable with a zero behind it.
std::string why_not_recorded(const std::string& maps, const std::string& environment,
                             const std::string& recorder, bool of_mpi);

}  // namespace latecomer::launch
