// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace latecomer::analyze {

/// Is the elements [begin, end) of what one location has.
struct Part {
  size_t location;  ///< Is a position among the local locations.
  size_t begin;
  size_t end;
};

/// Divides work into tasks of about the same size, for parallel loops over locations of very different
/// length: a long location is cut into parts of `grain` elements, short ones are taken together. What a task
/// needs while it works can so be as large as what it works on.
class Tasks {
 public:
  /// Divides `size(l)` elements of each location l. Locations without any have no part.
  template <class Size>
  Tasks(size_t locations, size_t grain, const Size& size) {
    for (size_t l = 0; l < locations; ++l) {
      for (size_t begin = 0; begin < size(l); begin += grain)
        parts_.push_back({l, begin, std::min(begin + grain, size(l))});
    }
    divide(grain);
  }
  /// Divides the given parts, in their order.
  Tasks(std::vector<Part> parts, size_t grain) : parts_(std::move(parts)) { divide(grain); }

  size_t size() const { return first_.size() - 1; }
  std::span<const Part> operator[](size_t task) const {
    return std::span(parts_).subspan(first_[task], first_[task + 1] - first_[task]);
  }
  /// Returns the parts of all tasks, in their order: that of locations, if nobody gave another one.
  std::span<const Part> parts() const { return parts_; }
  /// Returns the position in `parts()` of a part that one of the tasks has.
  size_t number(const Part& part) const { return static_cast<size_t>(&part - parts_.data()); }

 private:
  void divide(size_t grain) {
    size_t in_task = grain;
    for (size_t part = 0; part < parts_.size(); ++part) {
      if (in_task >= grain) {
        first_.push_back(part);
        in_task = 0;
      }
      in_task += parts_[part].end - parts_[part].begin;
    }
    first_.push_back(parts_.size());
  }

  std::vector<Part> parts_;
  std::vector<size_t> first_;
};

/// Returns the list of locations itself in at most 64 tasks, for those whose scratch memory grows with the
/// number of locations.
inline Tasks location_ranges(size_t locations) {
  return Tasks(1, locations / 64 + 1, [&](size_t) { return locations; });
}

}  // namespace latecomer::analyze
