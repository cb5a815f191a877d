package simulation

import (
	"errors"

	"fieldhouse/devchain/contract/oracle"
	"fieldhouse/devchain/genesis"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// market is how prices move.
type market struct {
	// noise is how far an oracle's quote lies off the true price at most, and step
	// how far the true price moves between two quotes, in quote units.
	noise, step int64
	// swing is how far the true price moves off the first one, in percent.
	swing int64
	// quotes are how many are written at once.
	quotes int
}

var (
	calm = market{noise: 3, step: 1, swing: 20, quotes: 1}
	// wild turns the ring of 21 in three blocks.
	wild = market{noise: 12, step: 9, swing: 40, quotes: oracle.RingSize / 3}
)

// writePrice lets the next oracles in turn write when it is time to.
func (s *Simulation) writePrice(now antelope.TimePoint) error {
	fast := s.config.OracleFast != nil && s.config.OracleFast()
	if now < s.nextWrite && !fast {
		return nil
	}
	s.nextWrite = now + antelope.TimePoint(writeEvery.Microseconds())
	moves := calm
	if fast {
		moves = wild
	}
	var failed error
	for range moves.quotes {
		failed = errors.Join(failed, s.writeQuote(moves))
	}
	return failed
}

func (s *Simulation) writeQuote(moves market) error {
	start := int64(genesis.StartMedian)
	s.price += s.random.Int64N(2*moves.step+1) - moves.step
	s.price = min(max(s.price, start*(100-moves.swing)/100), start*(100+moves.swing)/100)
	owner := oracles[s.turn]
	s.turn = (s.turn + 1) % len(oracles)
	_, err := s.ledger.Act(ledger.NewAction(owner, oracleAccount, oracle.Write{
		Owner: owner,
		Quotes: []oracle.Quote{{
			Value: uint64(max(1, s.price-moves.noise+s.random.Int64N(2*moves.noise+1))), Pair: pair,
		}},
	}))
	return err
}
