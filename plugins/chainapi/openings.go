package chainapi

import (
	"context"
	"encoding/json"
	"sync"
	"time"
)

// rows is the app of rows, which keeps the drops that pages show, and spares the nodes
// while pushes wait for them.
type rows interface {
	Need(ctx context.Context, need string) (body []byte, version string, err error)
	UseBusy(busy func() bool)
}

const (
	needDrops = "rowDrops"
	// openingsFor is how long the openings that were read last are used.
	openingsFor = 5 * time.Second
	// openingsWithin bounds how long they are read: what is kept is there at once.
	openingsWithin = 50 * time.Millisecond
)

// openings knows when the sales of drops open, from the rows that are kept for pages.
type openings struct {
	mu      sync.Mutex
	rows    rows // nil while there are none
	read    time.Time
	version string
	byDrop  map[string]time.Time
}

// use has openings read from now on.
func (o *openings) use(rows rows) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rows = rows
}

// of is when the sale of a drop opens, if that is known. The line's lock is held by who
// asks: it waits for the rows only until some were read, which are then read anew beside it.
func (o *openings) of(drop string) (time.Time, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if now := time.Now(); o.rows != nil && now.Sub(o.read) >= openingsFor {
		o.read = now
		if o.byDrop == nil {
			o.take(readDrops(o.rows))
		} else {
			go func(rows rows) {
				version, body := readDrops(rows)
				o.mu.Lock()
				defer o.mu.Unlock()
				o.take(version, body)
			}(o.rows)
		}
	}
	at, known := o.byDrop[drop]
	return at, known
}

// readDrops reads the rows of drops; without an answer there is no version.
func readDrops(rows rows) (version string, body []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), openingsWithin)
	defer cancel()
	body, version, err := rows.Need(ctx, needDrops)
	if err != nil {
		return "", nil
	}
	return version, body
}

// take notes the openings in the rows of a version. What is none changes nothing. The lock
// is held.
func (o *openings) take(version string, body []byte) {
	if version == "" || version == o.version {
		return
	}
	var drops struct {
		Rows []struct {
			ID     json.Number `json:"drop_id"`
			Starts json.Number `json:"start_time"`
		} `json:"rows"`
	}
	if json.Unmarshal(body, &drops) != nil {
		return
	}
	o.version, o.byDrop = version, make(map[string]time.Time, len(drops.Rows))
	for _, drop := range drops.Rows {
		if starts, err := drop.Starts.Int64(); err == nil && starts > 0 {
			o.byDrop[drop.ID.String()] = time.Unix(starts, 0)
		}
	}
}
