package chainapi

import (
	"context"
	"strconv"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/monotonic"
	"fieldhouse/plugins/needs"

	"github.com/tidwall/gjson"
)

// rows is the app of rows, which keeps the drops that pages show, and spares the nodes
// while pushes wait for them.
type rows interface {
	needs.Source
	UseBusy(busy func() bool)
}

const (
	needDrops = "rowDrops"
	// openingsFor is how long the openings that were read last are used.
	openingsFor = 5 * time.Second
	// openingsWithin bounds how long they are read: what is kept is there at once.
	openingsWithin = 500 * time.Millisecond
)

// openings knows when the sales of drops open, from the rows that are kept for pages.
type openings struct {
	readAt atomic.Int64         // monotonic nanoseconds
	wasAt  atomic.Int64         // when a read of them was last over
	rows   atomic.Pointer[rows] // nil, or of nil, while there are none
	known  atomic.Pointer[readOpenings]
}

// readOpenings are those of one version of the rows.
type readOpenings struct {
	version string
	byDrop  map[string]time.Time
}

// use has openings read from now on.
func (o *openings) use(rows rows) { o.rows.Store(&rows) }

// keep reads them beside whoever asks, when they were not read lately. Requests of who is
// about to buy call it: a page has asked for the block to sign on long before it pushes.
func (o *openings) keep() {
	now, last := monotonic.Nanoseconds(time.Now()), o.readAt.Load()
	if now-last >= int64(openingsFor) && o.readAt.CompareAndSwap(last, now) {
		go o.read()
	}
}

// refresh reads them, unless that was done lately, before what came to another process waits here: it
// would be sent before it is known that it is held.
func (o *openings) refresh() {
	if monotonic.Nanoseconds(time.Now())-o.wasAt.Load() >= int64(openingsFor) {
		o.read()
	}
}

// of is when the sale of a drop opens, if that is known. It waits for nothing: the line's
// lock is held by who asks.
func (o *openings) of(drop string) (at time.Time, is bool) {
	o.keep()
	if known := o.known.Load(); known != nil {
		at, is = known.byDrop[drop]
	}
	return at, is
}

// read reads the rows of drops and notes their openings. What cannot be read changes nothing.
func (o *openings) read() {
	source, known := o.rows.Load(), o.known.Load()
	if source == nil || *source == nil {
		return
	}
	defer func() { o.wasAt.Store(monotonic.Nanoseconds(time.Now())) }()
	ctx, cancel := context.WithTimeout(context.Background(), openingsWithin)
	defer cancel()
	answer, err := (*source).Need(ctx, needDrops)
	if err != nil || answer.Version == "" || known != nil && answer.Version == known.version {
		return
	}
	rows := gjson.GetBytes(answer.Body, "rows")
	if !rows.IsArray() {
		return
	}
	byDrop := make(map[string]time.Time)
	rows.ForEach(func(_, drop gjson.Result) bool {
		// One node's new row that cannot be read must not hide the others' openings.
		if starts, err := strconv.ParseInt(drop.Get("start_time").String(), 10, 64); err == nil && starts > 0 {
			byDrop[drop.Get("drop_id").String()] = time.Unix(starts, 0)
		}
		return true
	})
	o.known.Store(&readOpenings{answer.Version, byDrop})
}
