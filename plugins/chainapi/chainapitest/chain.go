package chainapitest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/transaction"
)

// First is the number of the head of a Chain when it is made.
const First = 324_182_164

// Node is the address of a Chain's one node.
const Node = "https://node.test"

// Slot is the time between two blocks.
const Slot = 500 * time.Millisecond

// Chain is a chain in memory that grows with time.Now, so that a test's own
// clock (testing/synctest) makes it grow. Its zero fields answer as a healthy
// chain without pushes does.
type Chain struct {
	// OnSend answers a push at a node. Nil: a fault that says it may have been taken.
	OnSend func(ctx context.Context, node string, body []byte) (pool.Raw, error)
	// OnTurn waits until a node takes a push. Nil: at once.
	OnTurn func(ctx context.Context) error
	// Nodes are the addresses of the nodes. Nil: Node alone.
	Nodes []string
	// OnRead, when it is set, may answer a read of a block instead; with an
	// empty body it lets it through.
	OnRead func(number uint64) (body []byte, err error)
	// Ahead is how far the clock is ahead of the chain.
	Ahead time.Duration
	// Down makes all reads fail.
	Down bool

	sync.Mutex // lets a test change the fields of a Chain in use
	lost       []string
	began      time.Time
	listed     map[uint64][]string // transactions as a block lists them
	forks      map[uint64]string   // the fork from a block on
	sent       []string
	reads      int
}

// NewChain makes a chain whose head is First now.
func NewChain() *Chain {
	return &Chain{began: time.Now(), listed: make(map[uint64][]string), forks: make(map[uint64]string)}
}

// Head is the number of the newest block.
func (c *Chain) Head() uint64 { return First + uint64(time.Since(c.began)/Slot) }

// Time is the time of a block.
func (c *Chain) Time(number uint64) time.Time {
	return c.began.Add(time.Duration(int64(number)-First)*Slot - c.Ahead)
}

// Include puts a transaction into a block, executed.
func (c *Chain) Include(id transaction.ID, number uint64) {
	c.List(number, fmt.Sprintf(`{"status":"executed","cpu_usage_us":269,"net_usage_words":18,"trx":{"id":"%s","signatures":[],"compression":"none"}}`, id))
}

// List puts a transaction into a block as get_block lists it.
func (c *Chain) List(number uint64, listed string) {
	c.Lock()
	defer c.Unlock()
	c.listed[number] = append(c.listed[number], listed)
}

// Replace puts other blocks in the place of those from a number on, and drops
// what was in them.
func (c *Chain) Replace(number uint64, fork string) {
	c.Lock()
	defer c.Unlock()
	c.forks[number] = fork
	for n := range c.listed {
		if n >= number {
			delete(c.listed, n)
		}
	}
}

// Sent are the bodies that were sent, in order.
func (c *Chain) Sent() []string {
	c.Lock()
	defer c.Unlock()
	return append([]string(nil), c.sent...)
}

// Reads is how often a block was read.
func (c *Chain) Reads() int {
	c.Lock()
	defer c.Unlock()
	return c.reads
}

// BlockID is the id of a block.
func (c *Chain) BlockID(number uint64) string {
	c.Lock()
	defer c.Unlock()
	return c.id(number)
}

func (c *Chain) id(number uint64) string {
	fork, from := "", uint64(0)
	for start, name := range c.forks {
		if start <= number && start >= from {
			fork, from = name, start
		}
	}
	return fmt.Sprintf("%08x%-56s", number, strings.Repeat(fork+"0", 56)[:56])
}

// Info answers the head.
func (c *Chain) Info(_ context.Context, except ...string) (pool.Info, error) {
	c.Lock()
	defer c.Unlock()
	if c.Down {
		return pool.Info{}, errDown
	}
	node, err := c.node(except)
	head := c.Head()
	return pool.Info{Head: pool.Head{Block: head, Time: c.Time(head)}, Node: node}, err
}

// node is the first one that is not excepted. The lock is held.
func (c *Chain) node(except []string) (string, error) {
	nodes := c.Nodes
	if nodes == nil {
		nodes = []string{Node}
	}
	i := slices.IndexFunc(nodes, func(node string) bool { return !slices.Contains(except, node) })
	if i < 0 {
		return "", &pool.Fault{Err: errors.New("there is no other node")}
	}
	return nodes[i], nil
}

var errDown = &pool.Fault{Node: Node, Err: errors.New("it is down")}

// Turn takes a push at once.
func (c *Chain) Turn(ctx context.Context) (context.Context, error) {
	c.Lock()
	onTurn := c.OnTurn
	c.Unlock()
	if onTurn == nil {
		return ctx, nil
	}
	return ctx, onTurn(ctx)
}

// Send answers a push at the first node that is not excepted.
func (c *Chain) Send(ctx context.Context, _ string, body []byte, except ...string) (pool.Raw, error) {
	c.Lock()
	node, err := c.node(except)
	if err != nil {
		c.Unlock()
		return pool.Raw{}, err
	}
	c.sent = append(c.sent, string(body))
	send := c.OnSend
	c.Unlock()
	if send == nil {
		return pool.Raw{}, Ambiguous("the connection was lost")
	}
	return send(ctx, node, body)
}

// ClockError is Ahead.
func (c *Chain) ClockError() (ahead time.Duration, known bool) {
	c.Lock()
	defer c.Unlock()
	return c.Ahead, true
}

// Lost notes a node whose word did not come about.
func (c *Chain) Lost(node string, _ error) {
	c.Lock()
	defer c.Unlock()
	c.lost = append(c.lost, node)
}

// Liars are the nodes that Lost was told of, in order.
func (c *Chain) Liars() []string {
	c.Lock()
	defer c.Unlock()
	return slices.Clone(c.lost)
}

// Ambiguous is the fault of a node that may have taken what was sent.
func Ambiguous(why string) error {
	return fmt.Errorf("sending: %w", &pool.Fault{Node: Node, Err: errors.New(why), Sent: true})
}

// Reach waits for nothing: every block up to the head is there.
func (*Chain) Reach(context.Context, uint64, ...string) error { return nil }

// Read answers get_block.
func (c *Chain) Read(_ context.Context, path string, body []byte, minBlock uint64, except ...string) (pool.Raw, error) {
	c.Lock()
	defer c.Unlock()
	c.reads++
	node, err := c.node(except)
	raw := pool.Raw{Status: 200, Node: node}
	if c.Down || err != nil {
		return raw, cmp.Or(err, error(errDown))
	}
	var request struct {
		Number string `json:"block_num_or_id"`
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return raw, err
	}
	number, err := strconv.ParseUint(request.Number, 10, 64)
	if err != nil || path != "/v1/chain/get_block" || number > c.Head() || minBlock != number {
		return raw, fmt.Errorf("reading %s of block %q at or past %d: %w", path, request.Number, minBlock, errDown)
	}
	if c.OnRead != nil {
		if raw.Body, err = c.OnRead(number); err != nil || raw.Body != nil {
			return raw, err
		}
	}
	raw.Body = fmt.Appendf(nil, `{"timestamp":"%s","producer":"eosio","previous":"%s","id":"%s","block_num":%d,"transactions":[%s]}`,
		c.Time(number).UTC().Format("2006-01-02T15:04:05.000"), c.id(number-1), c.id(number), number, strings.Join(c.listed[number], ","))
	return raw, nil
}

// TableRows answers an empty table.
func (c *Chain) TableRows(context.Context, pool.Request) (pool.Answer, error) {
	return pool.Answer{Node: Node, Head: pool.Head{Block: c.Head()}}, nil
}

// Size is how many nodes there are.
func (c *Chain) Size() int {
	c.Lock()
	defer c.Unlock()
	return max(len(c.Nodes), 1)
}
