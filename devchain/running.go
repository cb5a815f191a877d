package devchain

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"fieldhouse/devchain/chain/faults"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/devchain/loopback"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// runningChain is a chain with its servers. Reloads share it, so that a reload
// interrupts neither blocks nor connections.
type runningChain struct {
	*producer.Producer
	faults *faults.Switches

	mutex   sync.Mutex
	servers []*server // none until the first start
	stop    context.CancelFunc
	ending  sync.WaitGroup
}

// newChain makes a chain with its services. Nothing runs before start.
func newChain(options producer.Options, nodes int) (*runningChain, error) {
	switches := faults.NewSwitches(nodes)
	made, err := producer.New(options)
	if err != nil {
		return nil, err
	}
	return &runningChain{Producer: made, faults: switches}, nil
}

// start makes blocks and answers requests from now on. Only the first call that
// succeeds does anything, and says so.
func (c *runningChain) start(listen string, wallets Wallets) (started bool, err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.servers) > 0 {
		return false, nil
	}
	ctx, stop := context.WithCancel(context.Background())
	servers := []*server{newServer(ctx, service{listen, c.handler(), func() {}}, nodeTimeout)}
	for _, one := range c.services(wallets) {
		servers = append(servers, newServer(ctx, one, walletTimeout))
	}
	for i, one := range servers {
		if err := one.open(ctx); err != nil {
			for _, opened := range servers[:i] {
				err = errors.Join(err, opened.listener.Close())
			}
			stop()
			for _, one := range servers {
				one.close()
			}
			return false, err
		}
	}
	c.servers, c.stop = servers, stop
	c.ending.Go(func() { c.Run(ctx, report) })
	for _, one := range servers {
		c.ending.Go(one.serve)
	}
	return true, nil
}

// report logs what went wrong. It uses the process's logger of the moment, since
// a chain outlives configurations.
func report(failed, err error) {
	logger := caddy.Log().Named("devchain")
	if err != nil {
		logger.Error("the development chain has a problem", zap.Error(err))
	}
	if failed != nil {
		logger.Debug("a simulated transaction failed", zap.Error(failed))
	}
}

// close ends the chain and its servers.
func (c *runningChain) close() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.servers) == 0 {
		return nil
	}
	c.stop()
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	errs := make([]error, len(c.servers))
	var closing sync.WaitGroup
	for i, one := range c.servers {
		closing.Go(func() { errs[i] = one.shutdown(ctx) })
	}
	closing.Wait()
	c.ending.Wait()
	return errors.Join(errs...)
}

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
	s.close()
	return err
}
