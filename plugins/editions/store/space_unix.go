//go:build linux || darwin

package store

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// SpaceAt asks the file system of a folder, which may take long when it is on a network.
func SpaceAt(folder string) (Space, error) {
	var found unix.Statfs_t
	if err := unix.Statfs(folder, &found); err != nil {
		return Space{}, fmt.Errorf("%s: asking for its free space: %w", folder, err)
	}
	block := uint64(found.Bsize)
	return Space{Free: found.Bavail * block, Size: found.Blocks * block, FreeInodes: found.Ffree, Inodes: found.Files}, nil
}
