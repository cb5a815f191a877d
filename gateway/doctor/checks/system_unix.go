//go:build linux || darwin

package checks

import (
	"io/fs"
	"os"
	"syscall"
)

// mayWrite is why this user may not write into a folder.
func mayWrite(folder string) error {
	const writeAndEnter = 2 | 1 // W_OK|X_OK
	return syscall.Access(folder, writeAndEnter)
}

// isOwn says whether a file belongs to this user.
func isOwn(info fs.FileInfo) bool {
	stat, known := info.Sys().(*syscall.Stat_t)
	return !known || int(stat.Uid) == os.Geteuid()
}
