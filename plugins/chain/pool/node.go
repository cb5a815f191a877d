package pool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/trace"
	"fieldhouse/plugins/upstream"

	"golang.org/x/sync/singleflight"
)

// node is one API server.
type node struct {
	pool     *Pool
	index    int    // in the configured order
	address  string // without a slash at its end
	reader   *http.Client
	sender   *http.Client
	rate     *upstream.Rate
	breaker  *upstream.Breaker
	rest     upstream.Rest // which the node asked for
	nudged   chan struct{} // ends the pause between two checks
	checking singleflight.Group

	mu       sync.Mutex // guards all below
	seen     *sighting  // the last check that succeeded
	checkErr error      // what the last check failed with; nil when it succeeded
	misses   int        // checks that failed in a row
	due      bool       // the first check since the pool is in use again is under way
	watched  bool       // checked in the background; guarded by Pool.mu
	fault    *Fault
	faultAt  time.Time
	// lost is when it lost pushes, of the last minute; it is distrusted until then.
	lost       []time.Time
	distrusted time.Time
	reads      latency
	infos      latency
	flights    map[*flight]struct{}
	counts     Counts
	lacks      map[string]time.Time // calls, by when the node said that it does not have them
	logged     logged
}

// flight is one request under way.
type flight struct {
	since time.Time
	trial bool // the one that a half-open breaker let through
}

func newNode(index int, address string, p *Pool, config *Config) *node {
	return &node{
		pool: p, index: index, address: address, reader: upstream.Client(p.readers), sender: upstream.Client(p.senders),
		rate:    p.line.NewRate(config.Rate, config.Burst, 0),
		breaker: upstream.NewBreaker(config.breaking()),
		nudged:  make(chan struct{}, 1),
		flights: make(map[*flight]struct{}),
		counts:  Counts{Faults: make(map[Reason]uint64)},
		lacks:   make(map[string]time.Time),
	}
}

// update takes over changed settings.
func (n *node) update(config *Config) {
	n.rate.Update(config.Rate, config.Burst)
	n.breaker.Update(config.breaking())
}

// exchange is one request and what became of it.
type exchange struct {
	status int
	body   []byte
	// date is what the node's clock said; zero when it did not tell.
	date time.Time
	// reached says that there was a connection: the node may have read the
	// request.
	reached bool
}

// post posts to a path of the chain API and reads the answer. Its error is a
// *Refusal or a *Fault.
func (n *node) post(ctx context.Context, client *http.Client, path string, body []byte) (exchange, error) {
	config := n.pool.config()
	var reached atomic.Bool
	traced := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { reached.Store(true) }})
	request, err := http.NewRequestWithContext(traced, http.MethodPost, n.address+path, bytes.NewReader(body))
	if err != nil {
		return exchange{}, n.faulty(Unreachable, 0, err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if config.Traceparent {
		trace.Inject(ctx, request.Header)
	}
	response, err := client.Do(request)
	if err != nil {
		reason := Broken
		if !reached.Load() {
			reason = Unreachable
		}
		return exchange{reached: reached.Load()}, n.interrupted(ctx, reason, err)
	}
	defer response.Body.Close()
	result := exchange{status: response.StatusCode, reached: true}
	trace.Of(ctx).Number("http.response.status_code", result.status)
	result.date, _ = http.ParseTime(response.Header.Get("Date"))
	result.body, err = io.ReadAll(io.LimitReader(response.Body, config.MaxBody+1))
	if err != nil {
		return result, n.interrupted(ctx, Broken, fmt.Errorf("reading its answer: %w", err))
	}
	if int64(len(result.body)) > config.MaxBody {
		return result, n.faulty(TooLarge, result.status, fmt.Errorf("its answer has more than %d bytes", config.MaxBody))
	}
	return result, n.verdict(path, response.Header, result)
}

// verdict judges an answer: nil, a *Refusal or a *Fault.
func (n *node) verdict(path string, header http.Header, answer exchange) error {
	var err error
	switch status := answer.status; {
	case status >= 200 && status < 300:
		return n.judgeSuccess(status, answer.body)
	case status == http.StatusTooManyRequests:
		err = n.faulty(Limited, status, errors.New("status 429: it is limiting"))
	case lacks(path, status, answer.body):
		err = n.faulty(Unsupported, status, fmt.Errorf("it does not have the call %s", path))
	default:
		err = n.judge(status, answer.body)
	}
	var fault *Fault
	if errors.As(err, &fault) && fault.Reason == Unsupported {
		fault.call = path
	}
	if errors.As(err, &fault) && (answer.status == http.StatusTooManyRequests || answer.status == http.StatusServiceUnavailable) {
		if wait, given := upstream.RetryAfter(header, time.Now()); given {
			fault.retryAfter = wait
		}
	}
	return err
}

func (n *node) faulty(reason Reason, status int, err error) *Fault {
	return &Fault{Node: n.address, Reason: reason, Status: status, Err: err, retryAfter: -1}
}

// interrupted is a fault of the transport, which is the deadline's when that
// passed.
func (n *node) interrupted(ctx context.Context, reason Reason, err error) *Fault {
	if ended := ctx.Err(); ended != nil {
		reason = TimedOut
		if !errors.Is(err, ended) {
			err = fmt.Errorf("%w (%v)", ended, err)
		}
	}
	return n.faulty(reason, 0, err)
}

// defaultRest is for how long a node rests that limits without saying for how
// long.
const defaultRest = 2 * time.Second

// division is how a node's rate is divided. Of mainnet's 15 requests a second at
// each node the pushes have 4, the checks 2, which is what they take while
// somebody waits for a newer head, and what pages share 4, which is drops, median,
// partners and the chain's state at their shortest lifetimes. Accounts and misses
// together have half at most, so that the tokens of the others are there when
// they are wanted, whatever is invented.
var division = upstream.Division{
	Guaranteed: map[upstream.Class]float64{
		upstream.Push: .25, upstream.Check: .15, upstream.Shared: .25, upstream.Account: .2, upstream.Miss: .15,
	},
	Capped:   .5,
	Waiting:  48,
	Patience: map[upstream.Class]time.Duration{upstream.Account: 500 * time.Millisecond},
}

// PushShare is the share of a node's rate that pushes always get; they may have all that others
// leave.
func PushShare() float64 { return division.Guaranteed[upstream.Push] }

// breaking is when a node rests because it fails.
func (c *Config) breaking() upstream.Breaking {
	const jitter = 0.2
	return upstream.Breaking{Failures: c.BreakerFaults, Of: 2 * c.BreakerFaults, Rest: c.BreakerRest, Jitter: jitter}
}

// allow takes a token for one request, if there is one.
func (n *node) allow(ctx context.Context) bool {
	if n.rate.Allow(ctx) {
		return true
	}
	n.count(func(c *Counts) { c.TokensRefused++ })
	return false
}
