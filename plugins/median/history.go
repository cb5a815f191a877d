// Package median keeps what the price of WAX was, hour by hour, in a file that outlasts
// restarts and that several processes share. It knows nothing of Caddy nor of the chain.
package median

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/flock"
	"fieldhouse/plugins/monotonic"
)

// MaxPoints is how many hours are kept: 90 days.
const MaxPoints = 90 * 24

// maxBytes bounds the file.
const maxBytes = 256 << 10

// lookEvery is how often the file is looked at, for what another process has added.
const lookEvery = time.Second

// Point is the oracle's median in an hour: 10^-4 US dollars for one WAX.
type Point struct {
	// Hour is how many hours of the Unix time came before it.
	Hour   int64
	Median uint64
}

// At is when the hour began.
func (p Point) At() time.Time { return time.Unix(p.Hour*3600, 0).UTC() }

// MarshalJSON writes [hour, median].
func (p Point) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]uint64{uint64(p.Hour), p.Median})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (p *Point) UnmarshalJSON(written []byte) error {
	var pair []uint64
	if err := json.Unmarshal(written, &pair); err != nil {
		return err
	}
	if len(pair) != 2 || pair[0] == 0 || pair[0] > 1<<40 || pair[1] == 0 {
		return fmt.Errorf("%s is no hour with its median", written)
	}
	p.Hour, p.Median = int64(pair[0]), pair[1]
	return nil
}

// HourOf is the hour of a moment.
func HourOf(at time.Time) int64 { return at.Unix() / 3600 }

// History is the medians of one oracle's pair. Several processes may use it.
type History struct {
	folder, name string
	config       Config

	points   atomic.Pointer[[]Point] // oldest first; never changed
	lookedAt atomic.Int64

	mutex sync.Mutex
	file  atomicfile.Watched
}

// Config is what a History depends on.
type Config struct {
	// Now is the clock; default time.Now.
	Now func() time.Time
	// Report is told of a file that cannot be read or written. Default nobody.
	Report func(error)
}

// Open has the history of a chain's pair, by a name for both of letters and digits, in a
// folder; without a folder it is kept in memory alone.
func Open(folder, of string, config Config) *History {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Report == nil {
		config.Report = func(error) {}
	}
	h := &History{folder: folder, name: "median-" + of, config: config}
	h.points.Store(new([]Point))
	return h
}

func (h *History) path() string { return filepath.Join(h.folder, h.name+".json") }

// Points are the hours that are known, oldest first. They must not be changed.
func (h *History) Points() []Point { return *h.Current() }

// Current are the Points, another pointer exactly when they are others.
func (h *History) Current() *[]Point {
	now := monotonic.Nanoseconds(h.config.Now())
	if h.folder != "" && now-h.lookedAt.Load() >= int64(lookEvery) && h.mutex.TryLock() {
		h.look()
		h.lookedAt.Store(now)
		h.mutex.Unlock()
	}
	return h.points.Load()
}

// Has reports whether the hour of a moment is known.
func (h *History) Has(at time.Time) bool {
	_, found := slices.BinarySearchFunc(h.Points(), HourOf(at), func(p Point, hour int64) int { return int(p.Hour - hour) })
	return found
}

// Add adds hours that are not known yet; what is known stays as it is. Hours that are more
// than 90 days before the newest are let go, and such as have not come yet are refused.
func (h *History) Add(points ...Point) error {
	for _, point := range points {
		if point.Median == 0 || point.Hour <= 0 || point.Hour > HourOf(h.config.Now())+1 {
			return fmt.Errorf("adding a median to the history: %d in the hour %d is none", point.Median, point.Hour)
		}
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.folder == "" {
		h.hold(merged(*h.points.Load(), points))
		return nil
	}
	unlock, err := flock.Exclusive(filepath.Join(h.folder, "."+h.name+".lock"))
	if err != nil {
		return fmt.Errorf("adding a median to the history: %w", err)
	}
	defer unlock()
	h.look()
	before := *h.points.Load()
	after := merged(before, points)
	if slices.Equal(before, after) && h.file.Holds() {
		return nil
	}
	written, err := json.Marshal(content{after})
	if err == nil {
		err = atomicfile.Write(h.folder, h.name+".json", "."+h.name+"-", append(written, '\n'), 0o644)
	}
	if err != nil {
		// It is known as long as the process lives.
		h.hold(after)
		return fmt.Errorf("adding a median to the history: %w", err)
	}
	h.look()
	return nil
}

func merged(known, added []Point) []Point {
	all := slices.Concat(known, added)
	slices.SortStableFunc(all, func(a, b Point) int { return int(a.Hour - b.Hour) })
	all = slices.CompactFunc(all, func(a, b Point) bool { return a.Hour == b.Hour })
	if len(all) == 0 {
		return all
	}
	oldest := all[len(all)-1].Hour - MaxPoints
	return slices.DeleteFunc(all, func(p Point) bool { return p.Hour <= oldest })
}

func (h *History) hold(points []Point) { h.points.Store(&points) }

// look takes over the file as it is; the mutex is held.
func (h *History) look() {
	err := h.file.Look(h.path(), func(exists bool) error {
		if !exists {
			return nil
		}
		points, err := load(h.path())
		if err == nil {
			h.hold(points)
		}
		return err
	})
	if err != nil {
		h.config.Report(fmt.Errorf("the history of the median %s cannot be read, and is kept on with what is known: %w", h.path(), err))
	}
}

// content is the file.
type content struct {
	Points []Point `json:"points"`
}

func load(path string) ([]Point, error) {
	written, err := atomicfile.Read(path, maxBytes)
	if err != nil {
		return nil, err
	}
	var read content
	decoder := json.NewDecoder(bytes.NewReader(written))
	if err := decoder.Decode(&read); err != nil {
		return nil, err
	}
	if !slices.IsSortedFunc(read.Points, func(a, b Point) int { return int(a.Hour - b.Hour) }) || len(read.Points) > MaxPoints {
		return nil, errors.New("its hours are not in order, or too many")
	}
	return read.Points, nil
}
