// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/classify.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace latecomer::analyze {

namespace {

using report::Builtin;
using trace::Paradigm;
using trace::Region;
using trace::RegionRole;

/// Returns "isend" for all of "MPI_Isend", "MPI_ISEND", "mpi_isend_" and "PMPI_Isend".
std::string plain_mpi_name(std::string_view name) {
  std::string plain(name);
  std::transform(plain.begin(), plain.end(), plain.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const size_t prefix = plain.find("mpi_");
  if (prefix <= 1) plain.erase(0, prefix + 4);
  while (!plain.empty() && plain.back() == '_') plain.pop_back();
  if (plain.ends_with("_c")) plain.erase(plain.size() - 2);
  return plain;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

bool is_any(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

bool is_point_to_point(std::string_view name) {
  return is_any(name, {"cancel", "request_free", "start", "startall", "wait", "waitall", "waitany",
                       "waitsome", "test", "testall", "testany", "testsome", "test_cancelled", "probe",
                       "iprobe", "mprobe", "improbe", "parrived"}) ||
         name.ends_with("_buffer") ||
         starts_with_any(
             name, {"request_get_status", "buffer_", "send", "ssend", "bsend", "rsend", "isend", "issend",
                    "ibsend", "irsend", "recv", "irecv", "mrecv", "imrecv", "psend", "precv", "pready"});
}

bool is_collective(std::string_view name) {
  const std::string_view blocking = name.starts_with("i") ? name.substr(1) : name;
  return starts_with_any(blocking, {"allgather", "alltoall", "allreduce", "bcast", "exscan", "gather",
                                    "neighbor_", "reduce", "scan", "scatter"}) &&
         name != "reduce_local";
}

bool is_communicator_management(std::string_view name) {
  return starts_with_any(
      name, {"comm_create", "comm_dup", "comm_idup", "comm_split", "comm_free", "comm_disconnect",
             "cart_create", "cart_sub", "graph_create", "dist_graph_create", "intercomm_"});
}

Builtin window_time(std::string_view name) {
  if (is_any(name, {"win_fence", "win_post", "win_start", "win_complete", "win_wait", "win_test"})) {
    return Builtin::mpi_rma_sync_active;
  }
  if (starts_with_any(name, {"win_lock", "win_unlock", "win_flush", "win_sync"}))
    return Builtin::mpi_rma_sync_passive;
  return Builtin::mpi_mgmt_win;
}

CallKind window_kind(std::string_view name) {
  if (name == "win_post") return CallKind::window_post;
  if (name == "win_start") return CallKind::window_start;
  if (name == "win_complete") return CallKind::window_complete;
  if (name == "win_wait") return CallKind::window_wait;
  return name == "win_test" ? CallKind::test : CallKind::management;
}

bool is_collective_on_file(std::string_view name) {
  return name.ends_with("_all") || name.find("_all_") != std::string_view::npos ||
         name.find("_ordered") != std::string_view::npos ||
         is_any(name, {"file_open", "file_close", "file_set_view", "file_set_size", "file_preallocate",
                       "file_set_atomicity", "file_set_info", "file_seek_shared", "file_sync"});
}

RegionClass classify_file(std::string_view name) {
  const bool collective = is_collective_on_file(name);
  const bool accesses = starts_with_any(
      name, {"file_read", "file_write", "file_iread", "file_iwrite", "file_seek", "file_sync"});
  const Builtin access = collective ? Builtin::mpi_io_collective : Builtin::mpi_io_individual;
  return {collective ? CallKind::management : CallKind::ordinary, accesses ? access : Builtin::mpi_mgmt_file};
}

RegionClass classify_mpi(std::string_view name) {
  if (is_any(name, {"init", "init_thread"})) return {CallKind::init, Builtin::mpi_init_exit};
  if (name == "finalize") return {CallKind::finalize, Builtin::mpi_init_exit};
  if (starts_with_any(name, {"test", "iprobe", "improbe", "request_get_status", "parrived"})) {
    return {CallKind::test, Builtin::mpi_point2point};
  }
  if (is_any(name, {"bsend", "rsend"})) return {CallKind::buffered_send, Builtin::mpi_point2point};
  if (name == "ssend") return {CallKind::synchronous_send, Builtin::mpi_point2point};
  if (starts_with_any(name, {"sendrecv"})) return {CallKind::sendrecv, Builtin::mpi_point2point};
  if (is_any(name, {"barrier", "ibarrier", "barrier_init"}))
    return {CallKind::ordinary, Builtin::mpi_sync_collective};
  if (is_point_to_point(name)) return {CallKind::ordinary, Builtin::mpi_point2point};
  if (is_collective(name)) return {CallKind::ordinary, Builtin::mpi_collective};
  if (starts_with_any(name, {"comm_spawn", "comm_accept", "comm_connect", "comm_join"}))
    return {CallKind::connection, Builtin::mpi_mgmt_comm};
  if (is_communicator_management(name)) return {CallKind::management, Builtin::mpi_mgmt_comm};
  if (name.starts_with("win_")) return {window_kind(name), window_time(name)};
  if (name.starts_with("file_")) return classify_file(name);
  if (is_any(name, {"put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap", "rput",
                    "rget", "raccumulate", "rget_accumulate"})) {
    return {CallKind::ordinary, Builtin::mpi_rma_communication};
  }
  return {CallKind::ordinary, Builtin::mpi};
}

Builtin openmp_time(const Region& region) {
  const bool own_code = region.name.find(" sblock") != std::string::npos;  // what a construct protects
  if (own_code) return Builtin::comp;
  const bool api = region.name.starts_with("omp_");
  if (api && region.name.find("_lock") != std::string::npos) return Builtin::omp_lock_api;
  switch (region.role) {
    case RegionRole::barrier:
      return Builtin::omp_ebarrier;
    case RegionRole::implicit_barrier:
      return Builtin::omp_ibarrier;
    case RegionRole::critical:
      return Builtin::omp_critical;
    case RegionRole::ordered:
      return Builtin::omp_ordered;
    case RegionRole::taskwait:
      return Builtin::omp_taskwait;
    case RegionRole::flush:
      return Builtin::omp_flush;
    default:
      return Builtin::comp;  // the user's own code runs in them
  }
}

bool openmp_call_blocks(const Region& region) {
  switch (openmp_time(region)) {
    case Builtin::omp_ebarrier:
    case Builtin::omp_ibarrier:
    case Builtin::omp_critical:
      return true;
    case Builtin::omp_lock_api:
      return is_any(region.name, {"omp_set_lock", "omp_set_nest_lock"});
    default:
      return false;
  }
}

CallKind lock_call_kind(std::string_view name) {
  return is_any(name, {"omp_test_lock", "omp_test_nest_lock", "pthread_mutex_trylock"}) ? CallKind::test
                                                                                        : CallKind::ordinary;
}

bool is_sleep(std::string_view name) {
  return is_any(name, {"sleep", "usleep", "nanosleep", "clock_nanosleep"});
}

/// Returns whether a call waits for the operating system: for descriptors, a disk, or another process.
bool is_blocking(std::string_view name) {
  return is_any(name, {"poll", "ppoll", "select", "pselect", "epoll_wait", "epoll_pwait", "fsync",
                       "fdatasync", "flock", "wait", "waitpid", "waitid", "system"});
}

Builtin pthread_time(std::string_view name) {
  if (is_sleep(name) || is_blocking(name)) return Builtin::blocked;
  if (starts_with_any(name, {"pthread_mutex", "pthread_rwlock"})) return Builtin::pthread_lock_api;
  if (name.starts_with("pthread_cond")) return Builtin::pthread_conditional;
  if (name.starts_with("pthread_barrier")) return Builtin::pthread_barrier;
  if (name.starts_with("sem_")) return Builtin::pthread_semaphore;
  return Builtin::pthread_management;
}

/// What is known from call stacks is not a call, whatever it is called.
bool is_mpi(const Region& region) {
  return region.paradigm == Paradigm::mpi ||
         (region.paradigm != Paradigm::sampling && region.name.starts_with("MPI_"));
}

bool is_communication(RegionRole role) {
  switch (role) {
    case RegionRole::point_to_point:
    case RegionRole::rma:
    case RegionRole::data_transfer:
    case RegionRole::barrier:
    case RegionRole::collective_one_to_all:
    case RegionRole::collective_all_to_one:
    case RegionRole::collective_all_to_all:
    case RegionRole::collective_other:
      return true;
    default:
      return false;
  }
}

/// Returns whether a call of CUDA, HIP, OpenCL, Level Zero or OpenACC waits for a device.
bool waits_for_device(std::string_view name) {
  if (const size_t arguments = name.find('('); arguments != std::string_view::npos)
    name = name.substr(0, arguments);
  if (is_any(name, {"clFinish", "clWaitForEvents", "acc_wait", "acc_wait_all", "acc_wait_async"}))
    return true;
  const bool of_device = starts_with_any(name, {"cuda", "hip", "ze"}) ||
                         (name.starts_with("cu") && name.size() > 2 && std::isupper(name[2]) != 0);
  return of_device && (name.ends_with("Synchronize") || name.ends_with("Synchronize_v2") ||
                       name.ends_with("Synchronize_ptsz"));
}

/// Returns the metric of MPI's calls whose name says nothing.
Builtin time_by_role(RegionRole role) {
  switch (role) {
    case RegionRole::point_to_point:
      return Builtin::mpi_point2point;
    case RegionRole::barrier:
      return Builtin::mpi_sync_collective;
    case RegionRole::collective_one_to_all:
    case RegionRole::collective_all_to_one:
    case RegionRole::collective_all_to_all:
    case RegionRole::collective_other:
      return Builtin::mpi_collective;
    case RegionRole::rma:
      return Builtin::mpi_rma_communication;
    default:
      return Builtin::mpi;
  }
}

RegionClass classify_mpi(const Region& region) {
  RegionClass found = classify_mpi(plain_mpi_name(region.name));
  if (found.time == Builtin::mpi && !region.name.starts_with("MPI_")) found.time = time_by_role(region.role);
  return found;
}

/// Classifies what is neither MPI nor threads.
RegionClass classify_other(const Region& region) {
  if (is_mpi(region)) return classify_mpi(region);
  if (region.role == RegionRole::file_io) return {CallKind::ordinary, Builtin::posix_io};
  if (waits_for_device(region.name)) return {CallKind::ordinary, Builtin::device_wait};
  // Of NCCL, SHMEM, GASPI and the like the trace does not say who waits for whom.
  const Builtin time = time_by_role(region.role);
  const bool is_collective = time == Builtin::mpi_collective || time == Builtin::mpi_sync_collective;
  if (region.paradigm != Paradigm::sampling && is_collective) return {CallKind::ordinary, Builtin::execution};
  return {};
}

RegionClass classify_by_paradigm(const Region& region) {
  switch (region.paradigm) {
    case Paradigm::mpi:
      return classify_mpi(region);
    case Paradigm::openmp:
      return {lock_call_kind(region.name), openmp_time(region)};
    case Paradigm::pthread:
      return {lock_call_kind(region.name), pthread_time(region.name)};
    case Paradigm::measurement_system:
      // The program itself is such a region too; what it does is its own.
      if (region.name == "TRACE BUFFER FLUSH") return {CallKind::ordinary, Builtin::overhead};
      return {};
    default:
      return classify_other(region);
  }
}

}  // namespace

RegionClass classify(const Region& region) {
  if (is_recording_off(region)) return {CallKind::ordinary, Builtin::recording_off};
  RegionClass found = classify_by_paradigm(region);
  found.is_mpi = is_mpi(region);
  found.is_openmp = region.paradigm == Paradigm::openmp;
  return found;
}

bool is_recording_off(const Region& region) {
  return region.role == RegionRole::artificial && region.name == trace::kMeasurementOff;
}

bool is_sleep(const Region& region) {
  return region.paradigm == Paradigm::pthread && is_sleep(region.name);
}

bool communicates(const Region& region) {
  switch (region.paradigm) {
    case Paradigm::mpi:
    case Paradigm::other:
      return true;
    case Paradigm::openmp:
    case Paradigm::pthread:
    case Paradigm::sampling:
      return false;
    default:
      return is_communication(region.role) || is_mpi(region);
  }
}

bool waits_for_requests(const Region& region) {
  if (!is_mpi(region)) return false;
  const std::string name = plain_mpi_name(region.name);
  return name.starts_with("request_get_status") ||
         is_any(name, {"wait", "waitall", "waitany", "waitsome", "test", "testall", "testany", "testsome"});
}

bool waits_for_any_request(const Region& region) {
  return is_mpi(region) &&
         is_any(plain_mpi_name(region.name), {"waitany", "waitsome", "testany", "testsome",
                                              "request_get_status_any", "request_get_status_some"});
}

bool blocks(const Region& region) {
  if (region.paradigm == Paradigm::openmp) return openmp_call_blocks(region);
  if (region.paradigm == Paradigm::pthread) {
    return is_any(region.name, {"pthread_mutex_lock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock",
                                "pthread_cond_wait", "pthread_barrier_wait", "pthread_join", "sem_wait"});
  }
  if (!is_mpi(region)) return false;
  const std::string name = plain_mpi_name(region.name);
  if (name.ends_with("_init") || name.ends_with("_begin")) return false;
  if (is_collective(name)) return !name.starts_with("i");
  if (is_communicator_management(name)) return name != "comm_idup" && name != "comm_free";
  if (name.starts_with("file_")) return is_collective_on_file(name) && !name.starts_with("file_i");
  return is_any(name, {"recv", "mrecv", "probe", "mprobe", "send", "ssend", "barrier", "finalize", "wait",
                       "waitall", "waitany", "waitsome", "win_fence", "win_start", "win_complete", "win_wait",
                       "win_free"}) ||
         starts_with_any(name,
                         {"sendrecv", "win_create", "win_allocate", "win_lock", "win_unlock", "win_flush"});
}

bool sends_only(const Region& region) {
  return is_mpi(region) && is_any(plain_mpi_name(region.name), {"send", "ssend", "bsend", "rsend"});
}

bool probes(const Region& region) {
  return is_mpi(region) && is_any(plain_mpi_name(region.name), {"probe", "iprobe", "mprobe", "improbe"});
}

bool releases_window_locks(const Region& region) {
  return is_mpi(region) && plain_mpi_name(region.name).starts_with("win_unlock");
}

bool holds_all_members(const Region& region) {
  return is_mpi(region) && is_any(plain_mpi_name(region.name),
                                  {"barrier", "allreduce", "allgather", "allgatherv", "alltoall",
                                   "reduce_scatter", "reduce_scatter_block", "comm_dup", "comm_split"});
}

}  // namespace latecomer::analyze
