! case: fortran_commons
! cc: -w
! needs: gfortran
! plugin: functions=commons,step
! calls: commons=1 step=5
! What stands in a common block or an equivalence counts where it is used.
program commons !=-
  implicit none !=-
  integer :: i, total !=-
  integer :: rounds, limit !=-
  real :: ratio !=-
  common /state/ rounds, limit, ratio !=-
  integer :: whole, part(2) !=-
  equivalence (whole, part(1)) !=-
  namelist /numbers/ total, rounds
  rounds = 0 !=1
  limit = 5 !=1
  ratio = 0.5 !=1
  total = 0 !=1
  do i = 1, limit !=6
    rounds = rounds + 1 !=5
    if (rounds > 3) then !=5
      ratio = ratio * 2 !=2
    end if
    part(1) = i !=5
    total = total + whole !=5
    call step(i) !=5
  end do
  whole = max(whole, limit) !=1
  select case (limit) !=1
  case (1:4)
    total = -1 !=0
  case default
    total = total + part(1) !=1
  end select
  print '(3i6,f8.3)', total, rounds, limit, ratio !=1
  write (*, numbers) !=1
contains
  subroutine step(by) !=-
    integer, intent(in) :: by !=-
    integer :: calls, n !=-
    logical :: loud !=-
    complex :: turn !=-
    common /steps/ calls, loud, turn !=-
    calls = calls + by !=5
    loud = .false. !=5
    turn = cmplx(calls, 1) !=5
    n = calls !=5
    do while (n > 10) !=6
      n = n - calls / 2 !=1
    end do
    if (loud) stop 3 !=5
    if (real(turn) < 0 .or. &
        loud) return !=-
  end subroutine step
end program commons
