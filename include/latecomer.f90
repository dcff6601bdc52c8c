! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Marks parts of a program for `latecomer record`, and switches recording, as latecomer.h does for C. To be compiled with
! the program; there is nothing to link.
!
!   use latecomer
!   call latecomer_begin_phase("iteration", i)
!   call latecomer_begin_region("assemble")
!   ...
!   call latecomer_end_region("assemble")
!   call latecomer_end_phase("iteration", i)
!   call latecomer_recording_off()
!   ...
!   call latecomer_recording_on()
module latecomer
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: latecomer_begin_region, latecomer_end_region, latecomer_begin_phase, latecomer_end_phase
  public :: latecomer_recording_off, latecomer_recording_on

  ! As in latecomer.h.
  type, bind(C) :: recorder_functions
    type(c_funptr) :: begin_region, end_region, begin_phase, end_phase, recording_off, recording_on
  end type recorder_functions

  abstract interface
    subroutine begin_region(name, in_c) bind(C)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: in_c
    end subroutine begin_region
    subroutine end_region(name) bind(C)
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine end_region
    subroutine begin_phase(name, number, in_c) bind(C)
      import :: c_char, c_int, c_long_long
      character(kind=c_char), intent(in) :: name(*)
      integer(c_long_long), value :: number
      integer(c_int), value :: in_c
    end subroutine begin_phase
    subroutine end_phase(name, number) bind(C)
      import :: c_char, c_long_long
      character(kind=c_char), intent(in) :: name(*)
      integer(c_long_long), value :: number
    end subroutine end_phase
    subroutine switch_recording() bind(C)
    end subroutine switch_recording
  end interface

  interface
    function dlsym(handle, name) bind(C) result(address)
      import :: c_ptr, c_char
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr) :: address
    end function dlsym
  end interface

contains

  ! Null where the program is not recorded.
  function recorder() result(functions)
    type(recorder_functions), pointer :: functions
    type(recorder_functions), pointer, save :: found => null()
    logical, save :: known = .false.
    type(c_ptr) :: address
    if (.not. known) then
      address = dlsym(c_null_ptr, "latecomer_recorder"//c_null_char)
      if (c_associated(address)) call c_f_pointer(address, found)
      known = .true.
    end if
    functions => found
  end function recorder

  subroutine latecomer_begin_region(name)
    character(len=*), intent(in) :: name
    type(recorder_functions), pointer :: functions
    procedure(begin_region), pointer :: begin
    functions => recorder()
    if (.not. associated(functions)) return
    call c_f_procpointer(functions%begin_region, begin)
    call begin(name//c_null_char, 0)
  end subroutine latecomer_begin_region

  subroutine latecomer_end_region(name)
    character(len=*), intent(in) :: name
    type(recorder_functions), pointer :: functions
    procedure(end_region), pointer :: end_
    functions => recorder()
    if (.not. associated(functions)) return
    call c_f_procpointer(functions%end_region, end_)
    call end_(name//c_null_char)
  end subroutine latecomer_end_region

  subroutine latecomer_begin_phase(name, number)
    character(len=*), intent(in) :: name
    integer, intent(in) :: number
    type(recorder_functions), pointer :: functions
    procedure(begin_phase), pointer :: begin
    functions => recorder()
    if (.not. associated(functions)) return
    call c_f_procpointer(functions%begin_phase, begin)
    call begin(name//c_null_char, int(number, c_long_long), 0)
  end subroutine latecomer_begin_phase

  subroutine latecomer_end_phase(name, number)
    character(len=*), intent(in) :: name
    integer, intent(in) :: number
    type(recorder_functions), pointer :: functions
    procedure(end_phase), pointer :: end_
    functions => recorder()
    if (.not. associated(functions)) return
    call c_f_procpointer(functions%end_phase, end_)
    call end_(name//c_null_char, int(number, c_long_long))
  end subroutine latecomer_end_phase

  subroutine latecomer_recording_off()
    type(recorder_functions), pointer :: functions
    procedure(switch_recording), pointer :: switch_off
    functions => recorder()
    if (.not. associated(functions)) return
    call c_f_procpointer(functions%recording_off, switch_off)
    call switch_off()
  end subroutine latecomer_recording_off

  subroutine latecomer_recording_on()
    type(recorder_functions), pointer :: functions
    procedure(switch_recording), pointer :: switch_on
    functions => recorder()
    if (.not. associated(functions)) return
    call c_f_procpointer(functions%recording_on, switch_on)
    call switch_on()
  end subroutine latecomer_recording_on

end module latecomer
