package visit

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
)

// Bounds of reading data.
const (
	// rereadAfter is how long a need's rows count as current.
	rereadAfter = 250 * time.Millisecond
	// keepFor is how long rows still stand in for ones that cannot be read.
	keepFor = time.Minute
	// readTimeout ends a read whose waiters have long gone on.
	readTimeout = 10 * time.Second
)

// Source answers a need of the shared app data with the node's envelope, or the
// feed's answer, and a version that changes with it.
type Source interface {
	Need(ctx context.Context, need string) (body []byte, version string, err error)
}

// Sources answer each need from the source that has it.
type Sources map[string]Source

// Need implements Source.
func (s Sources) Need(ctx context.Context, need string) (body []byte, version string, err error) {
	if s[need] == nil {
		return nil, "", errors.New("no app of the configuration has it")
	}
	return s[need].Need(ctx, need)
}

// NoPosts stands for a feed that is not configured: nothing was ever posted.
type NoPosts struct{}

// Need implements Source.
func (NoPosts) Need(context.Context, string) (body []byte, version string, err error) {
	return []byte(`{"status":"ok","items":[]}`), "none", nil
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
	rows    *page.Rows
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
func (d *Data) Read(needs []string) map[string]*page.Rows {
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

// latest is a need's rows for who asks whether an item is among them; nil before
// the first read, and when they cannot be read for a while. Who comes after others
// waits for nothing.
func (d *Data) latest(need string) *page.Rows {
	if d.source == nil {
		return nil
	}
	reading, wait := d.start(need)
	d.mutex.Lock()
	of := d.held[need]
	rows, isRecent := d.usable(of), d.now().Sub(of.readAt) < changeAfter
	d.mutex.Unlock()
	if reading == nil || wait <= 0 || rows != nil && isRecent {
		return rows
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-reading:
	case <-timer.C:
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.usable(of)
}

// usable are the held rows while they can still stand in for newer ones; the mutex is held.
func (d *Data) usable(of *held) *page.Rows {
	if d.now().Sub(of.readAt) > keepFor {
		return nil
	}
	return of.rows
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
func (d *Data) ask(ctx context.Context, need string, of *held) (rows *page.Rows, err error) {
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
	if before != nil && before.Version == version {
		return before, nil
	}
	return items.Contents.ReadRows(need, body, version)
}

func (d *Data) current(needs []string) map[string]*page.Rows {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	rows := make(map[string]*page.Rows, len(needs))
	for _, need := range needs {
		if held := d.usable(d.held[need]); held != nil {
			rows[need] = held
		}
	}
	return rows
}
