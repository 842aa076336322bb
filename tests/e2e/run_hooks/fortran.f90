! SPDX-License-Identifier: MIT
module watching
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: begun = 0, ended = 0
contains
  subroutine start(name, arg) bind(C)
    character(kind=c_char), intent(in) :: name(*)
    type(c_ptr), value :: arg

    begun = begun + 1
    print "(a, a4)", "starts ", transfer(name(1:4), "    ")
  end subroutine
  subroutine stop(name, arg) bind(C)
    character(kind=c_char), intent(in) :: name(*)
    type(c_ptr), value :: arg

    ended = ended + 1
  end subroutine
  subroutine teardown(arg) bind(C)
    type(c_ptr), value :: arg

    print "(a, i0, a, i0)", "over ", begun, " ", ended
  end subroutine
end module

program watched
  use, intrinsic :: iso_c_binding
  use lineprof
  use watching
  implicit none

  call lineprof_set_hooks(lineprof_hooks(c_funloc(start), c_funloc(stop), &
                                         c_funloc(teardown)))
  call lineprof_begin("read")
  call lineprof_end("read")
  call lineprof_set_hooks(lineprof_hooks())
end program
