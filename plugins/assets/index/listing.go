package index

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"fieldhouse/plugins/monotonic"
)

// Cut says why a listing ends before the last asset though all were asked for.
type Cut string

// The reasons of cuts.
const (
	// Complete: it is not cut.
	Complete Cut = ""
	// CutByPages: it takes more than Bounds.MaxPages pages.
	CutByPages Cut = "pages"
	// CutByBytes: it is larger than Bounds.MaxBytes.
	CutByBytes Cut = "bytes"
)

// Bounds keep one read from taking the gateway's memory and time.
type Bounds struct {
	// MaxPages is how many pages one listing may take.
	MaxPages int
	// MaxBytes is how large its body may be.
	MaxBytes int
}

// Listing is the assets of one answer, the newest first, each once.
type Listing struct {
	// Cut says why it ends early.
	Cut Cut
	// QueryTime is when the index answered its first page, in milliseconds of
	// the Unix time; 0 when the index did not say.
	QueryTime int64
	// Pages is how many pages it was read from.
	Pages int

	// written are the assets with commas between them. They are copied out of
	// the pages, so that no page is held for the sake of a part of it.
	written []byte
	listed  map[string]bool
	changed int64
}

// Len is how many assets it has.
func (l *Listing) Len() int { return len(l.listed) }

// add appends a page's assets that are not in the listing yet. It returns whether
// all of them had room.
func (l *Listing) add(from page, maxBytes int) (room bool) {
	if l.Pages == 0 {
		l.QueryTime = from.queryTime
		l.listed = make(map[string]bool, len(from.assets))
	}
	l.Pages++
	size := 0
	for _, one := range from.assets {
		size += len(one.raw) + len(",")
	}
	l.written = slices.Grow(l.written, max(min(size, maxBytes-len(l.written)), 0))
	for _, one := range from.assets {
		if l.listed[one.id] {
			continue
		}
		if len(l.written)+len(",")+len(one.raw) > maxBytes-maxFrameBytes {
			return false
		}
		if len(l.written) > 0 {
			l.written = append(l.written, ',')
		}
		l.written = append(l.written, one.raw...)
		l.listed[one.id] = true
		l.changed = max(l.changed, one.updated)
	}
	return true
}

// maxFrameBytes is the most that a body takes besides its assets.
const maxFrameBytes = len(`{"success":true,"data":[],"query_time":9223372036854775807,"cut":"pages"}`)

// Body is the listing in the AtomicAssets API's shape. Its query_time is when
// the newest change of one of the assets was, so that equal assets have equal
// bytes whenever and wherever they are asked for, and an ETag that holds;
// QueryTime is the index's. A cut listing has the member "cut" beside the data.
func (l *Listing) Body() []byte {
	body := make([]byte, 0, len(l.written)+maxFrameBytes)
	body = append(body, `{"success":true,"data":[`...)
	body = append(body, l.written...)
	body = append(body, `],"query_time":`...)
	body = strconv.AppendInt(body, l.changed, 10)
	if l.Cut != Complete {
		body = append(body, `,"cut":"`...)
		body = append(body, l.Cut...)
		body = append(body, '"')
	}
	return append(body, '}')
}

// tryEach lets endpoints read, one after another, until one does not fail.
func (c *Client) tryEach(ctx context.Context, read func(context.Context, *Settings, *endpoint) (Listing, error)) (Listing, error) {
	by := c.settings.Load()
	ctx, cancel := context.WithTimeout(ctx, by.Deadline)
	defer cancel()
	failed := new(Unavailable)
	var without error
	for _, e := range c.order(ctx, time.Now()) {
		listing, err := read(ctx, by, e)
		if err == nil {
			return listing, nil
		}
		var refusal *Refusal
		if errors.As(err, &refusal) && refusal.Status == http.StatusNotFound {
			without = err
			continue
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
	if len(failed.Faults) == 0 {
		return Listing{}, without
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
