// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the critical path is found by, where one rank follows the chains of many: of each wait state its end
// and its cause, 16 bytes as numbers of full size. The path goes against time and passes each at most once,
// so they are told from the last to the first:
//
//     since the end of the next one, cause
//
// Cost: O(wait states), about 5 bytes for each.

#include "analyze/causes/packed_starts.h"

#include <array>
#include <cstring>

#include "base/check.h"

namespace latecomer::analyze {

namespace {

/// So many bytes are mostly enough for a wait state.
constexpr size_t kUsual = 6;

struct Header {
  uint64_t waits;
  int64_t first_time;
  int64_t last_end;  ///< of a wait state
};

}  // namespace

Bytes pack_starts(const CondensedLocation& location, const std::vector<WaitState>& waits) {
  const Header header{waits.size(), location.first_time.count, waits.empty() ? 0 : waits.back().end.count};
  Bytes bytes(sizeof(header));
  std::memcpy(bytes.data(), &header, sizeof(header));
  bytes.reserve(sizeof(header) + kUsual * (waits.size() + 6));
  TuplePacker<2> packer(bytes);
  int64_t later = header.last_end;
  for (size_t i = waits.size(); i-- > 0;) {
    const int64_t end = waits[i].end.count;
    packer.put({static_cast<uint64_t>(later - end), waits[i].cause.value});
    later = end;
  }
  packer.finish();
  return bytes;
}

PackedStarts::PackedStarts(std::span<const std::byte> packed) {
  Header header;
  CHECK(packed.size() >= sizeof(header));
  std::memcpy(&header, packed.data(), sizeof(header));
  earlier_ = TupleUnpacker<2>(packed.subspan(sizeof(header)));
  first_time_ = Ticks(header.first_time);
  at_ = {Ticks(header.last_end), header.waits + 1, trace::LocationId()};
  pass();
}

const Start& PackedStarts::last_before(Ticks time) {
  while (at_.waits > 0 && time < at_.time) pass();
  return at_;
}

void PackedStarts::pass() {
  if (--at_.waits == 0) {
    at_ = {first_time_, 0, trace::LocationId()};
    return;
  }
  earlier_.prefetch();
  const auto [gap, cause] = earlier_.take();
  at_.time.count -= static_cast<int64_t>(gap);
  at_.cause = trace::LocationId(cause);
}

}  // namespace latecomer::analyze
