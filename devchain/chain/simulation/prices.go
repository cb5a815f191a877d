package simulation

import (
	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

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
