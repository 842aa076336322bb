--  SPDX-License-Identifier: MIT
with Ada.Text_IO; use Ada.Text_IO;

procedure Loops is
   function Sum (N : Integer) return Integer is
      Total : Integer := 0;
      I     : Integer := 0;
   begin
      while I < N loop
         I := I + 1;
         if I mod 2 = 0 then
            Total := Total + I;
         end if;
      end loop;
      return Total;
   end Sum;
begin
   Put_Line (Integer'Image (Sum (10)));
end Loops;
