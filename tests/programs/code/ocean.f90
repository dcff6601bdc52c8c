! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Procedures of a module, and contained ones. What follows their last call keeps it from being a jump.

module grid
  implicit none
  include 'mpif.h'
  integer, volatile :: calls = 0
contains
  subroutine exchange(value)
    double precision, intent(inout) :: value
    integer :: error
    ! stack: main > ocean > grid::exchange; main > ocean > ocean::step > grid::exchange
    call MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    ! stack: main > ocean > grid::exchange; main > ocean > ocean::step > grid::exchange
    call synchronize()
    calls = calls + 1
  contains
    subroutine synchronize()
      ! stack: main > ocean > grid::exchange > grid::exchange::synchronize
      ! stack: main > ocean > ocean::step > grid::exchange > grid::exchange::synchronize
      call MPI_Barrier(MPI_COMM_WORLD, error)
      calls = calls + 1
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
  use grid ! stack: main
  implicit none
  integer :: rank, error
  double precision :: value = 1, took = 0
  call MPI_Init(error)                            ! stack: main > ocean
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error) ! stack: main > ocean
  call exchange(value)                            ! stack: main > ocean
  call step()                                     ! stack: main > ocean
  if (rank == 1) print '(a, f8.6)', 'delay grid::evaluate ', took
  call MPI_Finalize(error)                        ! stack: main > ocean
contains
  subroutine step()
    call exchange(value)                           ! stack: main > ocean > ocean::step; place: before
    if (rank == 1) call evaluate(0.21d0, took)     ! delay: grid::evaluate in ocean::step, before, after
    call MPI_Barrier(MPI_COMM_WORLD, error)        ! stack: main > ocean > ocean::step; place: after
    calls = calls + 1
  end subroutine
end program
