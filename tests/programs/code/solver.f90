! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Procedures of modules, contained ones, and some that compilers may inline.

module grid
  use mpi
  implicit none
  integer :: calls = 0
contains
  subroutine exchange(value)
    double precision, intent(inout) :: value
    double precision :: whole
    integer :: error
    ! stack: main > ocean > grid::exchange; main > ocean > ocean::step > grid::exchange
    call MPI_Allreduce(value, whole, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    value = whole
    call synchronize()
    calls = calls + 1
  contains
    subroutine synchronize()
      call MPI_Barrier(MPI_COMM_WORLD, error)
    end subroutine
  end subroutine

  subroutine evaluate(seconds, took)
    double precision, intent(in) :: seconds
    double precision, intent(out) :: took
    double precision :: begin, now, end
    begin = MPI_Wtime()
    call cpu_time(now)
    end = now + seconds
    do while (now < end)
      call cpu_time(now)
    end do
    took = MPI_Wtime() - begin
  end subroutine
end module

program ocean
  use grid
  implicit none
  integer :: rank, error
  double precision :: value = 1, took = 0
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call exchange(value)
  call step()
  call step()
  if (rank == 1) print '(a, f0.6)', 'delay evaluate ', took
  call MPI_Finalize(error)
contains
  subroutine step()
    call exchange(value)
    if (rank == 1) call evaluate(0.25d0, took)
    call MPI_Barrier(MPI_COMM_WORLD, error)
  end subroutine
end program
