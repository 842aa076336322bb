! Fortran's allocate: of the library's malloc, on the line of the statement.
program fields
  implicit none
  real(8), allocatable :: a(:), b(:, :)
  integer :: i, total
  total = 0
  do i = 1, 10
    allocate (a(100*i)) !@ 10, 44000, 44000, 0
    a = i
    total = total + work(a) !@ 10, 10 * 80, 0, 10 * u(80)
    deallocate (a) !@ 0, 0, 0, +
  end do
  allocate (b(10, 20)) !@ 1, 1600, 1600, 0
  b = 1
  total = total + int(sum(b))
  deallocate (b) !@ 0, 0, 0, u(1600)
  if (total /= 5700 - 0) stop 1
contains
  function work(values) result(found)
    real(8), intent(in) :: values(:)
    integer, allocatable :: order(:)
    integer :: found
    allocate (order(20)) !@ 10, 800, 800, 0
    order = int(values(1))
    found = size(values)
    deallocate (order) !@ 0, 0, 0, 10 * u(80)
  end function work
end program fields
