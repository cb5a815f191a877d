// Package simulation is the life on the development chain: oracles that write
// prices and buyers that buy and open packs, with the same actions that anybody else
// sends.
package simulation

import (
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// Who takes part, and what it is about.
var (
	gameAccount   = antelope.MustName(genesis.GameContract)
	tokenAccount  = antelope.MustName(genesis.Token)
	oracleAccount = antelope.MustName(genesis.Oracle)
	assetsAccount = antelope.MustName(genesis.Assets)
	pair          = antelope.MustName(genesis.OraclePair)
	collection    = antelope.MustName(genesis.Collection)
	packSchema    = antelope.MustName(genesis.SchemaPacks)
	// oracles write prices in turn around genesis.StartMedian, editions each have
	// their own line of buyers, and some of these name a partner's code.
	oracles  = names(genesis.Oracles)
	editions = names(genesis.Editions)
	partners = names(genesis.ActivePartners())
)

func names(texts []string) []antelope.Name {
	parsed := make([]antelope.Name, len(texts))
	for i, text := range texts {
		parsed[i] = antelope.MustName(text)
	}
	return parsed
}

// Crowd is what may change while the chain runs.
type Crowd struct {
	// Buyers is how many of genesis.Buyers buy. 0 is a quiet chain.
	Buyers int
	// Pace is the mean time between two purchases of an edition, at least one
	// block.
	Pace time.Duration
}

// writeEvery is the time between two prices: a place in the ring of 21 lives for
// about a minute.
const writeEvery = 3 * time.Second

// Simulation acts once for each block.
type Simulation struct {
	ledger *ledger.Ledger
	random *rand.Rand
	// unpacking is the chance of what happens to packs, kept apart so that prices
	// and purchases do not depend on it.
	unpacking *rand.Rand
	nextOpen  antelope.TimePoint

	price     int64 // the true price that oracles see, in quote units
	turn      int   // index of the oracle that writes next
	nextWrite antelope.TimePoint
	lines     []line

	mutex sync.Mutex
	crowd Crowd
}

// line is the buyers of one edition.
type line struct {
	edition antelope.Name
	// next is when the next one buys, nextScarce when one buys a pack of a drop
	// that is almost gone.
	next, nextScarce antelope.TimePoint
}

// New prepares the life on a chain. Nothing happens before Step. The same seed on the
// same chain at the same block times gives the same life.
func New(chain *ledger.Ledger, seed uint64, crowd Crowd) *Simulation {
	s := &Simulation{
		ledger: chain, crowd: crowd, price: genesis.StartMedian,
		random:    rand.New(rand.NewPCG(seed, 0x66696c64686f7573)),
		unpacking: rand.New(rand.NewPCG(seed, 0x6f70656e7061636b)),
	}
	for _, edition := range editions {
		s.lines = append(s.lines, line{edition: edition})
	}
	return s
}

// buyer is one of the crowd.
func (c Crowd) buyer(random *rand.Rand) antelope.Name {
	return antelope.MustName(genesis.Buyers[random.IntN(c.Buyers)])
}

// SetCrowd changes who buys and how often from the next block on.
func (s *Simulation) SetCrowd(crowd Crowd) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.crowd = crowd
}

// Step does what happens in the block that is being made. It answers the
// transactions that failed, joined; a sold-out drop or a reached limit is part
// of life, so nothing needs to be done about them. Only one goroutine may step.
func (s *Simulation) Step() error {
	s.mutex.Lock()
	crowd := s.crowd
	s.mutex.Unlock()
	var now antelope.TimePoint
	s.ledger.Read(func(v ledger.View) { now = v.NextSlot() })
	failed := s.writePrice(now)
	if crowd.Buyers == 0 {
		return failed
	}
	for i := range s.lines {
		failed = errors.Join(failed, s.buy(&s.lines[i], crowd, now))
	}
	return errors.Join(failed, s.open(crowd, now))
}

// wait is a time around the mean: half of it to one and a half.
func (s *Simulation) wait(mean time.Duration) antelope.TimePoint { return around(s.random, mean) }

func around(random *rand.Rand, mean time.Duration) antelope.TimePoint {
	return antelope.TimePoint((mean/2 + time.Duration(random.Int64N(int64(mean)))).Microseconds())
}

const (
	// noise is how far an oracle's quote lies off the true price at most, and step
	// how far the true price moves between two quotes, in quote units.
	noise, step = 3, 1
	// swing is how far the true price moves off the first one, in percent.
	swing = 20
)

// writePrice lets the next oracle write when it is time to.
func (s *Simulation) writePrice(now antelope.TimePoint) error {
	if now < s.nextWrite {
		return nil
	}
	s.nextWrite = now + antelope.TimePoint(writeEvery.Microseconds())
	const start = int64(genesis.StartMedian)
	s.price += s.random.Int64N(2*step+1) - step
	s.price = min(max(s.price, start*(100-swing)/100), start*(100+swing)/100)
	owner := oracles[s.turn]
	s.turn = (s.turn + 1) % len(oracles)
	_, err := s.ledger.Act(ledger.NewAction(owner, oracleAccount, oracle.Write{
		Owner: owner, Quotes: []oracle.Quote{{Value: uint64(s.price - noise + s.random.Int64N(2*noise+1)), Pair: pair}},
	}))
	return err
}
