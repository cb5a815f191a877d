package devchain

import (
	"context"
	"errors"
	"sync"

	"fieldhouse/devchain/chain/faults"
	"fieldhouse/devchain/chain/producer"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// runningChain is a chain with its servers. Reloads share it, so that a reload
// interrupts neither blocks nor connections.
type runningChain struct {
	*producer.Producer
	faults *faults.Board

	mutex   sync.Mutex
	servers []*server // none until the first start
	stop    context.CancelFunc
	ending  sync.WaitGroup
}

// newChain makes a chain with its services. Nothing runs before start.
func newChain(options producer.Options, nodes int) (*runningChain, error) {
	board := faults.NewBoard(nodes)
	made, err := producer.New(options)
	if err != nil {
		return nil, err
	}
	return &runningChain{Producer: made, faults: board}, nil
}

// start makes blocks and answers requests from now on. Only the first call that
// succeeds does anything, and says so.
func (c *runningChain) start(listen string, wallets Wallets) (started bool, err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.servers) > 0 {
		return false, nil
	}
	services, err := c.services(wallets)
	if err != nil {
		return false, err
	}
	ctx, stop := context.WithCancel(context.Background())
	servers := []*server{newServer(ctx, service{listen: listen, handler: c.handler()}, nodeTimeout)}
	for _, one := range services {
		servers = append(servers, newServer(ctx, one, walletTimeout))
	}
	for i, one := range servers {
		if err := one.open(ctx); err != nil {
			for _, opened := range servers[:i] {
				err = errors.Join(err, opened.listener.Close())
			}
			stop()
			return false, errors.Join(err, closeAll(services))
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
