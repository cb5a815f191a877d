// Package producer makes the development chain's blocks: it turns the time that
// has passed on a clock into blocks, with the life of the simulation in them.
package producer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/simulation"
	"fieldhouse/plugins/antelope"
)

// maxCatchUp is how many blocks are made up for after a pause, such as a
// suspended machine. A longer pause leaves a gap in the block times.
const maxCatchUp = 2400

// Options are what a development chain is started with.
type Options struct {
	genesis.Options
	Settings
	// Clock tells the time. Default: time.Now.
	Clock func() time.Time
}

// Settings are what may change while the chain runs.
type Settings struct {
	simulation.Crowd
	// Irreversible is how many blocks the last irreversible one trails the head.
	Irreversible int
}

// Defaults are the settings of a chain that looks alive.
func Defaults() Settings {
	return Settings{simulation.Crowd{Buyers: len(genesis.Buyers), Pace: 4 * time.Second}, ledger.IrreversibleLag}
}

// Check tells what is wrong with the settings.
func (s Settings) Check() error {
	if most := len(genesis.Buyers); s.Buyers < 0 || s.Buyers > most {
		return fmt.Errorf("%d simulated buyers: use 0 to %d", s.Buyers, most)
	}
	if s.Pace < antelope.SlotLength || s.Pace > time.Hour {
		return fmt.Errorf("a purchase every %s: use %s to 1h", s.Pace, antelope.SlotLength)
	}
	return ledger.CheckIrreversibleLag(s.Irreversible)
}

// Producer is a running development chain.
type Producer struct {
	ledger *ledger.Ledger
	start  time.Time
	life   *simulation.Simulation
	clock  func() time.Time

	advancing sync.Mutex // one goroutine makes blocks
}

// New makes a chain and its past, up to the clock's time.
func New(options Options) (*Producer, error) {
	if err := options.Check(); err != nil {
		return nil, fmt.Errorf("starting the development chain: %w", err)
	}
	if options.Clock == nil {
		options.Clock = time.Now
	}
	if options.Start.IsZero() {
		options.Start = options.Clock()
	}
	chain, err := genesis.New(options.Options)
	if err != nil {
		return nil, err
	}
	if err := chain.SetIrreversibleLag(options.Irreversible); err != nil {
		return nil, err
	}
	p := &Producer{
		ledger: chain, start: options.Start, clock: options.Clock,
		life: simulation.New(chain, options.Seed, options.Crowd),
	}
	_, err = p.Advance()
	return p, err
}

// Ledger is the chain's state.
func (p *Producer) Ledger() *ledger.Ledger { return p.ledger }

// Start is the moment that the drops' times are relative to.
func (p *Producer) Start() time.Time { return p.start }

// Set changes the settings from the next block on.
func (p *Producer) Set(settings Settings) error {
	if err := settings.Check(); err != nil {
		return err
	}
	if err := p.ledger.SetIrreversibleLag(settings.Irreversible); err != nil {
		return err
	}
	p.life.SetCrowd(settings.Crowd)
	return nil
}

// Advance makes the blocks that are due at the clock's time. It answers the
// simulated transactions that failed, joined, which is part of life, and an
// error when no block could be made.
func (p *Producer) Advance() (failed, err error) {
	p.advancing.Lock()
	defer p.advancing.Unlock()
	return p.advance()
}

func (p *Producer) advance() (failed, err error) {
	step := antelope.TimePoint(antelope.SlotLength.Microseconds())
	now := ledger.Slot(p.clock())
	for {
		var next antelope.TimePoint
		p.ledger.Read(func(v ledger.View) { next = v.Head().Time + step })
		if next > now {
			return failed, nil
		}
		if behind := (now - next) / step; behind > maxCatchUp {
			next = now
		}
		p.ledger.SkipTo(next)
		failed = errors.Join(failed, p.life.Step())
		if err := p.ledger.ProduceBlock(next); err != nil {
			return failed, err
		}
	}
}

// Fork is what became of blocks that were undone.
type Fork struct {
	// First is the number of the first block that was replaced.
	First uint32 `json:"first_block_num"`
	// Transactions were in the blocks or waited for the next one.
	Transactions int `json:"transactions"`
}

// Undo replaces the last blocks by others (see ledger.Ledger.Undo). Their
// transactions are lost.
func (p *Producer) Undo(blocks int) (Fork, error) {
	p.advancing.Lock()
	defer p.advancing.Unlock()
	gone, err := p.ledger.Undo(blocks)
	if err != nil {
		return Fork{}, err
	}
	fork := Fork{Transactions: len(gone)}
	p.ledger.Read(func(v ledger.View) { fork.First = v.Head().Number + 1 })
	_, err = p.advance()
	return fork, err
}

// Run makes blocks as time passes until the context ends. What failed on the
// way is reported to the function.
func (p *Producer) Run(ctx context.Context, report func(failed, err error)) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		if failed, err := p.Advance(); failed != nil || err != nil {
			report(failed, err)
		}
		now := p.clock()
		timer.Reset(now.Truncate(antelope.SlotLength).Add(antelope.SlotLength).Sub(now))
	}
}
