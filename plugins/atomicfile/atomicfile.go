// Package atomicfile replaces small files of the store whole, and notices when others
// have: a reader sees the old content or the new one.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write puts a file of a folder in the place of the one before, in one step that outlasts
// a power cut. temporary begins the name under which it is written; nothing stays under
// it when that fails.
func Write(folder, name, temporary string, content []byte, mode fs.FileMode) (err error) {
	fresh, err := os.CreateTemp(folder, temporary)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(fresh.Name()))
		}
	}()
	_, err = fresh.Write(content)
	err = errors.Join(err, fresh.Chmod(mode), fresh.Sync(), fresh.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(fresh.Name(), filepath.Join(folder, name)); err != nil {
		return err
	}
	opened, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(opened.Sync(), opened.Close())
}

// Same reports whether a file is the one that was looked at before, by what a stat tells:
// each Write makes another. Nil is no file.
func Same(before, now fs.FileInfo) bool {
	if before == nil || now == nil {
		return before == nil && now == nil
	}
	return os.SameFile(before, now) && before.ModTime().Equal(now.ModTime()) && before.Size() == now.Size()
}
