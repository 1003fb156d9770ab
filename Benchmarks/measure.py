#!/usr/bin/env python3
"""measure.py ROUNDS NAME=COMMAND …: whole processes in turn, so that noise hits all alike.

Prints the medians of wall and CPU seconds and of the most anonymous memory, and the ratio of wall and CPU to the first.
Anonymous memory is what a process has besides the files that it maps, sampled 50 times a second.
"""
import os
import re
import statistics
import subprocess
import sys
import time


def anonymous(session):
    """The anonymous memory, in MB, of all processes of a session."""
    total = 0
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as stat:
                if int(stat.read().rsplit(")", 1)[1].split()[3]) != session:
                    continue
            with open(f"/proc/{entry}/status") as status:
                total += sum(int(kb) for kb in re.findall(r"RssAnon:\s+(\d+)", status.read()))
        except (OSError, IndexError):
            continue
    return total / 1024


def once(command):
    begin = time.perf_counter()
    process = subprocess.Popen(
        ["bash", "-c", command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    memory, status = 0, None
    while status is None:
        memory = max(memory, anonymous(process.pid))
        # A short process is not to be waited for longer than it takes.
        time.sleep(0.02 if time.perf_counter() - begin > 0.2 else 0.001)
        ended, code, usage = os.wait4(process.pid, os.WNOHANG)
        status = code if ended else None
    wall = time.perf_counter() - begin
    code = os.waitstatus_to_exitcode(status)
    if code != 0:
        errors = process.stderr.read().decode(errors="replace")
        sys.exit(f"`{command}` ended with {code}:\n{errors[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, memory


def main():
    rounds, jobs = int(sys.argv[1]), [job.split("=", 1) for job in sys.argv[2:]]
    runs = {name: [] for name, _ in jobs}
    for _ in range(rounds):
        for name, command in jobs:
            runs[name].append(once(command))
    medians = {name: [statistics.median(run[k] for run in runs[name]) for k in range(3)] for name, _ in jobs}
    base = medians[jobs[0][0]]
    print(f"{'':<34}{'wall s':>9}{'CPU s':>9}{'MB':>8}{'wall ×':>9}{'CPU ×':>9}")
    for name, _ in jobs:
        wall, cpu, memory = medians[name]
        print(f"{name:<34}{wall:>9.2f}{cpu:>9.2f}{memory:>8.0f}{wall / base[0]:>9.2f}{cpu / base[1]:>9.2f}")


main()
