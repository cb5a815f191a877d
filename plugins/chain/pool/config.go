package pool

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"

	"go.uber.org/zap"
)

// Config describes a pool. All but Nodes, ChainID, Now and Dial can change in a
// living pool; see Update.
type Config struct {
	// Nodes are the addresses of the nodes, in the order of preference.
	Nodes []string
	// ChainID is the chain that each node must be of; hex. Empty: any.
	ChainID string

	// Timeout bounds one try at one node. Default 2 s.
	Timeout time.Duration
	// Deadline bounds a call with all its tries. Default 5 s.
	Deadline time.Duration
	// MaxBody bounds an answer, in bytes. Default 4 MiB.
	MaxBody int64

	// MaxLag is how far a node's head may be from the clock, and from the
	// median of the pool, before it is degraded. Default 10 s.
	MaxLag time.Duration
	// OutLag is how far it may be before the node is out. Default 60 s.
	OutLag time.Duration

	// Rate is how many requests a node gets in a second, looks included.
	// Default 15.
	Rate float64
	// Burst is how many it gets at once after a pause. Default 30.
	Burst int
	// MaxRetryAfter bounds for how long a node's Retry-After is honoured.
	// Default 1 min.
	MaxRetryAfter time.Duration

	// LookEvery is the time between two looks at a node while the pool is in
	// use, give or take a fifth. Default 3 s.
	LookEvery time.Duration
	// Idle is how long after the last call the looks go on. Default 30 s.
	Idle time.Duration

	// BreakerFaults is how many of a node's last answers, out of twice as many,
	// may be faults before it rests. Default 3.
	BreakerFaults int
	// BreakerRest is for how long it rests, give or take a fifth. Default 10 s.
	BreakerRest time.Duration

	// HedgeShare is the largest share of reads that may be hedged; negative:
	// none. Default 0.1.
	HedgeShare float64
	// HedgeMin and HedgeMax bound how long a read waits for a node before it
	// is hedged. Defaults 50 ms and 500 ms.
	HedgeMin, HedgeMax time.Duration

	// Logger is told when the state of a node changes. Default none.
	Logger *zap.Logger
	// Observe is told of each answer and fault; it must be quick. Default none.
	Observe func(Observation)
	// Now is the clock. Default time.Now.
	Now func() time.Time
	// Dial connects to nodes. Default: a net.Dialer's.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// The defaults of Config.
const (
	DefaultTimeout  = 2 * time.Second
	DefaultDeadline = 5 * time.Second
	DefaultMaxBody  = 4 << 20

	// A healthy head is at most a block (0.5 s) and the way of the answer old.
	// 10 s leaves room for a clock that is a little off and for a producer's
	// missed round (6 s), and is the soonest that a sale or an oracle's price
	// would look wrong. After a minute the oracle's rows that a purchase quotes
	// are gone from the chain: such a node's answers do harm.
	DefaultMaxLag = 10 * time.Second
	DefaultOutLag = 60 * time.Second

	// Public nodes allow about 1000 requests a minute, or bursts of 30 a
	// second.
	DefaultRate          = 15
	DefaultBurst         = 30
	DefaultMaxRetryAfter = time.Minute

	DefaultLookEvery = 3 * time.Second
	DefaultIdle      = 30 * time.Second

	DefaultBreakerFaults = 3
	DefaultBreakerRest   = 10 * time.Second

	DefaultHedgeShare = 0.1
	DefaultHedgeMin   = 50 * time.Millisecond
	DefaultHedgeMax   = 500 * time.Millisecond
)

// orDefault replaces a value that is not set.
func orDefault[T int | int64 | float64 | time.Duration](value *T, standard T) {
	if *value == 0 {
		*value = standard
	}
}

// Complete is the configuration with its defaults, or what is wrong with it.
func (c Config) Complete() (Config, error) {
	orDefault(&c.Timeout, DefaultTimeout)
	orDefault(&c.Deadline, max(DefaultDeadline, c.Timeout))
	orDefault(&c.MaxBody, DefaultMaxBody)
	orDefault(&c.MaxLag, DefaultMaxLag)
	orDefault(&c.OutLag, max(DefaultOutLag, c.MaxLag))
	orDefault(&c.Rate, DefaultRate)
	orDefault(&c.Burst, max(DefaultBurst, int(min(c.Rate, maxRate))))
	orDefault(&c.MaxRetryAfter, DefaultMaxRetryAfter)
	orDefault(&c.LookEvery, DefaultLookEvery)
	orDefault(&c.Idle, max(DefaultIdle, c.LookEvery))
	orDefault(&c.BreakerFaults, DefaultBreakerFaults)
	orDefault(&c.BreakerRest, DefaultBreakerRest)
	orDefault(&c.HedgeShare, DefaultHedgeShare)
	orDefault(&c.HedgeMin, DefaultHedgeMin)
	orDefault(&c.HedgeMax, max(DefaultHedgeMax, c.HedgeMin))
	if c.Now == nil {
		c.Now = time.Now
	}
	return c, c.check()
}

const (
	// maxRate is the largest rate and burst that can be set.
	maxRate = 100_000
	// maxBreakerFaults bounds what a breaker remembers.
	maxBreakerFaults = 100
)

func (c *Config) check() error {
	switch {
	case len(c.Nodes) == 0:
		return errors.New("no node is configured")
	case c.Timeout < 0:
		return fmt.Errorf("timeout %s must be more than nothing", c.Timeout)
	case c.Deadline < c.Timeout:
		return fmt.Errorf("deadline %s must be at least timeout, which is %s", c.Deadline, c.Timeout)
	case c.MaxBody < 0:
		return fmt.Errorf("max_answer %d must be more than nothing", c.MaxBody)
	case c.MaxLag < 0:
		return fmt.Errorf("max_lag %s must be more than nothing", c.MaxLag)
	case c.OutLag < c.MaxLag:
		return fmt.Errorf("max_lag: a node is out at %s, which must be at least the %s at which it is degraded", c.OutLag, c.MaxLag)
	case c.Rate < 0 || c.Rate > maxRate:
		return fmt.Errorf("rate %v must be more than nothing and at most %d a second", c.Rate, maxRate)
	case c.Burst < 0 || c.Burst > maxRate:
		return fmt.Errorf("rate: the burst %d must be from 1 to %d", c.Burst, maxRate)
	case c.MaxRetryAfter < 0:
		return fmt.Errorf("max_retry_after %s must be more than nothing", c.MaxRetryAfter)
	case c.LookEvery < 0:
		return fmt.Errorf("health %s must be more than nothing", c.LookEvery)
	case c.Idle < c.LookEvery:
		return fmt.Errorf("health: the idle time %s must be at least the interval, which is %s", c.Idle, c.LookEvery)
	case c.BreakerFaults < 0 || c.BreakerFaults > maxBreakerFaults:
		return fmt.Errorf("breaker %d must be from 1 to %d", c.BreakerFaults, maxBreakerFaults)
	case c.BreakerRest < 0:
		return fmt.Errorf("breaker: the rest %s must be more than nothing", c.BreakerRest)
	case c.HedgeShare > 1:
		return fmt.Errorf("hedge: the share %v must be at most 1", c.HedgeShare)
	case c.HedgeMin < 0:
		return fmt.Errorf("hedge: the least wait %s must be more than nothing", c.HedgeMin)
	case c.HedgeMax < c.HedgeMin:
		return fmt.Errorf("hedge: the longest wait %s must be at least the shortest, which is %s", c.HedgeMax, c.HedgeMin)
	}
	var seen []string
	for _, address := range c.Nodes {
		if err := CheckAddress(address); err != nil {
			return err
		}
		address = trimAddress(address)
		if slices.Contains(seen, address) {
			return fmt.Errorf("the node %s is given twice", address)
		}
		seen = append(seen, address)
	}
	return nil
}

// validFor is how long a look counts: three may be missed.
func (c *Config) validFor() time.Duration { return 3*c.LookEvery + c.Timeout }
