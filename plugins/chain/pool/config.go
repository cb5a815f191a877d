package pool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"go.uber.org/zap"
)

// Config describes a pool. All but Nodes, ChainID, Now and Dial can change in a
// living pool; see Update. What has a default below has it when it is zero.
type Config struct {
	// Nodes are the addresses of the nodes, in the order of preference.
	Nodes []string
	// ChainID is the chain that each node must be of; hex. Empty: any.
	ChainID string

	// Timeout bounds one try at one node, Deadline a call with all its tries.
	Timeout, Deadline time.Duration
	// MaxBody bounds an answer, in bytes.
	MaxBody int64

	// MaxLag is how far a node's head may be from the clock, and from the
	// median of the pool, before it is degraded; OutLag, before it is out.
	MaxLag, OutLag time.Duration

	// Rate is how many requests a node gets in a second, checks included; Burst,
	// at once after a pause.
	Rate  float64
	Burst int
	// Share is the process's part of these rates, as upstream.Line's; nil for all. It is New's alone.
	Share func() float64
	// MaxRetryAfter bounds for how long a node's Retry-After is honoured.
	MaxRetryAfter time.Duration

	// CheckEvery is the time between two checks a node while the pool is in
	// use, give or take a fifth; Idle, how long after the last call they go on.
	CheckEvery, Idle time.Duration

	// BreakerFaults is how many of a node's last answers, out of twice as many,
	// may be faults before it rests; BreakerRest, for how long, give or take a fifth.
	BreakerFaults int
	BreakerRest   time.Duration

	// HedgeShare is the largest share of reads that may be hedged; negative: none.
	HedgeShare float64
	// HedgeMin and HedgeMax bound how long a read waits for a node before it
	// is hedged.
	HedgeMin, HedgeMax time.Duration

	// Traceparent has requests that are in a trace carry the header of that name. Default: none does.
	Traceparent bool

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
	defaultMaxBody  = 4 << 20

	// A healthy head is at most a block (0.5 s) and the way of the answer old.
	// 10 s leaves room for a clock that is a little off and for a producer's
	// missed round (6 s), and is the soonest that a sale or an oracle's price
	// would seem wrong. After a minute the oracle's rows that a purchase quotes
	// are gone from the chain: such a node's answers do harm.
	DefaultMaxLag = 10 * time.Second
	defaultOutLag = time.Minute

	// Public nodes allow about 1000 requests a minute, or bursts of 30 a
	// second.
	DefaultRate          = 15
	DefaultBurst         = 30
	defaultMaxRetryAfter = time.Minute

	DefaultCheckEvery = 3 * time.Second
	DefaultIdle       = 30 * time.Second

	DefaultBreakerFaults = 3
	defaultBreakerRest   = 10 * time.Second

	defaultHedgeShare = 0.1
	defaultHedgeMin   = 50 * time.Millisecond
	defaultHedgeMax   = 500 * time.Millisecond
)

// Complete is the configuration with its defaults, or what is wrong with it.
func (c Config) Complete() (Config, error) {
	c.Timeout = cmp.Or(c.Timeout, DefaultTimeout)
	c.Deadline = cmp.Or(c.Deadline, max(DefaultDeadline, c.Timeout))
	c.MaxBody = cmp.Or(c.MaxBody, defaultMaxBody)
	c.MaxLag = cmp.Or(c.MaxLag, DefaultMaxLag)
	c.OutLag = cmp.Or(c.OutLag, max(defaultOutLag, c.MaxLag))
	c.Rate = cmp.Or(c.Rate, DefaultRate)
	c.Burst = cmp.Or(c.Burst, max(DefaultBurst, int(min(c.Rate, maxRate))))
	c.MaxRetryAfter = cmp.Or(c.MaxRetryAfter, defaultMaxRetryAfter)
	c.CheckEvery = cmp.Or(c.CheckEvery, DefaultCheckEvery)
	c.Idle = cmp.Or(c.Idle, max(DefaultIdle, c.CheckEvery))
	c.BreakerFaults = cmp.Or(c.BreakerFaults, DefaultBreakerFaults)
	c.BreakerRest = cmp.Or(c.BreakerRest, defaultBreakerRest)
	c.HedgeShare = cmp.Or(c.HedgeShare, defaultHedgeShare)
	c.HedgeMin = cmp.Or(c.HedgeMin, defaultHedgeMin)
	c.HedgeMax = cmp.Or(c.HedgeMax, max(defaultHedgeMax, c.HedgeMin))
	c.Logger = cmp.Or(c.Logger, zap.NewNop())
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
	case c.CheckEvery < 0:
		return fmt.Errorf("health %s must be more than nothing", c.CheckEvery)
	case c.Idle < c.CheckEvery:
		return fmt.Errorf("health: the idle time %s must be at least the interval, which is %s", c.Idle, c.CheckEvery)
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

// validFor is how long a check counts: three may be missed.
func (c *Config) validFor() time.Duration { return 3*c.CheckEvery + c.Timeout }

// CheckAddress says what is wrong with the address of a node.
func CheckAddress(address string) error {
	const write = "write https://host, without query or credentials"
	parsed, err := url.Parse(address)
	if err != nil {
		return errors.New("the address of a node cannot be read: " + write)
	}
	if (parsed.Scheme != "https" && parsed.Scheme != "http") || parsed.Host == "" || parsed.RawQuery != "" || parsed.Fragment != "" || parsed.User != nil {
		return fmt.Errorf("%q is not the address of a node: %s", parsed.Redacted(), write)
	}
	return nil
}

func trimAddress(address string) string { return strings.TrimRight(address, "/") }
