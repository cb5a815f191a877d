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

// freeBytes is how much room a folder's file system has for this user.
func freeBytes(folder string) (uint64, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(folder, &stat); err != nil {
		return 0, err
	}
	return stat.Bavail * uint64(stat.Bsize), nil
}
