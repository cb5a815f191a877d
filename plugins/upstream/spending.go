package upstream

import (
	"math"
	"net/netip"
	"time"

	"fieldhouse/plugins/clients"
)

const (
	// halfLife is after what time half of what a client spent is forgotten.
	halfLife = time.Minute
	// maxSpenders bounds the clients and networks whose spending is remembered.
	maxSpenders = 16384
	// enough is how much a network spends, in shares, before what it spends counts no
	// more on the wider ones.
	enough = 16
)

// spending is how often clients, and the networks that they are in, have asked lately,
// whether they had anything, waited or were refused: counts that decay. So who asks all
// the time is told from who comes anew before he has had anything, and one who asks from
// ever new addresses by what those have in common.
type spending struct{ *clients.Usage }

func newSpending() spending {
	return spending{clients.NewUsage(maxSpenders, func(amount float64, passed time.Duration) float64 {
		return amount * math.Exp2(-passed.Seconds()/halfLife.Seconds())
	})}
}

// spender is a client or, if that has spent more for its size, one of its networks.
type spender struct {
	network netip.Prefix
	spent   float64
	request float64 // what one counts on it
}

// of is who decides how much a client has spent: of its networks the one with most.
func (s spending) of(client netip.Addr, now time.Time) (most spender) {
	for network, shares := range clients.Networks(client) {
		if spent := s.Of(network, now); !most.network.IsValid() || spent > most.spent {
			most = spender{network, spent, 1 / float64(shares)}
		}
	}
	return most
}

// charge counts a request on a client and on its networks, up to the first that has spent
// enough by itself: its neighbours do not pay for it.
func (s spending) charge(client netip.Addr, now time.Time) {
	for network, shares := range clients.Networks(client) {
		if s.Add(network, 1/float64(shares), now) > enough {
			return
		}
	}
}
