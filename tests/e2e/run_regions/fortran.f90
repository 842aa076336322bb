! SPDX-License-Identifier: MIT
program steps
  use lineprof
  implicit none
  integer :: i

  call lineprof_set_thread_name("a worker")
  call lineprof_begin("all steps")
  do i = 1, 10
    call lineprof_begin("step")
    call lineprof_mark("tick")
    call lineprof_end("step")
  end do
  call lineprof_end("all steps")
end program
