package devchain

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"fieldhouse/devchain/loopback"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// Time-outs and bounds of the servers.
const (
	headerTimeout   = 5 * time.Second
	idleTimeout     = 60 * time.Second
	shutdownTimeout = 5 * time.Second
	maxHeader       = 16 << 10

	// nodeTimeout is how long a request and its answer may take.
	nodeTimeout = 10 * time.Second
	// walletTimeout is the same for a stand-in wallet, behind which the site keeps
	// the answer to a long-poll back for up to two minutes.
	walletTimeout = 150 * time.Second
)

// server answers on one address.
type server struct {
	service
	http     *http.Server
	listener net.Listener
}

// newServer makes a server whose requests end with the context. Whatever it
// serves, it answers loopback names only.
func newServer(ctx context.Context, of service, timeout time.Duration) *server {
	return &server{service: of, http: &http.Server{
		Handler:           loopback.Guard(of.handler),
		ReadHeaderTimeout: headerTimeout, ReadTimeout: timeout, WriteTimeout: timeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		ErrorLog:    zap.NewStdLog(caddy.Log().Named("devchain")),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}}
}

// open takes the address. Caddy's listener lets another chain take it
// over.
func (s *server) open(ctx context.Context) error {
	address, err := caddy.ParseNetworkAddress(s.listen)
	if err != nil {
		return fmt.Errorf("listening on %s: %w", s.listen, err)
	}
	opened, err := address.Listen(ctx, 0, net.ListenConfig{})
	if err != nil {
		return fmt.Errorf("listening on %s: %w; free the port or set another one", s.listen, err)
	}
	s.listener = opened.(net.Listener)
	return nil
}

// serve answers until shutdown.
func (s *server) serve() {
	if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		report(nil, fmt.Errorf("answering on %s: %w", s.listen, err))
	}
}

func (s *server) shutdown(ctx context.Context) error {
	err := s.http.Shutdown(ctx)
	if err != nil {
		err = s.http.Close()
	}
	return errors.Join(err, s.end())
}
