package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// ticksPerSecond is the unit of /proc/<pid>/stat: USER_HZ is 100 on every
// architecture that Go runs on under Linux.
const ticksPerSecond = 100

// cpuTime is the CPU time a process has taken so far, in user and system mode,
// with all its threads, the ended ones as well.
func cpuTime(pid int) (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("reading the CPU time of process %d: %w", pid, err)
	}
	ticks, err := parseTicks(stat)
	if err != nil {
		return 0, fmt.Errorf("reading the CPU time of process %d: %w", pid, err)
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond, nil
}

// parseTicks adds utime and stime, fields 14 and 15 (proc_pid_stat(5)). The name
// in field 2 may hold spaces and parentheses: the fields are counted after the
// last one.
func parseTicks(stat []byte) (int64, error) {
	end := bytes.LastIndexByte(stat, ')')
	fields := bytes.Fields(stat[end+1:])
	if end < 0 || len(fields) < 13 {
		return 0, fmt.Errorf("%q is no process status", stat)
	}
	var ticks int64
	for _, field := range fields[11:13] {
		value, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is no number of ticks", field)
		}
		ticks += value
	}
	return ticks, nil
}
