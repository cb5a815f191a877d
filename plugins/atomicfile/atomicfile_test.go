package atomicfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/atomicfile/step"
	"fieldhouse/plugins/plugintest/must"
)

func write(t *testing.T, folder, content string) {
	t.Helper()
	must.Do(t, atomicfile.Write(folder, "file.json", ".file-", []byte(content), 0o640))
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

func TestAFileThatWasReplacedIsWhateverBecomesOfTheFoldersSync(t *testing.T) {
	folder := t.TempDir()
	defer step.Before(nil)
	step.Before(func(operation step.Operation) error {
		if operation.What == step.SyncFolder {
			return syscall.EIO
		}
		return nil
	})
	write(t, folder, "new")
	if content, err := atomicfile.Read(filepath.Join(folder, "file.json"), 10); err != nil || string(content) != "new" {
		t.Errorf("%q, %v", content, err)
	}
}

func TestAFolderIsMadeSoThatItsNameOutlastsAPowerCut(t *testing.T) {
	folder := t.TempDir()
	var synced []string
	defer step.Before(nil)
	step.Before(func(operation step.Operation) error {
		if operation.What == step.SyncFolder {
			synced = append(synced, operation.Path)
		}
		return nil
	})
	for range 2 {
		must.Do(t, atomicfile.MakeFolder(filepath.Join(folder, "a", "b")))
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
		must.Do(t, atomicfile.KeepReserve(folder))
		if info, err := os.Stat(filepath.Join(folder, ".reserve")); err != nil || info.Size() < 1<<20 {
			t.Errorf("%v, %v", info, err)
		}
		must.Do(t, atomicfile.Urgent(folder, full))
	}
	if err := atomicfile.Urgent(folder, func() error { return syscall.ENOSPC }); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("without room: %v", err)
	}
}
