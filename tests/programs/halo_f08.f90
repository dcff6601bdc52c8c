! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! A ring of processes exchanges borders with mpi_f08. Rank 0 works before its exchange: its neighbours wait for its
! borders, whoever is left waits for them in the sum that follows.
program halo
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  interface
    integer(c_int) function usleep(microseconds) bind(C)
      import :: c_int
      integer(c_int), value :: microseconds
    end function
  end interface
  integer :: rank, size, lower, upper, total, ignored
  double precision, asynchronous :: field(0:3)  ! MPI_Waitall changes it
  type(MPI_Request) :: requests(4)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  lower = modulo(rank - 1, size)
  upper = modulo(rank + 1, size)
  field = rank

  call MPI_Irecv(field(0), 1, MPI_DOUBLE_PRECISION, lower, 1, MPI_COMM_WORLD, requests(1))
  call MPI_Irecv(field(3), 1, MPI_DOUBLE_PRECISION, upper, 2, MPI_COMM_WORLD, requests(2))
  if (rank == 0) ignored = usleep(150000)
  call MPI_Isend(field(2), 1, MPI_DOUBLE_PRECISION, upper, 1, MPI_COMM_WORLD, requests(3))
  call MPI_Isend(field(1), 1, MPI_DOUBLE_PRECISION, lower, 2, MPI_COMM_WORLD, requests(4))
  call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE)
  if (nint(field(0)) /= lower .or. nint(field(3)) /= upper) call MPI_Abort(MPI_COMM_WORLD, 1)

  total = rank
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (total /= size * (size - 1) / 2) call MPI_Abort(MPI_COMM_WORLD, 1)
  call MPI_Finalize()
end program
