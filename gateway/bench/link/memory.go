package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
)

var residentLine = regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB$`)

// resident is the resident memory of a process, in bytes.
func resident(pid int) (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, fmt.Errorf("reading the memory of process %d: %w", pid, err)
	}
	return parseResident(status)
}

func parseResident(status []byte) (int64, error) {
	found := residentLine.FindSubmatch(status)
	if found == nil {
		return 0, fmt.Errorf("%.200q is no process status with VmRSS", status)
	}
	kibibytes, err := strconv.ParseInt(string(found[1]), 10, 64)
	return kibibytes << 10, err
}
