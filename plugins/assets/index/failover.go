package index

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"fieldhouse/plugins/monotonic"
)

const maxInt = math.MaxInt

// ask lets endpoints read, one after another, until one does not fail.
func (c *Client) ask(ctx context.Context, read func(context.Context, *Settings, *endpoint) (Listing, error)) (Listing, error) {
	by := c.settings.Load()
	ctx, cancel := context.WithTimeout(ctx, by.Deadline)
	defer cancel()
	failed := new(Unavailable)
	for _, e := range c.order(ctx, time.Now()) {
		listing, err := read(ctx, by, e)
		if err == nil {
			return listing, nil
		}
		var fault *Fault
		if !errors.As(err, &fault) {
			return Listing{}, err
		}
		failed.Faults = append(failed.Faults, fault)
		if failed.Ended = ctx.Err(); failed.Ended != nil {
			break
		}
	}
	return Listing{}, failed
}

// order lists the endpoints as configured, but those that can be asked at once
// before those whose turn is later, and those that failed a moment ago last.
func (c *Client) order(ctx context.Context, now time.Time) []*endpoint {
	type candidate struct {
		*endpoint
		failing bool
		wait    time.Duration
	}
	candidates := make([]candidate, 0, len(c.endpoints))
	for _, e := range c.endpoints {
		candidates = append(candidates, candidate{e, monotonic.Nanoseconds(now) < e.failingUntil.Load(), e.rate.Soonest(ctx)})
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int {
		if a.failing != b.failing {
			if a.failing {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.wait, b.wait)
	})
	order := make([]*endpoint, 0, len(candidates))
	for _, one := range candidates {
		order = append(order, one.endpoint)
	}
	return order
}

// whole reads all pages of one endpoint.
func (e *endpoint) whole(ctx context.Context, by *Settings, query Query, bounds Bounds) (Listing, error) {
	var listing Listing
	for number := 1; ; number++ {
		read, err := e.page(ctx, by, query, number, MaxLimit, listing.listed)
		if err != nil {
			return Listing{}, err
		}
		switch room := listing.add(read, bounds.MaxBytes); {
		case !room:
			listing.Cut = CutByBytes
			return listing, nil
		case len(read.assets) < MaxLimit:
			return listing, nil
		case number >= bounds.MaxPages:
			listing.Cut = CutByPages
			return listing, nil
		}
	}
}
