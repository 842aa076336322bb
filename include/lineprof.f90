! SPDX-License-Identifier: MIT
! Regions for Fortran: compile this file with the program, and link with -llineprof.
!
!     use lineprof
!     call lineprof_begin("solve")
!     ...
!     call lineprof_end("solve")
!
! lineprof.h says what each does.
module lineprof
  use, intrinsic :: iso_c_binding, only: c_char, c_funptr, c_int, c_null_char, &
    c_null_funptr, c_null_ptr, c_ptr
  implicit none
  private
  public :: lineprof_begin, lineprof_end, lineprof_mark, lineprof_set_thread_name
  public :: lineprof_pause, lineprof_resume, lineprof_reset
  public :: lineprof_hooks, lineprof_set_hooks

  ! By c_funloc() of subroutines with bind(C): start and stop of a C string and a c_ptr,
  ! teardown of a c_ptr.  None of those that are left out.
  type, bind(C) :: lineprof_hooks
    type(c_funptr) :: start = c_null_funptr
    type(c_funptr) :: stop = c_null_funptr
    type(c_funptr) :: teardown = c_null_funptr
    type(c_ptr) :: arg = c_null_ptr
  end type

  interface
    function c_begin(name) bind(C, name="lineprof_begin") result(handle)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int) :: handle
    end function
    subroutine c_end(name) bind(C, name="lineprof_end")
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine c_mark(name) bind(C, name="lineprof_mark")
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine c_set_thread_name(name) bind(C, name="lineprof_set_thread_name")
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine lineprof_set_hooks(hooks) bind(C, name="lineprof_set_hooks")
      import :: lineprof_hooks
      type(lineprof_hooks), intent(in) :: hooks
    end subroutine
    subroutine lineprof_pause() bind(C, name="lineprof_pause")
    end subroutine
    subroutine lineprof_resume() bind(C, name="lineprof_resume")
    end subroutine
    subroutine lineprof_reset() bind(C, name="lineprof_reset")
    end subroutine
  end interface

contains

  subroutine lineprof_begin(name)
    character(len=*), intent(in) :: name
    integer(c_int) :: handle

    handle = c_begin(trim(name) // c_null_char)
  end subroutine

  subroutine lineprof_end(name)
    character(len=*), intent(in) :: name

    call c_end(trim(name) // c_null_char)
  end subroutine

  subroutine lineprof_mark(name)
    character(len=*), intent(in) :: name

    call c_mark(trim(name) // c_null_char)
  end subroutine

  subroutine lineprof_set_thread_name(name)
    character(len=*), intent(in) :: name

    call c_set_thread_name(trim(name) // c_null_char)
  end subroutine
end module
