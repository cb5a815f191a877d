package chain

import (
	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/pool"

	"github.com/prometheus/client_golang/prometheus"
)

const namespace, subsystem = "fieldhouse", "chain"

// seconds outlasts reloads, like the pools; each configuration's registry,
// which is new at each reload, takes it. All labels come from the configuration
// and from lists in the code.
var seconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Namespace: namespace,
	Subsystem: subsystem,
	Name:      "upstream_seconds",
	Help:      "How long a node took for one request, whether it failed or not.",
	Buckets:   []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
}, []string{"node", "request"})

// observe takes the end of a request to a node.
func observe(o pool.Observation) {
	seconds.WithLabelValues(o.Node, string(o.Kind)).Observe(o.Took.Seconds())
}

func description(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prometheus.BuildFQName(namespace, subsystem, name), help, append([]string{"node"}, labels...), nil)
}

var (
	stateDescription  = description("node_state", "1 for the state that a node is in.", "state")
	errorsDescription = description("upstream_errors_total", "Requests that a node failed, by the reason.", "reason")
)

// numbers are the numbers of a node that have no label but it.
var numbers = []struct {
	description *prometheus.Desc
	kind        prometheus.ValueType
	value       func(*pool.NodeStatus) float64
}{
	{description("head_block", "The newest block that a node was seen to have."), prometheus.GaugeValue, func(s *pool.NodeStatus) float64 { return float64(s.Head) }},
	{description("head_lag_seconds", "How far a node's head was behind the clock or the other nodes; negative when ahead."), prometheus.GaugeValue, func(s *pool.NodeStatus) float64 { return s.Lag }},
	{description("in_flight", "Requests to a node under way."), prometheus.GaugeValue, func(s *pool.NodeStatus) float64 { return float64(s.InFlight) }},
	{description("tokens", "Requests that a node gets at once now."), prometheus.GaugeValue, func(s *pool.NodeStatus) float64 { return s.Tokens }},
	{description("reads_total", "Reads that a node answered."), prometheus.CounterValue, func(s *pool.NodeStatus) float64 { return float64(s.Counts.Reads) }},
	{description("sends_total", "Pushes that a node answered."), prometheus.CounterValue, func(s *pool.NodeStatus) float64 { return float64(s.Counts.Sends) }},
	{description("refusals_total", "Reads and pushes that a node answered with the chain's own error."), prometheus.CounterValue, func(s *pool.NodeStatus) float64 { return float64(s.Counts.Refusals) }},
	{description("looks_total", "Looks at a node that succeeded."), prometheus.CounterValue, func(s *pool.NodeStatus) float64 { return float64(s.Counts.Looks) }},
	{description("given_up_total", "Requests to a node that were cancelled, because another was quicker or the caller left."), prometheus.CounterValue, func(s *pool.NodeStatus) float64 { return float64(s.Counts.GivenUp) }},
	{description("hedges_total", "Reads for which a node was asked because another one took long."), prometheus.CounterValue, func(s *pool.NodeStatus) float64 { return float64(s.Counts.Hedges) }},
	{description("hedges_won_total", "Of these, the reads that it answered first."), prometheus.CounterValue, func(s *pool.NodeStatus) float64 { return float64(s.Counts.HedgesWon) }},
	{description("tokens_refused_total", "Times that a node would have been asked but for its rate."), prometheus.CounterValue, func(s *pool.NodeStatus) float64 { return float64(s.Counts.TokensRefused) }},
}

var classesOfNodes = adapter.NewUpstreams(subsystem, "node")

// collector reads what a pool knows of its nodes when Prometheus asks.
type collector struct{ pool *pool.Pool }

// Describe implements prometheus.Collector.
func (collector) Describe(to chan<- *prometheus.Desc) {
	to <- stateDescription
	to <- errorsDescription
	classesOfNodes.Describe(to)
	for _, number := range numbers {
		to <- number.description
	}
}

// Collect implements prometheus.Collector.
func (c collector) Collect(to chan<- prometheus.Metric) {
	for _, status := range c.pool.Status() {
		for _, state := range pool.States {
			value := 0.0
			if state == status.State {
				value = 1
			}
			to <- prometheus.MustNewConstMetric(stateDescription, prometheus.GaugeValue, value, status.Address, string(state))
		}
		for _, reason := range pool.Reasons {
			to <- prometheus.MustNewConstMetric(errorsDescription, prometheus.CounterValue, float64(status.Counts.Faults[reason]), status.Address, string(reason))
		}
		classesOfNodes.Collect(to, status.Address, status.Classes)
		for _, number := range numbers {
			to <- prometheus.MustNewConstMetric(number.description, number.kind, number.value(&status), status.Address)
		}
	}
}
