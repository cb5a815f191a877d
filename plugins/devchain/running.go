package devchain

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/devchain/assetindex"
	"fieldhouse/plugins/devchain/faults"
	"fieldhouse/plugins/devchain/genesis"
	"fieldhouse/plugins/devchain/ledger"
	"fieldhouse/plugins/devchain/producer"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// Time-outs and bounds of the node's server.
const (
	headerTimeout   = 5 * time.Second
	readTimeout     = 10 * time.Second
	writeTimeout    = 10 * time.Second
	idleTimeout     = 60 * time.Second
	shutdownTimeout = 5 * time.Second
	maxHeader       = 16 << 10
)

// runningChain is a chain with its server. Reloads share it, so that a reload
// interrupts neither blocks nor connections.
type runningChain struct {
	*producer.Producer
	faults *faults.Board
	index  *assetindex.Index
	drops  int

	mutex  sync.Mutex
	server *http.Server // nil until the first start
	stop   context.CancelFunc
	ending sync.WaitGroup
}

// newChain makes a chain with its services. Nothing runs before start.
func newChain(options producer.Options, nodes int, indexLag time.Duration) (*runningChain, error) {
	board := faults.NewBoard(nodes)
	index := assetindex.New(antelope.MustName(genesis.Assets), indexLag)
	options.Observers, options.OracleFast = []ledger.Observer{index.Observe}, board.OracleFast
	made, err := producer.New(options)
	if err != nil {
		return nil, err
	}
	return &runningChain{Producer: made, faults: board, index: index, drops: options.Drops}, nil
}

// start makes blocks and answers requests from now on. Only the first call that
// succeeds does anything, and says so.
func (c *runningChain) start(listen string) (started bool, err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.server != nil {
		return false, nil
	}
	address, err := caddy.ParseNetworkAddress(listen)
	if err != nil {
		return false, fmt.Errorf("listening on %s: %w", listen, err)
	}
	// Caddy's listener lets a chain of another seed take the address over.
	opened, err := address.Listen(context.Background(), 0, net.ListenConfig{})
	if err != nil {
		return false, fmt.Errorf("listening on %s: %w; free the port or set `listen` to another one", listen, err)
	}
	c.server = &http.Server{
		Handler:           c.handler(),
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		ErrorLog: zap.NewStdLog(caddy.Log().Named("devchain")),
	}
	ctx, stop := context.WithCancel(context.Background())
	c.stop = stop
	// Requests that wait in a fault end with the chain.
	c.server.BaseContext = func(net.Listener) context.Context { return ctx }
	c.ending.Go(func() { c.Run(ctx, report) })
	c.ending.Go(func() {
		if err := c.server.Serve(opened.(net.Listener)); !errors.Is(err, http.ErrServerClosed) {
			report(nil, fmt.Errorf("answering on %s: %w", listen, err))
		}
	})
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

// Destruct ends the chain and its server.
func (c *runningChain) Destruct() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.server == nil {
		return nil
	}
	c.stop()
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	err := c.server.Shutdown(ctx)
	if err != nil {
		err = c.server.Close()
	}
	c.ending.Wait()
	return err
}

// Interface guard
var _ caddy.Destructor = (*runningChain)(nil)
