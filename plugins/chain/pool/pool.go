package pool

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
)

// Config describes a pool.
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
	// Logger is told of nodes that fail. Default none.
	Logger *zap.Logger
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

// The defaults of Config.
const (
	DefaultTimeout  = 2 * time.Second
	DefaultDeadline = 5 * time.Second
	DefaultMaxBody  = 4 << 20

	// rest is how long a node that failed is asked last.
	rest = 10 * time.Second
	// headAge is how old the known head of a node may be while it is in use:
	// 20 looks a minute, beside the 1000 requests that public nodes allow.
	headAge = 3 * time.Second

	connectionsPerNode = 32
)

// Pool is an ordered set of nodes of one chain. A call goes to the first one,
// and on from it while nodes fail. One that failed is asked last for a while.
type Pool struct {
	config Config
	nodes  []*node
	log    atomic.Pointer[zap.Logger]

	life    context.Context // ends with Close; the parent of looks at heads
	end     context.CancelFunc
	mu      sync.Mutex // guards closed and looks.Add against Close
	closed  bool
	looks   sync.WaitGroup
	clients *http.Transport
}

// New makes a pool. It asks nothing of a node yet.
func New(config Config) (*Pool, error) {
	if len(config.Nodes) == 0 {
		return nil, errors.New("making a pool of chain nodes: no node is configured")
	}
	if config.Timeout <= 0 {
		config.Timeout = DefaultTimeout
	}
	if config.Deadline <= 0 {
		config.Deadline = DefaultDeadline
	}
	if config.MaxBody <= 0 {
		config.MaxBody = DefaultMaxBody
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	p := &Pool{config: config}
	p.SetLogger(config.Logger)
	p.clients = &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: config.Timeout, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:    config.Timeout,
		ForceAttemptHTTP2:      true,
		MaxConnsPerHost:        connectionsPerNode,
		MaxIdleConnsPerHost:    connectionsPerNode,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
	}
	client := &http.Client{
		Transport: p.clients,
		// A node that sends elsewhere is no node: its answer is a fault.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for _, address := range config.Nodes {
		if err := CheckAddress(address); err != nil {
			return nil, fmt.Errorf("making a pool of chain nodes: %w", err)
		}
		address = trimAddress(address)
		if slices.ContainsFunc(p.nodes, func(n *node) bool { return n.address == address }) {
			return nil, fmt.Errorf("making a pool of chain nodes: %s is given twice", address)
		}
		p.nodes = append(p.nodes, &node{address: address, client: client, maxBody: config.MaxBody})
	}
	p.life, p.end = context.WithCancel(context.Background())
	return p, nil
}

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

// SetLogger changes who is told of nodes that fail; nil: nobody.
func (p *Pool) SetLogger(logger *zap.Logger) {
	if logger == nil {
		logger = zap.NewNop()
	}
	p.log.Store(logger)
}

// Close ends what runs in the background and closes idle connections. Calls
// under way go on.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.end()
	p.looks.Wait()
	p.clients.CloseIdleConnections()
}

// TableRows reads one page of a table. The error is a *Refusal when a healthy
// node says no, else it joins the *Fault of each node that was tried and, when
// time ran out, context.DeadlineExceeded.
func (p *Pool) TableRows(ctx context.Context, request Request) (Answer, error) {
	body, err := request.body()
	if err != nil {
		return Answer{}, fmt.Errorf("asking for rows of %s in %s: %w", request.Table, request.Code, err)
	}
	answer, n, err := try(ctx, p, func(ctx context.Context, n *node) (Answer, error) { return n.rows(ctx, body) })
	if err != nil {
		return Answer{}, fmt.Errorf("asking for rows of %s in %s: %w", request.Table, request.Code, err)
	}
	p.lookAtHead(n)
	return answer, nil
}

// Info asks for the state of the chain. Its errors are those of TableRows.
func (p *Pool) Info(ctx context.Context) (Info, error) {
	info, _, err := try(ctx, p, func(ctx context.Context, n *node) (Info, error) { return n.info(ctx, p.config.Now) })
	if err != nil {
		return Info{}, fmt.Errorf("asking for the state of the chain: %w", err)
	}
	return info, nil
}

// lookAtHead refreshes what is known of a node's head, beside the calls.
func (p *Pool) lookAtHead(n *node) {
	if known := n.head.Load(); known != nil && p.config.Now().Sub(known.at) < headAge {
		return
	}
	if !n.looking.CompareAndSwap(false, true) {
		return
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return
	}
	p.looks.Add(1)
	p.mu.Unlock()
	go func() {
		defer p.looks.Done()
		defer n.looking.Store(false)
		ctx, cancel := context.WithTimeout(p.life, p.config.Timeout)
		defer cancel()
		if _, err := n.info(ctx, p.config.Now); err != nil && p.life.Err() == nil {
			p.log.Load().Debug("the head of a chain node is not known", zap.String("node", n.address), zap.Error(err))
		}
	}()
}
