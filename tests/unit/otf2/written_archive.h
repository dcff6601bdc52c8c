// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string_view>

#include "otf2/archive_writer.h"

namespace latecomer::otf2 {

/// Four ranks that use every kind of event; rank 3 does the least.
inline constexpr std::string_view kFourRanks = R"text(
comm half ranks 0 2
intercomm ic ranks 0 1 remote 2 3
group near ranks 1 3
team workers threads 0.0 0.1
window win half
file data.nc half
file log
stack s0 main wave.c:88
stack s1 in s0 "step(double)" wave.c:31
stack s2 in s1 k wave+0x11a9
node n1
rank 0
  0      program_begin app
  1      enter main
  1      sample stack=s0
  2..5   MPI_Send     stack=s1 send to=1 tag=3 bytes=8
  5      sample stack=s2
  5..7   MPI_Isend    isend to=1 tag=3 bytes=8 request=1
  7..9   MPI_Irecv    irecv_request request=2
  9..10  MPI_Test     request_test request=2
  10..12 MPI_Waitall  isend_complete request=1; irecv from=1 tag=3 bytes=8 request=2
  12..13 MPI_Barrier  barrier
  13..14 MPI_Bcast    bcast sent=8 received=9 comm=ic root=this_group
  14..15 MPI_Ibarrier icollective_request request=3
  15..16 MPI_Wait     icollective_complete request=3 op=barrier
  17..18 MPI_Neighbor_alltoall alltoall sources=near comm=half
  18..19 MPI_Comm_split create_handle comm=half; comm_create comm=half; comm_destroy comm=half
  20     measurement_off
  21     measurement_on
  22     buffer_flush ticks=1000
  23..24 MPI_Probe    probe from=1 tag=3
  24..25 MPI_Mprobe   probe from=0 tag=4 message=1 comm=half
  25..26 MPI_Mrecv    match message=1; recv from=0 tag=4 comm=half
  26     psend_init to=1 tag=5 bytes=640 comm=half request=10 partitions=16
  26     psend_request request=10
  26     pready request=10 partition=15
  26     psend_complete request=10
  27     thread_fork threads=2
  27     team_begin team=workers
  27     acquire_lock lock=7 order=1 paradigm=pthread
  27     release_lock lock=7 order=1 paradigm=pthread
  27     thread_create thread=3
  27     thread_begin thread=4
  27     thread_end thread=4
  27     thread_wait thread=3
  28     team_end team=workers
  28     thread_join
  29     leave main
  30     program_end app
rank 0 thread 1
  1..20 worker
  27     team_begin team=workers
  28     team_end team=workers
rank 1
  0..20 main
  21..22 MPI_File_open io_create_handle handle=data.nc flags=65554
  22..23 MPI_File_seek io_seek handle=data.nc whence=2 seek=-8 position=99
  23..24 MPI_File_iwrite_at_all io_operation_begin handle=data.nc mode=write,nonblocking,collective request=1 bytes=10 offset=80; io_operation_issued handle=data.nc request=1
  24..25 MPI_Test io_operation_test handle=data.nc request=1
  25..26 MPI_Wait io_operation_complete handle=data.nc request=1 bytes=9
  26..27 MPI_File_close io_delete_file file=data.nc; io_destroy_handle handle=data.nc
  27..28 read io_operation_begin handle=log mode=read request=1; io_operation_cancelled handle=log request=1
  28..29 unlink io_delete_file file=log mpi=0
node n2
rank 2
  0..1 MPI_Recv recv from=0
  2    irecv_request request=9
  3    request_cancelled request=9
  4    receive_pending from=3 tag=8
  4    send_pending to=1 tag=8
  4    collective_pending comm=half
  4    precv_init from=0 tag=5 bytes=641 comm=half request=11 partitions=8
  4    precv_request request=11
  5    ptested request=11 partition=3
  5    parrived request=11 partition=7
  5    polled tests=5000000000
  6    precv_complete request=11
  6    other_world
  7..8 MPI_Win_create  rma_collective_begin; rma_win_create win=win; rma_collective_end op=create_handle win=win
  8..9 MPI_Put         rma_put win=win target=0 bytes=80
  9    rma_group_sync win=win group=near
  9    rma_group_test win=win group=near
  10   rma_request_lock win=win target=0 lock=3
  10   rma_acquire_lock win=win target=0 lock=3 exclusive=0
  11   rma_get win=win target=1 bytes=81
  11   rma_atomic win=win target=1 sent=82 received=83 operation=5
  11   rma_test win=win operation=5
  11   not_running ticks=9
  11   preempted ticks=8 by=main
  11   blocked ticks=7 by=main cause=2
  11   ready ticks=6
  11   blocked_timer ticks=5 cause=5
  11   blocked_disk ticks=4
  11   blocked_network ticks=3
  11   blocked_lock ticks=2 by=main cause=1
  11   blocked_page_fault ticks=1
  11   rma_complete_local win=win operation=5
  11   rma_complete_remote win=win operation=5
  12   rma_release_lock win=win target=0 lock=3
  13   rma_collective_end op=bcast win=win root=1 sent=84 received=85
  14   rma_win_destroy win=win
rank 3
  0..1 main
cause timers
cause "core 0"
  3 on_core ticks=2 by=main cause=1
  5 on_core ticks=1
)text";

}  // namespace latecomer::otf2
