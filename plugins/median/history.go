// Package median keeps what the price of WAX was, hour by hour, in a file that outlasts
// restarts and that several processes share. It knows nothing of Caddy nor of the chain.
package median

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldhouse/plugins/sharedfile"
)

// MaxPoints is how many hours are kept: 90 days.
const MaxPoints = 90 * 24

// maxBytes bounds the file.
const maxBytes = 256 << 10

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
	config Config
	file   *sharedfile.File[*[]Point] // oldest first; never changed
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
	h := &History{config: config}
	h.file = sharedfile.Open(sharedfile.Config[*[]Point]{
		Folder: folder, Name: "median-" + of + ".json", MaxBytes: maxBytes, Remembers: true, Parse: parse,
		Format: func(points *[]Point) ([]byte, error) {
			written, err := json.Marshal(content{*points})
			return append(written, '\n'), err
		},
		Now: config.Now,
		Report: func(err error) {
			config.Report(fmt.Errorf("the history of the median %s cannot be read, and is kept on with what is known: %w", h.file.Path(), err))
		},
	})
	return h
}

// Points are the hours that are known, oldest first. They must not be changed.
func (h *History) Points() []Point { return *h.Current() }

// none are no hours.
var none = new([]Point)

// Current are the Points, another pointer exactly when they are others.
func (h *History) Current() *[]Point { return cmp.Or(h.file.Current(), none) }

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
	err := h.file.Change(func(known *[]Point, problem error) (*[]Point, error) {
		before := *cmp.Or(known, none)
		after := merged(before, points)
		if problem == nil && slices.Equal(before, after) {
			return nil, sharedfile.ErrSame
		}
		return &after, nil
	})
	if err != nil {
		return fmt.Errorf("adding a median to the history: %w", err)
	}
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

// content is the file.
type content struct {
	Points []Point `json:"points"`
}

func parse(written []byte) (*[]Point, error) {
	var read content
	if err := json.Unmarshal(written, &read); err != nil {
		return nil, err
	}
	if !slices.IsSortedFunc(read.Points, func(a, b Point) int { return int(a.Hour - b.Hour) }) || len(read.Points) > MaxPoints {
		return nil, errors.New("its hours are not in order, or too many")
	}
	return &read.Points, nil
}
