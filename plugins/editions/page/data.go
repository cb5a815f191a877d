package page

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// Bounds of reading data.
const (
	// rereadAfter is how long a need's rows count as current.
	rereadAfter = 250 * time.Millisecond
	// keepFor is how long rows still stand in for ones that cannot be read.
	keepFor = time.Minute
	// readTimeout ends a read whose waiters have long gone on.
	readTimeout = 10 * time.Second
	// maxRows is the largest body that a page carries; above it the browser asks itself.
	maxRows = 512 << 10
)

// Source answers a need of the shared app data with the node's envelope and a
// version that changes with it.
type Source interface {
	Need(ctx context.Context, need string) (body []byte, version string, err error)
}

// Rows is the data of one need.
type Rows struct {
	version string
	// script can stand inside a script element.
	script []byte
	rows   []json.RawMessage
}

// Data reads what pages need, each need once at a time for all of them.
type Data struct {
	source Source
	wait   time.Duration
	now    func() time.Time
	report func(error)

	mutex sync.Mutex
	held  map[string]*held
}

type held struct {
	rows    *Rows
	readAt  time.Time
	reading chan struct{}
	since   time.Time
	failed  bool
}

// NewData reads from a source, which may be nil for a site without data. A
// caller waits at most `wait` for a read. Problems are reported once until the
// next success.
func NewData(source Source, wait time.Duration, now func() time.Time, report func(error)) *Data {
	return &Data{source: source, wait: wait, now: now, report: report, held: map[string]*held{}}
}

// Read is the rows of the needs that can be had in time. It goes on by itself
// when its caller leaves: the rows are for the next one.
func (d *Data) Read(needs []string) map[string]*Rows {
	if d.source == nil || len(needs) == 0 {
		return nil
	}
	var timer *time.Timer
	for _, need := range needs {
		reading, wait := d.start(need)
		if reading == nil || wait <= 0 {
			continue
		}
		if timer == nil {
			timer = time.NewTimer(wait)
			defer timer.Stop()
		}
		select {
		case <-reading:
		case <-timer.C:
			// The time is over for the needs that follow as well.
			timer.Reset(0)
		}
	}
	return d.current(needs)
}

// start begins to read a need when that is due. It answers what ends with the
// read and how long that is worth waiting for: a read that has hung for a while
// delays nobody anew.
func (d *Data) start(need string) (reading chan struct{}, wait time.Duration) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	of := d.held[need]
	if of == nil {
		of = &held{}
		d.held[need] = of
	}
	now := d.now()
	if of.reading != nil {
		return of.reading, d.wait - now.Sub(of.since)
	}
	if !of.readAt.IsZero() && now.Sub(of.readAt) < rereadAfter {
		return nil, 0
	}
	of.reading, of.since = make(chan struct{}), now
	go d.read(need, of)
	return of.reading, d.wait
}

func (d *Data) read(need string, of *held) {
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
	defer cancel()
	rows, err := d.ask(ctx, need, of)
	d.mutex.Lock()
	defer d.mutex.Unlock()
	now := d.now()
	switch {
	case err == nil:
		of.rows, of.failed = rows, false
	case !of.failed:
		of.failed = true
		d.report(fmt.Errorf("reading %s for pages: %w", need, err))
	}
	if err == nil || of.readAt.IsZero() || now.Sub(of.readAt) > keepFor {
		if err != nil {
			of.rows = nil
		}
		of.readAt = now
	}
	close(of.reading)
	of.reading = nil
}

// ask reads a need; rows of the version that is held are kept as they are. Bad
// data is an error like any other: it never reaches a page.
func (d *Data) ask(ctx context.Context, need string, of *held) (rows *Rows, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("the source panicked: %v", panicked)
		}
	}()
	body, version, err := d.source.Need(ctx, need)
	if err != nil {
		return nil, err
	}
	d.mutex.Lock()
	before := of.rows
	d.mutex.Unlock()
	if before != nil && before.version == version {
		return before, nil
	}
	return newRows(body, version)
}

func newRows(body []byte, version string) (*Rows, error) {
	if len(body) > maxRows {
		return nil, fmt.Errorf("%d bytes are too many for a page, at most %d", len(body), maxRows)
	}
	var envelope struct {
		Rows []json.RawMessage `json:"rows"`
	}
	if err := json.Unmarshal(body, &envelope); err != nil {
		return nil, fmt.Errorf("the answer is no envelope of rows: %w", err)
	}
	script, err := scriptJSON(body)
	if err != nil {
		return nil, err
	}
	return &Rows{version: version, script: script, rows: envelope.Rows}, nil
}

func (d *Data) current(needs []string) map[string]*Rows {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	rows := make(map[string]*Rows, len(needs))
	for _, need := range needs {
		if of := d.held[need]; of.rows != nil {
			rows[need] = of.rows
		}
	}
	return rows
}

// sameRows reports whether two readings have the same needs in the same versions.
func sameRows(a, b map[string]*Rows) bool {
	if len(a) != len(b) {
		return false
	}
	for need, rows := range a {
		if other := b[need]; other == nil || other.version != rows.version {
			return false
		}
	}
	return true
}
