! case: fortran_jumps
! needs: gfortran
! plugin: functions=scan,pick
! calls: scan=2 pick=3
! Jumps that are all of a branch, on lines of their own.
module jumps
contains
subroutine scan(a, n, found, tries)
  integer, intent(in) :: n, a(n)
  integer, intent(out) :: found, tries
  integer :: i, j
  found = 0 !=2
  tries = 0 !=2
  outer: do i = 1, n
     do j = 1, 3
        tries = tries + 1 !=16
        if (a(i) < 0 .and. & !=16
            j > 0) then !=-
           cycle outer !=4
        else if (a(i) == 0) then !=12
           exit outer !=2
        end if
        if (j >= a(i)) then !=10
           found = found + j !=4
        else
           cycle !=6
        end if
        if (found > 100) return !=4
        exit !=4
     end do
     if (found == 3) then !=4
        cycle outer !=0
     else
        go to 20 !=4
     end if
     stop 1 !=0
20   continue
  end do outer
end subroutine
function pick(k) result(r)
  integer, intent(in) :: k
  integer :: r
  select case (k) !=3
  case (1)
     r = 10 !=1
     if (k == 1) then !=1
        return !=1
     end if
  case default
     r = 20 !=2
     if (k > 2) then !=2
        goto 7 !=1
     endif
  end select
  r = r + 1 !=1
7 end function
end module
program main
  use jumps
  implicit none
  integer :: f, t, i, a(6)
  a = (/ -1, 2, 3, -5, 0, 9 /)
  do i = 1, 2
     call scan(a, 6, f, t)
  end do
  if (f /= 5 .or. t /= 8) stop 2
  print *, f, t, pick(1), pick(2), pick(3)
end program
