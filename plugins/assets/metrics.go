package assets

import (
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/metric"
	"fieldhouse/plugins/upstream"

	"github.com/prometheus/client_golang/prometheus"
)

// The collectors outlast reloads; each configuration's registry takes them. An
// endpoint is an address of the configuration, a reason an index.Reason.
var (
	upstreamSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: "fieldhouse",
		Subsystem: "assets",
		Name:      "upstream_seconds",
		Help:      "How long an asset index took for a page, whether it failed or not.",
		Buckets:   []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"endpoint"})
	upstreamErrors = prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "fieldhouse",
		Subsystem: "assets",
		Name:      "upstream_errors_total",
		Help:      "How often an asset index failed to answer, by reason.",
	}, []string{"endpoint", "reason"})
)

// observe counts a try at an index.
func observe(endpoint string, took time.Duration, reason index.Reason) {
	upstreamSeconds.WithLabelValues(endpoint).Observe(took.Seconds())
	if reason != "" {
		upstreamErrors.WithLabelValues(endpoint, string(reason)).Inc()
	}
}

// collectors read what a client knows of its indexes when Prometheus asks.
func collectors(client *index.Client) []prometheus.Collector {
	return []prometheus.Collector{
		upstreamSeconds, upstreamErrors,
		metric.NewCollector("assets", []string{"endpoint", "class"}, adapter.UpstreamMetrics, func(send func(upstream.ClassStatus, ...string)) {
			for _, status := range client.Status() {
				for _, class := range status.Classes {
					send(class, status.Endpoint, class.Class)
				}
			}
		}),
	}
}
