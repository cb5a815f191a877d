package pool

import (
	"errors"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"golang.org/x/time/rate"
)

// Logs of one node are bounded: one in logEvery, after logBurst at once. What
// was left out is counted in the next one.
const (
	logEvery = 10 * time.Second
	logBurst = 5
)

// logged is what was logged of a node, or of all of them.
type logged struct {
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
func (t *logged) may(now time.Time) (leftOut int, ok bool) {
	if t.limit == nil {
		t.limit = rate.NewLimiter(rate.Every(logEvery), logBurst)
	}
	if !t.limit.AllowN(now, 1) {
		t.leftOut++
		return 0, false
	}
	leftOut, t.leftOut = t.leftOut, 0
	return leftOut, true
}

// levels are how loudly a state is logged.
var levels = map[State]zapcore.Level{
	Good:       zap.InfoLevel,
	Degraded:   zap.WarnLevel,
	Resting:    zap.WarnLevel,
	Unknown:    zap.WarnLevel,
	Out:        zap.ErrorLevel,
	WrongChain: zap.ErrorLevel,
}

// logStates logs the states that changed.
func (p *Pool) logStates() {
	if p.life.Err() != nil {
		return
	}
	now := p.config().Now()
	all := p.assess(now)
	p.logClock(all[0].clockError, now)
	if p.logOutage(all, now) {
		return
	}
	for _, a := range all {
		a.log(p.config().Logger, now)
	}
}

// logClock logs once that the nodes are believed against the clock, and once that they need
// not be any more.
func (p *Pool) logClock(clockError time.Duration, now time.Time) {
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
		p.config().Logger.Error("the clock of this machine is wrong: the chain nodes agree with each other on another time, and are believed", zap.Duration("ahead", clockError))
	} else {
		p.config().Logger.Info("the clock of this machine agrees with the chain nodes again")
	}
}

// logOutage logs once that no node answers, and once that one does again; true
// when that says all there is to say of single nodes.
func (p *Pool) logOutage(all []assessment, now time.Time) bool {
	p.outage.mu.Lock()
	defer p.outage.mu.Unlock()
	gone, states, faults := true, make(map[string]string, len(all)), make(map[string]string, len(all))
	for _, a := range all {
		a.node.mu.Lock()
		gone = gone && a.node.logged.failing
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
		a.node.logged.state, a.node.logged.held = a.state, nil
		a.node.mu.Unlock()
	}
	fields := []zap.Field{zap.Any("nodes", states)}
	if leftOut > 0 {
		fields = append(fields, zap.Int("left_out", leftOut))
	}
	if gone {
		p.config().Logger.Error("no chain node answers: what is kept is served until it is too old", append(fields, zap.Any("faults", faults))...)
	} else {
		p.config().Logger.Info("chain nodes answer again", fields...)
	}
	return true
}

func (a *assessment) log(to *zap.Logger, now time.Time) {
	n := a.node
	n.mu.Lock()
	before := n.logged.state
	// Before its first check nothing is known of a node, which is no news.
	if n.logged.held != nil || before == a.state || before == "" && a.state == Unknown && n.checkErr == nil {
		n.mu.Unlock()
		return
	}
	leftOut, ok := n.logged.may(now)
	if ok {
		n.logged.state = a.state
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
	to.Log(levels[a.state], message, fields...)
}

// logFault holds what a node failed with first since its last answer, until
// another answer is there or no node is left, and logs the states that changed.
func (p *Pool) logFault(n *node, fault *Fault, kind Kind) {
	n.mu.Lock()
	if !n.logged.failing {
		n.logged.failing, n.logged.held = true, &held{fault, kind}
		p.outage.holds.Store(true)
	}
	n.mu.Unlock()
	p.logStates()
}

// logHeld logs the failures that waited for an answer.
func (p *Pool) logHeld(now time.Time) {
	if p.life.Err() != nil || !p.outage.holds.Swap(false) {
		return
	}
	for _, n := range p.nodes {
		n.mu.Lock()
		held := n.logged.held
		n.logged.held = nil
		n.mu.Unlock()
		if held != nil {
			p.logNode(n, held.fault, held.kind, now)
		}
	}
	p.logStates()
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

func (p *Pool) logNode(n *node, fault *Fault, kind Kind, now time.Time) {
	n.mu.Lock()
	leftOut, ok := n.logged.may(now)
	n.mu.Unlock()
	if !ok {
		return
	}
	fields := []zap.Field{zap.String("node", n.address), zap.String("reason", string(fault.Reason)), zap.String("request", string(kind)), zap.Error(fault.Err)}
	if leftOut > 0 {
		fields = append(fields, zap.Int("left_out", leftOut))
	}
	p.config().Logger.Warn("a chain node failed", fields...)
}
