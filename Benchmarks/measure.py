#!/usr/bin/env python3
"""measure.py ROUNDS NAME=COMMAND …: whole processes in turn, so that noise hits all alike.

Prints the medians of wall and CPU seconds and the most resident memory, and the ratio of wall and CPU to the first.
"""
import os
import statistics
import subprocess
import sys
import time


def once(command):
    begin = time.perf_counter()
    process = subprocess.Popen(["bash", "-c", command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    code = os.waitstatus_to_exitcode(status)
    if code != 0:
        sys.exit(f"`{command}` ended with {code}:\n{errors[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    rounds, jobs = int(sys.argv[1]), [job.split("=", 1) for job in sys.argv[2:]]
    runs = {name: [] for name, _ in jobs}
    for _ in range(rounds):
        for name, command in jobs:
            runs[name].append(once(command))
    medians = {name: [statistics.median(run[k] for run in runs[name]) for k in range(3)] for name, _ in jobs}
    base = medians[jobs[0][0]]
    print(f"{'':<28}{'wall s':>9}{'CPU s':>9}{'MB':>8}{'wall ×':>9}{'CPU ×':>9}")
    for name, _ in jobs:
        wall, cpu, memory = medians[name]
        print(f"{name:<28}{wall:>9.2f}{cpu:>9.2f}{memory:>8.0f}{wall / base[0]:>9.2f}{cpu / base[1]:>9.2f}")


main()
