/* SPDX-FileCopyrightText: 2026 The latecomer developers
   SPDX-License-Identifier: BSD-3-Clause

   Marks parts of a program for `latecomer record`, and says which are not to be recorded. There is nothing to
   link; a program that is not recorded only looks at a pointer.

     latecomer_begin_region("assemble");                 latecomer::Region region("assemble");
     ...                                                 // up to the end of its block
     latecomer_end_region("assemble");

     latecomer_begin_phase("iteration", i);              latecomer::Phase phase("iteration", i);
     ...
     latecomer_end_phase("iteration", i);

     latecomer_recording_off();                          // of all threads, as MPI_Pcontrol(0)
     ...
     latecomer_recording_on();                           // as MPI_Pcontrol(1)

   Regions and phases nest, in each thread. In the analysis a phase is a region whose name has its number:
   "iteration 3"; beyond 10,000 phases of a process, the rest is one region, "iteration".

   Switch recording off and on at the same places in all processes, where no message is on its way: calls are
   matched by their order. Regions that are open when it is switched off can end while it is off; those that
   begin while it is off are not recorded. What is left of that time is a region "MEASUREMENT OFF".

   With an older C library than glibc 2.34, link with -ldl. */
#ifndef LATECOMER_H
#define LATECOMER_H

#include <dlfcn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Holds what the recorder brings into the program. Programs call the functions below. `in_c` is for this
   file, whose functions are always inlined, so that the caller is the program. */
struct latecomer_recorder {
  void (*begin_region)(const char* name, int in_c);
  void (*end_region)(const char* name);
  void (*begin_phase)(const char* name, long long number, int in_c);
  void (*end_phase)(const char* name, long long number);
  void (*recording_off)(void);
  void (*recording_on)(void);
};

#define LATECOMER_INLINE static inline __attribute__((always_inline))

static inline const struct latecomer_recorder* latecomer_find_recorder(void) {
  static const struct latecomer_recorder none = {0, 0, 0, 0, 0, 0};
  static const struct latecomer_recorder* known;
  const struct latecomer_recorder* found = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (!found) {
    found = (const struct latecomer_recorder*)dlsym(0, "latecomer_recorder"); /* RTLD_DEFAULT */
    if (!found) found = &none;
    __atomic_store_n(&known, found, __ATOMIC_RELAXED);
  }
  return found;
}

/* Begin and end a region: a part of the program, in one thread. */
LATECOMER_INLINE void latecomer_begin_region(const char* name) {
  const struct latecomer_recorder* const recorder = latecomer_find_recorder();
  if (recorder->begin_region) recorder->begin_region(name, 1);
}
LATECOMER_INLINE void latecomer_end_region(const char* name) {
  const struct latecomer_recorder* const recorder = latecomer_find_recorder();
  if (recorder->end_region) recorder->end_region(name);
}

/* Begin and end a phase: one of many such parts, as an iteration or a time step. */
LATECOMER_INLINE void latecomer_begin_phase(const char* name, long long number) {
  const struct latecomer_recorder* const recorder = latecomer_find_recorder();
  if (recorder->begin_phase) recorder->begin_phase(name, number, 1);
}
LATECOMER_INLINE void latecomer_end_phase(const char* name, long long number) {
  const struct latecomer_recorder* const recorder = latecomer_find_recorder();
  if (recorder->end_phase) recorder->end_phase(name, number);
}

/* Until recording is switched on again, nothing that any thread does is recorded. To switch it off twice is
   the same as once. */
LATECOMER_INLINE void latecomer_recording_off(void) {
  const struct latecomer_recorder* const recorder = latecomer_find_recorder();
  if (recorder->recording_off) recorder->recording_off();
}
LATECOMER_INLINE void latecomer_recording_on(void) {
  const struct latecomer_recorder* const recorder = latecomer_find_recorder();
  if (recorder->recording_on) recorder->recording_on();
}

#ifdef __cplusplus
}

namespace latecomer {

/* Marks the region from here to the end of the block. `name` has to last as long. */
class Region {
 public:
  inline __attribute__((always_inline)) explicit Region(const char* name) : name_(name) {
    latecomer_begin_region(name_);
  }
  ~Region() { latecomer_end_region(name_); }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

 private:
  const char* name_;
};

class Phase {
 public:
  inline __attribute__((always_inline)) Phase(const char* name, long long number)
      : name_(name), number_(number) {
    latecomer_begin_phase(name_, number_);
  }
  ~Phase() { latecomer_end_phase(name_, number_); }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

 private:
  const char* name_;
  long long number_;
};

} /* namespace latecomer */
#endif

#endif
