// Package landings finds the purchases that were sent in the game's claims rows, by one
// read of the newest rows that all who wait for one share. It knows nothing of Caddy.
//
// Each buypack adds a row with its transaction's id, by which there is no index. The
// newest rows are read once a second while a transaction is looked for, and every five
// while those that were found are only watched: the block that a row is in can be undone.
package landings

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

// Landings are the purchases that are looked for and those that were found. Its methods
// may be called at any time, and none but Close waits for anything.
type Landings struct {
	contract string
	failures rate.Sometimes
	life     context.Context // ends with Close
	end      context.CancelFunc
	running  sync.WaitGroup

	mu      sync.Mutex // guards all below
	reader  Reader
	log     *zap.Logger
	wanted  map[transaction.ID]*wanted
	kept    *lru.Cache[transaction.ID, landing]
	changed chan struct{} // closed at the next change; nil when nobody waits for it
	reading bool

	view view // of the reading goroutine alone
}

// wanted is a transaction that is looked for.
type wanted struct {
	by    int // how many want it
	found *landing
	// missed is the node whose read did not have the row that was found; empty for none.
	missed string
}

// landing is a row that was found.
type landing struct {
	id    uint64 // the row's
	claim json.RawMessage
	// block is the first one at which every node has the row, or a later one.
	block uint64
	// at is not before the time of the block that the row is in.
	at time.Time
}

// New makes landings in the claims of a game's contract. It reads nothing before
// something is wanted, and runs until Close.
func New(contract string, reader Reader, logger *zap.Logger) *Landings {
	l := &Landings{
		contract: contract, reader: reader, log: logger,
		failures: rate.Sometimes{First: 1, Interval: time.Minute},
		wanted:   make(map[transaction.ID]*wanted),
	}
	l.kept, _ = lru.New[transaction.ID, landing](maxKept) // no error: the size is more than 0
	l.life, l.end = context.WithCancel(upstream.With(context.Background(), upstream.Push, ""))
	return l
}

// Use reads from another reader from now on, such as that of a new configuration.
func (l *Landings) Use(reader Reader, logger *zap.Logger) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reader, l.log = reader, logger
}

// Close ends what runs and waits for it.
func (l *Landings) Close() {
	l.mu.Lock()
	l.end()
	l.mu.Unlock()
	l.running.Wait()
}

// Want says that a transaction was sent and is looked for, until done is called, which
// may be called again. With none wanted nothing is read.
func (l *Landings) Want(id transaction.ID) (done func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.wanted[id]
	if w == nil {
		if len(l.wanted) >= maxWanted || l.life.Err() != nil {
			return func() {}
		}
		w = new(wanted)
		if before, has := l.kept.Peek(id); has {
			w.found = &before
			l.kept.Remove(id)
		}
		l.wanted[id] = w
	}
	w.by++
	if !l.reading {
		l.reading = true
		l.running.Go(l.run)
	}
	return sync.OnceFunc(func() { l.leave(id, w) })
}

// leave ends what one wanted.
func (l *Landings) leave(id transaction.ID, w *wanted) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.by--; w.by > 0 {
		return
	}
	delete(l.wanted, id)
	if w.found != nil {
		l.kept.Add(id, *w.found)
	}
}

// Find is the claims row of a transaction as the node answered it, and a block at or past
// which every node has the row. It is false when no row is known, or it has vanished again.
// It knows the transactions that are wanted, and many of those that were.
func (l *Landings) Find(id transaction.ID) (block uint64, claim json.RawMessage, found bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.wanted[id]; w != nil {
		if w.found == nil {
			return 0, nil, false
		}
		return w.found.block, w.found.claim, true
	}
	kept, found := l.kept.Get(id)
	return kept.block, kept.claim, found
}

// Changed is closed when Find next answers something else: one was found, or has vanished.
func (l *Landings) Changed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed == nil {
		l.changed = make(chan struct{})
	}
	return l.changed
}

// run reads for as long as something is wanted.
func (l *Landings) run() {
	l.view = view{}
	timer := time.NewTimer(firstAfter)
	defer timer.Stop()
	for turn := 0; ; turn++ {
		select {
		case <-l.life.Done():
			return
		case <-timer.C:
		}
		timer.Reset(every)
		l.mu.Lock()
		if len(l.wanted) == 0 {
			l.reading = false
			l.mu.Unlock()
			return
		}
		due := turn%watchEvery == 0
		for _, w := range l.wanted {
			due = due || w.found == nil || w.missed != ""
		}
		reader, log := l.reader, l.log
		l.mu.Unlock()
		if !due {
			continue
		}
		if err := l.read(reader); err != nil && l.life.Err() == nil {
			l.failures.Do(func() { log.Warn("the newest claims could not be read", zap.Error(err)) })
		}
	}
}
