// Package claims finds the purchases that were sent in the game's claims rows, by one
// read of the newest rows that all who wait for one share. It knows nothing of Caddy.
//
// Each buypack adds a row with its transaction's id, by which there is no index. The
// newest rows are read once a second while a transaction is looked for, and every five
// while those that were found are only watched: the block that a row is in can be undone.
package claims

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/upstream"

	lru "github.com/hashicorp/golang-lru/v2"
	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

const (
	// firstAfter is when the first read follows what is wanted first: a block's time.
	firstAfter = 500 * time.Millisecond
	// every is the time between two reads while a transaction is looked for.
	every = time.Second
	// watchEvery says of how many of those times one is for a read when all were found.
	watchEvery = 5
	// readTimeout bounds one read with all its pages.
	readTimeout = 5 * time.Second
	// maxWanted bounds what is looked for at once; the rest is not looked for.
	maxWanted = 32_768
	// maxKept bounds what was found and is not wanted any more.
	maxKept = 16_384
)

// Reader reads rows; pool.Pool is one.
type Reader interface {
	TableRows(ctx context.Context, request pool.Request) (pool.Answer, error)
	// Size is how many nodes there are.
	Size() int
}

// Finder has the purchases that are looked for and those that were found. Its methods
// may be called at any time, and none but Close waits for anything.
type Finder struct {
	contract string
	failures rate.Sometimes
	life     context.Context // ends with Close
	end      context.CancelFunc
	running  sync.WaitGroup

	mu      sync.Mutex // guards all below
	reader  Reader
	log     *zap.Logger
	wanted  map[transaction.ID]*wanted
	kept    *lru.Cache[transaction.ID, purchase]
	changed chan struct{} // closed at the next change; nil when nobody waits for it
	reading bool
	readAt  time.Time // when the last read began that succeeded

	// Of the reading goroutine alone: the highest id of the read before, 0 before the first, and the
	// node that did not have a row that was found, so that another one is asked about it; empty when
	// none is missing.
	newest  uint64
	doubted string
}

// wanted is a transaction that is looked for.
type wanted struct {
	by    int // how many want it
	found *purchase
	// missed is the node whose read did not have the row that was found; empty for none.
	missed string
}

// purchase is a row that was found.
type purchase struct {
	id    uint64 // the row's
	claim json.RawMessage
	// block is the first one at which every node has the row, or a later one.
	block uint64
	// at is not before the time of the block that the row is in.
	at time.Time
}

// New makes a finder in the claims of a game's contract. It reads nothing before
// something is wanted, and runs until Close.
func New(contract string, reader Reader, logger *zap.Logger) *Finder {
	f := &Finder{
		contract: contract, reader: reader, log: logger,
		failures: rate.Sometimes{First: 1, Interval: time.Minute},
		wanted:   make(map[transaction.ID]*wanted),
	}
	f.kept, _ = lru.New[transaction.ID, purchase](maxKept) // no error: the size is more than 0
	f.life, f.end = context.WithCancel(upstream.With(context.Background(), upstream.Push, ""))
	return f
}

// Use reads from another reader from now on, such as that of a new configuration.
func (f *Finder) Use(reader Reader, logger *zap.Logger) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reader, f.log = reader, logger
}

// Close ends what runs and waits for it.
func (f *Finder) Close() {
	f.mu.Lock()
	f.end()
	f.mu.Unlock()
	f.running.Wait()
}

// Want says that a transaction was sent and is looked for, until done is called, which
// may be called again. With none wanted nothing is read.
func (f *Finder) Want(id transaction.ID) (done func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.wanted[id]
	if w == nil {
		if len(f.wanted) >= maxWanted || f.life.Err() != nil {
			return func() {}
		}
		w = new(wanted)
		if before, has := f.kept.Peek(id); has {
			w.found = &before
			f.kept.Remove(id)
		}
		f.wanted[id] = w
	}
	w.by++
	if !f.reading {
		f.reading = true
		f.running.Go(f.run)
	}
	return sync.OnceFunc(func() { f.leave(id, w) })
}

// leave ends what one wanted.
func (f *Finder) leave(id transaction.ID, w *wanted) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if w.by--; w.by > 0 {
		return
	}
	delete(f.wanted, id)
	if w.found != nil {
		f.kept.Add(id, *w.found)
	}
}

// Find is the claims row of a transaction as the node answered it, and a block at or past
// which every node has the row. It is false when no row is known, or it has vanished again.
// It knows the transactions that are wanted, and many of those that were.
func (f *Finder) Find(id transaction.ID) (block uint64, claim json.RawMessage, found bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if w := f.wanted[id]; w != nil {
		if w.found == nil {
			return 0, nil, false
		}
		return w.found.block, w.found.claim, true
	}
	kept, found := f.kept.Get(id)
	return kept.block, kept.claim, found
}

// Changed is closed when Find next answers something else: one was found, or has vanished.
func (f *Finder) Changed() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.changed == nil {
		f.changed = make(chan struct{})
	}
	return f.changed
}

// ReadAt is when the last read began that succeeded; zero before it.
func (f *Finder) ReadAt() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.readAt
}

// run reads for as long as something is wanted.
func (f *Finder) run() {
	f.newest, f.doubted = 0, ""
	timer := time.NewTimer(firstAfter)
	defer timer.Stop()
	for turn := 0; ; turn++ {
		select {
		case <-f.life.Done():
			return
		case <-timer.C:
		}
		timer.Reset(every)
		f.mu.Lock()
		if len(f.wanted) == 0 {
			f.reading = false
			f.mu.Unlock()
			return
		}
		due := turn%watchEvery == 0
		for _, w := range f.wanted {
			due = due || w.found == nil || w.missed != ""
		}
		reader, log := f.reader, f.log
		f.mu.Unlock()
		if !due {
			continue
		}
		began := time.Now()
		err := f.read(reader)
		switch {
		case err == nil:
			f.mu.Lock()
			f.readAt = began
			f.mu.Unlock()
		case f.life.Err() == nil:
			f.failures.Do(func() { log.Warn("the newest claims could not be read", zap.Error(err)) })
		}
	}
}
