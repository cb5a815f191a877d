package chaintest

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Network is a network in memory, for tests whose clock is that of
// testing/synctest: its nodes have no ports, and are reached through Dial.
type Network struct {
	t         testing.TB
	mu        sync.Mutex
	listeners map[string]*listener
}

// NewNetwork makes a network that ends with the test.
func NewNetwork(t testing.TB) *Network {
	return &Network{t: t, listeners: make(map[string]*listener)}
}

// Node starts a node at http://<host>.
func (w *Network) Node(host string, rows func(Request) string) *Node {
	w.t.Helper()
	n := newNode(rows)
	n.URL = "http://" + host
	l := &listener{host: host, accept: make(chan net.Conn), closed: make(chan struct{})}
	w.mu.Lock()
	w.listeners[host+":80"] = l
	w.mu.Unlock()
	server := &http.Server{Handler: n, ErrorLog: log.New(io.Discard, "", 0)}
	var done sync.WaitGroup
	done.Go(func() { _ = server.Serve(l) })
	w.t.Cleanup(func() {
		_ = server.Close()
		done.Wait()
	})
	return n
}

// Unplug makes a node unreachable for new connections, or reachable again.
func (w *Network) Unplug(n *Node, unplugged bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.listeners[n.URL[len("http://"):]+":80"].unplugged = unplugged
}

// Dial connects to a node of the network.
func (w *Network) Dial(ctx context.Context, _, address string) (net.Conn, error) {
	w.mu.Lock()
	l := w.listeners[address]
	unplugged := l == nil || l.unplugged
	w.mu.Unlock()
	if unplugged {
		return nil, &net.OpError{Op: "dial", Net: "memory", Err: fmt.Errorf("nothing listens at %s", address)}
	}
	ours, theirs := net.Pipe()
	select {
	case l.accept <- theirs:
		return ours, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// listener gives a server the connections that Dial made.
type listener struct {
	host      string
	accept    chan net.Conn
	once      sync.Once
	closed    chan struct{}
	unplugged bool
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.accept:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return address(l.host) }

// address is the name of a node in a Network.
type address string

func (address) Network() string  { return "memory" }
func (a address) String() string { return string(a) }
