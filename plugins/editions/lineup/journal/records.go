package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/atomicfile"
)

// recordsFolder holds an entry for each version, with a copy of its state. It is no edition's
// name.
const recordsFolder = "lineup.journal"

const maxRecords = 2000

type record struct {
	Entry Entry `json:"entry"`
	State State `json:"state"`
}

// Record is one as it stands on each disk, with the sum of its bytes, which identifies it.
type Record struct {
	record
	Sum     string
	Content []byte
}

type sealed struct {
	SHA256 string          `json:"sha256"`
	Record json.RawMessage `json:"record"`
}

func recordName(version uint64) string { return fmt.Sprintf("%020d.json", version) }

// seal is the file of an entry.
func seal(made record) (Record, error) {
	content, err := json.Marshal(made)
	if err != nil {
		return Record{}, err
	}
	digest := sum(content)
	content, err = json.Marshal(sealed{digest, content})
	return Record{made, digest, append(content, '\n')}, err
}

// staged are an entry and the state that it made, which the disk has taken and nobody reads yet.
type staged struct {
	version       uint64
	record, state atomicfile.Staged
}

// stage has the disk take both; an entry goes over one of the same version of which the change was
// not made.
func (f *File) stage(next Record) (made staged, err error) {
	_, content, err := encode(next.State)
	if err != nil {
		return staged{}, err
	}
	folder := filepath.Join(f.folder, recordsFolder)
	if err := atomicfile.MakeFolder(folder); err != nil {
		return staged{}, err
	}
	made.version = next.Entry.Version
	if made.record, err = atomicfile.Stage(folder, recordName(made.version), beingWritten, next.Content, 0o644); err != nil {
		return staged{}, err
	}
	if made.state, err = atomicfile.Stage(f.folder, fileName, beingWritten, content, 0o644); err != nil {
		return staged{}, errors.Join(err, made.record.Discard())
	}
	return made, nil
}

func (s staged) discard() error { return errors.Join(s.record.Discard(), s.state.Discard()) }

func (f *File) unrecord(version uint64) error {
	err := atomicfile.Remove(filepath.Join(f.folder, recordsFolder, recordName(version)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// forget removes what makes the entries more than are kept, and what processes that died
// have not finished writing: whoever writes holds the lock.
func (f *File) forget() error {
	versions, err := f.versions()
	for _, version := range versions[min(len(versions), maxRecords):] {
		err = errors.Join(err, os.Remove(filepath.Join(f.folder, recordsFolder, recordName(version))))
	}
	for _, folder := range []string{f.folder, filepath.Join(f.folder, recordsFolder)} {
		entries, failed := os.ReadDir(folder)
		err = errors.Join(err, failed)
		for _, entry := range entries {
			if strings.HasPrefix(entry.Name(), beingWritten) {
				err = errors.Join(err, os.Remove(filepath.Join(folder, entry.Name())))
			}
		}
	}
	return err
}

// versions are those that have an entry, the newest first.
func (f *File) versions() (versions []uint64, err error) {
	listed, err := os.ReadDir(filepath.Join(f.folder, recordsFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range listed {
		number, isRecord := strings.CutSuffix(entry.Name(), ".json")
		if version, err := strconv.ParseUint(number, 10, 64); err == nil && isRecord && entry.Name() == recordName(version) {
			versions = append(versions, version)
		}
	}
	slices.Reverse(versions)
	return versions, err
}

// readRecord is the entry of a version, if it is whole.
func (f *File) readRecord(version uint64) (Record, error) {
	content, err := os.ReadFile(filepath.Join(f.folder, recordsFolder, recordName(version)))
	if err != nil {
		return Record{}, err
	}
	found, err := ParseRecord(content)
	if err == nil && found.Entry.Version != version {
		err = fmt.Errorf("it is that of version %d", found.Entry.Version)
	}
	return found, err
}

// ParseRecord reads what stands on a disk.
func ParseRecord(content []byte) (Record, error) {
	var read sealed
	if err := json.Unmarshal(content, &read); err != nil {
		return Record{}, err
	}
	if sum(read.Record) != read.SHA256 {
		return Record{}, errSum
	}
	found := Record{Sum: read.SHA256, Content: content}
	if err := json.Unmarshal(read.Record, &found.record); err != nil {
		return Record{}, err
	}
	if found.Entry.Version != found.State.Version {
		return Record{}, fmt.Errorf("its state is that of version %d", found.State.Version)
	}
	return found, nil
}

// lastRecord is the newest that is whole.
func (f *File) lastRecord() (last Record, found bool, err error) {
	versions, err := f.versions()
	if err != nil {
		return Record{}, false, err
	}
	for _, version := range versions {
		if last, err = f.readRecord(version); err == nil {
			return last, true, nil
		}
	}
	return Record{}, false, nil
}

// Entry is the one of a version. The error wraps fs.ErrNotExist where there is none.
func (f *File) Entry(version uint64) (Entry, error) {
	found, err := f.readRecord(version)
	if err != nil {
		return Entry{}, fmt.Errorf("reading version %d of the lineup: %w", version, err)
	}
	return found.Entry, nil
}

// mayBeAbout reports whether an entry is about an edition, or was not read yet: asking for an
// edition's changes reads all the others' once.
func (f *File) mayBeAbout(version uint64, edition string) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	editions, known := f.about[version]
	return !known || slices.Contains(editions, edition)
}

func (f *File) noteAbout(entry Entry) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.noteAboutLocked(entry)
}

func (f *File) noteAboutLocked(entry Entry) {
	if len(f.about) > maxRecords {
		clear(f.about)
	}
	f.about[entry.Version] = slices.Collect(maps.Keys(entry.Editions))
}

// Entries are the last changes of an edition, or of all for "", the newest first: at most so many,
// or all that are kept for a limit below 0. One that is damaged is left out.
func (f *File) Entries(edition string, limit int) ([]Entry, error) {
	state, err := f.Read()
	if err != nil {
		return nil, err
	}
	versions, err := f.versions()
	if err != nil {
		return nil, fmt.Errorf("reading the journal of the lineup: %w", err)
	}
	entries := []Entry{}
	for _, version := range versions {
		if len(entries) == limit {
			break
		}
		// Of a change that was not made there may be one after the newest version.
		if version > state.Version || edition != "" && !f.mayBeAbout(version, edition) {
			continue
		}
		found, err := f.readRecord(version)
		if err != nil {
			continue
		}
		f.noteAbout(found.Entry)
		if _, about := found.Entry.Editions[edition]; about || edition == "" {
			entries = append(entries, found.Entry)
		}
	}
	return entries, nil
}
