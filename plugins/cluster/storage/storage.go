// Package storage is a certmagic.Storage that the processes of a cluster share: certificates, the
// accounts that they are asked for with, and answers to challenges. Each process has all of it in a
// folder of its own, which is enough to start and to serve. It knows nothing of Caddy.
package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/peers"

	"github.com/caddyserver/certmagic"
)

// Bounds of what is shared.
const (
	// maxValue is the longest value, in bytes, and maxKeys how many keys there are, with those that
	// were deleted within keepDeleted.
	maxValue    = 256 << 10
	maxKeys     = 2000
	maxKey      = 200
	keepDeleted = 30 * 24 * time.Hour
	maxIndex    = 1 << 20
)

const (
	// spreadTimeout is how long the others have to take a value: who asks for a certificate goes on
	// after it, and whoever has not taken it does later.
	spreadTimeout = 2 * time.Second
	// leaseFor is how long a lock holds that nobody renews, which its holder does every renewEvery: no
	// longer than that where its process has gone.
	leaseFor, renewEvery = 30 * time.Second, 10 * time.Second
	// lockPause is between two tries to take a lock that another one has.
	lockPause = time.Second
	// levelWithin is how long after its start a process waits with locks until it has what each of
	// the others has, and levelPause between two looks.
	levelWithin, levelPause = 20 * time.Second, 100 * time.Millisecond
)

// Storage is a process's part. Of two values of a key the later one counts, by the clocks of the
// machines.
type Storage struct {
	*certmagic.FileStorage
	peers  *peers.Process
	folder string // of the index
	report func(error)
	began  time.Time

	// writing is held while the disk is changed, or read together with the index; before mutex, which
	// nobody holds meanwhile: who only asks waits for no disk.
	writing sync.Mutex
	mutex   sync.Mutex
	// level are the others of which this process has had all since its start.
	level map[string]bool
	// index has the keys that were stored, loaded or deleted here.
	index map[string]entry
	// leases are the locks that this process keeps for all; held are those that it has.
	leases map[string]lease
	held   map[string]func()
}

// entry is what is known of a key.
type entry struct {
	// Modified is when it was stored or deleted, in Unix nanoseconds.
	Modified int64 `json:"modified"`
	Deleted  bool  `json:"deleted,omitempty"`
}

// isOver reports whether a key was deleted so long ago that nobody has to hear of it any more. Each
// process forgets it when it writes its index the next time.
func (e entry) isOver() bool {
	return e.Deleted && time.Since(time.Unix(0, e.Modified)) > keepDeleted
}

type lease struct {
	holder string
	until  time.Time
}

// Config describes a Storage.
type Config struct {
	// Root is where the values are, as certmagic.FileStorage has them.
	Root string
	// Index is the folder of the file that has when each was stored.
	Index string
	Peers *peers.Process
	// Report is given what cannot be read, written or had of the others.
	Report func(error)
}

// indexFile is in Config.Index.
const indexFile = "storage.json"

// New is a process's part. There is one for a process.
func New(config Config) *Storage {
	s := &Storage{
		FileStorage: &certmagic.FileStorage{Path: config.Root}, peers: config.Peers, folder: config.Index, report: config.Report,
		began: time.Now(), level: map[string]bool{},
		index: map[string]entry{}, leases: map[string]lease{}, held: map[string]func(){},
	}
	s.read()
	s.answer()
	s.peers.Share(peers.Shared{Name: "storage", Say: s.say, Take: s.take, Report: config.Report})
	return s
}

// checkKey refuses what is not shared: what a process has for itself (its locks, its part in the
// cluster, files beside the folders), and what would be outside of the folder.
func checkKey(key string) error {
	top, _, isBelow := strings.Cut(key, "/")
	if !isBelow || len(key) > maxKey || path.Clean(key) != key || strings.ContainsAny(key, "\\\x00") || slices.Contains([]string{"", "..", "locks", "cluster"}, top) {
		return fmt.Errorf("%.100q is no key that is shared", key)
	}
	return nil
}

// Store implements certmagic.Storage.
func (s *Storage) Store(ctx context.Context, key string, value []byte) error {
	now, isShared, err := s.store(ctx, key, value)
	if isShared {
		s.spread(ctx, stored{Key: key, entry: now, Value: value})
	}
	return err
}

// store stores a value here, and reports whether it is the others' as well.
func (s *Storage) store(ctx context.Context, key string, value []byte) (now entry, isShared bool, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.FileStorage.Store(ctx, key, value); err != nil || checkKey(key) != nil {
		return now, false, err
	}
	if len(value) > maxValue {
		s.report(fmt.Errorf("%s has %d bytes and stays at this process: %d are the most", key, len(value), maxValue))
		return now, false, nil
	}
	return s.note(key, entry{Modified: time.Now().UnixNano()}), true, nil
}

// Delete implements certmagic.Storage: of a key, and of all below it.
func (s *Storage) Delete(ctx context.Context, key string) error {
	gone, err := s.delete(ctx, key)
	for _, one := range gone {
		s.spread(ctx, one)
	}
	return err
}

// delete deletes here, and returns what is to be deleted at the others.
func (s *Storage) delete(ctx context.Context, key string) (gone []stored, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	err = s.FileStorage.Delete(ctx, key)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	s.mutex.Lock()
	var keys []string
	for known := range s.index {
		if strings.HasPrefix(known, key+"/") {
			keys = append(keys, known)
		}
	}
	s.mutex.Unlock()
	for _, one := range append(keys, key) { // a folder last, when there is nothing in it
		if checkKey(one) == nil {
			gone = append(gone, stored{Key: one, entry: s.note(one, entry{Modified: time.Now().UnixNano(), Deleted: true})})
		}
	}
	return gone, err
}

// Load implements certmagic.Storage. What was there before it was shared is shared once it is used.
func (s *Storage) Load(ctx context.Context, key string) ([]byte, error) {
	value, err := s.FileStorage.Load(ctx, key)
	if err != nil || checkKey(key) != nil || len(value) > maxValue {
		return value, err
	}
	if _, known := s.entry(key); !known {
		s.find(key)
	}
	return value, nil
}

// find notes a value that is there from before.
func (s *Storage) find(key string) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if _, known := s.entry(key); known {
		return // another one came meanwhile, or it was deleted
	}
	if info, err := os.Stat(s.Filename(key)); err == nil {
		s.note(key, entry{Modified: info.ModTime().UnixNano()})
	}
}

// note writes down when a key was stored or deleted: later than what is known of it. The lock of
// writing is held.
func (s *Storage) note(key string, now entry) entry {
	if before, known := s.entry(key); known && now.Modified <= before.Modified {
		now.Modified = before.Modified + 1
	}
	s.write(key, now)
	return now
}

// entry is what is known of a key.
func (s *Storage) entry(key string) (known entry, is bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	known, is = s.index[key]
	return known, is
}

// read reads the index.
func (s *Storage) read() {
	content, err := atomicfile.Read(filepath.Join(s.folder, indexFile), maxIndex)
	if err == nil {
		err = json.Unmarshal(content, &s.index)
	}
	if err == nil && s.index == nil {
		err = errors.New("it has null")
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.index = map[string]entry{}
		s.report(fmt.Errorf("the index of the storage is begun anew: %w", err))
	}
}

// write writes it with what is known now of a key, and without what was deleted long ago. The lock
// of writing is held.
func (s *Storage) write(changed string, now entry) {
	s.mutex.Lock()
	s.index[changed] = now
	maps.DeleteFunc(s.index, func(_ string, one entry) bool { return one.isOver() })
	content, err := json.Marshal(s.index)
	s.mutex.Unlock()
	if err == nil {
		err = os.MkdirAll(s.folder, 0o700)
	}
	if err == nil {
		err = atomicfile.Write(s.folder, indexFile, ".storage-", content, 0o600)
	}
	if err != nil {
		s.report(fmt.Errorf("the index of the storage: %w", err))
	}
}

// apply takes what another process has stored or deleted, if it is later than what is known here.
func (s *Storage) apply(ctx context.Context, one stored) error {
	if err := checkKey(one.Key); err != nil {
		return err
	}
	if len(one.Value) > maxValue {
		return fmt.Errorf("%s has %d bytes: %d are the most", one.Key, len(one.Value), maxValue)
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	before, known := s.entry(one.Key)
	s.mutex.Lock()
	isFull := len(s.index) >= maxKeys
	s.mutex.Unlock()
	switch {
	case known && one.Modified <= before.Modified:
		return nil
	case !known && isFull:
		return fmt.Errorf("there are %d keys, and no more are kept", maxKeys)
	}
	if !known && !one.Deleted { // it may be here from before
		if info, err := os.Stat(s.Filename(one.Key)); err == nil && info.ModTime().UnixNano() >= one.Modified {
			s.write(one.Key, entry{Modified: info.ModTime().UnixNano()})
			return nil
		}
	}
	var err error
	if one.Deleted {
		// What is in a folder has keys of its own, and may have come later.
		if err = os.Remove(s.Filename(one.Key)); errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
			err = nil
		}
	} else {
		err = s.FileStorage.Store(ctx, one.Key, one.Value)
	}
	if err == nil {
		s.write(one.Key, one.entry)
	}
	return err
}
