package opening

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"fieldhouse/devchain/chain/genesis"

	"golang.org/x/sync/errgroup"
)

// buyer is one of the crowd, at an address of their own.
type buyer struct {
	*client
	number    int
	fan       string
	pressAt   time.Time // by the plan
	pressedAt time.Time
	second    *signed // what is pushed right after it

	mu     sync.Mutex
	pushes []push
	// queued is when they heard first that they are in; sent, that a node has it; landed,
	// that the chain does.
	queued, sent, landed time.Time
	hasPlace, isTurn     bool
	err                  error
}

func (s *site) newBuyer(number int) *buyer {
	return &buyer{client: s.client(address(20, number)), number: number, fan: genesis.Fan(number)}
}

// call asks the chain API for something.
func (b *buyer) call(ctx context.Context, name, body string, into any) error {
	got, err := b.post(ctx, "/v1/chain/"+name, body)
	if err == nil && got.status == http.StatusOK && into != nil {
		err = json.Unmarshal(got.body, into)
	}
	if err != nil || got.status != http.StatusOK {
		return unexpected(name, got, err)
	}
	return nil
}

// ownRows are the addresses of the rows of a buyer that a page reads, sharedRows those of all.
func (b *buyer) ownRows() []string {
	return []string{
		"/api/v1/rows/accounts?account=" + genesis.Token + "&limit=10&isLimited=true&scope=" + b.fan,
		"/api/v1/rows/claims?scope=" + genesis.GameContract + "&index=" + b.fan,
	}
}

var sharedRows = []string{
	"/api/v1/rows/drops?account=" + genesis.GameContract,
	"/api/v1/rows/datapoints?account=" + genesis.Oracle + "&limit=1&isLimited=true&scope=" + genesis.OraclePair,
}

// buy does what a page and its wallet do once one has pressed, until the purchase has
// landed.
func (b *buyer) buy(ctx context.Context) error {
	for {
		var placing errgroup.Group
		var location string
		placing.Go(func() (err error) { location, err = b.place(ctx); return err })
		median, unquoted := b.quote(ctx)
		if err := placing.Wait(); err != nil {
			return err
		}
		if location == "" && unquoted != nil {
			return unquoted
		}
		if location == "" {
			return b.signAndSend(ctx, median)
		}
		// At the turn of a place there is another quote.
		if err := b.wait(ctx, location); err != nil {
			return err
		}
	}
}

// signAndSend is what the wallet does, and the page after it.
func (b *buyer) signAndSend(ctx context.Context, median uint64) error {
	h, err := b.header(ctx)
	if err != nil {
		return err
	}
	made, err := sign(b.fan, b.drop, median, h)
	if err != nil {
		return err
	}
	if b.Doubles > 0 && b.number%b.Doubles == 0 {
		h.expires = h.expires.Add(-time.Second) // or it would be the same transaction
		again, err := sign(b.fan, b.drop, median, h)
		if err != nil {
			return err
		}
		b.second = &again
	}
	return b.send(ctx, made, 1)
}

// quote reads what a purchase costs as the page does: the head, and rows of that block
// or, when no node has it yet, the newest.
func (b *buyer) quote(ctx context.Context) (median uint64, err error) {
	got, err := b.get(ctx, "/v1/chain/get_info")
	var h head
	if err != nil || got.status != http.StatusOK || json.Unmarshal(got.body, &h) != nil {
		return 0, unexpected("the head", got, err)
	}
	var reads errgroup.Group
	for i, path := range append(b.ownRows(), sharedRows...) {
		reads.Go(func() error {
			got, err := b.get(ctx, path+"&min_block="+strconv.Itoa(int(h.Number)), "Cache-Control", "max-age=0")
			if err != nil || got.status != http.StatusOK {
				got, err = b.get(ctx, path, "Cache-Control", "max-age=0")
			}
			if err != nil || got.status != http.StatusOK {
				return unexpected("the quote, "+[]string{"balance", "claims", "drops", "median"}[i], got, err)
			}
			if i == len(sharedRows)+1 {
				var points struct{ Rows []struct{ Median uint64 } }
				if err = json.Unmarshal(got.body, &points); err == nil && len(points.Rows) > 0 {
					median = points.Rows[0].Median
				}
			}
			return err
		})
	}
	if err = reads.Wait(); err == nil && median == 0 {
		err = errors.New("the quote: there is no median")
	}
	return median, err
}

// header reads what a wallet's header needs, and the ABIs that it writes actions by.
func (b *buyer) header(ctx context.Context) (header, error) {
	var h head
	var info struct {
		Prefix uint32 `json:"ref_block_prefix"`
	}
	err := b.call(ctx, "get_info", "{}", &h)
	if err != nil {
		return header{}, err
	}
	if err = b.call(ctx, "get_block_info", fmt.Sprintf(`{"block_num":%d}`, h.Number-blocksBehind), &info); err != nil {
		return header{}, err
	}
	for _, contract := range []string{genesis.Token, genesis.GameContract} {
		if err := b.call(ctx, "get_raw_abi", fmt.Sprintf(`{"account_name":%q}`, contract), nil); err != nil {
			return header{}, err
		}
	}
	at, err := h.at()
	return header{h.Number - blocksBehind, info.Prefix, at.Add(life)}, err
}

// status is what the gateway tells of a place or a push.
type status struct {
	State   string `json:"state"`
	Place   int    `json:"place"`
	SendsIn int    `json:"sends_in"` // milliseconds, of a push
	TurnIn  int    `json:"turn_in"`  // of a place
	Error   struct {
		Details []struct{ Message string }
	} `json:"error"`
}

// place takes a place in line before a signature.
func (b *buyer) place(ctx context.Context) (location string, err error) {
	body := fmt.Sprintf(`{"account":%q,"drop":"%d","life":%d}`, b.fan, b.drop, int(life.Seconds()))
	got, err := b.post(ctx, "/api/v1/places", body)
	var s status
	switch {
	case err != nil:
	case got.status == http.StatusNoContent:
		return "", nil
	case got.status == http.StatusCreated:
		b.markQueued()
		b.hasPlace = true
		return got.header.Get("Location"), nil
	case got.status == http.StatusOK && json.Unmarshal(got.body, &s) == nil && s.State == "turn":
		b.isTurn = true
		return "", nil
	}
	return "", unexpected("a place", got, err)
}

// wait waits for the turn of a place.
func (b *buyer) wait(ctx context.Context, location string) error {
	return b.follow(ctx, location, "", func(s status) (over bool, err error) {
		switch s.State {
		case "waiting":
			return false, nil
		case "turn":
			return true, nil
		}
		return true, errors.New("the place is " + s.State)
	})
}

// The shortest and the longest time between two requests of a page for a status, and the longest of one that waits for its
// turn, which is over after a minute.
const firstPace, lastPace, turnPace = time.Second, 10 * time.Second, 5 * time.Second

// pace is how long a page in line waits until its next request: a tenth of what the line still takes.
func (s status) pace() time.Duration {
	if s.State == "waiting" {
		return min(max(time.Duration(s.TurnIn)*time.Millisecond/10, firstPace), turnPace)
	}
	return min(max(time.Duration(s.SendsIn)*time.Millisecond/10, firstPace), lastPace)
}

// follow reads a status each time that it changes from the one that etag names, if any. As
// the page does, it waits between requests while it is in line.
func (b *buyer) follow(ctx context.Context, location, etag string, each func(status) (over bool, err error)) error {
	var known status
	for {
		if known.State == "queued" || known.State == "waiting" {
			select {
			case <-time.After(known.pace()):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		var headers []string
		if etag != "" {
			headers = []string{"If-None-Match", etag, "Prefer", "wait=20"}
		}
		got, err := b.get(ctx, location, headers...)
		switch {
		case err == nil && got.status == http.StatusNotModified:
			continue
		case err != nil || got.status != http.StatusOK:
			return unexpected("the status", got, err)
		}
		known = status{}
		if err := json.Unmarshal(got.body, &known); err != nil {
			return err
		}
		if over, err := each(known); over || err != nil {
			return err
		}
		etag = got.header.Get("ETag")
	}
}

// markQueued records the first answer that says that the buyer is in line.
func (b *buyer) markQueued() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.queued.IsZero() {
		b.queued = time.Now()
	}
}

// send pushes what is signed and follows it. Who signs twice pushes the second at once.
func (b *buyer) send(ctx context.Context, made signed, nth int) error {
	began := time.Now()
	got, err := b.post(ctx, "/v1/chain/send_transaction", string(made.body), "Prefer", "respond-async")
	var s status
	if err != nil || got.status != http.StatusAccepted || json.Unmarshal(got.body, &s) != nil {
		return unexpected("the push", got, err)
	}
	b.markQueued()
	b.mu.Lock()
	b.pushes = append(b.pushes, push{
		id: made.id, holder: b.fan, nth: nth, pushed: began, queued: time.Now(), isHeld: s.State == "queued" && s.Place == 0, isTurn: b.isTurn,
	})
	b.mu.Unlock()
	var both errgroup.Group
	if nth == 1 && b.second != nil {
		both.Go(func() error { return b.send(ctx, *b.second, 2) })
	}
	both.Go(func() error {
		if over, err := b.record(s, nth); over || err != nil {
			return err
		}
		return b.follow(ctx, got.header.Get("Location"), got.header.Get("ETag"), func(s status) (bool, error) { return b.record(s, nth) })
	})
	return both.Wait()
}

// record keeps the times of the first push, and tells whether a push has ended.
func (b *buyer) record(s status, nth int) (over bool, err error) {
	now := time.Now()
	isFirst := nth == 1
	switch s.State {
	case "queued":
		return false, nil
	case "sent", "landed":
		if isFirst && b.sent.IsZero() {
			b.sent = now
		}
		if isFirst && s.State == "landed" {
			b.landed = now
		}
		return s.State == "landed", nil
	case "refused":
		if isFirst && b.sent.IsZero() {
			b.sent = now
		}
		why := ""
		if len(s.Error.Details) > 0 {
			why = digits.ReplaceAllString(s.Error.Details[0].Message, "…")
		}
		return true, errors.New("refused: " + why)
	}
	return true, errors.New("the push is " + s.State)
}
