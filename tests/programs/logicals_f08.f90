! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Every function that an MPI library may call under its profiling name from `use mpi_f08`: those with arguments
! that are logical or procedures. Each is called once at least, and must be recorded. At the end, rank 0 works.
module operations
contains
  subroutine add(in, inout, length, datatype)
    use mpi_f08
    use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
    type(c_ptr), value :: in, inout
    integer :: length
    type(MPI_Datatype) :: datatype
    integer, pointer :: from(:), to(:)
    call c_f_pointer(in, from, [length])
    call c_f_pointer(inout, to, [length])
    to = to + from
  end subroutine
end module

program logicals_f08
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_int
  use operations
  implicit none
  interface
    integer(c_int) function usleep(microseconds) bind(C)
      import :: c_int
      integer(c_int), value :: microseconds
    end function
  end interface
  integer :: rank, ranks, other, first, left, index, count, sources, destinations, length, keyval, ignored
  integer :: sent(4), received(4), found(2), places(1), neighbours(2), order
  integer(MPI_ADDRESS_KIND) :: value
  logical :: flag, remain(1), periodic(1)
  character(len=32) :: text
  type(MPI_Comm) :: grid, part, graph, adjacent, dist, half, inter, merged
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status, statuses(2)
  type(MPI_Message) :: message
  type(MPI_Op) :: op
  type(MPI_Info) :: info
  type(MPI_File) :: file
  type(MPI_Win) :: window
  type(MPI_Group) :: all

  call MPI_Initialized(flag)
  call MPI_Init()
  call MPI_Finalized(flag)
  call MPI_Is_thread_main(flag)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  other = merge(rank + 1, rank - 1, mod(rank, 2) == 0)
  sent = rank

  ! Tests until done: of one request, of all, of any, of some.
  call start()
  flag = .false.
  do while (.not. flag)
    call MPI_Request_get_status(requests(1), flag, status)
  end do
  call MPI_Test(requests(1), flag, status)
  call check(flag .and. received(1) == other, 'test')
  call MPI_Wait(requests(2), status)
  call start()
  flag = .false.
  do while (.not. flag)
    call MPI_Testall(2, requests, flag, statuses)
  end do
  call check(received(1) == other, 'testall')
  call start()
  left = 2
  do while (left > 0)
    call MPI_Testany(2, requests, index, flag, status)
    if (flag) left = left - 1
  end do
  call check(received(1) == other, 'testany')
  call start()
  left = 2
  do while (left > 0)
    call MPI_Testsome(2, requests, count, found, statuses)
    if (count > 0) left = left - count
  end do
  call check(received(1) == other, 'testsome')
  call MPI_Test_cancelled(statuses(1), flag)
  call MPI_Status_set_cancelled(status, .true.)

  ! Probes.
  call MPI_Isend(sent, 1, MPI_INTEGER, other, 2, MPI_COMM_WORLD, requests(1))
  flag = .false.
  do while (.not. flag)
    call MPI_Iprobe(other, 2, MPI_COMM_WORLD, flag, status)
  end do
  flag = .false.
  do while (.not. flag)
    call MPI_Improbe(other, 2, MPI_COMM_WORLD, flag, message, status)
  end do
  call MPI_Mrecv(received, 1, MPI_INTEGER, message, status)
  call check(received(1) == other, 'improbe')
  call MPI_Wait(requests(1), status)

  ! Topologies, used so that their communicators must be known.
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.true.], .false., grid)
  call MPI_Cart_get(grid, 1, neighbours, periodic, places)
  call MPI_Cart_map(MPI_COMM_WORLD, 1, [ranks], [.true.], order)
  remain = .true.
  call MPI_Cart_sub(grid, remain, part)
  call use_comm(grid)
  call use_comm(part)
  call MPI_Graph_create(MPI_COMM_WORLD, 2, [1, 2], [1, 0], .false., graph)
  if (rank < 2) call use_comm(graph)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [other], [1], 1, [other], [1], MPI_INFO_NULL, .false., adjacent)
  call use_comm(adjacent)
  call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, [rank], [1], [other], [1], MPI_INFO_NULL, .false., dist)
  call use_comm(dist)
  call MPI_Dist_graph_neighbors_count(dist, sources, destinations, flag)

  ! Intercommunicators and attributes.
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), 0, half)
  first = merge(1, 0, mod(rank, 2) == 0)
  call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, first, 9, inter)
  call MPI_Comm_test_inter(inter, flag)
  call check(flag, 'test_inter')
  call MPI_Intercomm_merge(inter, .false., merged)
  call use_comm(merged)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag)
  call MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, keyval, value)
  call MPI_Type_get_attr(MPI_INTEGER, keyval, value, flag)
  call MPI_Type_free_keyval(keyval)

  ! Operations, information, files, windows.
  call MPI_Op_create(add, .true., op)
  call MPI_Op_commutative(op, flag)
  call MPI_Allreduce(sent, received, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  call check(received(1) == ranks * (ranks - 1) / 2, 'own operation')
  call MPI_Op_free(op)
  call MPI_Info_create(info)
  call MPI_Info_set(info, 'key', 'value')
  call MPI_Info_get(info, 'key', 32, text, flag)
  call MPI_Info_get_valuelen(info, 'key', length, flag)
  call MPI_Info_free(info)
  call MPI_File_open(MPI_COMM_SELF, '/dev/null', MPI_MODE_RDWR, MPI_INFO_NULL, file)
  call MPI_File_set_atomicity(file, .true.)
  call MPI_File_get_atomicity(file, flag)
  call MPI_File_close(file)
  value = 16
  call MPI_Win_create(sent, value, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window)
  call MPI_Win_get_attr(window, MPI_WIN_SIZE, value, flag)
  call MPI_Comm_group(MPI_COMM_WORLD, all)
  call MPI_Win_post(all, 0, window)
  call MPI_Win_start(all, 0, window)
  call MPI_Win_complete(window)
  flag = .false.
  do while (.not. flag)
    call MPI_Win_test(window, flag)
  end do
  call MPI_Win_free(window)

  call MPI_Barrier(MPI_COMM_WORLD)
  if (rank == 0) ignored = usleep(2000000)
  call MPI_Allreduce(sent, received, 1, MPI_INTEGER, MPI_SUM, merged)
  call MPI_Finalize()

contains

  ! Both messages are there when it returns, so that each test succeeds at once.
  subroutine start()
    call MPI_Irecv(received, 1, MPI_INTEGER, other, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Isend(sent, 1, MPI_INTEGER, other, 1, MPI_COMM_WORLD, requests(2))
  end subroutine

  subroutine use_comm(comm)
    type(MPI_Comm), intent(in) :: comm
    call MPI_Barrier(comm)
  end subroutine

  subroutine check(right, what)
    logical, intent(in) :: right
    character(len=*), intent(in) :: what
    if (right) return
    print *, 'wrong: ', what
    call MPI_Abort(MPI_COMM_WORLD, 1)
  end subroutine
end program
