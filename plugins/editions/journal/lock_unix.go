//go:build unix

package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lock keeps two processes from changing the lineup at once. The kernel lets go
// of it when a process dies, so none is ever left behind.
func lock(store string) (unlock func(), err error) {
	if err := os.MkdirAll(store, 0o755); err != nil {
		return nil, err
	}
	opened, err := os.OpenFile(filepath.Join(store, ".lineup.lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(opened.Fd()), syscall.LOCK_EX); err != nil {
		opened.Close()
		return nil, fmt.Errorf("locking the lineup: %w", err)
	}
	return func() { opened.Close() }, nil
}
