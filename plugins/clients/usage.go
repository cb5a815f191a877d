package clients

import (
	"math"
	"net/netip"
	"time"

	"fieldhouse/plugins/monotonic"
)

// Usage is how much of something networks have used lately. It remembers a bounded number
// of them: for one more it forgets the one of a few that has used least. So no flood of fresh
// networks has anybody forgotten who has used much, such as the wider network that they
// come from. It is not safe for concurrent use.
type Usage struct {
	most int
	left func(amount float64, passed time.Duration) float64
	by   map[netip.Prefix]usage
}

// usage is an amount at a moment (monotonic.Nanoseconds, which take less than a time: there may be as
// many as clients).
type usage struct {
	amount float64
	at     int64
}

// compared is among how many networks the one to forget is chosen.
const compared = 8

// NewUsage remembers so many networks at most; left is what counts of an amount after a time.
func NewUsage(most int, left func(amount float64, passed time.Duration) float64) *Usage {
	return &Usage{most: most, left: left, by: make(map[netip.Prefix]usage)}
}

// Of is how much a network has used.
func (u *Usage) Of(network netip.Prefix, now time.Time) float64 {
	has, known := u.by[network]
	if !known {
		return 0
	}
	return u.leftOf(has, now)
}

func (u *Usage) leftOf(has usage, now time.Time) float64 {
	return u.left(has.amount, max(time.Duration(monotonic.Nanoseconds(now)-has.at), 0))
}

// Add counts an amount on a network, and is how much that has used then.
func (u *Usage) Add(network netip.Prefix, amount float64, now time.Time) float64 {
	if _, known := u.by[network]; !known && len(u.by) >= u.most {
		u.forget(now)
	}
	amount += u.Of(network, now)
	u.by[network] = usage{amount, monotonic.Nanoseconds(now)}
	return amount
}

// Cap has no network have used more than so much.
func (u *Usage) Cap(most float64) {
	for network, has := range u.by {
		has.amount = min(has.amount, most)
		u.by[network] = has
	}
}

func (u *Usage) forget(now time.Time) {
	var light netip.Prefix
	least, seen := math.Inf(1), 0
	for network, has := range u.by { // begins anywhere
		if amount := u.leftOf(has, now); amount < least {
			light, least = network, amount
		}
		if seen++; seen == compared {
			break
		}
	}
	delete(u.by, light)
}

// Networks is how many are remembered.
func (u *Usage) Networks() int { return len(u.by) }
