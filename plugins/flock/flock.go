// Package flock lets the processes that use one store take turns. The kernel lets go
// of a lock when its process dies, so none is ever left behind.
package flock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"fieldhouse/plugins/atomicfile"
)

// Exclusive waits until nobody else holds the lock of a file, which it makes.
func Exclusive(path string) (unlock func(), err error) { return hold(path, syscall.LOCK_EX) }

// Shared waits until nobody holds the lock of a file exclusively.
func Shared(path string) (unlock func(), err error) { return hold(path, syscall.LOCK_SH) }

// Try is Exclusive without the wait: free says whether it got the lock.
func Try(path string) (unlock func(), free bool, err error) {
	unlock, err = hold(path, syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, false, nil
	}
	return unlock, err == nil, err
}

func hold(path string, how int) (unlock func(), err error) {
	if err := atomicfile.MakeFolder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	opened, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	atomicfile.Inherit(path, filepath.Dir(path))
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(opened.Fd()), how)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", path, err), opened.Close())
	}
	return func() { opened.Close() }, nil
}
