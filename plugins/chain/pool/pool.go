package pool

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/upstream"
)

const (
	connectionsPerNode = 32
	handshakeTimeout   = 5 * time.Second
	idleConnections    = 90 * time.Second
	pingAfter          = 10 * time.Second
	pingTimeout        = 5 * time.Second
)

// Pool is a set of nodes of one chain, in the order in which they are
// preferred. A read goes to one that seems healthy, and on to another when that
// one fails or takes long; a Send goes to one, once.
type Pool struct {
	settings atomic.Pointer[Config]
	nodes    []*node
	line     *upstream.Line
	hedges   budget
	// outage is what was logged of all nodes together, and whether a node's failure
	// waits to be.
	outage struct {
		holds atomic.Bool
		mu    sync.Mutex
		logged
		// clock is what was logged of the clock of this machine.
		clock logged
	}

	// changed tells those who wait that more is known of a node.
	changed notifier
	// hurried counts the calls that wait for a newer head.
	hurried atomic.Int64

	life    context.Context // ends with Close; the parent of checks
	end     context.CancelFunc
	mu      sync.Mutex // guards closed, used, begun and each node's watched
	closed  bool
	used    time.Time // when the last call came
	begun   time.Time // when the first call after a pause came
	checks  sync.WaitGroup
	readers *http.Transport
	senders *http.Transport
}

// New makes a pool. It asks nothing of a node before the first call.
func New(config Config) (*Pool, error) {
	config, err := config.Complete()
	if err != nil {
		return nil, fmt.Errorf("making a pool of chain nodes: %w", err)
	}
	p := &Pool{hedges: budget{credit: 1}}
	p.settings.Store(&config)
	p.line = upstream.NewLine(division, func() time.Time { return p.config().Now() })
	if config.Share != nil {
		p.line.UseShare(config.Share)
	}
	dial := config.Dial
	if dial == nil {
		dial = (&net.Dialer{KeepAlive: 30 * time.Second}).DialContext
	}
	p.readers = transport(p, dial)
	p.readers.MaxIdleConnsPerHost = connectionsPerNode
	p.readers.IdleConnTimeout = idleConnections
	p.readers.ForceAttemptHTTP2 = true
	// Without pings, an HTTP/2 connection that died in silence is used on until
	// the kernel gives up, which takes a quarter of an hour.
	p.readers.HTTP2 = &http.HTTP2Config{SendPingTimeout: pingAfter, PingTimeout: pingTimeout}
	// A push has a connection of its own, by HTTP/1.1: an idle one may have been
	// closed by the node, which is found out too late to know whether the push
	// was read, and net/http never repeats what it sent on a new one.
	p.senders = transport(p, dial)
	p.senders.DisableKeepAlives = true
	for i, address := range config.Nodes {
		p.nodes = append(p.nodes, newNode(i, trimAddress(address), p, &config))
	}
	p.life, p.end = context.WithCancel(context.Background())
	return p, nil
}

// transport makes connections within the time of a try.
func transport(p *Pool, dial upstream.Dial) *http.Transport {
	made := upstream.Transport(func(ctx context.Context, network, address string) (net.Conn, error) {
		ctx, cancel := context.WithTimeout(ctx, p.config().Timeout)
		defer cancel()
		return dial(ctx, network, address)
	}, handshakeTimeout)
	made.MaxConnsPerHost = connectionsPerNode
	return made
}

// Size is how many nodes are configured.
func (p *Pool) Size() int { return len(p.nodes) }

// config is what is set now.
func (p *Pool) config() *Config { return p.settings.Load() }

// Update changes a living pool to the settings of config, whose nodes and chain
// must be those it has. What is known of the nodes stays; calls under way end
// as they began.
func (p *Pool) Update(config Config) error {
	config, err := config.Complete()
	if err != nil {
		return fmt.Errorf("changing a pool of chain nodes: %w", err)
	}
	old := p.config()
	same := slices.EqualFunc(config.Nodes, p.nodes, func(address string, n *node) bool { return trimAddress(address) == n.address })
	if !same || !strings.EqualFold(config.ChainID, old.ChainID) {
		return errors.New("changing a pool of chain nodes: other nodes or another chain need a pool of their own")
	}
	config.Now, config.Dial = old.Now, old.Dial
	p.settings.Store(&config)
	for _, n := range p.nodes {
		n.update(&config)
	}
	return nil
}

// Close ends what runs in the background and closes idle connections. Calls
// under way go on.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.end()
	p.checks.Wait()
	p.readers.CloseIdleConnections()
}

// notifier wakes all who wait.
type notifier struct {
	mu   sync.Mutex
	next chan struct{}
}

// wait is closed by the next wake.
func (n *notifier) wait() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.next == nil {
		n.next = make(chan struct{})
	}
	return n.next
}

func (n *notifier) wake() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.next != nil {
		close(n.next)
		n.next = nil
	}
}
