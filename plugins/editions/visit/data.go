package visit

import (
	"context"
	"fmt"
	"sync"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/trace"
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

// NoPosts stands for a feed that is not configured: nothing was ever posted.
type NoPosts struct{}

// Need implements needs.Source.
func (NoPosts) Need(context.Context, string) (needs.Answer, error) {
	return needs.Answer{Body: []byte(`{"status":"ok","items":[]}`), Version: "none"}, nil
}

// Data reads what pages need, each need once at a time for all of them.
type Data struct {
	source needs.Source
	wait   time.Duration
	now    func() time.Time
	report func(error)

	mutex sync.Mutex
	held  map[string]*held
}

type held struct {
	rows *page.Rows
	// answer is what rows were read from, as it was confirmed last.
	answer  needs.Answer
	readAt  time.Time
	reading chan struct{}
	since   time.Time
	span    trace.Span // of the read
	failed  bool
}

// NewData reads from a source. A caller waits at most `wait` for a read. Problems are reported once until the
// next success.
func NewData(source needs.Source, wait time.Duration, now func() time.Time, report func(error)) *Data {
	return &Data{source: source, wait: wait, now: now, report: report, held: map[string]*held{}}
}

// Read is the rows of the needs that can be had in time. It goes on by itself
// when its caller leaves: the rows are for the next one.
func (d *Data) Read(ctx context.Context, wanted []string) map[string]*page.Rows {
	d.await(ctx, wanted)
	rows := make(map[string]*page.Rows, len(wanted))
	d.current(wanted, func(need string, of *held) { rows[need] = of.rows })
	return rows
}

// Answers are what Read has, as it came.
func (d *Data) Answers(ctx context.Context, wanted []string) map[string]needs.Answer {
	d.await(ctx, wanted)
	answers := make(map[string]needs.Answer, len(wanted))
	d.current(wanted, func(need string, of *held) { answers[need] = of.answer })
	return answers
}

// await waits for reads of what is wanted, no longer than that is worth.
func (d *Data) await(ctx context.Context, wanted []string) {
	var timer *time.Timer
	for _, need := range wanted {
		reading, wait, span := d.start(ctx, need)
		if reading == nil || wait <= 0 {
			continue
		}
		_, waiting := trace.Start(ctx, "page.wait")
		waiting.Text("page.need", need)
		waiting.Link(span)
		if timer == nil {
			timer = time.NewTimer(wait)
			defer timer.Stop()
		}
		select {
		case <-reading:
		case <-timer.C:
			// The time is over for the needs that follow as well.
			timer.Reset(0)
			waiting.Fail("timeout")
		}
		waiting.End()
	}
}

// latest is a need's rows for who asks whether an item is among them; nil before
// the first read, and when they cannot be read for a while. Who comes after others
// waits for nothing.
func (d *Data) latest(need string) *page.Rows {
	reading, wait, _ := d.start(context.Background(), need)
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
// delays nobody anew. The read is a step of the request in ctx that begins it.
func (d *Data) start(ctx context.Context, need string) (reading chan struct{}, wait time.Duration, span trace.Span) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	of := d.held[need]
	if of == nil {
		of = &held{}
		d.held[need] = of
	}
	now := d.now()
	if of.reading != nil {
		return of.reading, d.wait - now.Sub(of.since), of.span
	}
	if !of.readAt.IsZero() && now.Sub(of.readAt) < rereadAfter {
		return nil, 0, trace.Span{}
	}
	of.reading, of.since = make(chan struct{}), now
	ctx, of.span = trace.Start(trace.Join(context.Background(), ctx), "page.read")
	of.span.Text("page.need", need)
	go d.read(ctx, need, of)
	return of.reading, d.wait, of.span
}

func (d *Data) read(ctx context.Context, need string, of *held) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	rows, answer, err := d.ask(ctx, need, of)
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if err != nil {
		of.span.Fail("failed")
	}
	of.span.End()
	now := d.now()
	switch {
	case err == nil:
		of.rows, of.answer, of.failed = rows, answer, false
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
	of.reading, of.span = nil, trace.Span{}
}

// ask reads a need; rows of the version that is held are kept as they are. Bad
// data is an error like any other: it never reaches a page.
func (d *Data) ask(ctx context.Context, need string, of *held) (rows *page.Rows, answer needs.Answer, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("the source panicked: %v", panicked)
		}
	}()
	if answer, err = d.source.Need(ctx, need); err != nil {
		return nil, answer, err
	}
	d.mutex.Lock()
	before := of.rows
	d.mutex.Unlock()
	if before != nil && before.Version == answer.Version {
		return before, answer, nil
	}
	rows, err = items.Contents.ReadRows(need, answer.Body, answer.Version)
	return rows, answer, err
}

// current calls with each need that has usable rows.
func (d *Data) current(wanted []string, take func(need string, of *held)) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, need := range wanted {
		if of := d.held[need]; of != nil && d.usable(of) != nil {
			take(need, of)
		}
	}
}
