package pool

import (
	"maps"
	"time"

	"fieldhouse/plugins/upstream"
)

// NodeStatus is what is known of a node. Times in it are in seconds.
type NodeStatus struct {
	Address string `json:"address"`
	State   State  `json:"state"`
	// Reason is why the state is not good; empty when it is.
	Reason  string `json:"reason,omitempty"`
	ChainID string `json:"chain_id,omitempty"`
	Version string `json:"version,omitempty"`
	// Head is the newest block that the node was seen to have.
	Head     uint64     `json:"head,omitempty"`
	HeadTime *time.Time `json:"head_time,omitempty"`
	// Checked is when it was.
	Checked *time.Time `json:"checked_at,omitempty"`
	// Date is what the clock of its server said then, to the second (RFC 9110, section 6.6.1).
	Date *time.Time `json:"date,omitempty"`
	// Lag is how far the head was behind the clock or the pool, whichever is
	// more; negative when it was ahead.
	Lag float64 `json:"lag_seconds"`
	// Latency is the average of the last reads, Percentile95 the time that 95
	// of 100 of them stayed below; 0 without any. CheckLatency is the average of
	// the checks.
	Latency      float64 `json:"latency_seconds"`
	Percentile95 float64 `json:"percentile95_seconds"`
	CheckLatency float64 `json:"check_latency_seconds"`
	// InFlight is how many requests are under way, checks left out.
	InFlight int `json:"in_flight"`
	// Tokens is how many requests the node gets at once now; negative when
	// some wait.
	Tokens float64 `json:"tokens"`
	// Classes is how each class of requests fares.
	Classes []upstream.ClassStatus `json:"classes"`
	// Breaker is closed, open or half-open.
	Breaker string `json:"breaker"`
	// RestsUntil is until when the node asked to be left alone.
	RestsUntil *time.Time `json:"rests_until,omitempty"`
	// LastFault is what the node last failed with.
	LastFault   string     `json:"last_fault,omitempty"`
	LastFaultAt *time.Time `json:"last_fault_at,omitempty"`
	Counts      Counts     `json:"counts"`
}

// Counts count what a node did since the pool was made.
type Counts struct {
	// Reads and Sends were answered, be it with a refusal; Refusals are those.
	Reads    uint64 `json:"reads"`
	Sends    uint64 `json:"sends"`
	Refusals uint64 `json:"refusals"`
	// Checks succeeded.
	Checks uint64 `json:"checks"`
	// Faults are failures of any kind of request, by their reason.
	Faults map[Reason]uint64 `json:"faults"`
	// GivenUp were cancelled, because another node was quicker or the caller
	// left.
	GivenUp uint64 `json:"given_up"`
	// Hedges were asked beside another node that took long; HedgesWon of them
	// answered first.
	Hedges    uint64 `json:"hedges"`
	HedgesWon uint64 `json:"hedges_won"`
	// TokensRefused is how often the node would have been asked but for its
	// rate.
	TokensRefused uint64 `json:"tokens_refused"`
}

func (n *node) count(change func(*Counts)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(&n.counts)
}

// Status is what is known of the nodes, in the configured order.
func (p *Pool) Status() []NodeStatus {
	now := p.config().Now()
	status := make([]NodeStatus, 0, len(p.nodes))
	for _, a := range p.assess(now) {
		status = append(status, a.status(now))
	}
	return status
}

func (a *assessment) status(now time.Time) NodeStatus {
	n := a.node
	n.mu.Lock()
	defer n.mu.Unlock()
	s := NodeStatus{
		Address: n.address, State: a.state, Reason: a.reason, Lag: a.lag.Seconds(),
		InFlight: len(n.flights), Tokens: n.rate.Tokens(), Breaker: n.breaker.State(), Classes: n.rate.Status(),
		Counts: n.counts,
	}
	s.Counts.Faults = maps.Clone(n.counts.Faults)
	if a.seen != nil {
		head, at := a.seen.info.Head, a.seen.asked.UTC()
		s.ChainID, s.Version, s.Head = a.seen.info.ChainID, a.seen.info.Version, head.Block
		s.HeadTime, s.Checked = &head.Time, &at
		if date := a.seen.date; !date.IsZero() {
			s.Date = &date
		}
	}
	if average, known := n.reads.current(now); known {
		s.Latency = average.Seconds()
	}
	if p95, known := n.reads.percentile95(); known {
		s.Percentile95 = p95.Seconds()
	}
	if average, known := n.infos.current(now); known {
		s.CheckLatency = average.Seconds()
	}
	if left, _ := n.rest.Left(now); left > 0 {
		until := now.Add(left).UTC()
		s.RestsUntil = &until
	}
	if n.fault != nil {
		at := n.faultAt.UTC()
		s.LastFault, s.LastFaultAt = string(n.fault.Reason)+": "+n.fault.Err.Error(), &at
	}
	return s
}
