package queue

import (
	"cmp"
	"net/netip"
	"slices"
	"time"
)

// Place is one in the line for a purchase that is not signed yet. When its turn comes
// there is a minute to sign, and what is signed then goes first. A turn that is not used
// delays nobody: those behind are sent meanwhile, and the place goes to the end, once.
type Place struct {
	// Account and Drop are the purchase's; an account has one place for a drop.
	Account, Drop string
	// State is what became of it so far.
	State State
	// IsMissed says that a turn was not used.
	IsMissed bool
	// TurnEnds is when the turn is over, in the state Turn.
	TurnEnds time.Time
	// IsShared says that it was asked for from another address as well: whose it is cannot be known.
	IsShared bool

	client     string
	entry      *Entry // while it waits
	seq        uint64 // of its entry, when a push takes its place
	firstUntil time.Time
	over       time.Time // when its state need not be known any more
	pushes     int       // that came with it
	open       int       // of these, without an end
	before     State
	isRegained bool // see Regain
}

// State is what became of a place.
type State string

// The states of places.
const (
	Waits State = "waiting"
	Turn  State = "turn"
	Used  State = "used"
	Ended State = "ended"
)

const (
	// press is how long a turn lasts, and sign how long a wallet may take after it.
	press = time.Minute
	sign  = 2 * time.Minute
	// spare is what a signature's life must have beside the wait: so long may a wallet
	// take, and before the expiration nothing is sent that is too late.
	spare = 80 * time.Second
	// priceHolds is how long what is signed may wait: it names a price that is among the oracle's
	// last 21, which are those of about a minute, and the contract refuses another one.
	priceHolds = 45 * time.Second
	// regainAfter is how long a purchase must have waited to regain a turn that it never had.
	regainAfter = 10 * time.Second
	// placePushes is how many pushes may come with one place: what signed them is known
	// only when a node has said it.
	placePushes = 4
	// turnsAhead is for how long a time so many turns are given as can be sent in it, and
	// fewestTurns are given always. While no push waits more are given, in a second as many
	// as are sent in one, and at least fewestTurns: turns that nobody uses keep no node idle.
	turnsAhead  = time.Minute
	fewestTurns = 30
	// turnsAtOnce is how many turns are given within a second, times the pace: whose turn it is
	// presses soon, and thousands within a second would be a flood. Every second one may stay unused
	// before a node has nothing to do.
	turnsAtOnce = 2
	// keepPlace is how long the state of a place that is over can be read.
	keepPlace = 3 * time.Minute
)

type placeKey struct{ account, drop string }

// Ask gives an account a place for a drop, or the one that it has; nil when there is no
// line that matters: then what lives so long can be signed now. The error is ErrFull.
func (q *Queue) Ask(account, drop, client string, life time.Duration, now time.Time) (p *Place, isNew bool, err error) {
	q.release(now)
	key := placeKey{account, drop}
	if p := q.table[key]; p != nil && (p.State == Waits || p.State == Turn) {
		q.share(p, client, now)
		return p, false, nil
	}
	// Before what comes is shuffled nobody has a place: who had one would go before them all.
	if until, isBefore := q.beforeSale(drop, now); isBefore && q.isEarly(until, now) {
		return nil, false, nil
	}
	if !q.couldBeLate(holderOf(account), client, drop, life, now) {
		return nil, false, nil
	}
	if len(q.table) >= 2*MaxPlaces {
		return nil, false, ErrFull
	}
	p = &Place{Account: account, Drop: drop, client: client}
	e := p.newEntry()
	e.from = q.addressOf(client)
	defer q.forget(e.from)
	displaced, err := q.makeRoom(e)
	for _, other := range displaced {
		q.end(other.place, now)
	}
	if err != nil {
		return nil, false, err
	}
	q.table[key] = p
	q.addPlace(p, e, now)
	q.giveTurns(now)
	return p, true, nil
}

// share notes that a place was asked for from another address as well: anybody can ask for one in another's name. If
// it waits as one of too many of its address, or of one that is to blame, and would not of this one, it does of this
// one.
func (q *Queue) share(p *Place, client string, now time.Time) {
	who := network(client)
	if who == network(p.client) {
		return
	}
	p.IsShared = true
	if e := p.entry; e == nil || e.from == nil || !q.isCrowded(e) || q.isBlamed(who) || q.isFull(who, p.Drop, now) {
		return // from is nil when its turn is next
	}
	back := p.entry.seq
	q.withdraw(p)
	p.client = client
	e := p.newEntry()
	e.seq = back
	q.addPlace(p, e, now)
}

// isCrowded reports whether an entry does not wait as everybody does, or may not.
func (q *Queue) isCrowded(e *Entry) bool {
	if who := e.from.client; e.isHeld {
		return q.isBlamed(who) || q.held[e.Drop].of[who].excess > 0
	}
	return e.class != ordinary
}

// isFull says that one more signer of an address is one too many.
func (q *Queue) isFull(who netip.Addr, drop string, now time.Time) bool {
	a, h := q.addresses[who], q.held[drop]
	return a != nil && a.hasMany(now) || h != nil && h.of[who].ordinary >= ordinaryKeys
}

func (p *Place) newEntry() *Entry {
	return &Entry{Holder: holderOf(p.Account), Client: p.client, Drop: p.Drop, isPlace: true, place: p}
}

func holderOf(account string) string { return "account " + account }

// couldBeLate says whether what is signed now for so long a life could be too late.
func (q *Queue) couldBeLate(holder, client, drop string, life time.Duration, now time.Time) bool {
	if !q.Busy() {
		return false
	}
	wait, known := q.Forecast(holder, client, drop, now)
	if q.isIdle() { // what waits are places
		wait, known = time.Duration(float64(q.waitingPlaces)/q.turnPace(now)*float64(time.Second)), true
	}
	if most := min(life-spare, priceHolds); most > 0 && known {
		return wait > most
	} else if most > 0 {
		return !q.isMoving(now)
	}
	return true
}

// addPlace lets a place stand in the line.
func (q *Queue) addPlace(p *Place, e *Entry, now time.Time) {
	p.State, p.entry = Waits, e
	e.from = q.addressOf(e.Client)
	q.waitingPlaces++
	q.enter(e, now)
}

// giveTurns gives turns, as long as all whose turn it is can be sent in time.
func (q *Queue) giveTurns(now time.Time) {
	for e := q.pick(now); e != nil && e.isPlace; e = q.pick(now) {
		q.take(e, now)
		q.ready = append(q.ready, e.place)
	}
	most := fewestTurns
	if rate, known := q.drain.rate(now); known {
		most = max(most, int(rate*turnsAhead.Seconds()))
	}
	if passed := now.Sub(q.turnsGivenAt); !q.isIdle() || passed > turnsAhead {
		q.beyond = 0
	} else {
		q.beyond += passed.Seconds() * q.turnPace(now)
	}
	atOnce := turnsAtOnce * q.turnPace(now)
	q.mayGive = min(q.mayGive+now.Sub(q.turnsGivenAt).Seconds()*atOnce, atOnce)
	q.turnsGivenAt = now
	for ; len(q.ready) > 0; q.beyond, q.mayGive = max(q.beyond-1, 0), q.mayGive-1 {
		if q.openTurns+len(q.first.entries) >= most && q.beyond < 1 || q.mayGive < 1 {
			return
		}
		p := q.ready[0]
		q.ready = q.ready[1:]
		q.waitingPlaces--
		q.openTurns++
		p.State, p.entry = Turn, nil
		p.TurnEnds, p.firstUntil = now.Add(press), now.Add(press+sign)
	}
}

// isIdle reports whether no push waits that can be sent.
func (q *Queue) isIdle() bool { return q.pushes == q.heldPushes && len(q.again.entries) == 0 }

// turnPace is how many turns are given in a second while no push waits.
func (q *Queue) turnPace(now time.Time) float64 {
	rate, _ := q.drain.rate(now)
	return max(rate, fewestTurns)
}

// usePlace lets a push have what the place of its purchase is worth. Another one of the
// same purchase has it too while nothing is known of the first: anybody can push one,
// signed with a key that is not the account's.
func (q *Queue) usePlace(e *Entry, now time.Time) {
	p := q.placeOf(e, now)
	if p == nil {
		return
	}
	if p.State != Used {
		p.before = p.State
	}
	goesFirst := q.hasTurn(e, now)
	switch p.State {
	case Waits:
		p.seq = p.entry.seq
		if e.class = ordinary; p.entry.class == excess {
			e.class = excess
		}
		q.withdraw(p)
	case Turn:
		q.openTurns--
	}
	e.place, p.State, p.over = p, Used, now.Add(keepPlace)
	if goesFirst {
		e.class = first
	} else if p.seq > 0 {
		e.seq = p.seq + uint64(p.pushes)
	}
	p.pushes++
	p.open++
}

// placeOf is the place that a push can have something of; nil for none. Of those that other
// addresses asked for, too, it has nothing before their turn, when pages do not push, and if its address
// is to blame nothing at all of those of others.
func (q *Queue) placeOf(e *Entry, now time.Time) *Place {
	p := q.table[placeKey{e.Buyer, e.Drop}]
	if p == nil {
		return nil
	}
	isOthers := network(p.client) != e.from.client
	if isOthers && q.isBlamed(e.from.client) || (isOthers || p.IsShared) && p.State == Waits && !q.goesFirst(p, now) {
		return nil
	}
	if p.pushes >= placePushes || !now.Before(p.firstUntil) && p.State != Waits && (p.State != Used || p.open == 0) {
		return nil
	}
	return p
}

// hasTurn reports whether a push comes in the turn of its place, or in that of the
// wallet after it.
func (q *Queue) hasTurn(e *Entry, now time.Time) bool {
	p := q.placeOf(e, now)
	return p != nil && q.goesFirst(p, now)
}

// goesFirst reports whether what is signed with a place goes first now.
func (q *Queue) goesFirst(p *Place, now time.Time) bool {
	return now.Before(p.firstUntil) || slices.Contains(q.ready, p)
}

// withdraw takes a place that waits out of the line.
func (q *Queue) withdraw(p *Place) {
	q.waitingPlaces--
	q.ready = slices.DeleteFunc(q.ready, func(other *Place) bool { return other == p })
	q.Remove(p.entry)
	p.entry = nil
}

// Done says that it is known what became of a push. One of which nothing shows that the account
// signed it, as its key is another one's or it was not sent, has not used its place.
func (q *Queue) Done(e *Entry, isUnproven bool, now time.Time) {
	p := e.place
	if p == nil || e.isPlace {
		return
	}
	e.place = nil
	p.open--
	if isUnproven {
		p.pushes--
	}
	if !isUnproven || p.open > 0 || p.State != Used || q.table[placeKey{p.Account, p.Drop}] != p {
		return
	}
	switch {
	case now.Before(p.TurnEnds):
		p.State = Turn
		q.openTurns++
	case p.before == Waits:
		back := p.newEntry()
		back.seq = cmp.Or(p.seq, e.seq) // the push had the one that was drawn for both
		q.addPlace(p, back, now)
	}
}

// Regain gives a buyer the turn for a drop again, at once, whose purchase was refused for a price
// that changed while it waited in line, or its wallet took its time in the turn. One that had
// regained its turn regains none.
func (q *Queue) Regain(e *Entry, now time.Time) {
	key := placeKey{e.Buyer, e.Drop}
	p := q.table[key]
	isLate := e.class == first || now.Sub(e.arrived) >= regainAfter
	hasPlace := p != nil && (p.State == Waits || p.State == Turn || p.isRegained)
	_, isBefore := q.beforeSale(e.Drop, now)
	if e.Drop == "" || isBefore || !isLate || hasPlace || len(q.table) >= 2*MaxPlaces {
		return
	}
	q.table[key] = &Place{
		Account: e.Buyer, Drop: e.Drop, client: e.Client, State: Turn, TurnEnds: now.Add(press), firstUntil: now.Add(press + sign), isRegained: true,
	}
	q.openTurns++
}

// Leave gives a place up.
func (q *Queue) Leave(p *Place, now time.Time) {
	switch p.State {
	case Waits:
		q.withdraw(p)
	case Turn:
		q.openTurns--
	case Used, Ended:
		return
	}
	p.firstUntil = now
	q.end(p, now)
}

// end ends a place. It is kept only while what was pressed in its turn may still come: places
// that are over would take the room of those that wait.
func (q *Queue) end(p *Place, now time.Time) {
	p.State, p.entry, p.over = Ended, nil, now.Add(keepPlace)
	if !now.Before(p.firstUntil) {
		delete(q.table, placeKey{p.Account, p.Drop})
	}
}

// IsOver says that the state of a place need not be known any more.
func (p *Place) IsOver(now time.Time) bool {
	return (p.State == Used || p.State == Ended) && p.open == 0 && now.After(p.over)
}

// PlaceStanding is where a place stands that waits.
func (q *Queue) PlaceStanding(p *Place, now time.Time) Standing {
	if p.entry == nil {
		return Standing{}
	}
	return q.Standing(p.entry, now)
}

// tickPlaces ends turns that were not used, and forgets places.
func (q *Queue) tickPlaces(now time.Time) {
	for key, p := range q.table {
		switch {
		case p.State == Turn && !now.Before(p.TurnEnds):
			q.openTurns--
			if p.IsMissed {
				q.end(p, now)
				continue
			}
			p.IsMissed = true
			q.addPlace(p, p.newEntry(), now)
		case p.IsOver(now):
			delete(q.table, key)
		}
	}
	q.giveTurns(now)
}
