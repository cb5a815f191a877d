package listeners

import (
	"crypto/tls"
	"net"
	"runtime/debug"
	"sync"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"go.uber.org/zap"
)

func init() {
	caddy.RegisterModule(new(Handshakes))
}

// Handshakes has TLS handshakes made by goroutines of their own, which end with them: a handshake
// needs a stack of 16 kB, and that of net/http's goroutine, which lives as long as its connection,
// never gets smaller again than that. It stands in a server's `listener_wrappers`, after `tls` where
// that is named, and leaves connections alone that are not of a shared socket.
//
//	listener_wrappers {
//		handshakes
//	}
type Handshakes struct{ logger *zap.Logger }

// CaddyModule returns the Caddy module information.
func (*Handshakes) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "caddy.listeners.handshakes", New: func() caddy.Module { return new(Handshakes) }}
}

// Provision implements caddy.Provisioner.
func (h *Handshakes) Provision(ctx caddy.Context) error {
	h.logger = ctx.Logger()
	return nil
}

// UnmarshalCaddyfile implements caddyfile.Unmarshaler: it takes no options.
func (*Handshakes) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for d.NextBlock(0) {
		return d.Errf("unrecognized option '%s': handshakes has none", d.Val())
	}
	return nil
}

// WrapListener implements caddy.ListenerWrapper.
func (h *Handshakes) WrapListener(listener net.Listener) net.Listener {
	return &handshakes{listener, h.logger}
}

type handshakes struct {
	net.Listener
	logger *zap.Logger
}

// Accept gives a connection away as soon as its handshake has begun: the server waits for it as for
// one that it makes itself, with its own time-out, and hears how it ended.
func (h *handshakes) Accept() (net.Conn, error) {
	accepted, err := h.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if secured, ok := accepted.(*tls.Conn); ok {
		if below, ok := secured.NetConn().(*conn); ok {
			begun := make(chan struct{})
			below.begun = sync.OnceFunc(func() { close(begun) })
			go h.shake(secured, below.begun)
			<-begun
		}
	}
	return accepted, nil
}

func (h *handshakes) shake(secured *tls.Conn, begun func()) {
	defer begun()
	defer func() {
		if problem := recover(); problem != nil {
			_ = secured.Close()
			h.logger.Error("a TLS handshake panicked: the connection is closed", zap.Any("panic", problem), zap.ByteString("stack", debug.Stack()))
		}
	}()
	_ = secured.Handshake() // the server is told the same
}

var (
	_ caddy.Provisioner     = (*Handshakes)(nil)
	_ caddy.ListenerWrapper = (*Handshakes)(nil)
	_ caddyfile.Unmarshaler = (*Handshakes)(nil)
)
