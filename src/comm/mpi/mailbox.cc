// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Asynchronous messages between ranks, and how all of them find out that there will be no more.
//
// A rank that waits cannot know by itself whether something is still on its way to it, or to a rank that then
// sends to it. So idle ranks count together, again and again, what all have sent and collected. Each adds
// its numbers to a count when it has nothing to do, goes on with what arrives meanwhile, and takes part in
// the next one when it is idle again:
//
//     rank 0:  work | count ........ | count ..... | end
//     rank 1:  work ...... | count . | count ..... | end
//                      sends here stop the second count from being the last
//
// If as much was collected before a count was complete as was sent when the next one was complete, nothing
// was on its way in between, and nobody can have had a reason to send [Mattern, Distributed Computing 1987].
//
// Ranks notice the end one after the other, and the first may send for the next time when the last has not
// noticed yet. So the tag of a message says whether the time is odd or even.
//
// A count starts only after a while without messages, because a chain of messages from rank to rank would be
// as slow as counting otherwise; and after a longer while if the count before found messages.
//
// Cost: one message of MPI for each message; for the end a few small reductions.

#include "comm/mpi/mailbox.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/backoff.h"
#include "comm/mpi/complete.h"

namespace latecomer {

Mailbox::Mailbox(size_t largest_message) : largest_message_(largest_message) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Comm_idup(MPI_COMM_WORLD, &comm_, &request);
  complete(std::span(&request, 1));
  int size = 0;
  MPI_Comm_size(comm_, &size);
  incomplete_.resize(static_cast<size_t>(size));
}

void Mailbox::free() {
  MPI_Comm_free(&comm_);
}

void Mailbox::send(int to, Bytes bytes) {
  forget_sent();
  Sending& sending = sending_.emplace_back(Sending{std::move(bytes), {}});
  for (size_t begin = 0; begin <= sending.bytes.size(); begin += largest_message_) {
    const size_t piece = std::min(largest_message_, sending.bytes.size() - begin);
    MPI_Isend(sending.bytes.data() + begin, static_cast<int>(piece), MPI_BYTE, to, tag_, comm_,
              &sending.requests.emplace_back(MPI_REQUEST_NULL));
  }
  ++sent_;
}

std::vector<Bytes> Mailbox::collect() {
  const Backoff backoff;
  while (true) {
    std::vector<Bytes> arrived = take_arrived();
    if (!arrived.empty()) return arrived;
    if ((is_counting_ || backoff.waited() > idle_) && count_on()) return {};
    forget_sent();
    backoff.wait();
  }
}

/// Returns everything that is here.
std::vector<Bytes> Mailbox::take_arrived() {
  // Open MPI takes messages from other ranks only after it has looked whether there is one.
  constexpr int kLooks = 2;
  std::vector<Bytes> arrived;
  for (int looks = 0; looks < kLooks;) {
    int is_there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, tag_, comm_, &is_there, &status);
    if (is_there != 0) receive(status, arrived);
    looks = is_there != 0 ? 0 : looks + 1;
  }
  collected_ += static_cast<int64_t>(arrived.size());
  return arrived;
}

void Mailbox::receive(const MPI_Status& status, std::vector<Bytes>& arrived) {
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Bytes& bytes = incomplete_[static_cast<size_t>(status.MPI_SOURCE)];
  const size_t before = bytes.size();
  bytes.resize(before + static_cast<size_t>(size));
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(bytes.data() + before, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, comm_, &request);
  complete(std::span(&request, 1));
  if (static_cast<size_t>(size) < largest_message_) arrived.push_back(std::exchange(bytes, {}));
}

void Mailbox::forget_sent() {
  while (!sending_.empty()) {
    std::vector<MPI_Request>& requests = sending_.front().requests;
    int is_done = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &is_done, MPI_STATUSES_IGNORE);
    if (is_done == 0) return;
    sending_.pop_front();
  }
}

/// Returns true if the count shows that there will be no more messages.
bool Mailbox::count_on() {
  if (!is_counting_) {
    mine_ = {sent_, collected_};
    MPI_Iallreduce(mine_.data(), of_all_.data(), static_cast<int>(mine_.size()), MPI_INT64_T, MPI_SUM, comm_,
                   &counting_);
    is_counting_ = true;
  }
  int is_done = 0;
  MPI_Test(&counting_, &is_done, MPI_STATUS_IGNORE);
  if (is_done == 0) return false;
  is_counting_ = false;
  const auto [sent, collected] = of_all_;
  const bool is_end = sent == collected_before_;
  if (is_end) {
    tag_ = 1 - tag_;
    idle_ = kShortest;
  } else if (collected != sent || collected_before_ >= 0) {
    idle_ = std::min(2 * idle_, kLongest);
  }
  collected_before_ = is_end ? -1 : collected;
  return is_end;
}

}  // namespace latecomer
