// Package powercut has tests see what a power cut leaves of files that are written in steps (package step),
// or a disk that is full or slow. Tests that use it do not run beside others of their package.
package powercut

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"fieldhouse/plugins/atomicfile/step"
)

// Full has the disk be full for files of a folder until what it returns is called: none can be written.
func Full(t testing.TB, folder string) (makeRoom func()) {
	step.Before(func(operation step.Operation) error {
		if operation.What == step.Write && strings.HasPrefix(operation.Path, folder+string(filepath.Separator)) {
			return &fs.PathError{Op: operation.What, Path: operation.Path, Err: syscall.ENOSPC}
		}
		return nil
	})
	t.Cleanup(well)
	return well
}

// Slow has the disk take as long to sync each file as slow does, which is asked with the file's path,
// until what it returns is called.
func Slow(slow func(path string)) (end func()) {
	step.Before(func(operation step.Operation) error {
		if operation.What == step.Sync {
			slow(operation.Path)
		}
		return nil
	})
	return well
}

func well() { step.Before(nil) }

// file is what a name stands for.
type file struct{ written, synced []byte }

// disk is a folder as it is read, and as a power cut leaves it: what was not synced of its names and of
// the contents of files is lost.
type disk struct {
	folders map[string]bool
	read    map[string]*file
	kept    map[string]*file
	keptIn  map[string]bool
}

// Each runs a change of a folder, and then a check on a copy of the folder for each moment at which the
// power may be cut: once without the names that were not synced, and once with them, whose contents are
// empty if those were not synced. done says that the change had been made.
func Each(t *testing.T, folder string, change func(), check func(folder, when string, done bool)) {
	t.Helper()
	before := load(t, folder)
	var mutex sync.Mutex
	var operations []step.Operation
	step.Before(func(operation step.Operation) error {
		mutex.Lock()
		defer mutex.Unlock()
		operation.Content = bytes.Clone(operation.Content) // whose buffer is used again
		operations = append(operations, operation)
		return nil
	})
	change()
	well()
	if len(operations) == 0 {
		t.Fatal("nothing was written")
	}
	for count := range len(operations) + 1 {
		when, now := "before anything", before.clone()
		for _, operation := range operations[:count] {
			now.do(operation)
			when = "after: " + operation.What + " " + strings.TrimPrefix(operation.Path, folder)
		}
		check(write(t, now.keptIn, now.kept), when+", without names that were not synced", count == len(operations))
		check(write(t, now.folders, now.read), when+", with names that were not synced", count == len(operations))
	}
}

func load(t *testing.T, folder string) disk {
	t.Helper()
	found := disk{folders: map[string]bool{}, read: map[string]*file{}}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			found.folders[path] = true
			return nil
		}
		content, err := os.ReadFile(path)
		found.read[path] = &file{content, content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found.kept, found.keptIn = found.read, found.folders
	return found
}

func (d disk) clone() disk {
	return disk{maps.Clone(d.folders), maps.Clone(d.read), maps.Clone(d.kept), maps.Clone(d.keptIn)}
}

func (d disk) do(operation step.Operation) {
	path := operation.Path
	switch operation.What {
	case step.Create:
		d.read[path] = &file{}
	case step.Write:
		d.read[path].written = append(d.read[path].written, operation.Content...)
	case step.Sync:
		d.read[path].synced = d.read[path].written
	case step.Rename:
		d.read[operation.To] = d.read[path]
		delete(d.read, path)
	case step.Remove:
		delete(d.read, path)
	case step.MakeFolder:
		d.folders[path] = true
	case step.SyncFolder:
		in := func(name string) bool { return filepath.Dir(name) == path }
		maps.DeleteFunc(d.kept, func(name string, _ *file) bool { return in(name) })
		for name, one := range d.read {
			if in(name) {
				d.kept[name] = one
			}
		}
		for name := range d.folders {
			if in(name) {
				d.keptIn[name] = true
			}
		}
	}
}

// write makes a folder of what a power cut leaves. Its root is the shortest of the folders.
func write(t *testing.T, folders map[string]bool, files map[string]*file) string {
	t.Helper()
	root, to := "", t.TempDir()
	for folder := range folders {
		if root == "" || len(folder) < len(root) {
			root = folder
		}
	}
	var err error
	for folder := range folders {
		if err == nil {
			err = os.MkdirAll(filepath.Join(to, strings.TrimPrefix(folder, root)), 0o755)
		}
	}
	for name, one := range files {
		if err == nil && folders[filepath.Dir(name)] {
			err = os.WriteFile(filepath.Join(to, strings.TrimPrefix(name, root)), one.synced, 0o600)
		}
	}
	if err != nil {
		t.Fatal(fmt.Errorf("writing what a power cut leaves: %w", err))
	}
	return to
}
