package lookup

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"fieldhouse/plugins/monotonic"

	"go.uber.org/zap"
)

// askStatus asks for a transaction's status until it is in a block, the watch
// ended, or a node says that it does not track them. Only being in a block
// counts: a node's other words (LOCALLY_APPLIED, FAILED, FORKED_OUT, UNKNOWN)
// are about itself and can still change.
func (l *Lookup) askStatus(ctx context.Context, w *watch) {
	for monotonic.Nanoseconds(time.Now()) >= l.noStatusUntil.Load() {
		finding, err := l.status(ctx, w)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			// Most nodes do not track it, which they say in several ways.
			l.noStatusUntil.Store(monotonic.Nanoseconds(time.Now().Add(statusRest)))
			l.log.Load().Debug("no node tells the status of a transaction; blocks are read", zap.Stringer("transaction", w.ID), zap.Error(err))
			return
		}
		if finding != nil {
			l.mu.Lock()
			l.end(w, *finding, Found)
			l.mu.Unlock()
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(statusEvery):
		}
	}
}

func (l *Lookup) status(ctx context.Context, w *watch) (*Finding, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if err := l.statusPace.Wait(ctx); err != nil {
		return nil, nil // not asked: its turn comes
	}
	raw, err := l.reader.Load().Read(ctx, "/v1/chain/get_transaction_status", fmt.Appendf(nil, `{"id":"%s"}`, w.ID), 0)
	if err != nil {
		return nil, fmt.Errorf("asking for the status of %s: %w", w.ID, err)
	}
	var answer struct {
		State string      `json:"state"`
		Block json.Number `json:"block_number"`
	}
	if err := json.Unmarshal(raw.Body, &answer); err != nil || answer.State == "" {
		return nil, fmt.Errorf("asking %s for the status of %s: the answer has no state", raw.Node, w.ID)
	}
	if answer.State != "IN_BLOCK" && answer.State != "IRREVERSIBLE" {
		return nil, nil
	}
	number, err := strconv.ParseUint(answer.Block.String(), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("asking %s for the status of %s: block_number %q is none", raw.Node, w.ID, answer.Block)
	}
	// The block has the receipt. Without it the status is one node's word, which is no proof.
	if b, node, err := l.read(number); err == nil {
		if r, has := b.find(w.ID); has {
			finding := b.finding(r, node)
			return &finding, nil
		}
	}
	return nil, nil // not readable yet, or of another fork: asked again
}
