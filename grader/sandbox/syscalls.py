"""Numbers of the system calls that the policy and the lock-down name, on the machines where a worker can be sealed."""

from __future__ import annotations

# One line a call: its name, its number on x86_64, its number on aarch64 ("-" where the machine does not have it).
_TABLE = """
read 0 63
write 1 64
open 2 -
close 3 57
fstat 5 80
poll 7 -
lseek 8 62
mmap 9 222
mprotect 10 226
munmap 11 215
brk 12 214
rt_sigaction 13 134
rt_sigprocmask 14 135
rt_sigreturn 15 139
ioctl 16 29
writev 20 66
select 23 -
sched_yield 24 124
mremap 25 216
madvise 28 233
dup 32 23
dup2 33 -
nanosleep 35 101
getpid 39 172
socket 41 198
clone 56 220
execve 59 221
exit 60 93
kill 62 129
uname 63 160
fcntl 72 25
getcwd 79 17
gettimeofday 96 169
getrlimit 97 163
getrusage 98 165
sysinfo 99 179
times 100 153
getuid 102 174
getgid 104 176
geteuid 107 175
getegid 108 177
getppid 110 173
capset 126 91
sigaltstack 131 132
prctl 157 167
gettid 186 178
time 201 -
futex 202 98
sched_getaffinity 204 123
set_tid_address 218 96
restart_syscall 219 128
clock_gettime 228 113
clock_getres 229 114
clock_nanosleep 230 115
exit_group 231 94
tgkill 234 131
openat 257 56
newfstatat 262 79
pselect6 270 72
ppoll 271 73
set_robust_list 273 99
dup3 292 24
prlimit64 302 261
getcpu 309 168
seccomp 317 277
getrandom 318 278
memfd_create 319 279
rseq 334 293
io_uring_setup 425 425
clone3 435 435
landlock_create_ruleset 444 444
landlock_restrict_self 446 446
"""

MACHINES = ("x86_64", "aarch64")


def numbers(machine: str) -> dict[str, int]:
    """Name to number of the calls that ``machine`` has. Empty for any other machine."""
    if machine not in MACHINES:
        return {}
    column = 1 + MACHINES.index(machine)
    rows = (line.split() for line in _TABLE.split("\n") if line)
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}
