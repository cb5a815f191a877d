package lookup

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fieldhouse/plugins/chain/pool"

	"go.uber.org/zap"
)

// walk reads blocks while anything is looked for. New blocks come first, as a
// transaction that was sent a moment ago is there; then those from where it was
// sent back to the block that it names; then those of another node in which one that
// has expired was not found.
func (l *Lookup) walk() {
	misses := 0
	for {
		l.mu.Lock()
		if len(l.watches) == 0 {
			l.walking = false
			l.segment = segment{}
			l.floor, l.misled = 0, nil
			l.mu.Unlock()
			return
		}
		l.mu.Unlock()
		err := l.forward()
		l.conclude()
		if err = errors.Join(err, l.backward(&misses), l.confirm()); err != nil {
			l.source.Load().log.Debug("a block could not be read for a look-up", zap.Error(err))
		}
		l.conclude()
		select {
		case <-l.life.Done():
		case <-time.After(round):
		}
	}
}

// maxForward and maxBack are how many blocks are read before the head is looked
// at again; two nodes on different forks must not keep a walk in one place.
const (
	maxForward = 60
	maxBack    = 10
)

// forward reads the blocks up to the head that a node tells. One that tells of blocks that
// cannot be read is passed over the next time, where there is another one.
func (l *Lookup) forward() error {
	ctx, cancel := context.WithTimeout(l.life, callTimeout)
	defer cancel()
	reader := l.source.Load()
	info, err := reader.Info(ctx, l.misled...)
	l.misled = nil
	if err != nil {
		return fmt.Errorf("the head of the chain: %w", err)
	}
	l.mu.Lock()
	if !l.segment.empty() && info.Head.Block < l.segment.low() {
		l.segment = segment{} // somebody told of a head that is not there
		l.floor = 0
	}
	head := l.credible(info.Head.Block)
	l.place(head)
	next, wanted := l.next(head), len(l.watches) > 0
	l.mu.Unlock()
	for range maxForward {
		if !wanted || next > head {
			break
		}
		b, err := l.read(next)
		if err != nil {
			if reader.Size() > 1 {
				l.misled = []string{info.Node}
			}
			return err
		}
		l.mu.Lock()
		if l.segment.append(b) {
			l.match(b)
		}
		next, wanted = l.next(head), len(l.watches) > 0
		l.mu.Unlock()
	}
	return nil
}

// credible is a head as far as time allows: since the last block that was read there is one
// every half second, with a minute more. Where the clock is behind the chain, what has passed
// since it was read counts. The lock is held.
func (l *Lookup) credible(head uint64) uint64 {
	if l.segment.empty() {
		return head
	}
	last := l.segment.last()
	passed := max(time.Since(last.time), time.Since(last.readAt))
	return min(head, last.number+uint64((passed+time.Minute)/slot))
}

// next is the block to read behind the segment. The lock is held.
func (l *Lookup) next(head uint64) uint64 {
	if !l.segment.empty() {
		return l.segment.high() + 1
	}
	first := head + 1
	for w := range l.watches {
		if w.known {
			first = min(first, w.after+1)
		}
	}
	return first
}

// place works out where watches can be, from a head: new ones, and all while no block was
// read, which shows that the head before was one. The lock is held.
func (l *Lookup) place(head uint64) {
	now := time.Now()
	for w := range l.watches {
		if w.known && !l.segment.empty() {
			continue
		}
		w.known = true
		w.after = head - min(head, uint64(max(now.Sub(w.Sent), 0)/slot)+disagreement)
		w.from = refBlock(head, w.RefBlock) + 1
		if w.gaps = w.from+span <= head; w.gaps {
			w.from = w.after + 1
		}
		w.from = min(w.from, w.after+1)
	}
}

// refBlock is the number whose low 16 bits are given, and which is the newest
// that a transaction can name: a node may be ahead of ours by a little.
func refBlock(head uint64, low uint16) uint64 {
	newest := head + disagreement
	return newest - min(newest, (newest-uint64(low))&0xffff)
}

// backward reads older blocks that a watch needs, some at a time.
func (l *Lookup) backward(misses *int) error {
	for range maxBack {
		l.mu.Lock()
		if l.segment.empty() {
			l.mu.Unlock()
			return nil
		}
		low, needed := l.segment.low(), false
		for w := range l.watches {
			needed = needed || (w.known && w.from < low)
		}
		if !needed || low <= max(l.floor, 1) || l.segment.full() {
			l.mu.Unlock()
			return nil
		}
		l.mu.Unlock()

		b, err := l.read(low - 1)
		var refusal *pool.Refusal
		if err != nil && !errors.As(err, &refusal) {
			return err // which says nothing of the block
		}
		l.mu.Lock()
		if err == nil && !l.segment.prepend(b) {
			err = fmt.Errorf("block %d is not the one before block %d", low-1, low)
		}
		if err != nil {
			if *misses++; *misses >= missing {
				*misses = 0
				if refusal != nil {
					l.floor = low // no node has older ones
				} else {
					l.segment = segment{} // it may be ours that lost
				}
			}
			l.mu.Unlock()
			return err
		}
		*misses = 0
		l.match(b)
		l.mu.Unlock()
	}
	return nil
}

// confirm reads from another node, where there is one, what says of a transaction that it is
// in none of them: one node alone could leave it out.
func (l *Lookup) confirm() error {
	for range maxBack {
		l.mu.Lock()
		b := l.unconfirmed()
		l.mu.Unlock()
		if b == nil {
			return nil
		}
		other, err := l.read(b.number, b.node)
		if err != nil {
			return fmt.Errorf("at another node than %s: %w", b.node, err)
		}
		l.mu.Lock()
		l.match(other)
		l.segment.confirm(b, other)
		l.mu.Unlock()
	}
	return nil
}

// unconfirmed is the next block to confirm: none before a transaction's expiration, as most
// are found, and none that is so new that nodes may differ. The lock is held.
func (l *Lookup) unconfirmed() *block {
	blocks := l.segment.blocks
	settled := len(blocks) - disagreement
	if settled <= 0 || l.source.Load().Size() < 2 {
		return nil
	}
	first, end := l.segment.confirmed()
	for w := range l.watches {
		switch {
		case !w.known || w.gaps || !l.segment.last().isPast(w):
		case end == 0:
			return blocks[settled-1]
		case end < settled && !blocks[end-1].isPast(w):
			return blocks[end]
		case first > 0 && blocks[first-1].number >= w.from:
			return blocks[first-1]
		}
	}
	return nil
}

// isPast says that a transaction that is in no block up to this one is in none at all.
func (b *block) isPast(w *watch) bool { return !b.time.Before(w.Expiration.Add(forkMargin)) }

// conclude answers the watches whose transaction did not happen: all blocks in which it
// could be were read, of two nodes where there are two, up to one that is past its
// expiration.
func (l *Lookup) conclude() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.segment.empty() {
		return
	}
	low, proof := l.segment.low(), l.segment.blocks
	if l.source.Load().Size() > 1 {
		first, end := l.segment.confirmed()
		proof = proof[first:end]
	}
	for w := range l.watches {
		from := max(w.from, 1)
		switch {
		case !w.known || !l.segment.last().isPast(w):
		case low <= from && w.gaps, low > from && (low <= l.floor || l.segment.full()):
			l.end(w, Finding{}, Unproven) // the rest cannot be read
		case low <= from && len(proof) > 0 && proof[0].number <= from && proof[len(proof)-1].isPast(w):
			l.end(w, Finding{}, Absent)
		}
	}
}

// read reads one block, at the pace that is left for it, from none of the nodes in except.
func (l *Lookup) read(number uint64, except ...string) (*block, error) {
	ctx, cancel := context.WithTimeout(l.life, callTimeout)
	defer cancel()
	if err := l.pace.Wait(ctx); err != nil {
		return nil, fmt.Errorf("waiting to read block %d: %w", number, err)
	}
	raw, err := l.source.Load().Read(ctx, "/v1/chain/get_block", fmt.Appendf(nil, `{"block_num_or_id":"%d"}`, number), number, except...)
	if err != nil {
		return nil, fmt.Errorf("reading block %d: %w", number, err)
	}
	b, err := decodeBlock(raw.Body, number)
	if err != nil {
		return nil, fmt.Errorf("reading block %d of %s: %w", number, raw.Node, err)
	}
	b.node, b.readAt = raw.Node, time.Now()
	return b, nil
}
