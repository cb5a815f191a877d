// Package lookup finds out whether a transaction is in the chain, from nodes
// that keep no history: it reads the blocks in which it can be. It never sends
// anything.
package lookup

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/upstream"

	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// Reader reads from the nodes; it is the chain's pool.
type Reader interface {
	Read(ctx context.Context, path string, body []byte, minBlock uint64, except ...string) (pool.Raw, error)
	Info(ctx context.Context, except ...string) (pool.Info, error)
	// Size is how many nodes there are.
	Size() int
}

// Executed is the status of a transaction that did what it should.
const Executed = "executed"

// Wanted is a transaction to look for.
type Wanted struct {
	ID transaction.ID
	// Expiration is the last second in which it may enter a block.
	Expiration time.Time
	// RefBlock are the low 16 bits of the number of a block before it.
	RefBlock uint16
	// Sent is when it was sent: it is looked for around that time first.
	Sent time.Time
}

// Finding is a transaction that is in the chain.
type Finding struct {
	Block   uint64
	BlockID string
	Time    time.Time
	// Status is the receipt's, Executed for one that did what it should.
	Status string
	// CPU is in microseconds, Net in words of 8 bytes.
	CPU, Net uint64
	// Node is the address of the node that said so.
	Node string
}

// Verdict is how a look-up ended.
type Verdict uint8

const (
	// Unproven: it was not found, and could be somewhere that was not read.
	Unproven Verdict = iota
	// Found: it is in the chain.
	Found
	// Absent: it is in none of the blocks in which it could be, by the word of two nodes
	// where there are two, and it is past its expiration: it did not happen and cannot
	// happen any more.
	Absent
)

// Times of the look-up.
const (
	slot = 500 * time.Millisecond // between two blocks
	// round is the pause between two looks at the head.
	round = slot
	// forkMargin is how far the head must be past an expiration: twelve blocks, one
	// producer's turn, after which the last blocks before it are not replaced
	// by those of another producer.
	forkMargin = 6 * time.Second
	// disagreement is by how many blocks nodes may differ for a moment.
	disagreement = 12
	// span is how far before the head the block that a transaction names may
	// be, for all blocks since to be read. Wallets take the last irreversible
	// block, some 330 before the head.
	span = 1200
	// callTimeout bounds one call with all its tries.
	callTimeout = 5 * time.Second
	// missing is how often a block before the known ones is asked for until we
	// take it that no node has it.
	missing = 3
)

// Blocks are read at most this fast, so that most of what a node allows (some
// 16 requests a second) is left for others. The chain makes two a second.
const (
	blocksPerSecond = 6
	blocksBurst     = 12
)

// Lookup looks for any number of transactions at once; they share the blocks
// that are read. While none is looked for it does nothing and keeps nothing.
type Lookup struct {
	source atomic.Pointer[source]
	pace   *rate.Limiter // of reading blocks

	life context.Context // ends with Close; the parent of every call
	stop context.CancelFunc
	done sync.WaitGroup

	mu      sync.Mutex
	watches map[*watch]struct{}
	walking bool
	segment segment
	// floor is the first block that nodes still have, as far as known.
	floor uint64
	// misled are those whose head was not reached in the round before; of the walk alone.
	misled []string
}

// source is where is read from, and who is told.
type source struct {
	Reader
	log *zap.Logger
}

// watch is one transaction that is looked for.
type watch struct {
	Wanted
	known bool   // whether from and after are
	from  uint64 // the first block in which it can be
	after uint64 // where to look first
	// gaps says that it can be in blocks that are too old to be read all.
	gaps bool
	done chan struct{}

	finding Finding
	verdict Verdict
}

// New makes a look-up that reads from the given nodes.
func New(reader Reader, logger *zap.Logger) *Lookup {
	l := &Lookup{pace: rate.NewLimiter(blocksPerSecond, blocksBurst), watches: make(map[*watch]struct{})}
	l.life, l.stop = context.WithCancel(upstream.With(context.Background(), upstream.Push, ""))
	l.Use(reader, logger)
	return l
}

// Use changes where is read from and who is told; look-ups go on.
func (l *Lookup) Use(reader Reader, logger *zap.Logger) {
	l.source.Store(&source{reader, cmp.Or(logger, zap.NewNop())})
}

// Close ends all look-ups as Unproven and waits for what runs.
func (l *Lookup) Close() {
	l.stop()
	l.mu.Lock()
	for w := range l.watches {
		l.end(w, Finding{}, Unproven)
	}
	l.mu.Unlock()
	l.done.Wait()
}

// Watch looks for a transaction until it is found, or is known not to have
// happened, or the context ends: then the verdict is Unproven.
func (l *Lookup) Watch(ctx context.Context, wanted Wanted) (Finding, Verdict) {
	w := &watch{Wanted: wanted, done: make(chan struct{})}
	l.mu.Lock()
	if l.life.Err() != nil {
		l.mu.Unlock()
		return Finding{}, Unproven
	}
	l.watches[w] = struct{}{}
	for _, b := range l.segment.blocks {
		l.look(w, b)
	}
	if !l.walking {
		l.walking = true
		l.done.Go(l.walk)
	}
	l.mu.Unlock()

	select {
	case <-ctx.Done():
		l.mu.Lock()
		l.end(w, Finding{}, Unproven)
		l.mu.Unlock()
	case <-w.done:
	}
	return w.finding, w.verdict
}

// end answers a watch, once. The lock is held.
func (l *Lookup) end(w *watch, finding Finding, verdict Verdict) {
	if _, waits := l.watches[w]; !waits {
		return
	}
	delete(l.watches, w)
	w.finding, w.verdict = finding, verdict
	close(w.done)
}

// match answers the watches whose transaction is in a block. The lock is held.
func (l *Lookup) match(b *block) {
	for w := range l.watches {
		l.look(w, b)
	}
}

// look answers a watch whose transaction is in a block. The lock is held.
func (l *Lookup) look(w *watch, b *block) {
	if finding, has := b.find(w.ID); has {
		l.end(w, finding, Found)
	}
}
