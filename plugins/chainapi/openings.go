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
	// openingsWithin bounds how long they are read before any push comes: what is kept
	// is there at once.
	openingsWithin = 50 * time.Millisecond
)

// openings knows when the sales of drops open, from the rows that are kept for pages.
type openings struct {
	mu      sync.Mutex // never held while rows are read
	rows    rows       // nil while there are none
	read    time.Time
	version string
	byDrop  map[string]time.Time
}

// use has openings read from now on, and reads them.
func (o *openings) use(rows rows) {
	o.mu.Lock()
	o.rows = rows
	o.mu.Unlock()
	o.refresh(rows, openingsWithin)
}

// of is when the sale of a drop opens, if that is known. It waits for nothing: the line's
// lock is held by who asks, and rows are read anew beside it.
func (o *openings) of(drop string) (time.Time, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if now := time.Now(); o.rows != nil && now.Sub(o.read) >= openingsFor {
		o.read = now
		go o.refresh(o.rows, openingsFor/2) // is over before the next
	}
	at, known := o.byDrop[drop]
	return at, known
}

// refresh reads the rows of drops and notes their openings. What cannot be read changes
// nothing.
func (o *openings) refresh(rows rows, within time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	body, version, err := rows.Need(ctx, needDrops)
	if err != nil || version == "" {
		return
	}
	var drops struct {
		Rows []struct {
			ID     json.Number `json:"drop_id"`
			Starts json.Number `json:"start_time"`
		} `json:"rows"`
	}
	if o.has(version) || json.Unmarshal(body, &drops) != nil {
		return
	}
	byDrop := make(map[string]time.Time, len(drops.Rows))
	for _, drop := range drops.Rows {
		if starts, err := drop.Starts.Int64(); err == nil && starts > 0 {
			byDrop[drop.ID.String()] = time.Unix(starts, 0)
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.version, o.byDrop = version, byDrop
}

// has says whether a version of the rows is the one that was read last.
func (o *openings) has(version string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.read = time.Now()
	return o.version == version
}
