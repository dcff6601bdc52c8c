! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Rank 0 works and sends two messages to each other rank with mpi_f08. They take the first out of the queue with a matched
! probe, find the second with an ordinary one, and receive it first.
program probes
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  interface
    integer(c_int) function usleep(microseconds) bind(C)
      import :: c_int
      integer(c_int), value :: microseconds
    end function
  end interface
  integer :: rank, size, i, to, first, second, ignored
  type(MPI_Message) :: message
  type(MPI_Status) :: status

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  if (rank == 0) then
    do i = 1, 2
      ignored = usleep(100000)
      do to = 1, size - 1
        call MPI_Send(10 * i + to, 1, MPI_INTEGER, to, 3, MPI_COMM_WORLD)
      end do
    end do
  else
    call MPI_Mprobe(0, 3, MPI_COMM_WORLD, message, MPI_STATUS_IGNORE)
    call MPI_Probe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, status)
    if (status%MPI_SOURCE /= 0) call MPI_Abort(MPI_COMM_WORLD, 1)
    call MPI_Recv(second, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Mrecv(first, 1, MPI_INTEGER, message, MPI_STATUS_IGNORE)
    if (first /= 10 + rank .or. second /= 20 + rank) call MPI_Abort(MPI_COMM_WORLD, 1)
  end if
  call MPI_Finalize()
end program
