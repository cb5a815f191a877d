package atomicfile

import "testing"

// SyncFolder replaces what syncs a folder, for a test.
func SyncFolder(t *testing.T, sync func(folder string) error) {
	before := syncFolder
	syncFolder = sync
	t.Cleanup(func() { syncFolder = before })
}
