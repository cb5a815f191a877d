package pause

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/sharedfile"
)

// state is the file: the paused sales, and when each sale was last paused or resumed.
type state struct {
	set *Set
	// numbers are of each edition's last change: Unix milliseconds, and higher than that of every
	// change that the process knew of. Those of resumed sales stay, lest a process that was away
	// pauses them again.
	numbers map[string]int64
	said    []byte
}

const (
	// maxKept bounds the editions that a state has: of more, the resumed ones go first, and then
	// those whose change is the oldest.
	maxKept = 48
	// maxNumber is the highest that JSON carries exactly in every program.
	maxNumber = 1 << 53
)

// content is the state as JSON, in the file and for other processes. A file of an earlier version
// has no changes, and an earlier version overlooks them.
type content struct {
	Paused  map[string]Notice `json:"paused"`
	Changes map[string]int64  `json:"changes,omitempty"`
}

func newState(notices map[string]Notice, numbers map[string]int64) (*state, error) {
	maps.DeleteFunc(numbers, func(_ string, number int64) bool { return number == 0 }) // as if it had none
	order := maps.Clone(numbers)
	for edition := range notices {
		order[edition] += 2 * maxNumber
	}
	last := slices.SortedFunc(maps.Keys(order), func(one, other string) int {
		return cmp.Or(cmp.Compare(order[other], order[one]), strings.Compare(one, other))
	})
	for _, edition := range last[min(len(last), maxKept):] {
		delete(notices, edition)
		delete(numbers, edition)
	}
	set, err := newSet(notices)
	if err != nil {
		return nil, err
	}
	said, err := json.Marshal(content{notices, numbers})
	return &state{set: set, numbers: numbers, said: said}, err
}

func parse(written []byte) (*state, error) {
	var read content
	if err := json.Unmarshal(written, &read); err != nil {
		return nil, err
	}
	if read.Paused == nil {
		return nil, errors.New("it does not say what is paused")
	}
	for edition, notice := range read.Paused {
		if err := notice.check(); err != nil {
			return nil, fmt.Errorf("%.40q: %w", edition, err)
		}
		if !paths.IsEdition(edition) {
			return nil, fmt.Errorf("%.40q is paused, which is no edition", edition)
		}
	}
	for edition, number := range read.Changes {
		if !paths.IsEdition(edition) || number < 0 || number > maxNumber {
			return nil, fmt.Errorf("%.40q has a change numbered %d, which is none", edition, number)
		}
	}
	if read.Changes == nil {
		read.Changes = map[string]int64{}
	}
	return newState(read.Paused, read.Changes)
}

// format is the file.
func (s *state) format() ([]byte, error) {
	var written bytes.Buffer
	err := json.Indent(&written, s.said, "", "  ")
	if err == nil && written.Len() >= maxBytes {
		err = fmt.Errorf("the paused sales would have %d bytes, and have less than %d", written.Len(), maxBytes)
	}
	written.WriteByte('\n')
	return written.Bytes(), err
}

// paused is nil for nothing.
func (s *state) paused() *Set {
	if s == nil {
		return nil
	}
	return s.set
}

func (s *state) copyNumbers() map[string]int64 {
	if s == nil {
		return map[string]int64{}
	}
	return maps.Clone(s.numbers)
}

// merge has the later change of each edition. All processes that have heard the same of each other
// have the same, in whatever order: of two changes at once a pause counts, and of two pauses the
// one whose notice is later, or else stands last by its letters.
func (s *state) merge(other *state) (*state, error) {
	notices, numbers := s.paused().Notices(), s.copyNumbers()
	theirs := other.paused().Notices()
	for edition, number := range other.numbers {
		if _, paused := theirs[edition]; !paused && number > numbers[edition] {
			delete(notices, edition)
			numbers[edition] = number
		}
	}
	for edition, notice := range theirs {
		number := other.numbers[edition]
		ours, paused := notices[edition]
		if order := cmp.Compare(number, numbers[edition]); order > 0 || order == 0 && (!paused || notice.compare(ours) > 0) {
			notices[edition], numbers[edition] = notice, number
		}
	}
	return newState(notices, numbers)
}

func (n Notice) compare(other Notice) int {
	return cmp.Or(n.Since.Compare(other.Since), strings.Compare(n.English, other.English), strings.Compare(n.Spanish, other.Spanish), strings.Compare(n.By, other.By))
}

// Say returns the state for other processes, whose Take merges it; nil while nothing was ever
// paused. What a command has changed in the file a second ago is in it.
func (f *File) Say() []byte {
	if state := f.file.Current(); state != nil {
		return state.said
	}
	return nil
}

// Take merges the state of another process into the file, which is not written if it knows
// nothing newer.
func (f *File) Take(said []byte) error {
	if known := f.file.Known(); known != nil && bytes.Equal(said, known.said) {
		return nil
	}
	if len(said) > maxBytes {
		return fmt.Errorf("it has %d bytes, and at most %d are read", len(said), maxBytes)
	}
	other, err := parse(said)
	if err != nil {
		return err
	}
	return f.file.Change(func(known *state, _ error) (*state, error) {
		merged, err := known.merge(other)
		if err == nil && known != nil && bytes.Equal(merged.said, known.said) {
			err = sharedfile.ErrSame
		}
		return merged, err
	})
}
