package push

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/transaction"
)

// State is what became of a push or a place so far, for who reads its status.
type State = queue.State

// The states of pushes.
const (
	// Queued: not sent yet.
	Queued State = "queued"
	// Sent: a node has it, or may have it.
	SentState State = "sent"
	// LandedState: it stands in the chain's rows or in a block that was read.
	LandedState State = "landed"
	// RefusedState: the chain said no, and nothing was sent before that it can have.
	RefusedState State = "refused"
	// Expired: it waited until it was too late; nothing was sent.
	Expired State = "expired"
	// Left: it was taken out; nothing was sent.
	Left State = "left"
	// UnknownState: it was sent, and what became of it could not be found out.
	UnknownState State = "unknown"
)

// Status is what is told of a push, or of a place in line for what is not signed yet.
type Status struct {
	ID    string `json:"transaction_id,omitempty"`
	State State  `json:"state"`
	// Place, Of and IsMoving are of one that waits, and in how many milliseconds a push is sent, or a
	// place has its turn.
	Place    int   `json:"place,omitempty"`
	Of       int   `json:"of,omitempty"`
	SendsIn  int64 `json:"sends_in,omitempty"`
	TurnIn   int64 `json:"turn_in,omitempty"`
	IsMoving *bool `json:"is_moving,omitempty"`
	// IsMissed says that a place's turn was not used, and EndsIn in how many milliseconds one is over.
	IsMissed bool  `json:"missed,omitempty"`
	EndsIn   int64 `json:"ends_in,omitempty"`
	// Block is that from which on it can be read, or the one that a node named.
	Block uint64 `json:"block,omitempty"`
	// Claim is the game's row of a purchase, as nodes answer it.
	Claim json.RawMessage `json:"claim,omitempty"`
	// Error is the chain's.
	Error json.RawMessage `json:"error,omitempty"`
	// KnowsSince is a refused one's: since when this process, and each other one of its cluster, knows
	// of all that it sent, in Unix milliseconds by the clock of theirs that is ahead of the others; 0 if
	// one of them does not say. Of what reached them first after that, no earlier sending came about,
	// whichever of them told the page the time.
	KnowsSince int64 `json:"knows_since,omitempty"`
}

// ErrNoToken: the token is none of this process, or was forgotten.
var ErrNoToken = errors.New("nothing is known of it")

// ErrSent: it cannot leave any more.
var ErrSent = errors.New("it was sent already")

const (
	tokenBytes = 16
	// confirmWithin is how long after an expiration the rows and blocks that have what landed
	// before it were read.
	confirmWithin = 30 * time.Second
	// watchFor is for how long a row that was found is watched, in case its block is undone.
	watchFor = 30 * time.Second
)

func newToken() string {
	var token [tokenBytes]byte
	_, _ = rand.Read(token[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(token[:])
}

// follow gives a push a status that can be read. The lock is held.
func (b *Broadcaster) follow(r *record) {
	r.isAsync = true
	if r.token == "" {
		r.token = newToken()
		b.book.tokens[r.token] = r
	}
	if r.phase != waiting {
		b.searchClaims(r)
		b.confirm(r)
	}
}

// isInClaims reports whether what becomes of a push is found in rows. The lock is held.
func (b *Broadcaster) isInClaims(r *record) bool {
	return r.isPurchase && b.settings.Load().Claims != nil
}

// searchClaims has a purchase looked for in rows whose status somebody reads. The lock is held.
func (b *Broadcaster) searchClaims(r *record) {
	if r.isAsync && r.stopSearch == nil && b.isInClaims(r) {
		r.stopSearch = b.settings.Load().Claims.Want(r.id)
		b.searched = append(b.searched, r)
		wake(b.chores)
	}
}

// endSearches ends the search for what was found, or cannot be. The lock is held.
func (b *Broadcaster) endSearches(now time.Time) {
	claims := b.settings.Load().Claims
	b.searched = slices.DeleteFunc(b.searched, func(r *record) bool {
		found := false
		if claims != nil {
			_, _, found = claims.Find(r.id)
		}
		if found && r.foundAt.IsZero() {
			r.foundAt = now
		}
		isOver := found && now.Sub(r.foundAt) > watchFor || now.After(r.expiration.Add(confirmWithin)) || r.phase == concluded && r.answer.Outcome == Refused
		if isOver && r.stopSearch != nil {
			r.stopSearch()
		}
		return isOver || r.stopSearch == nil
	})
}

// stand tells where one stands, and answers in how many milliseconds its turn comes.
func (s *Status) stand(at queue.Standing) (in int64) {
	s.Place, s.Of, s.IsMoving = at.Place, at.Of, &at.IsMoving
	return at.In.Milliseconds()
}

// Status is what became of the push or the place of a token. The error is ErrNoToken,
// ErrElsewhere, or a *NotSentError of a push that the end of the process took out.
func (b *Broadcaster) Status(token string) (Status, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.places[token]; p != nil {
		return b.placeStatus(p, time.Now()), nil
	}
	if r := b.book.tokens[token]; r != nil {
		return b.status(r, time.Now())
	}
	return Status{}, b.noToken()
}

// noToken says why there is no status of a token. The lock is held.
func (b *Broadcaster) noToken() error {
	if b.isElsewhere || b.giving > 0 || time.Since(b.gaveAt) < askedWithin {
		return ErrElsewhere
	}
	return ErrNoToken
}

// status is that of a record. The lock is held.
func (b *Broadcaster) status(r *record, now time.Time) (Status, error) {
	s := Status{ID: r.id.String()}
	switch {
	case r.phase == waiting:
		s.State, s.SendsIn = Queued, s.stand(b.queue.Standing(r.entry, now))
		return s, nil
	case errors.Is(r.err, ErrEnding):
		return s, r.err
	case r.err != nil:
		s.State = r.end
		return s, nil
	}
	if claims := b.settings.Load().Claims; claims != nil && r.isPurchase {
		if block, claim, found := claims.Find(r.id); found {
			s.State, s.Block, s.Claim = LandedState, block, claim
			return s, nil
		}
	}
	switch outcome := r.answer.Outcome; {
	case r.found != nil:
		s.State, s.Block = LandedState, r.found.Block
	case outcome == Refused:
		s.State, s.Error = RefusedState, chainError(r.answer.Body)
		if r.isAlone {
			s.KnowsSince = max(b.book.since.UnixMilli(), r.othersKnow.UnixMilli()) + r.othersAhead.Milliseconds()
		}
	case outcome == Unknown, outcome == FoundAbsent, now.After(r.expiration.Add(confirmWithin)) && r.phase == concluded:
		s.State = UnknownState
	default:
		s.State, s.Block = SentState, r.answer.Block
	}
	return s, nil
}

// Knows says of a transaction whether this process has it, which it may have sent or may yet send,
// and for how long the process has known of all that it sent.
func (b *Broadcaster) Knows(id transaction.ID) (has bool, since time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if b.book.since.IsZero() {
		b.book.since = now
	}
	known, isKept := b.book.outcomes.Peek(id)
	return b.book.open[id] != nil || isKept && now.Before(known.until), now.Sub(b.book.since)
}

// Changes returns what waits until the status of a push or a place may be another one than it is
// now, which is a second at most.
func (b *Broadcaster) Changes(token string) (wait func(context.Context)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var changed, landed <-chan struct{}
	if r := b.book.tokens[token]; r != nil {
		if r.changed == nil {
			r.changed = make(chan struct{})
		}
		changed = r.changed
		if claims := b.settings.Load().Claims; claims != nil && r.stopSearch != nil {
			landed = claims.Changed()
		}
	}
	return func(ctx context.Context) {
		select {
		case <-changed:
		case <-landed:
		case <-time.After(choresEvery):
		case <-ctx.Done():
		case <-b.life.Done():
		}
	}
}

// IsEnding reports whether nobody should wait for changes any more.
func (b *Broadcaster) IsEnding() bool { return b.life.Err() != nil }

// Leave takes a push out, after which nothing is sent, or gives a place up. The error is
// ErrNoToken, ErrElsewhere, or ErrSent with the status.
func (b *Broadcaster) Leave(token string) (Status, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now, r := time.Now(), b.book.tokens[token]
	if p := b.places[token]; p != nil && p.IsShared { // it stays somebody else's
		delete(b.places, token)
		return Status{State: queue.Ended}, nil
	} else if p != nil {
		b.queue.Leave(p, now)
		return b.placeStatus(p, now), nil
	}
	switch {
	case r == nil:
		return Status{}, b.noToken()
	case r.phase == waiting:
		b.queue.Remove(r.entry)
		b.unsend(r, ErrLeft, Left)
		return Status{State: Left}, nil
	}
	s, err := b.status(r, now)
	if err == nil && r.err == nil {
		err = ErrSent
	}
	return s, err
}

// Stats is how the line fares.
type Stats struct {
	queue.Stats
	// Left counts those that were not sent after all.
	Left uint64 `json:"left"`
}

// Stats is how the line fares.
func (b *Broadcaster) Stats() Stats {
	b.mu.Lock()
	defer b.mu.Unlock()
	return Stats{b.queue.Stats(time.Now()), b.left}
}

// Busy reports whether somebody waits: a push, or a place.
func (b *Broadcaster) Busy() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.queue.Busy()
}
