// Package step has tests see each operation on the disk of what must outlast a power cut before it is done,
// and refuse it.
package step

import "sync/atomic"

// Operation is one that changes the disk.
type Operation struct {
	// What is done to Path: what the constants say, or what leaves files and their names as they are.
	What, Path string
	// To is where Path is moved.
	To string
	// Content is what is written, at the end of what was written before.
	Content []byte
}

// What is done.
const (
	Create     = "create"
	Write      = "write"
	Sync       = "sync"
	Rename     = "rename"
	Remove     = "remove"
	MakeFolder = "make the folder"
	SyncFolder = "sync the folder"
)

var before atomic.Pointer[func(Operation) error]

// Before has a test asked before each operation; nil ends that.
func Before(ask func(Operation) error) {
	if ask == nil {
		before.Store(nil)
		return
	}
	before.Store(&ask)
}

// Do does an operation, unless a test refuses it.
func Do(operation Operation, do func() error) error {
	if ask := before.Load(); ask != nil {
		if err := (*ask)(operation); err != nil {
			return err
		}
	}
	return do()
}
