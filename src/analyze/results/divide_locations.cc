// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/divide_locations.h"

#include <algorithm>
#include <map>

#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

using Job = std::vector<CallPathId>;  ///< sorted

void find_job(const LocalTrace& trace, const Timeline& location, Job& job) {
  job.clear();
  for (size_t p = 0; p < location.paths.size(); ++p) {
    const CallPathId path = location.paths[p];
    if (location.path_visits[p] > 0 && trace.class_of(path).time == report::Builtin::comp)
      job.push_back(path);
  }
  std::sort(job.begin(), job.end());
}

/// For the way to other ranks: each job's length, then its call paths.
std::vector<CallPathId> flattened(const std::map<Job, size_t>& jobs) {
  std::vector<CallPathId> flat;
  for (const auto& [job, number] : jobs) {
    flat.emplace_back(job.size());
    flat.insert(flat.end(), job.begin(), job.end());
  }
  return flat;
}

}  // namespace

LocationPartitions divide_locations(const LocalTrace& trace, Comm& comm) {
  std::map<Job, size_t> numbers;
  std::vector<std::map<Job, size_t>::const_iterator> mine;
  Job job;
  for (const Timeline& location : trace.locations) {
    find_job(trace, location, job);
    mine.emplace_back(numbers.try_emplace(job).first);
  }
  for (const Bytes& bytes : comm.all_gather(to_bytes<CallPathId>(flattened(numbers)))) {
    const std::vector<CallPathId> flat = from_bytes<CallPathId>(bytes);
    for (size_t i = 0; i < flat.size(); i += 1 + flat[i].index()) {
      const auto begin = flat.begin() + static_cast<ptrdiff_t>(i + 1);
      numbers[Job(begin, begin + static_cast<ptrdiff_t>(flat[i].index()))];
    }
  }
  size_t next = 0;
  for (auto& [each, number] : numbers) number = next++;

  LocationPartitions partitions;
  partitions.sizes.resize(numbers.size());
  for (size_t l = 0; l < mine.size(); ++l) {
    partitions.of_location.push_back(mine[l]->second);
    if (trace::is_thread(trace.definitions, trace.locations[l].id))
      ++partitions.sizes[partitions.of_location.back()];
  }
  comm.sum(partitions.sizes);
  return partitions;
}

}  // namespace latecomer::analyze
