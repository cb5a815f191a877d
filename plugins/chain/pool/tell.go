package pool

import (
	"slices"
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
	limit   *rate.Limiter
	leftOut int
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
	if p.tellOutage(all, now) {
		return
	}
	for _, a := range all {
		a.tell(p.log.Load(), now)
	}
}

// tellOutage logs once that no node answers, and once that one does again; true
// when that says all there is to say of single nodes.
func (p *Pool) tellOutage(all []assessment, now time.Time) bool {
	p.outage.mu.Lock()
	defer p.outage.mu.Unlock()
	gone, states := true, make(map[string]string, len(all))
	for _, a := range all {
		a.node.mu.Lock()
		failing := a.node.told.failing
		a.node.mu.Unlock()
		gone = gone && failing
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
		a.node.told.state = a.state
		a.node.mu.Unlock()
	}
	fields := []zap.Field{zap.Any("nodes", states)}
	if leftOut > 0 {
		fields = append(fields, zap.Int("left_out", leftOut))
	}
	if gone {
		p.log.Load().Error("no chain node answers: what is kept is served until it is too old", fields...)
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
	if before == a.state || before == "" && a.state == Unknown && n.lookErr == nil {
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

// tellFault logs what a node failed with first since its last answer, and the
// states that it changed. When that leaves no node, this is all that is said.
func (p *Pool) tellFault(n *node, fault *Fault, kind Kind, now time.Time) {
	if p.life.Err() != nil {
		return
	}
	n.mu.Lock()
	already := n.told.failing
	n.told.failing = true
	n.mu.Unlock()
	alone := slices.ContainsFunc(p.nodes, func(other *node) bool {
		other.mu.Lock()
		defer other.mu.Unlock()
		return !other.told.failing
	})
	if alone && !already {
		p.tellNode(n, fault, kind, now)
	}
	p.tellStates()
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
