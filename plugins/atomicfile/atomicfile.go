// Package atomicfile replaces small files of the store whole, and notices when others
// have: a reader sees the old content or the new one.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
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

// Read reads a file whole. One of more than so many bytes is an error.
func Read(path string, most int) ([]byte, error) {
	opened, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	content, err := io.ReadAll(io.LimitReader(opened, int64(most)+1))
	if err == nil && len(content) > most {
		err = fmt.Errorf("it has more than %d bytes", most)
	}
	if err != nil {
		return nil, err
	}
	return content, nil
}

// Watched is a file that other processes write, as it was looked at last. It is not safe
// for concurrent use.
type Watched struct {
	seen fs.FileInfo
	// known says that the file, or that there was none, was taken over.
	known, bad bool
}

// Look has the file taken over when it is another one than at the last look: take is told
// whether there is one. An error of it is answered once, until the file can be read again.
func (w *Watched) Look(path string, take func(exists bool) error) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = nil, nil
	}
	if err == nil && w.known && Same(w.seen, info) {
		return nil
	}
	if err == nil {
		err = take(info != nil)
	}
	if err != nil {
		if w.bad {
			return nil
		}
		w.bad = true
		return err
	}
	w.seen, w.known, w.bad = info, true, false
	return nil
}

// Holds reports whether a file was there and could be read at the last look.
func (w *Watched) Holds() bool { return w.seen != nil && !w.bad }

// Same reports whether a file is the one that was looked at before, by what a stat tells:
// each Write makes another. Nil is no file.
func Same(before, now fs.FileInfo) bool {
	if before == nil || now == nil {
		return before == nil && now == nil
	}
	return os.SameFile(before, now) && before.ModTime().Equal(now.ModTime()) && before.Size() == now.Size()
}
