! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! A message in partitions with mpi_f08: rank 0 works before each of them is ready; rank 1 asks for the last one in vain,
! waits for all, and asks again.
program partitioned
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  interface
    integer(c_int) function usleep(microseconds) bind(C)
      import :: c_int
      integer(c_int), value :: microseconds
    end function
  end interface
  integer, parameter :: partitions = 4
  integer(MPI_COUNT_KIND), parameter :: numbers = 10
  integer, asynchronous :: message(partitions * numbers)
  integer :: rank, i, ignored
  logical :: arrived
  type(MPI_Request) :: request

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) then
    message = [(i, i = 1, partitions * int(numbers))]
    call MPI_Psend_init(message, partitions, numbers, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request)
    call MPI_Start(request)
    ignored = usleep(200000)
    call MPI_Pready(0, request)
    call MPI_Pready_range(1, 2, request)
    call MPI_Pready_list(1, [3], request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call MPI_Request_free(request)
  else if (rank == 1) then
    call MPI_Precv_init(message, partitions, numbers, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request)
    call MPI_Start(request)
    call MPI_Parrived(request, 3, arrived)
    if (arrived) call MPI_Abort(MPI_COMM_WORLD, 1)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    if (sum(message) /= 820) call MPI_Abort(MPI_COMM_WORLD, 1)
    call MPI_Request_free(request)
  end if
  call MPI_Finalize()
end program
