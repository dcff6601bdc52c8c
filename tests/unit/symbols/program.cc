// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Functions of all kinds, each of which says where it is.

extern "C" void probe(const char* function, int line);
extern "C" void probe_inlined(int outer_line, int inner_line, int line);
extern "C" void library_function();

namespace grid {

template <class T>
struct Field {
  T value;
  [[gnu::noinline]] void update(int);
};

template <class T>
void Field<T>::update(int) {
  probe("grid::Field<double>::update(int)", __LINE__);
}

namespace {
[[gnu::noinline]] int hidden(int x) {
  probe("grid::(anonymous namespace)::hidden", __LINE__);
  return x;
}
}  // namespace

}  // namespace grid

static int outer_line;
static int inner_line;

[[gnu::always_inline]] static inline void innermost() {
  probe_inlined(outer_line, inner_line, __LINE__);
}

[[gnu::always_inline]] static inline void inner() {
  inner_line = __LINE__, innermost();
}

[[gnu::noinline]] static void outer(int) {
  outer_line = __LINE__, inner();
  probe("outer", __LINE__);
}

[[gnu::noinline]] static void with_lambda(int) {
  const auto lambda = [](int x) __attribute__((noinline)) {
    probe("with_lambda::(lambda)::operator()", __LINE__);
    return x;
  };
  lambda(1);
  probe("with_lambda", __LINE__);
}

[[gnu::noinline]] void with_parallel_region(int) {
#pragma omp parallel num_threads(1)
  probe("with_parallel_region(int)", __LINE__);
}

// As latecomer.h does, whose functions are not to be seen: the code is that of the caller, five lines below.
[[gnu::always_inline]] static inline void latecomer_mark(int line) {
  probe("marked", line);
}

[[gnu::noinline]] static void marked(int) {
  // Without names of functions, the line is that of the probe.
  latecomer_mark(__LINE__);
}

int main() {
  grid::Field<double> field{1};
  field.update(2);
  grid::hidden(3);
  outer(4);
  with_lambda(5);
  with_parallel_region(6);
  library_function();
  marked(7);
  probe("main", __LINE__);
}
