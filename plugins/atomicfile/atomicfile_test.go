package atomicfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/atomicfile"
)

func write(t *testing.T, folder, content string) {
	t.Helper()
	if err := atomicfile.Write(folder, "file.json", ".file-", []byte(content), 0o640); err != nil {
		t.Fatal(err)
	}
}

func TestAFileIsReplacedWholeAndReadWithinItsBound(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file.json")
	if _, err := atomicfile.Read(path, 8); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	for _, content := range []string{"", "12345678", "123456789"} {
		write(t, folder, content)
		read, err := atomicfile.Read(path, 8)
		if whole := len(content) <= 8; whole != (err == nil) || whole && string(read) != content {
			t.Errorf("of %q with a bound of 8 bytes: %q, %v", content, read, err)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("in the folder: %v, %v", entries, err)
	}
	if info, err := entries[0].Info(); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := atomicfile.Write(filepath.Join(folder, "none"), "file.json", ".file-", nil, 0o640); err == nil {
		t.Error("a file was written to a folder that is not there")
	}
}

func TestAWatchedFileIsTakenOverOncePerChange(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file.json")
	broken := errors.New("broken")
	var watched atomicfile.Watched
	var taken []string
	look := func() error {
		return watched.Look(path, func(exists bool) error {
			if !exists {
				taken = append(taken, "none")
				return nil
			}
			content, err := atomicfile.Read(path, 100)
			taken = append(taken, string(content))
			if string(content) == "broken" {
				return broken
			}
			return err
		})
	}
	expect := func(step string, wantErr error, wantHolds bool, want ...string) {
		t.Helper()
		taken = nil
		err := errors.Join(look())
		if !errors.Is(err, wantErr) {
			t.Errorf("%s: error %v, want %v", step, err, wantErr)
		}
		if len(taken) != len(want) || len(want) > 0 && taken[0] != want[0] {
			t.Errorf("%s: took over %q, want %q", step, taken, want)
		}
		if holds := watched.Holds(); holds != wantHolds {
			t.Errorf("%s: holds %v, want %v", step, holds, wantHolds)
		}
	}
	expect("none at first", nil, false, "none")
	expect("still none", nil, false)
	write(t, folder, "one")
	expect("one", nil, true, "one")
	expect("one again", nil, true)
	write(t, folder, "two")
	expect("as long, another", nil, true, "two")
	if err := os.Chtimes(path, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	expect("touched", nil, true, "two")
	write(t, folder, "broken")
	expect("broken", broken, false, "broken")
	expect("still broken is told once", nil, false, "broken")
	write(t, folder, "mended")
	expect("mended", nil, true, "mended")
	write(t, folder, "broken")
	expect("broken anew is told anew", broken, false, "broken")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	expect("gone", nil, false, "none")
}

func TestAFileThatWasReplacedIsWhateverBecomesOfTheFoldersSync(t *testing.T) {
	folder := t.TempDir()
	atomicfile.SyncFolder(t, func(string) error { return syscall.EIO })
	write(t, folder, "new")
	if content, err := atomicfile.Read(filepath.Join(folder, "file.json"), 10); err != nil || string(content) != "new" {
		t.Errorf("%q, %v", content, err)
	}
}

func TestAFolderIsMadeSoThatItsNameOutlastsAPowerCut(t *testing.T) {
	folder := t.TempDir()
	var synced []string
	atomicfile.SyncFolder(t, func(folder string) error { synced = append(synced, folder); return nil })
	for range 2 {
		if err := atomicfile.MakeFolder(filepath.Join(folder, "a", "b")); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{folder, filepath.Join(folder, "a")}; !slices.Equal(synced, want) {
		t.Errorf("synced %q, want %q", synced, want)
	}
}

func TestWhatIsUrgentHasTheRoomThatIsKeptForIt(t *testing.T) {
	folder := t.TempDir()
	full := func() error {
		if _, err := os.Stat(filepath.Join(folder, ".reserve")); err == nil {
			return syscall.ENOSPC
		}
		return nil
	}
	for range 2 {
		if err := atomicfile.KeepReserve(folder); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(filepath.Join(folder, ".reserve")); err != nil || info.Size() < 1<<20 {
			t.Errorf("%v, %v", info, err)
		}
		if err := atomicfile.Urgent(folder, full); err != nil {
			t.Error(err)
		}
	}
	if err := atomicfile.Urgent(folder, func() error { return syscall.ENOSPC }); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("without room: %v", err)
	}
}
