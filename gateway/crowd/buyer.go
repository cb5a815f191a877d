package crowd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/paths"

	"golang.org/x/sync/errgroup"
)

// Push is a transaction on its way into the gateway's line.
type Push struct {
	ID, Holder string
	Nth        int // of its holder's, from 1
	// Pushed is when it was on its way, Queued when it was surely in the line.
	Pushed, Queued time.Time
	// IsHeld: it was shuffled with others around an opening. IsTurn: a place had kept
	// its turn, and it goes before those without.
	IsHeld, IsTurn bool
}

// Mishap is that something went otherwise than well for somebody, who tried again if they could.
type Mishap struct {
	At   time.Time
	What string
}

// Buyer is one of the crowd, at an address of their own.
type Buyer struct {
	Account
	// Twice: they sign two purchases, and push the second right after the first.
	Twice bool
	// PressAt is when they press by the plan, PressedAt when they did.
	PressAt, PressedAt time.Time

	*Client
	second *Signed
	isTurn bool
	// again counts how often they pressed again after a refusal.
	again int
	// isLost: a push may have gone out of which nothing was heard, so that a refusal of the same proves nothing.
	isLost atomic.Bool

	mu sync.Mutex // of what two purchases of one buyer change
	// Pushes are what was taken into the line, Mishaps what was tried again.
	Pushes  []Push
	Mishaps []Mishap
	// Signed is the id of their first purchase, once it is signed.
	Signed string
	// Queued is when they heard first that they are in; Sent, that a node has it; Landed,
	// that the chain does; Refused, that it never will.
	Queued, Sent, Landed, Refused time.Time
	// HasPlace: they stood in line before they signed.
	HasPlace bool
	// Place is the highest place in line that they were told.
	Place int
	Err   error
}

// NewBuyer is a buyer at an address, whose requests are counted.
func (s *Site) NewBuyer(by Account, from string, cost *Cost) *Buyer {
	return &Buyer{Account: by, Client: s.Client(from, cost)}
}

// Close ends the buyer's connections.
func (b *Buyer) Close() { b.http.CloseIdleConnections() }

// call asks the chain API for something.
func (b *Buyer) call(ctx context.Context, name, body string, into any) error {
	got, err := b.Post(ctx, "/v1/chain/"+name, body)
	return decode(name, got, err, into)
}

// ownRows are the addresses of the rows of a buyer that a page reads, SharedRows those of all.
func (b *Buyer) ownRows() []string {
	return []string{
		"/api/v1/rows/accounts?account=" + b.Network.Token + "&limit=10&isLimited=true&scope=" + b.Name,
		"/api/v1/rows/claims?scope=" + b.Network.GameContract + "&index=" + b.Name,
	}
}

// SharedRows are the addresses of the rows that each page of a sale reads: drops, and the median.
func (s *Site) SharedRows() []string {
	return []string{
		"/api/v1/rows/drops?account=" + s.Network.GameContract,
		"/api/v1/rows/datapoints?account=" + s.Network.Oracle + "&limit=1&isLimited=true&scope=" + s.Network.OraclePair,
	}
}

// Open reads what a page of a sale does.
func (b *Buyer) Open(ctx context.Context) error {
	for _, path := range append(b.ownRows(), b.SharedRows()...) {
		if got, err := b.Get(ctx, path); err != nil || got.Status != http.StatusOK {
			return Unexpected("opening a page", got, err)
		}
	}
	return nil
}

// Buy presses, and does what a page and its wallet do then until the purchase has landed or was refused. What fails on the
// way is tried again, until the context is over. The buyer's fields can be read once it is over.
func (b *Buyer) Buy(ctx context.Context) error {
	b.PressedAt = time.Now()
	b.Err = b.buy(ctx)
	return b.Err
}

// priceMoved is in the refusal of a purchase whose price changed while it waited. Then a buyer presses again, some times.
const (
	priceMoved = "Price moved"
	pressAgain = 3
)

func (b *Buyer) buy(ctx context.Context) error {
	for {
		err := b.buyOnce(ctx)
		if refused := (refusal{}); !errors.As(err, &refused) || !strings.Contains(refused.why, priceMoved) || b.again == pressAgain {
			return err
		}
		if err := b.trip(ctx, &Problem{What: "pressed again", Why: "the price moved"}, lastPause); err != nil {
			return err
		}
		b.again++
		b.Twice, b.second, b.isTurn, b.Refused = false, nil, false, time.Time{}
	}
}

func (b *Buyer) buyOnce(ctx context.Context) error {
	var signed Signed
	err := b.insist(ctx, func() (err error) {
		median, err := b.takeTurn(ctx)
		if err != nil {
			return err
		}
		signed, err = b.sign(ctx, median)
		return err
	})
	if err != nil {
		return err
	}
	return b.send(ctx, signed, 1)
}

// The first and the longest pause before something that failed is tried again.
const firstPause, lastPause = time.Second, 10 * time.Second

// insist does something until it comes about, or fails for good.
func (b *Buyer) insist(ctx context.Context, do func() error) error {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		err := do()
		if problem := (*Problem)(nil); !errors.As(err, &problem) || !problem.passes() {
			return err
		} else if waited := b.trip(ctx, problem, pause); waited != nil {
			return fmt.Errorf("%w: %w", err, waited)
		}
	}
}

// trip notes a mishap, and waits before the next try: as long as it was asked for, else the pause.
func (b *Buyer) trip(ctx context.Context, problem *Problem, pause time.Duration) error {
	b.mu.Lock()
	b.Mishaps = append(b.Mishaps, Mishap{time.Now(), strings.ReplaceAll(problem.Error(), b.Name, "…")})
	b.mu.Unlock()
	return Pause(ctx, cmp.Or(min(problem.After, lastPause), pause/2+rand.N(pause/2+1)))
}

// passes reports whether the same may go well later: there was no answer, or one of a server's or a place's trouble.
func (p *Problem) passes() bool {
	return p.Status == 0 || p.Status == http.StatusTooManyRequests || p.Status >= 500
}

// Pause waits, or answers why the context is over.
func Pause(ctx context.Context, long time.Duration) error {
	if beat.Pause(ctx, long) {
		return nil
	}
	return ctx.Err()
}

// takeTurn stands in line if need be, and answers the median of the quote at its end.
func (b *Buyer) takeTurn(ctx context.Context) (uint64, error) {
	for {
		var placing errgroup.Group
		var location string
		placing.Go(func() (err error) { location, err = b.place(ctx); return err })
		median, unquoted := b.Quote(ctx)
		if err := placing.Wait(); err != nil {
			return 0, err
		}
		if location == "" {
			return median, unquoted
		}
		// At the turn of a place there is another quote.
		if err := b.wait(ctx, location); err != nil {
			return 0, err
		}
	}
}

// sign is what the wallet does.
func (b *Buyer) sign(ctx context.Context, median uint64) (Signed, error) {
	h, err := b.Header(ctx)
	if err != nil {
		return Signed{}, err
	}
	signed, err := b.Sign(b.Account, median, h)
	if err != nil {
		return Signed{}, err
	}
	if b.Twice {
		h.expires = h.expires.Add(-time.Second) // or it would be the same transaction
		again, err := b.Sign(b.Account, median, h)
		if err != nil {
			return Signed{}, err
		}
		b.second = &again
	}
	b.Signed = signed.ID
	return signed, nil
}

// ownPatience is how long a quote waits for the buyer's balance and claims, which the contract checks itself.
const ownPatience = 3 * time.Second

// Quote reads what a purchase costs as the page does: the head, and rows of that block or, when no node has it yet, the
// newest. It goes on without those of the buyer.
func (b *Buyer) Quote(ctx context.Context) (median uint64, err error) {
	got, err := b.Get(ctx, "/v1/chain/get_info")
	var h Head
	if err != nil || got.Status != http.StatusOK || json.Unmarshal(got.Body, &h) != nil {
		return 0, Unexpected("the head", got, err)
	}
	var reads errgroup.Group
	own, shared := b.ownRows(), b.SharedRows()
	brief, done := context.WithTimeout(ctx, ownPatience)
	defer done()
	for i, path := range append(own, shared...) {
		reads.Go(func() error {
			isOwn, ctx := i < len(own), ctx
			if isOwn {
				ctx = brief
			}
			got, err := b.Get(ctx, path+"&min_block="+strconv.Itoa(int(h.Number)), "Cache-Control", "max-age=0")
			if err != nil || got.Status != http.StatusOK {
				got, err = b.Get(ctx, path, "Cache-Control", "max-age=0")
			}
			if err != nil || got.Status != http.StatusOK {
				if isOwn {
					return nil
				}
				return Unexpected("the quote, "+[]string{"drops", "median"}[i-len(own)], got, err)
			}
			if i == len(own)+1 {
				var points struct{ Rows []struct{ Median uint64 } }
				if err = json.Unmarshal(got.Body, &points); err == nil && len(points.Rows) > 0 {
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

// Header reads what a wallet's header needs, and the ABIs that it writes actions by.
func (b *Buyer) Header(ctx context.Context) (Header, error) {
	var h Head
	var info struct {
		Prefix uint32 `json:"ref_block_prefix"`
	}
	err := b.call(ctx, "get_info", "{}", &h)
	if err != nil {
		return Header{}, err
	}
	if err = b.call(ctx, "get_block_info", fmt.Sprintf(`{"block_num":%d}`, h.Number-blocksBehind), &info); err != nil {
		return Header{}, err
	}
	for _, contract := range []string{b.Network.Token, b.Network.GameContract} {
		if err := b.call(ctx, "get_raw_abi", fmt.Sprintf(`{"account_name":%q}`, contract), nil); err != nil {
			return Header{}, err
		}
	}
	at, err := h.At()
	return Header{h.Number - blocksBehind, info.Prefix, at.Add(life)}, err
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
func (b *Buyer) place(ctx context.Context) (location string, err error) {
	body := fmt.Sprintf(`{"account":%q,"drop":%q,"life":%d}`, b.Name, b.Drop.ID, int(life.Seconds()))
	got, err := b.Post(ctx, paths.Places, body)
	var s status
	switch {
	case err != nil:
	case got.Status == http.StatusNoContent:
		return "", nil
	case got.Status == http.StatusCreated:
		_ = json.Unmarshal(got.Body, &s) // the next status says it, too
		b.markQueued(s.Place)
		b.HasPlace = true
		return got.Header.Get("Location"), nil
	case got.Status == http.StatusOK && json.Unmarshal(got.Body, &s) == nil && s.State == "turn":
		b.isTurn = true
		return "", nil
	}
	return "", Unexpected("a place", got, err)
}

// wait waits for the turn of a place.
func (b *Buyer) wait(ctx context.Context, location string) error {
	return b.follow(ctx, location, "", func(s status) (over bool, err error) {
		switch s.State {
		case "waiting":
			b.markQueued(s.Place)
			return false, nil
		case "turn":
			return true, nil
		}
		return true, &Problem{What: "the place is " + s.State}
	})
}

// The shortest and the longest time between two requests of a page for a status.
const firstPace, lastPace = time.Second, 10 * time.Second

// pace is how long a page in line waits until its next request: a tenth of what the line still takes.
func (s status) pace() time.Duration {
	// Either of them is said.
	return min(max(time.Duration(s.TurnIn+s.SendsIn)*time.Millisecond/10, firstPace), lastPace)
}

// follow reads a status each time that it changes from the one that etag names, if any. As
// the page does, it waits between requests while it is in line.
func (b *Buyer) follow(ctx context.Context, location, etag string, each func(status) (over bool, err error)) error {
	var known status
	for {
		if known.State == "queued" || known.State == "waiting" {
			if err := Pause(ctx, known.pace()); err != nil {
				return err
			}
		}
		var headers []string
		if etag != "" {
			headers = []string{"If-None-Match", etag, "Prefer", "wait=20"}
		}
		got, err := b.Get(ctx, location, headers...)
		switch {
		case err == nil && got.Status == http.StatusNotModified:
			continue
		case err == nil && got.Status == http.StatusNotFound: // another process knows nothing of it
			return &Problem{What: "the status", Why: "it is forgotten"}
		case err != nil || got.Status != http.StatusOK:
			return Unexpected("the status", got, err)
		}
		known = status{}
		if err := json.Unmarshal(got.Body, &known); err != nil {
			return err
		}
		if over, err := each(known); over || err != nil {
			return err
		}
		etag = got.Header.Get("ETag")
	}
}

// markQueued records the first answer that says that the buyer is in line, and the place that they were told.
func (b *Buyer) markQueued(place int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.Queued.IsZero() {
		b.Queued = time.Now()
	}
	b.Place = max(b.Place, place)
}

// send pushes what is signed and follows it; what was lost on the way is pushed again, the same bytes. Who signs twice pushes
// the second at once.
func (b *Buyer) send(ctx context.Context, made Signed, nth int) error {
	ctx, cancel := context.WithTimeout(ctx, life+lastPause) // then none of it can come about any more
	defer cancel()
	var both errgroup.Group
	pushed := false
	err := b.insist(ctx, func() error {
		began := time.Now()
		got, err := b.Post(ctx, "/v1/chain/send_transaction", string(made.Body), "Prefer", "respond-async")
		var s status
		if err != nil || got.Status != http.StatusAccepted || json.Unmarshal(got.Body, &s) != nil {
			if err != nil || got.Status >= 500 && got.Status != http.StatusServiceUnavailable { // of 503 nothing was sent
				b.isLost.Store(true)
			}
			return Unexpected("the push", got, err)
		}
		b.markQueued(s.Place)
		if !pushed {
			b.mu.Lock()
			b.Pushes = append(b.Pushes, Push{
				ID: made.ID, Holder: b.Name, Nth: nth + b.again, Pushed: began, Queued: time.Now(), IsHeld: s.State == "queued" && s.Place == 0, IsTurn: b.isTurn,
			})
			b.mu.Unlock()
			if nth == 1 && b.second != nil {
				both.Go(func() error { return b.send(ctx, *b.second, 2) })
			}
			pushed = true
		}
		if over, err := b.record(ctx, s, made, nth); over || err != nil {
			return err
		}
		err = b.follow(ctx, got.Header.Get("Location"), got.Header.Get("ETag"), func(s status) (bool, error) { return b.record(ctx, s, made, nth) })
		if err != nil && !errors.As(err, new(refusal)) {
			b.isLost.Store(true)
		}
		return err
	})
	return cmp.Or(err, both.Wait())
}

// refusal is the chain's no.
type refusal struct{ why string }

func (r refusal) Error() string { return "refused: " + r.why }

// record keeps the times of the first push, and tells whether a push has ended.
func (b *Buyer) record(ctx context.Context, s status, made Signed, nth int) (over bool, err error) {
	isDoubtful := s.State == "unknown" || s.State == "refused" && b.isLost.Load()
	if isDoubtful && b.inClaims(ctx, made.ID) {
		s.State = "landed"
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	mark := func(times ...*time.Time) {
		for _, at := range times {
			if nth == 1 && at.IsZero() {
				*at = now
			}
		}
	}
	switch s.State {
	case "queued":
		b.Place = max(b.Place, s.Place)
		return false, nil
	case "sent":
		mark(&b.Sent)
		return false, nil
	case "landed":
		mark(&b.Sent, &b.Landed)
		return true, nil
	case "refused":
		mark(&b.Sent)
		why := ""
		if len(s.Error.Details) > 0 {
			why = kindOf(s.Error.Details[0].Message)
		}
		if isDoubtful { // the chain may have the one that was lost: the rows say so later, or never
			return true, &Problem{What: "refused after a push that was lost", Why: why}
		}
		mark(&b.Refused)
		return true, refusal{why}
	}
	return true, &Problem{What: "the push is " + s.State}
}

// inClaims reports whether the chain's rows have a purchase.
func (b *Buyer) inClaims(ctx context.Context, id string) bool {
	got, err := b.Get(ctx, b.ownRows()[1], "Cache-Control", "max-age=0")
	return err == nil && got.Status == http.StatusOK && strings.Contains(string(got.Body), id)
}

// readDrop reads a drop as rows have it: ids are numbers or, where these would be too long, strings.
func readDrop(id json.RawMessage, listing, settlement string) (Drop, error) {
	price, unread := antelope.ParseAsset(listing)
	symbol, unknown := antelope.ParseSymbol(settlement)
	return Drop{strings.Trim(string(id), `"`), price, symbol}, cmp.Or(unread, unknown)
}

// ChainID is that of the chain that the site is on, 64 hex digits.
func (c *Client) ChainID(ctx context.Context) (string, error) {
	got, err := c.Get(ctx, "/v1/chain/get_info")
	var h Head
	err = decode("asking which chain it is on", got, err, &h)
	return h.ChainID, err
}

// FindDrop reads what is to be bought from the site's rows.
func (c *Client) FindDrop(ctx context.Context, edition, id string) (Drop, error) {
	got, err := c.Get(ctx, c.SharedRows()[0], "Cache-Control", "max-age=0")
	var drops struct {
		Rows []struct {
			ID         json.RawMessage `json:"drop_id"`
			Edition    string          `json:"edition"`
			Listing    string          `json:"listing_price"`
			Settlement string          `json:"settlement_symbol"`
		} `json:"rows"`
	}
	if err := decode("reading the drops", got, err, &drops); err != nil {
		return Drop{}, err
	}
	for _, row := range drops.Rows {
		if row.Edition == edition && strings.Trim(string(row.ID), `"`) == id {
			return readDrop(row.ID, row.Listing, row.Settlement)
		}
	}
	return Drop{}, fmt.Errorf("the site has no drop %s of %s: /api/v1/rows/drops lists what it has", id, edition)
}
