package plugintest

import (
	"os"
	"sync"
	"testing"

	"fieldhouse/plugins/plugintest/must"

	"golang.org/x/sys/unix"
)

// HoldFile has all that open a file wait until release is called, as on a slow disk. The system holds
// them up for /proc/sys/fs/lease-break-time at most.
func HoldFile(t testing.TB, name string) (release func()) {
	t.Helper()
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	must.Do(t, err)
	lease := func(of int) error {
		_, err := unix.FcntlInt(file.Fd(), unix.F_SETLEASE, of)
		return err
	}
	must.Do(t, lease(unix.F_WRLCK))
	release = sync.OnceFunc(func() {
		_ = lease(unix.F_UNLCK) // it may have run out
		file.Close()
	})
	t.Cleanup(release)
	return release
}
