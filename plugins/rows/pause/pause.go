// Package pause stores which sales ops have paused, and the notices that visitors see, in a
// file that outlasts restarts and that several processes share. The processes of a cluster, each
// with a file of its own, merge them.
package pause

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/sharedfile"
)

// MaxNotice is the longest notice, in characters.
const MaxNotice = 300

// Notice is the text that visitors see of a paused sale, and who paused it.
type Notice struct {
	English string    `json:"en"`
	Spanish string    `json:"es"`
	Since   time.Time `json:"since"`
	// By is shown to nobody but ops.
	By string `json:"by"`
}

// ErrRefused is a notice or an edition that is none, and ErrNotPaused a sale to resume that
// goes on already.
var (
	ErrRefused   = errors.New("nothing was changed")
	ErrNotPaused = errors.New("the sale is not paused")
)

// check refuses what is no plain text of one line in both languages.
func (n Notice) check() error {
	for _, text := range []struct{ language, value string }{{"en", n.English}, {"es", n.Spanish}} {
		switch {
		case strings.TrimSpace(text.value) == "":
			return fmt.Errorf("%w: a notice has both languages, and %s is missing", ErrRefused, text.language)
		case utf8.RuneCountInString(text.value) > MaxNotice:
			return fmt.Errorf("%w: %s has %d characters, and a notice at most %d", ErrRefused, text.language, utf8.RuneCountInString(text.value), MaxNotice)
		case !utf8.ValidString(text.value) || strings.ContainsFunc(text.value, func(r rune) bool { return !unicode.IsPrint(r) }):
			return fmt.Errorf("%w: %s has characters that are not plain text: write one line without control characters", ErrRefused, text.language)
		}
	}
	return nil
}

// Set is the paused sales by edition. It never changes.
type Set struct {
	notices map[string]Notice
	// json is the notices as visitors get them, by edition.
	json []byte
}

// Notices are the paused sales.
func (s *Set) Notices() map[string]Notice {
	if s == nil {
		return map[string]Notice{}
	}
	return maps.Clone(s.notices)
}

// JSON is the notices as visitors get them: {"<edition>":{"en":"…","es":"…","since":"…"}}.
func (s *Set) JSON() []byte { return s.json }

// newSet is nil for no notices.
func newSet(notices map[string]Notice) (*Set, error) {
	if len(notices) == 0 {
		return nil, nil
	}
	shown := map[string]any{}
	for edition, notice := range notices {
		shown[edition] = struct {
			English string    `json:"en"`
			Spanish string    `json:"es"`
			Since   time.Time `json:"since"`
		}{notice.English, notice.Spanish, notice.Since.UTC()}
	}
	written, err := json.Marshal(shown)
	return &Set{notices: notices, json: written}, err
}

// The file of the folder, and its bounds.
const (
	fileName = "paused.json"
	maxBytes = 256 << 10
	// maxEditions bounds what every answer with drops carries.
	maxEditions = 32
)

// File is the paused sales of a folder. Several processes may use it.
type File struct {
	folder string
	config Config
	file   *sharedfile.File[*state]
}

// Config is what a File depends on.
type Config struct {
	// Now is the clock; default time.Now.
	Now func() time.Time
	// Changed is called for each sale that was paused, got another notice or was resumed
	// (notice is nil), by whatever process, and Report for a file that cannot be read.
	// Default none.
	Changed func(edition string, notice *Notice)
	Report  func(error)
	// Tell is called after each change that Pause or Resume made, to tell the other processes of
	// the cluster. Default none.
	Tell func()
}

// Open has the paused sales of a folder, which is the store of the releases.
func Open(folder string, config Config) *File {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Changed == nil {
		config.Changed = func(string, *Notice) {}
	}
	if config.Report == nil {
		config.Report = func(error) {}
	}
	if config.Tell == nil {
		config.Tell = func() {}
	}
	f := &File{folder: folder, config: config}
	f.file = sharedfile.Open(sharedfile.Config[*state]{
		Folder: folder, Name: fileName, MaxBytes: maxBytes, Parse: parse, Format: (*state).format,
		Now: config.Now, Took: f.reportChanges,
		Report: func(err error) {
			config.Report(fmt.Errorf("the paused sales %s cannot be read, so that what was paused before holds, and nothing after a start: pause the sales again: %w", f.file.Path(), err))
		},
	})
	return f
}

// Current is what is paused now, nil for nothing; what another process changed a second
// ago is in it. While the file cannot be read it stays as it was.
func (f *File) Current() *Set { return f.file.Current().paused() }

// reportChanges reports what differs from before.
func (f *File) reportChanges(was, is *state) {
	before, notices := was.paused().Notices(), is.paused().Notices()
	for _, edition := range slices.Sorted(maps.Keys(before)) {
		if _, still := notices[edition]; !still {
			f.config.Changed(edition, nil)
		}
	}
	for _, edition := range slices.Sorted(maps.Keys(notices)) {
		if notice := notices[edition]; notice != before[edition] {
			f.config.Changed(edition, &notice)
		}
	}
}

// Editions are those that the folder has releases of: only their sales can be paused, so
// that a name that is misspelled pauses nothing in silence.
func (f *File) Editions() []string {
	listed, _ := os.ReadDir(f.folder)
	var names []string
	for _, entry := range listed {
		if entry.IsDir() && paths.IsEdition(entry.Name()) && entry.Name() != "host" && entry.Name() != "shell" {
			names = append(names, entry.Name())
		}
	}
	return names
}

// find refuses editions that the folder does not have.
func (f *File) find(editions ...string) error {
	known := f.Editions()
	for _, edition := range editions {
		switch {
		case len(known) == 0:
			return fmt.Errorf("%w: the store %s has no edition: give --store, or the FIELDHOUSE_STORE that the process has", ErrRefused, f.folder)
		case !slices.Contains(known, edition):
			return fmt.Errorf("%w: the store %s has no edition %q: it has %s", ErrRefused, f.folder, edition, strings.Join(known, ", "))
		}
	}
	return nil
}

// Pause pauses the sales of editions, or changes the notice of those that are paused, which
// keeps its Since. Notice.Since is set here.
func (f *File) Pause(notice Notice, editions ...string) error {
	if err := notice.check(); err != nil {
		return err
	}
	if err := f.find(editions...); err != nil {
		return err
	}
	return f.change(editions, func(notices map[string]Notice) error {
		for _, edition := range editions {
			changed := notice
			changed.Since = f.config.Now().UTC().Truncate(time.Second)
			if before, paused := notices[edition]; paused {
				changed.Since = before.Since
			}
			notices[edition] = changed
		}
		if len(notices) > maxEditions {
			return fmt.Errorf("%w: at most %d sales are paused at once", ErrRefused, maxEditions)
		}
		return nil
	})
}

// Resume lets the sales of editions go on.
func (f *File) Resume(editions ...string) error {
	paused := f.Current().Notices()
	for _, edition := range editions {
		// One that is paused may have no release any more.
		if _, is := paused[edition]; !is {
			if err := f.find(edition); err != nil {
				return err
			}
		}
	}
	return f.change(editions, func(notices map[string]Notice) error {
		for _, edition := range editions {
			if _, paused := notices[edition]; !paused {
				return fmt.Errorf("%w: %s: nothing was changed", ErrNotPaused, edition)
			}
		}
		maps.DeleteFunc(notices, func(edition string, _ Notice) bool { return slices.Contains(editions, edition) })
		return nil
	})
}

// change replaces the file in one step; no two processes do at once. A damaged file is
// replaced by what is known.
func (f *File) change(editions []string, apply func(map[string]Notice) error) error {
	err := f.file.Change(func(known *state, _ error) (*state, error) {
		notices, numbers := known.paused().Notices(), known.copyNumbers()
		if err := apply(notices); err != nil {
			return nil, err
		}
		next := f.config.Now().UnixMilli()
		for _, number := range numbers {
			next = min(max(next, number+1), maxNumber)
		}
		for _, edition := range editions {
			numbers[edition] = next
		}
		return newState(notices, numbers)
	})
	if err == nil {
		f.config.Tell()
	}
	return err
}
