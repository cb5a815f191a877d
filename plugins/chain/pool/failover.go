package pool

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"go.uber.org/zap"
)

// try calls nodes in order until one does not fail.
func try[T any](ctx context.Context, p *Pool, call func(context.Context, *node) (T, error)) (T, *node, error) {
	ctx, cancel := context.WithTimeout(ctx, p.config.Deadline)
	defer cancel()
	var none T
	var faults []error
	for _, n := range p.order() {
		if n.wrongChain.Load() {
			continue
		}
		answer, err := p.once(ctx, n, func(ctx context.Context) (any, error) { return call(ctx, n) })
		if err == nil {
			return answer.(T), n, nil
		}
		var refusal *Refusal
		if errors.As(err, &refusal) {
			return none, n, err
		}
		if errors.Is(err, ErrNoNode) {
			continue
		}
		faults = append(faults, err)
		if ctx.Err() != nil {
			break
		}
	}
	if ended := ctx.Err(); ended != nil {
		faults = append(faults, ended)
	}
	if len(faults) == 0 {
		return none, nil, ErrNoNode
	}
	return none, nil, errors.Join(faults...)
}

// once tries one node within the deadline of a try, and puts it to rest when
// it failed.
func (p *Pool) once(ctx context.Context, n *node, call func(context.Context) (any, error)) (any, error) {
	tryCtx, cancel := context.WithTimeout(ctx, p.config.Timeout)
	defer cancel()
	err := p.check(tryCtx, n)
	var answer any
	if err == nil {
		answer, err = call(tryCtx)
	}
	var fault *Fault
	// A caller that left says nothing about the node.
	if errors.As(err, &fault) && !errors.Is(ctx.Err(), context.Canceled) {
		n.restsUntil.Store(p.config.Now().Add(rest).UnixNano())
		p.log.Load().Warn("a chain node failed; the next one is asked", zap.String("node", n.address), zap.Error(fault.Err), zap.Duration("rests", rest))
	}
	return answer, err
}

// check asks a node once which chain it is of. One of another chain is never
// used.
func (p *Pool) check(ctx context.Context, n *node) error {
	if n.checked.Load() {
		return nil
	}
	checked := n.checking.DoChan("", func() (any, error) {
		if n.checked.Load() {
			return nil, nil
		}
		// Several calls may wait for this one: it must not end with the first.
		ctx, cancel := context.WithTimeout(p.life, p.config.Timeout)
		defer cancel()
		info, err := n.info(ctx, p.config.Now)
		if err != nil {
			return nil, err
		}
		if p.config.ChainID != "" && info.ChainID != p.config.ChainID {
			if !n.wrongChain.Swap(true) {
				p.log.Load().Error("a chain node is of another chain and is not used", zap.String("node", n.address),
					zap.String("chain_id", info.ChainID), zap.String("want", p.config.ChainID))
			}
			return nil, ErrNoNode
		}
		n.checked.Store(true)
		return nil, nil
	})
	select {
	case <-ctx.Done():
		return &Fault{n.address, ctx.Err()}
	case result := <-checked:
		var refusal *Refusal
		if errors.As(result.Err, &refusal) { // get_info has nothing to refuse
			return &Fault{n.address, fmt.Errorf("its get_info failed: %s", refusal.Message)}
		}
		return result.Err
	}
}

// order lists the nodes as configured, those at rest last.
func (p *Pool) order() []*node {
	now := p.config.Now().UnixNano()
	order := make([]*node, 0, len(p.nodes))
	var resting []*node
	for _, n := range p.nodes {
		if n.restsUntil.Load() > now {
			resting = append(resting, n)
		} else {
			order = append(order, n)
		}
	}
	slices.SortStableFunc(resting, func(a, b *node) int { return int(a.restsUntil.Load() - b.restsUntil.Load()) })
	return append(order, resting...)
}
