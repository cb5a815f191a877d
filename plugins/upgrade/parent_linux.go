package upgrade

import "syscall"

// ofSameParent has a process started as a child of this one's parent.
var ofSameParent = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_PARENT}
