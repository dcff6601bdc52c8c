// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/lock_orders.h"

#include <algorithm>

namespace latecomer::record {

namespace {

bool is_of_lock(const trace::Event& event) {
  const bool hands_over =
      event.kind == trace::EventKind::acquire_lock || event.kind == trace::EventKind::release_lock;
  return hands_over && event.paradigm == trace::Paradigm::openmp;
}

}  // namespace

void LockOrders::add(const trace::Event& event) {
  if (is_of_lock(event)) by_lock_[event.lock()].push_back(event.order());
}

void LockOrders::settle() {
  for (auto& [lock, orders] : by_lock_) {
    std::ranges::sort(orders);
    orders.erase(std::unique(orders.begin(), orders.end()), orders.end());
  }
}

uint32_t LockOrders::number_of(const trace::Event& event) const {
  const auto known = is_of_lock(event) ? by_lock_.find(event.lock()) : by_lock_.end();
  if (known == by_lock_.end()) return event.order();
  const std::vector<uint32_t>& orders = known->second;
  return static_cast<uint32_t>(std::ranges::lower_bound(orders, event.order()) - orders.begin()) + 1;
}

}  // namespace latecomer::record
