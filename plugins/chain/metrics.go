package chain

import (
	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/metric"
	"fieldhouse/plugins/upstream"

	"github.com/prometheus/client_golang/prometheus"
)

const subsystem = "chain"

// seconds outlasts reloads, like the pools; each configuration's registry,
// which is new at each reload, takes it. All labels come from the configuration
// and from lists in the code.
var seconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Namespace: "fieldhouse",
	Subsystem: subsystem,
	Name:      "upstream_seconds",
	Help:      "How long a node took for one request, whether it failed or not.",
	Buckets:   []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
}, []string{"node", "request"})

// observe takes the end of a request to a node.
func observe(o pool.Observation) {
	seconds.WithLabelValues(o.Node, string(o.Kind)).Observe(o.Took.Seconds())
}

// metrics are those of a node.
var metrics = func() []metric.Metric[*pool.NodeStatus] {
	all := []metric.Metric[*pool.NodeStatus]{
		{Name: "head_block", Help: "The newest block that a node was seen to have.", Value: func(s *pool.NodeStatus) float64 { return float64(s.Head) }},
		{Name: "head_lag_seconds", Help: "How far a node's head was behind the clock or the other nodes; negative when ahead.", Value: func(s *pool.NodeStatus) float64 { return s.Lag }},
		{Name: "in_flight", Help: "Requests to a node under way.", Value: func(s *pool.NodeStatus) float64 { return float64(s.InFlight) }},
		{Name: "tokens", Help: "Requests that a node gets at once now.", Value: func(s *pool.NodeStatus) float64 { return s.Tokens }},
		{Name: "reads_total", Help: "Reads that a node answered.", Value: func(s *pool.NodeStatus) float64 { return float64(s.Counts.Reads) }},
		{Name: "sends_total", Help: "Pushes that a node answered.", Value: func(s *pool.NodeStatus) float64 { return float64(s.Counts.Sends) }},
		{Name: "refusals_total", Help: "Reads and pushes that a node answered with the chain's own error.", Value: func(s *pool.NodeStatus) float64 { return float64(s.Counts.Refusals) }},
		{Name: "checks_total", Help: "Checks of a node that succeeded.", Value: func(s *pool.NodeStatus) float64 { return float64(s.Counts.Checks) }},
		{Name: "given_up_total", Help: "Requests to a node that were cancelled, because another was quicker or the caller left.", Value: func(s *pool.NodeStatus) float64 { return float64(s.Counts.GivenUp) }},
		{Name: "hedges_total", Help: "Reads for which a node was asked because another one took long.", Value: func(s *pool.NodeStatus) float64 { return float64(s.Counts.Hedges) }},
		{Name: "hedges_won_total", Help: "Of these, the reads that it answered first.", Value: func(s *pool.NodeStatus) float64 { return float64(s.Counts.HedgesWon) }},
		{Name: "tokens_refused_total", Help: "Times that a node would have been asked but for its rate.", Value: func(s *pool.NodeStatus) float64 { return float64(s.Counts.TokensRefused) }},
	}
	for _, state := range pool.States {
		all = append(all, metric.Metric[*pool.NodeStatus]{
			Name: "node_state", Help: "1 for the state that a node is in.", Labels: prometheus.Labels{"state": string(state)},
			Value: func(s *pool.NodeStatus) float64 {
				if s.State == state {
					return 1
				}
				return 0
			},
		})
	}
	for _, reason := range pool.Reasons {
		all = append(all, metric.Metric[*pool.NodeStatus]{
			Name: "upstream_errors_total", Help: "Requests that a node failed, by the reason.", Labels: prometheus.Labels{"reason": string(reason)},
			Value: func(s *pool.NodeStatus) float64 { return float64(s.Counts.Faults[reason]) },
		})
	}
	return all
}()

// collectors read what a pool knows of its nodes when Prometheus asks.
func collectors(from *pool.Pool) []prometheus.Collector {
	return []prometheus.Collector{
		seconds,
		metric.NewCollector(subsystem, []string{"node"}, metrics, func(send func(*pool.NodeStatus, ...string)) {
			for _, status := range from.Status() {
				send(&status, status.Address)
			}
		}),
		metric.NewCollector(subsystem, []string{"node", "class"}, adapter.UpstreamMetrics, func(send func(upstream.ClassStatus, ...string)) {
			for _, status := range from.Status() {
				for _, class := range status.Classes {
					send(class, status.Address, class.Class)
				}
			}
		}),
	}
}
