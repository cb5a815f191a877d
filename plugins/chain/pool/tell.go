package pool

import (
	"errors"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"golang.org/x/time/rate"
)

// Logs of one node are bounded: one in tellEvery, after tellBurst at once. What
// was left out is counted in the next one.
const (
	tellEvery = 10 * time.Second
	tellBurst = 5
)

// told is what was logged of a node, or of all of them.
type told struct {
	state   State
	failing bool // since its last answer
	held    *held
	limit   *rate.Limiter
	leftOut int
}

// held is a node's first failure, which waits for an answer of any node: without
// one it may be the first of all nodes going, which is one line and not several.
type held struct {
	fault *Fault
	kind  Kind
}

// may says whether something may be logged now, and how much was left out
// before it.
func (t *told) may(now time.Time) (leftOut int, ok bool) {
	if t.limit == nil {
		t.limit = rate.NewLimiter(rate.Every(tellEvery), tellBurst)
	}
	if !t.limit.AllowN(now, 1) {
		t.leftOut++
		return 0, false
	}
	leftOut, t.leftOut = t.leftOut, 0
	return leftOut, true
}

// levels are how loudly a state is told.
var levels = map[State]zapcore.Level{
	Good:       zap.InfoLevel,
	Degraded:   zap.WarnLevel,
	Resting:    zap.WarnLevel,
	Unknown:    zap.WarnLevel,
	Out:        zap.ErrorLevel,
	WrongChain: zap.ErrorLevel,
}

// tellStates logs the states that changed.
func (p *Pool) tellStates() {
	if p.life.Err() != nil {
		return
	}
	now := p.config().Now()
	all := p.assess(now)
	p.tellClock(all[0].clockError, now)
	if p.tellOutage(all, now) {
		return
	}
	for _, a := range all {
		a.tell(p.log.Load(), now)
	}
}

// tellClock logs once that the nodes are believed against the clock, and once that they need
// not be any more.
func (p *Pool) tellClock(clockError time.Duration, now time.Time) {
	p.outage.mu.Lock()
	defer p.outage.mu.Unlock()
	clock := &p.outage.clock
	if clock.failing == (clockError != 0) {
		return
	}
	if _, ok := clock.may(now); !ok {
		return
	}
	clock.failing = !clock.failing
	if clock.failing {
		p.log.Load().Error("the clock of this machine is wrong: the chain nodes agree with each other on another time, and are believed", zap.Duration("ahead", clockError))
	} else {
		p.log.Load().Info("the clock of this machine agrees with the chain nodes again")
	}
}

// tellOutage logs once that no node answers, and once that one does again; true
// when that says all there is to say of single nodes.
func (p *Pool) tellOutage(all []assessment, now time.Time) bool {
	p.outage.mu.Lock()
	defer p.outage.mu.Unlock()
	gone, states, faults := true, make(map[string]string, len(all)), make(map[string]string, len(all))
	for _, a := range all {
		a.node.mu.Lock()
		gone = gone && a.node.told.failing
		if a.node.fault != nil {
			faults[a.address] = a.node.fault.Err.Error()
		}
		a.node.mu.Unlock()
		states[a.address] = string(a.state)
	}
	if gone == p.outage.failing {
		return gone
	}
	leftOut, ok := p.outage.may(now)
	if !ok {
		return true
	}
	p.outage.failing = gone
	for _, a := range all {
		a.node.mu.Lock()
		a.node.told.state, a.node.told.held = a.state, nil
		a.node.mu.Unlock()
	}
	fields := []zap.Field{zap.Any("nodes", states)}
	if leftOut > 0 {
		fields = append(fields, zap.Int("left_out", leftOut))
	}
	if gone {
		p.log.Load().Error("no chain node answers: what is kept is served until it is too old", append(fields, zap.Any("faults", faults))...)
	} else {
		p.log.Load().Info("chain nodes answer again", fields...)
	}
	return true
}

func (a *assessment) tell(log *zap.Logger, now time.Time) {
	n := a.node
	n.mu.Lock()
	before := n.told.state
	// Before its first look nothing is known of a node, which is no news.
	if n.told.held != nil || before == a.state || before == "" && a.state == Unknown && n.lookErr == nil {
		n.mu.Unlock()
		return
	}
	leftOut, ok := n.told.may(now)
	if ok {
		n.told.state = a.state
	}
	n.mu.Unlock()
	if !ok {
		return
	}
	fields := []zap.Field{zap.String("node", n.address), zap.String("state", string(a.state)), zap.String("before", string(before))}
	if a.reason != "" {
		fields = append(fields, zap.String("reason", a.reason))
	}
	if a.seen != nil {
		fields = append(fields, zap.Uint64("head", a.seen.info.Head.Block), zap.Duration("lag", a.lag))
	}
	if leftOut > 0 {
		fields = append(fields, zap.Int("left_out", leftOut))
	}
	message := "a chain node is not asked"
	switch a.state {
	case Good:
		message = "a chain node is well"
	case Degraded:
		message = "a chain node is asked only when no good one is there"
	case WrongChain:
		message = "a chain node is of another chain and is not asked"
	}
	log.Log(levels[a.state], message, fields...)
}

// tellFault holds what a node failed with first since its last answer, until
// another answer is there or no node is left, and logs the states that changed.
func (p *Pool) tellFault(n *node, fault *Fault, kind Kind) {
	n.mu.Lock()
	if !n.told.failing {
		n.told.failing, n.told.held = true, &held{fault, kind}
		p.outage.holds.Store(true)
	}
	n.mu.Unlock()
	p.tellStates()
}

// tellHeld logs the failures that waited for an answer.
func (p *Pool) tellHeld(now time.Time) {
	if p.life.Err() != nil || !p.outage.holds.Swap(false) {
		return
	}
	for _, n := range p.nodes {
		n.mu.Lock()
		held := n.told.held
		n.told.held = nil
		n.mu.Unlock()
		if held != nil {
			p.tellNode(n, held.fault, held.kind, now)
		}
	}
	p.tellStates()
}

// ErrOutage: no node answers, which the pool itself has logged.
var ErrOutage = errors.New("no chain node answers")

// outage is an error of a read while no node answers.
type outage struct{ error }

func (outage) Is(target error) bool { return target == ErrOutage }

func (o outage) Unwrap() error { return o.error }

// inOutage marks an error as one that ErrOutage explains, if it does.
func (p *Pool) inOutage(err error) error {
	p.outage.mu.Lock()
	defer p.outage.mu.Unlock()
	if !p.outage.failing {
		return err
	}
	return outage{err}
}

func (p *Pool) tellNode(n *node, fault *Fault, kind Kind, now time.Time) {
	n.mu.Lock()
	leftOut, ok := n.told.may(now)
	n.mu.Unlock()
	if !ok {
		return
	}
	fields := []zap.Field{zap.String("node", n.address), zap.String("reason", string(fault.Reason)), zap.String("request", string(kind)), zap.Error(fault.Err)}
	if leftOut > 0 {
		fields = append(fields, zap.Int("left_out", leftOut))
	}
	p.log.Load().Warn("a chain node failed", fields...)
}
