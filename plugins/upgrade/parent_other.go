//go:build !linux

package upgrade

import "syscall"

// ofSameParent is for systemd, which is on Linux alone.
var ofSameParent *syscall.SysProcAttr
