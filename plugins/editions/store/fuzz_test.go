package store_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
)

// Whatever an archive is, nothing of it stands outside of the store or is left in it, and
// what was taken is whole.
func FuzzAnArchiveIsTakenWholeOrLeavesNothing(f *testing.F) {
	folder := f.TempDir()
	draft := releasetest.Sport(releasetest.Football)
	draft.WriteTo(f, folder)
	whole := releasetest.Archive(f, folder)
	f.Add(whole)
	f.Add(releasetest.Gzip(f, whole))
	f.Add(whole[:1500])
	f.Fuzz(func(t *testing.T, archive []byte) {
		above := t.TempDir()
		fuzzed := store.NewStore(filepath.Join(above, "store"))
		err := take(fuzzed, bytes.NewReader(archive))
		if entries, listing := os.ReadDir(above); listing != nil || len(entries) != 1 {
			t.Fatalf("beside the store stands %v (%v)", entries, listing)
		}
		files := 0
		if walking := fs.WalkDir(os.DirFS(fuzzed.Folder()), ".", func(path string, entry fs.DirEntry, err error) error {
			if !entry.IsDir() && path != store.LockFile {
				files++
			}
			return err
		}); walking != nil || (files == 0) != (err != nil) {
			t.Fatalf("%d files are in the store, the error is %v (%v)", files, err, walking)
		}
		if count, damaged := verified(t, fuzzed); (count == 1) != (err == nil) || len(damaged) > 0 {
			t.Fatalf("of %d releases %q are damaged, the error is %v", count, damaged, err)
		}
	})
}
