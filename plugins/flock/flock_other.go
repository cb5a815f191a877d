//go:build !unix

package flock

import (
	"path/filepath"

	"fieldhouse/plugins/atomicfile"
)

// Exclusive only makes the folder of the file.
func Exclusive(path string) (unlock func(), err error) {
	return func() {}, atomicfile.MakeFolder(filepath.Dir(path))
}

// Shared is Exclusive here.
func Shared(path string) (unlock func(), err error) { return Exclusive(path) }

// Try is Exclusive here, and always free.
func Try(path string) (unlock func(), free bool, err error) {
	unlock, err = Exclusive(path)
	return unlock, err == nil, err
}
