//go:build !unix

package flock

import (
	"os"
	"path/filepath"
)

// Exclusive only makes the folder of the file.
func Exclusive(path string) (unlock func(), err error) {
	return func() {}, os.MkdirAll(filepath.Dir(path), 0o755)
}

// Shared is Exclusive here.
func Shared(path string) (unlock func(), err error) { return Exclusive(path) }

// Try is Exclusive here, and always free.
func Try(path string) (unlock func(), free bool, err error) {
	unlock, err = Exclusive(path)
	return unlock, err == nil, err
}
