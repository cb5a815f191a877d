// Package atomicfile replaces small files of the store whole, and tells when others have:
// a reader sees the old content or the new one.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"fieldhouse/plugins/atomicfile/step"
)

// Write puts a file of a folder in the place of the one before, in one step that outlasts
// a power cut, as far as the disk does what it is asked. temporary begins the name under which
// it is written; nothing stays under it when that fails.
func Write(folder, name, temporary string, content []byte, mode fs.FileMode) error {
	staged, err := Stage(folder, name, temporary, content, mode)
	if err != nil {
		return err
	}
	return staged.Commit()
}

// Staged is a file that the disk has taken, and that is not in its place yet.
type Staged struct{ folder, name, fresh string }

// Stage is the first half of Write: all that a disk without room refuses. Commit or Discard is next.
func Stage(folder, name, temporary string, content []byte, mode fs.FileMode) (staged Staged, err error) {
	defer func() {
		// The name under which it is written is another one at each try, and what is said of it the same.
		if refused := (*fs.PathError)(nil); errors.As(err, &refused) {
			refused.Path = filepath.Join(folder, name)
		}
	}()
	fresh, err := os.CreateTemp(folder, temporary)
	if err != nil {
		return Staged{}, err
	}
	staged = Staged{folder, name, fresh.Name()}
	Inherit(staged.fresh, folder)
	do := func(what string, content []byte, do func() error) {
		if err == nil {
			err = step.Do(step.Operation{What: what, Path: staged.fresh, Content: content}, do)
		}
	}
	do(step.Create, nil, func() error { return fresh.Chmod(mode) })
	do(step.Write, content, func() error { _, err := fresh.Write(content); return err })
	do(step.Sync, nil, fresh.Sync)
	if err = errors.Join(err, fresh.Close()); err != nil {
		return Staged{}, errors.Join(err, staged.Discard())
	}
	return staged, nil
}

// Commit puts the file in its place; one that cannot be is removed.
func (s Staged) Commit() error {
	to := filepath.Join(s.folder, s.name)
	if err := step.Do(step.Operation{What: step.Rename, Path: s.fresh, To: to}, func() error { return os.Rename(s.fresh, to) }); err != nil {
		return errors.Join(err, s.Discard())
	}
	// Everybody reads the new one now: what became of the folder's sync takes nothing back.
	_ = SyncFolder(s.folder)
	return nil
}

// Discard removes the file.
func (s Staged) Discard() error { return Remove(s.fresh) }

// Remove removes a file. A power cut may bring it back until another one of its folder is written.
func Remove(path string) error {
	return step.Do(step.Operation{What: step.Remove, Path: path}, func() error { return os.Remove(path) })
}

// SyncFolder has the names in a folder outlast a power cut.
func SyncFolder(folder string) error {
	return step.Do(step.Operation{What: step.SyncFolder, Path: folder}, func() error {
		opened, err := os.Open(folder)
		if err != nil {
			return err
		}
		return errors.Join(opened.Sync(), opened.Close())
	})
}

// MakeFolder makes a folder, with those that it is in, whose names outlast a power cut as well.
func MakeFolder(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path {
		if err := MakeFolder(parent); err != nil {
			return err
		}
	}
	if err := step.Do(step.Operation{What: step.MakeFolder, Path: path}, func() error { return os.Mkdir(path, 0o755) }); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	Inherit(path, parent)
	_ = SyncFolder(parent)
	return nil
}

// Inherit has what root makes in a folder belong to whom the folder belongs to: the process that
// serves a store is another user's, who could neither replace it nor read a secret in it. Where the
// file system refuses that, it stays root's.
func Inherit(path, folder string) {
	if os.Geteuid() != 0 {
		return
	}
	info, err := os.Stat(folder)
	if err != nil {
		return
	}
	if owner, known := info.Sys().(*syscall.Stat_t); known {
		_ = os.Lchown(path, int(owner.Uid), int(owner.Gid))
	}
}

// reserve is a file that leaves room on a disk for what must be written when it is full.
const (
	reserve      = ".reserve"
	reserveBytes = 2 << 20
)

// KeepReserve has a folder keep room for Urgent.
func KeepReserve(folder string) error {
	if _, err := os.Stat(filepath.Join(folder, reserve)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return Write(folder, reserve, reserve+"-", make([]byte, reserveBytes), 0o600)
}

// Urgent writes, and once more with the room that is kept in a folder if the disk is full.
func Urgent(folder string, write func() error) error {
	err := write()
	if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return err
	}
	if os.Remove(filepath.Join(folder, reserve)) != nil {
		return err
	}
	return write()
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

// Same reports whether a file is the one that was looked at before, by what a stat tells:
// each Write makes another. Nil is no file.
func Same(before, now fs.FileInfo) bool {
	if before == nil || now == nil {
		return before == nil && now == nil
	}
	return os.SameFile(before, now) && before.ModTime().Equal(now.ModTime()) && before.Size() == now.Size()
}
