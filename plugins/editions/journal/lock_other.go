//go:build !unix

package journal

import "os"

// lock only makes the folder: where there is no flock, one process at a time may
// change a lineup.
func lock(store string) (unlock func(), err error) {
	return func() {}, os.MkdirAll(store, 0o755)
}
