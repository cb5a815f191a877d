//go:build linux || darwin

package store

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Space asks the file system of the store, which may take long when it is on a network.
func (s *Store) Space() (Space, error) {
	var found unix.Statfs_t
	if err := unix.Statfs(s.Folder(), &found); err != nil {
		return Space{}, fmt.Errorf("%s: asking for its free space: %w", s.Folder(), err)
	}
	block := uint64(found.Bsize)
	return Space{Free: found.Bavail * block, Size: found.Blocks * block, FreeInodes: found.Ffree, Inodes: found.Files}, nil
}
