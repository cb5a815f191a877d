package plugintest

import (
	"os"
	"sync"
	"syscall"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

// HoldFile has whoever reads a file wait until release is called, as on a slow disk.
func HoldFile(t testing.TB, name string) (release func()) {
	t.Helper()
	aside := name + ".held"
	must.Do(t, os.Rename(name, aside))
	must.Do(t, syscall.Mkfifo(name, 0o600))
	release = sync.OnceFunc(func() {
		content, err := os.ReadFile(aside)
		must.Do(t, err)
		pipe, err := os.OpenFile(name, os.O_RDWR, 0) // which waits for no reader
		must.Do(t, err)
		defer pipe.Close()
		must.Do(t, os.Rename(aside, name))
		_, err = pipe.Write(content)
		must.Do(t, err)
	})
	t.Cleanup(release) // nobody reads on
	return release
}
