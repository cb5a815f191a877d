//go:build unix

package rehearse

import (
	"os/exec"
	"syscall"
)

// apart has a process outlive an interrupt of ours, which ends it when all is said.
func apart(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
