//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// Inherit has what root makes in a folder belong to whom the folder belongs to: the process that
// serves a store is another user's, who could neither replace it nor read a secret in it. Where the
// file system refuses that, it stays root's.
func Inherit(path, folder string) {
	if os.Geteuid() != 0 {
		return
	}
	info, err := os.Stat(folder)
	if err != nil {
		return
	}
	if owner, known := info.Sys().(*syscall.Stat_t); known {
		_ = os.Lchown(path, int(owner.Uid), int(owner.Gid))
	}
}
