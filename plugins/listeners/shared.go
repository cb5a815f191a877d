// Package listeners registers the network `shared` with Caddy: `bind
// shared/127.0.0.1` listens on one TCP socket that all configurations of the
// process use, over every reload, and no request is lost between them.
//
// On the network `tcp` each configuration opens a socket of its own
// (SO_REUSEPORT). The kernel deals new connections out to both while the old
// configuration ends, and resets those that still wait in the old one's queue
// when it is closed; and a server that is shutting down closes a new connection
// even when its request has arrived. A shared socket has one queue, which nobody
// closes at a reload. It gives a connection to a configuration when a request
// begins on it, and to the newest one only.
//
// The socket can be one that the process was started with: by systemd, or by the process
// whose place it takes (package handover).
package listeners

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/handover"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// Network is the name of the network in addresses: `shared/<host>:<port>`.
const Network = "shared"

func init() {
	caddy.RegisterNetwork(Network, listen)
	caddy.RegisterNetwork(packetNetwork, listenPackets)
	caddyhttp.RegisterNetworkHTTP3(Network, packetNetwork)
}

// sockets are the open sockets by their address. A new configuration joins
// before the old one leaves.
var sockets = adapter.NewStates((*socket).close)

// Listening reports whether a socket of the network is open.
func Listening() bool { return len(sockets.All()) > 0 }

// listen opens the address, or joins the socket that is open on it. Then it
// waits until the servers before are at work on what was given to them: Caddy ends
// them next.
func listen(ctx context.Context, _, host, portRange string, portOffset uint, config net.ListenConfig) (any, error) {
	address, err := addressOf(host, portRange, portOffset)
	if err != nil {
		return nil, err
	}
	shared, err := sockets.Join(address, func() (*socket, error) {
		inherited, err := handover.Listener(address)
		if err != nil {
			return nil, err
		}
		if inherited != nil {
			return newSocket(inherited, maxSilent), nil
		}
		opened, err := config.Listen(ctx, "tcp", address)
		if err != nil {
			return nil, err
		}
		return newSocket(opened, maxSilent), nil
	})
	if err != nil {
		return nil, fmt.Errorf("listening on %s/%s: %w", Network, address, err)
	}
	joined, previous := shared.Value.join(shared.Leave)
	if previous != nil {
		if err := previous.drain(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("listening on %s/%s: %w", Network, address, err), joined.Close())
		}
	}
	return joined, nil
}

func addressOf(host, portRange string, portOffset uint) (string, error) {
	first, err := strconv.ParseUint(portRange, 10, 16)
	if err != nil {
		return "", fmt.Errorf("listening on %s/%s:%s: write one port from 1 to 65535", Network, host, portRange)
	}
	return net.JoinHostPort(host, strconv.FormatUint(first+uint64(portOffset), 10)), nil
}

// Gate decides whether a connection that was accepted may stay. leave is called at
// the end of one that may, once. The gate may close those it let in, to make room:
// they end like any other. It is safe for use by many goroutines.
type Gate func(accepted net.Conn) (leave func(), ok bool)

var gate atomic.Pointer[Gate]

// Admit has every connection that is accepted from now on pass a gate; nil lets
// all of them in.
func Admit(by Gate) { gate.Store(&by) }

// admit takes a connection that may stay. One that may not is reset, which costs
// the system nothing more.
func (s *socket) admit(accepted net.Conn) (*conn, bool) {
	leave := func() {}
	if by := gate.Load(); by != nil && *by != nil {
		var ok bool
		if leave, ok = (*by)(accepted); !ok {
			reset(accepted)
			return nil, false
		}
	}
	opened := &conn{Conn: accepted, accepted: time.Now(), atWork: func() {}, clock: &s.clock}
	opened.left = func() {
		s.watched.Lock()
		delete(s.open, opened)
		s.watched.Unlock()
		leave()
	}
	s.watched.Lock()
	s.open[opened] = struct{}{}
	s.watched.Unlock()
	return opened, true
}

// reset closes a connection and drops what the other end has not taken of it.
func reset(connection net.Conn) {
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	connection.Close()
}
