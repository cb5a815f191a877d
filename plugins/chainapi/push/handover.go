package push

import (
	"context"
	"errors"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/transaction"
)

// ErrElsewhere: another process has it, which answers on the next connection.
var ErrElsewhere = errors.New("another process has the line")

// Waiting is what waits in line, as another process is given it: a push whose status is read,
// or the place of one that is not signed yet.
type Waiting struct {
	// Token is of its status, Client the address that it came from.
	Token  string `json:"token"`
	Client string `json:"client"`
	// Call and Body are a push's; see transaction.Parse.
	Call string `json:"call,omitempty"`
	Body []byte `json:"body,omitempty"`
	// Account and Drop are a place's. TurnLeft is in milliseconds, 0 before its turn: machines' clocks
	// differ. TurnEnds, in Unix milliseconds, is of and for processes that do not know it. SignLeft is
	// for how many milliseconds what is signed in its turn goes first yet, of a turn that is over.
	Account  string `json:"account,omitempty"`
	Drop     string `json:"drop,omitempty"`
	IsMissed bool   `json:"missed,omitempty"`
	TurnLeft int64  `json:"turn_left,omitempty"`
	TurnEnds int64  `json:"turn_ends,omitempty"`
	SignLeft int64  `json:"sign_left,omitempty"`
}

// HandOver takes out what waits in line, in its order: this process will not send it. It is
// what pages follow by a status. What somebody waits for on a connection stays, and is sent by
// this process or answered as not sent; so does what was sent. From now on the status of what is
// not here is ErrElsewhere, and new pushes are answered that nothing was sent. Pushes of more than
// so many bytes stay as well.
func (b *Broadcaster) HandOver(most int) (line []Waiting) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.isElsewhere = true
	return b.takeOut(most)
}

// leastSignLeft is the least Waiting.SignLeft of what was signed already, for the way to the other process.
const leastSignLeft = 10 * time.Second

// askedWithin is how long another process may take to be asked of what it was given.
const askedWithin = time.Second

// TakeOut is HandOver of a process that goes on taking pushes: the status of what is not here is
// ErrElsewhere until given was called, and for a moment after it.
func (b *Broadcaster) TakeOut(most int) (line []Waiting, given func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if line = b.takeOut(most); len(line) == 0 {
		return nil, func() {}
	}
	b.giving++
	return line, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.giving--
		b.gaveAt = time.Now()
	}
}

// takeOut is HandOver. The lock is held.
func (b *Broadcaster) takeOut(most int) (line []Waiting) {
	now := time.Now()
	tokens := make(map[*queue.Place][]string, len(b.places))
	for token, p := range b.places {
		tokens[p] = append(tokens[p], token)
	}
	takeOut := func(p *queue.Place, leastSignLeft time.Duration) {
		w := waitingPlace(p, now)
		w.SignLeft = max(w.SignLeft, leastSignLeft.Milliseconds())
		if len(tokens[p]) == 0 { // as a turn that was regained
			line = append(line, w)
		}
		for _, w.Token = range tokens[p] {
			line = append(line, w)
			delete(b.places, w.Token)
		}
		b.queue.Leave(p, now)
	}
	for _, p := range b.queue.Turns() {
		takeOut(p, 0)
	}
	given := make(map[*queue.Place]bool)
	for _, e := range b.queue.All() {
		if p := e.Place(); p != nil {
			takeOut(p, 0)
			continue
		}
		r := e.Value.(*record)
		if r.phase != waiting || r.isWaitedFor || r.token == "" || r.tries > 0 || len(r.push.Body) > most {
			continue
		}
		if p := e.SignedIn(); p != nil && !given[p] {
			given[p] = true
			takeOut(p, leastSignLeft) // it was signed in time
		}
		for _, token := range r.tokens() {
			line = append(line, Waiting{Token: token, Client: r.client, Call: r.push.Call, Body: r.push.Body})
			delete(b.book.tokens, token)
		}
		if r.other != nil && len(r.other.Body) <= most {
			line = append(line, Waiting{Token: r.token, Client: r.otherClient, Call: r.other.Call, Body: r.other.Body})
		}
		b.queue.Remove(e)
		r.line.End()
		b.queue.Done(e, false, now)
		delete(b.book.open, r.id)
		r.change()
	}
	return line
}

func waitingPlace(p *queue.Place, now time.Time) Waiting {
	w := Waiting{Client: p.Client(), Account: p.Account, Drop: p.Drop, IsMissed: p.IsMissed}
	if p.State == queue.Turn || p.State == queue.Used && now.Before(p.TurnEnds) {
		w.TurnLeft, w.TurnEnds = max(p.TurnEnds.Sub(now).Milliseconds(), 1), p.TurnEnds.UnixMilli()
	} else if until := p.FirstUntil(); now.Before(until) {
		w.SignLeft = until.Sub(now).Milliseconds()
	}
	return w
}

// TakeOver lets wait what another process handed over, and answers how many of it could not:
// for who asks for one of these it is unknown, as after a crash. What is too late here is Expired.
func (b *Broadcaster) TakeOver(line []Waiting, chain antelope.Checksum256) (lost int) {
	return len(b.take(line, chain, true))
}

// TakeIn is TakeOver of what a process had that goes on, and answers which of it could not wait. HandOver comes before all of it
// or after all of it.
func (b *Broadcaster) TakeIn(line []Waiting, chain antelope.Checksum256) (refused []int) {
	return b.take(line, chain, false)
}

// take is TakeOver, by which the line is this process's again, or TakeIn.
func (b *Broadcaster) take(line []Waiting, chain antelope.Checksum256, isOver bool) (refused []int) {
	b.ReadOpenings()
	pushes := make([]*transaction.Push, len(line)) // nil for a place, and for what cannot be read
	for i, w := range line {
		if w.Call != "" {
			pushes[i], _ = transaction.Parse(w.Call, chain, w.Body)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.isElsewhere = b.isElsewhere && !isOver
	for i, w := range line {
		if w.Call != "" && pushes[i] == nil || b.takeOver(w, pushes[i]) != nil {
			refused = append(refused, i)
		}
	}
	return refused
}

// takeOver is take of a push, or of a place for nil. The lock is held.
func (b *Broadcaster) takeOver(w Waiting, push *transaction.Push) error {
	if push == nil {
		switch {
		case b.life.Err() != nil || b.isElsewhere:
			return ErrEnding
		case !b.hasRoomForPlace():
			return queue.ErrFull
		}
		now := time.Now()
		ends := time.UnixMilli(w.TurnEnds)
		if w.TurnLeft > 0 {
			ends = now.Add(time.Duration(w.TurnLeft) * time.Millisecond)
		}
		p, err := b.queue.Reserve(w.Account, w.Drop, w.Client, w.IsMissed, ends, now.Add(time.Duration(w.SignLeft)*time.Millisecond), now)
		if err == nil && w.Token != "" { // a turn that was regained has none
			b.places[w.Token] = p
		}
		wake(b.chores)
		return err
	}
	r, _, err := b.recordOf(context.Background(), w.Client, push)
	switch {
	case w.Token != "" && (errors.Is(err, queue.ErrLate) || errors.Is(err, ErrExpired)):
		b.keepExpired(w.Token, push, err)
		return nil
	case err != nil:
		return err
	}
	if w.Token != "" && b.book.tokens[w.Token] != r {
		if r.token == "" {
			r.token = w.Token
		} else {
			r.aliases = append(r.aliases, w.Token)
		}
		b.book.tokens[w.Token] = r
	}
	r.keepOther(push, w.Client)
	b.follow(r)
	return nil
}

// keepExpired has a status tell of what was handed over, and sent by nobody, that it is too late for it. The
// lock is held.
func (b *Broadcaster) keepExpired(token string, push *transaction.Push, why error) {
	now := time.Now()
	r := &record{id: push.ID, token: token, phase: concluded, err: &NotSentError{why}, end: Expired, until: lookUntil(push.Expiration, now)}
	b.book.unsent.keep(token, r, now)
	b.book.tokens[token] = r
	b.left++
}
