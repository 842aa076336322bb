-- SPDX-License-Identifier: MIT
-- What an interpreter commonly does: calls, tables, strings, closures, sorting.
-- The argument says how many times.

local function work()
  local function fibonacci(n)
    if n < 2 then return n end
    return fibonacci(n - 1) + fibonacci(n - 2)
  end

  local seed = 1
  local function random()
    seed = (seed * 1664525 + 1013904223) % 4294967296
    return seed >> 8
  end

  local words = {}
  for i = 1, 12000 do
    words[i] = string.format("%06x", random())
  end
  table.sort(words)

  local counts = {}
  for _, word in ipairs(words) do
    for letter in word:gmatch("%x") do
      counts[letter] = (counts[letter] or 0) + 1
    end
  end

  local Account = {}
  Account.__index = Account
  function Account.open() return setmetatable({balance = 0}, Account) end
  function Account:put(sum) self.balance = self.balance + sum end

  local account = Account.open()
  for i = 1, 200000 do account:put(i % 7) end

  local parts = {}
  for i = 1, 20000 do parts[#parts + 1] = tostring(i) .. "," end
  local text = table.concat(parts):gsub("9", "nine")

  print(fibonacci(25), words[1], words[#words], counts["a"], account.balance, #text)
end

for _ = 1, tonumber(arg[1]) or 1 do work() end
