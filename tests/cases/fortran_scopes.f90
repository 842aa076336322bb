! case: fortran_scopes
! plugin: functions=*
! needs: gfortran
! calls: done=6 early=3 autos=3 strs=3 polys=3 loops=1 returns=3 finish=1
module m
  implicit none
  type fin
    integer :: id = 0
  contains
    final :: done
  end type
  integer :: freed = 0
contains
  subroutine done(x)
    type(fin), intent(inout) :: x
    freed = freed + x%id !=6
  end subroutine
  subroutine early(n, r)
    integer, intent(in) :: n
    integer, intent(inout) :: r
    box: block
      integer, allocatable :: w(:) !=-
      type(fin) :: f !=-
      integer :: z(n)
      allocate (w(n)) !=3
      w = n !=3
      f%id = n !=3
      z = w !=3
      if (n == 2) exit box !=3
      r = r + sum(z) !=2
      if (n == 1) then !=2
        r = r + 1 !=1
      end if
    end block box !=-
    r = r + 1 !=3
  end subroutine
  subroutine autos(n, r)
    integer, intent(in) :: n
    integer, intent(inout) :: r
    integer :: z(n)
    character(len=n) :: s
    integer, allocatable :: a(:) !=-
    z = n !=3
    s = 'x' !=3
    if (n == 2) return !=3
    allocate (a(n)) !=2
    a = z !=2
    if (n == 1) then !=2
      r = r + sum(a) !=1
    else
      r = r - sum(a) !=1
    end if
  end subroutine
  function strs(n) result(s)
    integer, intent(in) :: n
    character(len=:), allocatable :: s !=-
    integer :: i
    s = '' !=3
    do i = 1, n !=9
      if (i == 2) cycle !=6
      s = s//achar(64 + i) !=4
    end do
  end function !=-
  subroutine polys(n, k)
    integer, intent(in) :: n
    integer, intent(inout) :: k
    class(*), allocatable :: u !=-
    class(fin), allocatable :: c !=-
    class(fin), pointer :: pc !=-
    if (n == 1) then !=3
      allocate (integer :: u) !=1
    else
      allocate (u, source='abc') !=2
    end if
    select type (u) !=3
    type is (integer)
      u = 4 !=1
      k = k + u !=1
    type is (character(*))
      k = k + len(u) !=2
    end select
    allocate (fin :: c) !=3
    c%id = 0 !=3
    nullify (pc) !=3
    if (.not. associated(pc)) k = k + c%id !=3
  end subroutine
  subroutine returns(n)
    integer, intent(inout) :: n
    integer :: i
    if (n > 1) then !=3
      n = 0 !=1
      return !=1
    end if
    if (n == 1) goto 10 !=2
    do i = 1, 10 !=4
      n = n + i !=4
      if (n > 8) then !=4
        return !=1
      end if
    end do
    n = 7 !=0
    return !=0
10  return !=1
  end subroutine !=-
  subroutine finish(n)
    integer, intent(inout) :: n
    n = n + 1 !=1
    return !=1
  end subroutine !=-

  subroutine loops(k)
    integer, intent(inout) :: k
    integer :: i, j, v(10), m(6, 6)
    v = 0 !=1
    m = 0 !=1
    do i = 1, 5 !=6
    end do
    do concurrent (i = 1:5) !=6
    end do
    do i = 1, maxval(v) + 2 !=3
      v = v + 1; k = k + v(1) !=2
    end do
    do i = 1, 3; do j = 1, 2; v(j) = v(j) + i; end do; end do !=10
    do while (any(v > 2)) !=7
      v = v - 1 !=6
    end do
    do concurrent (i = 1:6) !=7
      do concurrent (j = 1:i) !=27
        m(i, j) = i*j !=21
      end do
    end do
    do concurrent (i = 1:6, mod(i, 2) == 1) !=7
      m(i, 1) = 0 !=3
      do concurrent (j = 1:6, & !=21
                     m(i, j) == 0) !=-
        m(i, j) = 5 !=12
      end do
    end do
    outer: do concurrent (i = 1:2) !=3
      inner: do concurrent (j = 1:2) !=6
        v(i + j) = v(i + j) + m(i, j) !=4
      end do inner
      do concurrent (j = 8:10) !=8
        v(j) = i !=6
      end do
    end do outer
    k = k + sum(v) + sum(m) !=1
  end subroutine
end module
program p
  use m
  implicit none
  integer :: r, i, k
  r = 0 !=1
  k = 0 !=1
  do i = 1, 3 !=4
    call early(i, r) !=3
    call autos(i, r) !=3
    print *, strs(i) !=3
    call polys(i, k) !=3
  end do
  call loops(k) !=1
  do i = 0, 2 !=4
    r = i !=3
    call returns(r) !=3
  end do
  call finish(r) !=1
  print *, r, k, freed !=1
end program
