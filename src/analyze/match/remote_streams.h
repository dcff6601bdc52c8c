// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/match/message_matches.h"
#include "analyze/match/message_streams.h"
#include "base/packed_numbers.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Packs the sends of a stream, each as it differs from the one before it: about 7 bytes.
class SendPacker {
 public:
  void put(const MatchedSend& send);
  const NumberPacker& numbers() const { return numbers_; }

 private:
  NumberPacker numbers_;
  MatchedSend last_;
};

/// Takes them out again.
class SendUnpacker {
 public:
  explicit SendUnpacker(NumberUnpacker numbers) : numbers_(numbers) {}
  MatchedSend take();

 private:
  NumberUnpacker numbers_;
  MatchedSend last_;
};

/// The same for the receives of a stream, in about 4 bytes each.
class ReceivePacker {
 public:
  void put(const MatchedReceive& receive);
  const NumberPacker& numbers() const { return numbers_; }

 private:
  NumberPacker numbers_;
  MatchedReceive last_;
};

class ReceiveUnpacker {
 public:
  explicit ReceiveUnpacker(NumberUnpacker numbers) : numbers_(numbers) {}
  bool at_end() const { return numbers_.at_end(); }
  MatchedReceive take();

 private:
  NumberUnpacker numbers_;
  MatchedReceive last_;
};

/// What one rank sends another of the sends to its processes: `streams[i]` has `sends[i]`.
Bytes pack_streams(std::span<const Stream> streams, std::span<const SendPacker> sends);

/// A stream that another rank announced, and the reply on its receives: of its first announcements,
/// as many as were received.
struct RemoteStream {
  Stream stream;
  SendUnpacker sends;
  ReceivePacker receives;
};

/// All of them, by rank.
class RemoteStreams {
 public:
  /// `received[r]` is what rank r packed.
  explicit RemoteStreams(std::vector<Bytes> received);

  /// In the order in which they were received.
  std::vector<RemoteStream>& of(size_t rank) { return streams_[rank]; }
  size_t ranks() const { return streams_.size(); }
  /// By rank, what to send it.
  std::vector<Bytes> replies() const;

 private:
  std::vector<Bytes> announced_;
  std::vector<std::vector<RemoteStream>> streams_;
};

/// Of what a rank replies, the receives of each stream that was announced to it; they refer to `replies`.
std::vector<ReceiveUnpacker> unpack_replies(std::span<const std::byte> replies);

}  // namespace latecomer::analyze
