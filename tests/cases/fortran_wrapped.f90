! case: fortran_wrapped
! needs: gfortran
! plugin: functions=weigh
subroutine weigh(n, &      !=-
                 total)    !=-
  integer :: n, total      !=-
  character(20) :: text    !=-
  total = total + &        !=5
          n * &            !=-

          ! a comment between

          twice(n)         !=-
  if (n > 2 .and. &        !=5
      total < 100) then    !=-
    total = total - 1      !=2
  end if                   !=-
  text = 'a & b ! c' // &  !=5
         'd'               !=-
  call note(text, &        !=5
            twice(n))      !=-
contains
  integer function twice(k)
    integer :: k
    twice = 2 * k
  end function
  subroutine note(words, k)
    character(*) :: words
    integer :: k
    if (k > 8) print *, trim(words), k
  end subroutine
end subroutine

program main
  integer :: i, total
  total = 0
  do i = 1, 5
    call weigh(i, total)
  end do
  print *, total
end program
