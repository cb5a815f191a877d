package table

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"
)

// claim is a row of claims with its place: its primary key, and whose it is.
type claim struct {
	id   uint64
	user string
	row  json.RawMessage
}

// readClaim reads a row's place. Integers come as numbers or strings.
func readClaim(row json.RawMessage) (claim, bool) {
	fields := gjson.GetManyBytes(row, "claim_id", "claimer")
	id, err := strconv.ParseUint(fields[0].String(), 10, 64)
	return claim{id, fields[1].Str, row}, err == nil
}

// byUser collects all claims of a user through the index by user, in the order
// of their ids.
//
// All rows of a user have the same key there, so that a next_key cannot say
// where the next page begins: asking for it gives the first page again. But rows
// of one key lie in the order of the primary key. So what does not fit into a
// page is read from the other end as well, and what lies between the two pages
// through the primary index, in the range of ids that is missing. That range
// holds other users' claims, too. How many pages of them are read is bounded as
// everywhere; when that is not enough, the answer has the user's oldest and
// newest claims and says more. With since one page may be enough.
func (p *paging) byUser(ctx context.Context, user string, since uint64) error {
	if since > 0 {
		whole, err := p.createdSince(ctx, user, since)
		if err != nil || whole || p.spent() {
			return err
		}
		p.request.Reverse = false
		p.rows, p.bytes, p.cut, p.enough = nil, 0, "", false
	}
	room, err := p.page(ctx, MaxLimit, p.placedOf(user, anyClaim))
	if err != nil || !room || !p.more {
		return err
	}
	next := p.placeClaims()
	defer p.placeClaims()
	if p.spent() {
		return nil
	}
	last, met, beyond := uint64(math.MaxUint64), false, false
	p.request.Reverse = true
	room, err = p.page(ctx, MaxLimit, p.placedOf(user, func(c claim) bool {
		if c.id < next {
			met = true
			return false
		}
		last, beyond = min(last, c.id), true
		return true
	}))
	if err != nil || !room {
		return err
	}
	if met && !beyond {
		p.stop("the node does not answer the newest first")
		return nil
	}
	if met || !p.more || next >= last {
		p.more, p.nextKey = false, ""
		return nil
	}
	if p.spent() {
		return nil
	}
	return p.between(ctx, user, next, last)
}

// createdSince collects a page of the user's newest claims. It reports whether none that was
// created at or after since, in seconds, is missing: it goes back to an earlier one, or to the
// first. Later rows have higher ids. Where the rows themselves say otherwise, or do not say
// when they were created, that proves nothing.
func (p *paging) createdSince(ctx context.Context, user string, since uint64) (bool, error) {
	p.request.Reverse = true
	id, created, inOrder := uint64(math.MaxUint64), uint64(math.MaxUint64), true
	room, err := p.page(ctx, MaxLimit, p.placedOf(user, func(c claim) bool {
		at := gjson.GetBytes(c.row, "created_at").Uint()
		inOrder = inOrder && at > 0 && at <= created && c.id < id
		id, created = c.id, at
		p.enough = at < since && len(p.rows) > 0 // one row alone may be the oldest
		return true
	}))
	if err != nil || !inOrder || !p.enough && (!room || p.more) {
		return false, err
	}
	p.placeClaims()
	p.more, p.nextKey, p.cut = false, "", ""
	return true, nil
}

// between adds the user's claims whose ids are at least next and less than
// last, out of all claims in that range.
func (p *paging) between(ctx context.Context, user string, next, last uint64) error {
	p.request.IndexPosition, p.request.KeyType, p.request.Reverse = 0, "", false
	p.request.LowerBound = strconv.FormatUint(next, 10)
	p.request.UpperBound = strconv.FormatUint(last-1, 10)
	return p.walk(ctx, p.placed(func(c claim) bool {
		if c.user != user || c.id < next || c.id >= last {
			return false
		}
		next = c.id + 1 // a row that a node answers twice counts once
		return true
	}))
}

// placed takes rows by their place, and leaves out those that have none.
func (p *paging) placed(take func(claim) bool) func(json.RawMessage) bool {
	return func(row json.RawMessage) bool {
		c, ok := readClaim(row)
		if !ok {
			p.leftOut++
			return false
		}
		return take(c)
	}
}

// anyClaim takes every claim.
func anyClaim(claim) bool { return true }

// placedOf takes rows of the index by user. One of somebody else is left out as one that
// cannot be read is: who answers it, such as a cache before the node, has not read what
// was asked, so that it is no proof that the user has none either.
func (p *paging) placedOf(user string, take func(claim) bool) func(json.RawMessage) bool {
	return p.placed(func(c claim) bool {
		if c.user != user {
			p.leftOut++
			return false
		}
		return take(c)
	})
}

// placeClaims sorts the rows that are there by their ids, each once. It returns the id
// after the last.
func (p *paging) placeClaims() (next uint64) {
	claims := make([]claim, 0, len(p.rows))
	for _, row := range p.rows {
		c, _ := readClaim(row) // it was placed before
		claims = append(claims, c)
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(a.id, b.id) })
	claims = slices.CompactFunc(claims, func(a, b claim) bool { return a.id == b.id })
	p.rows = p.rows[:0]
	for _, c := range claims {
		p.rows = append(p.rows, c.row)
	}
	if len(claims) > 0 && claims[len(claims)-1].id < math.MaxUint64 {
		next = claims[len(claims)-1].id + 1
	} else if len(claims) > 0 {
		next = math.MaxUint64
	}
	return next
}
