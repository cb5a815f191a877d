package queue

import (
	"math"
	"slices"
	"time"
)

const (
	// planFor is how long the order is not worked out anew to tell places.
	planFor = time.Second
	// maxReported is how long a place that is far away is not told anew: a tenth of
	// what it still takes, between planFor and this.
	maxReported, reportedShare = 10 * time.Second, 10
	// still is after what time without a sending the line stands still.
	still = 5 * time.Second
)

// plan is the order as it was at a moment, without what is held.
type plan struct {
	at    time.Time
	seq   uint64
	total int
	gone  int // from its front since
	// ends is, by round, how many go up to the last ordinary one of it, kept right by
	// count. Those of later rounds go after all.
	ends []int
}

// mostRounds is how many rounds are told apart in a plan.
const mostRounds = 32

// count notes one more or less that goes in a round.
func (p *plan) count(round, change int) {
	for i := round - 1; i < len(p.ends); i++ {
		p.ends[i] = max(p.ends[i]+change, 0)
	}
}

// Standing is where an entry stands.
type Standing struct {
	// Place counts from 1; 0 while it is not told.
	Place int
	// Of is how many wait, places included.
	Of int
	// In is about when its turn comes; 0 while that is unknown.
	In time.Duration
	// IsMoving is false while nothing is sent.
	IsMoving bool
}

// Standing tells where an entry stands; it changes at most once a second.
func (q *Queue) Standing(e *Entry, now time.Time) Standing {
	interval := min(max(e.reported.In/reportedShare, planFor), maxReported)
	if !e.reportedAt.IsZero() && now.Sub(e.reportedAt) < interval && (e.reported.Place > 0) == q.isReported(e, now) {
		return e.reported
	}
	e.reportedAt, e.reported = now, Standing{Of: q.pushes + q.waitingPlaces, IsMoving: q.isMoving(now)}
	if q.isReported(e, now) {
		q.replan(now)
		if e.seq > q.plan.seq || e.rank == 0 {
			e.rank = q.estimate(e)
		}
		e.reported.Place = min(max(e.rank-q.plan.gone, 1), e.reported.Of)
		if rate, known := q.drain.rate(now); known && e.reported.IsMoving {
			e.reported.In = (time.Duration(float64(e.reported.Place) / rate * float64(time.Second))).Round(100 * time.Millisecond)
		}
	}
	return e.reported
}

// estimate is about the rank of one that came since the order was worked out.
func (q *Queue) estimate(e *Entry) int {
	switch {
	case e.class == first:
		return q.plan.gone + 1 + slices.Index(q.first.entries, e)
	case e.class == ordinary && e.lane != nil && e.round <= len(q.plan.ends):
		at, _ := slices.BinarySearchFunc(q.ordinary.entries, e, byRound)
		end, _ := slices.BinarySearchFunc(q.ordinary.entries, &Entry{round: e.round + 1}, byRound)
		return q.plan.gone + q.plan.ends[e.round-1] - (end - at - 1)
	}
	last := q.plan.total + int((e.seq-min(q.plan.seq, e.seq))/seqStep)
	if e.class == excess && e.lane != nil && e.round == 1 {
		return min(q.plan.gone+q.aheadOfTurn(slices.Index(e.from.excess.entries, e)+1), last)
	}
	return last
}

func (q *Queue) isReported(e *Entry, now time.Time) bool {
	return !e.isHeld && !now.Before(e.reportFrom)
}

// isMoving reports whether something was sent lately, or nothing has waited for long.
func (q *Queue) isMoving(now time.Time) bool { return now.Sub(q.drain.mark) < still }

// Forecast is about how long one would wait that comes now; unknown without a measure.
func (q *Queue) Forecast(holder, client, drop string, now time.Time) (wait time.Duration, known bool) {
	until, isHeld := q.holds(drop, now)
	held := 0
	if isHeld {
		held, wait = q.aheadInHold(drop, holder, client), until.Sub(now)
	}
	ahead := q.ahead(holder, client, now)
	if ahead+held == 0 {
		return wait, true
	}
	rate, measured := q.drain.rate(now)
	if !measured {
		return wait, isHeld // at least
	}
	after := func(pushes int) time.Duration { return time.Duration(float64(pushes) / rate * float64(time.Second)) }
	return max(wait+after(held), after(ahead+held)), true
}

// ahead is how many go before one that comes now.
func (q *Queue) ahead(holder, client string, now time.Time) int {
	all := q.pushes - q.heldPushes + q.waitingPlaces - q.heldPlaces
	if all == 0 {
		return 0
	}
	q.replan(now)
	round, k := 1, q.keys[holder]
	if k != nil {
		round = k.sent + len(k.waiting) + 1
	}
	who := network(client)
	switch a := q.addresses[who]; {
	case q.isBlamed(who), round > len(q.plan.ends):
		return all
	case a == nil || !a.hasMany(now):
		return min(q.plan.ends[round-1], all)
	case round > 1:
		return all
	default:
		return min(q.aheadOfTurn(len(a.excess.entries)+1), all)
	}
}

// aheadOfTurn is about how many go before the nth turn of an address with too many signers, which has
// one each time that all others had theirs.
func (q *Queue) aheadOfTurn(nth int) int {
	return len(q.first.entries) + len(q.ready) + nth*(q.ordinaries+len(q.excess)+1)
}

// replan works the order out anew, unless that was done a moment ago.
func (q *Queue) replan(now time.Time) {
	if !q.plan.at.IsZero() && now.Sub(q.plan.at) < planFor && now.Sub(q.plan.at) >= 0 {
		return
	}
	q.plan = plan{at: now, seq: q.seq, ends: make([]int, mostRounds)}
	var ordinaries, lasts []*Entry
	excesses := make(map[*address][]*Entry)
	turns := slices.Clone(q.excess)
	for _, k := range q.keys {
		for i, e := range k.waiting {
			e.round = k.sent + 1 + i
			switch e.class {
			case ordinary:
				ordinaries = append(ordinaries, e)
			case last:
				lasts = append(lasts, e)
			case excess:
				if excesses[e.from] = append(excesses[e.from], e); !e.from.takesTurns && len(excesses[e.from]) == 1 {
					turns = append(turns, e.from)
				}
			}
		}
	}
	slices.SortFunc(ordinaries, byRound)
	slices.SortFunc(lasts, byRound)
	for _, entries := range excesses {
		slices.SortFunc(entries, byRound)
	}
	for _, e := range q.first.entries {
		q.rank(e)
	}
	for _, p := range q.ready {
		q.rank(p.entry)
	}
	q.plan.ends[0] = q.plan.total
	q.planTurns(ordinaries, excesses, turns)
	for i := 1; i < mostRounds; i++ {
		q.plan.ends[i] = max(q.plan.ends[i], q.plan.ends[i-1])
	}
	for _, e := range lasts {
		q.rank(e)
	}
}

// planTurns lets the addresses with excess take turns with the others, as pick and
// count do.
func (q *Queue) planTurns(ordinaries []*Entry, excesses map[*address][]*Entry, turns []*address) {
	since, turned, addresses := q.since, q.turned, q.ordinaries
	left := make(map[*address]int)
	for _, e := range ordinaries {
		left[e.from]++
	}
	for len(ordinaries)+len(turns) > 0 {
		if len(turns) > 0 && (len(ordinaries) == 0 || since >= addresses) {
			a := turns[0]
			q.rank(excesses[a][0])
			excesses[a] = excesses[a][1:]
			turns = append(turns[1:], a)
			if turned++; turned >= len(turns) {
				turned, since = 0, 0
			}
			if len(excesses[a]) == 0 {
				turns = turns[:len(turns)-1]
				turned = min(turned, len(turns))
			}
			continue
		}
		e := ordinaries[0]
		ordinaries = ordinaries[1:]
		q.rank(e)
		if since++; len(turns) == 0 {
			since = 0
		}
		if e.round <= mostRounds {
			q.plan.ends[e.round-1] = q.plan.total
		}
		if left[e.from]--; left[e.from] == 0 {
			addresses--
		}
	}
}

func (q *Queue) rank(e *Entry) {
	q.plan.total++
	e.rank = q.plan.total
}

const (
	// drainMemory is over what time the pace is measured, drainLeast the least.
	drainMemory = 10 * time.Second
	drainLeast  = time.Second
)

// drain measures how many are sent in a second while more wait. What it measured last
// holds until there is a new measure. Once the line moves again, for how long it stood still
// says nothing of the pace.
type drain struct {
	sent     uint64 // of all times
	isBacked bool   // more waited after the last one
	mark     time.Time
	sends    float64
	taken    time.Duration
}

// begin says that something waits now where nothing did.
func (d *drain) begin(now time.Time) { d.mark, d.isBacked = now, false }

// count notes one that was sent; more says that others wait.
func (d *drain) count(now time.Time, more bool) {
	d.sent++
	if d.isBacked {
		passed := min(max(now.Sub(d.mark), 0), still)
		decay := math.Exp(-passed.Seconds() / drainMemory.Seconds())
		d.sends = d.sends*decay + 1
		d.taken = time.Duration(float64(d.taken)*decay) + passed
	}
	d.mark, d.isBacked = now, more
}

// rate is how many are sent in a second.
func (d *drain) rate(now time.Time) (perSecond float64, known bool) {
	taken := d.taken
	if d.isBacked {
		taken += max(now.Sub(d.mark), 0)
	}
	return d.sends / max(taken.Seconds(), drainLeast.Seconds()), taken >= drainLeast && d.sends > 0
}
