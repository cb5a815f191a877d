package simulation

import (
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/devchain/contract/oracle"
	"fieldhouse/plugins/devchain/ledger"
)

const (
	// noise is how far an oracle's quote lies off the true price at most, in
	// quote units.
	noise = 3
	// swing is how far the true price moves off the first one, in percent.
	swing = 20
)

// writePrice lets the next oracle in turn write when it is time to.
func (s *Simulation) writePrice(now antelope.TimePoint) error {
	if now < s.nextWrite || len(s.config.Oracles) == 0 {
		return nil
	}
	s.nextWrite = now + antelope.TimePoint(writeEvery.Microseconds())
	start := int64(s.config.StartMedian)
	s.price += s.random.Int64N(3) - 1
	s.price = min(max(s.price, start*(100-swing)/100), start*(100+swing)/100)
	owner := s.config.Oracles[s.turn]
	s.turn = (s.turn + 1) % len(s.config.Oracles)
	_, err := s.ledger.Act(ledger.NewAction(owner, s.config.Oracle, oracle.ActionWrite, oracle.Write{
		Owner: owner,
		Quotes: []oracle.Quote{{
			Value: uint64(max(1, s.price-noise+s.random.Int64N(2*noise+1))), Pair: s.config.Pair,
		}},
	}))
	return err
}
