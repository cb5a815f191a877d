package adapter

import (
	"fieldhouse/plugins/upstream"

	"github.com/prometheus/client_golang/prometheus"
)

// Upstreams collects how each class of requests fares at each server of a kind,
// when Prometheus asks.
type Upstreams struct {
	tokens, waiting, granted, refused *prometheus.Desc
}

// NewUpstreams describes the servers of a plugin ("chain"), which are told apart
// by a label ("node").
func NewUpstreams(plugin, label string) *Upstreams {
	describe := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc(prometheus.BuildFQName("fieldhouse", plugin, name), help, []string{label, "class"}, nil)
	}
	return &Upstreams{
		tokens:  describe("class_tokens", "Requests of a class that may be made at once now."),
		waiting: describe("class_waiting", "Requests of a class that wait for their turn now."),
		granted: describe("class_granted_total", "Requests of a class that had their turn."),
		refused: describe("class_refused_total", "Requests of a class that had none, because too many waited or for too long."),
	}
}

// Describe sends the descriptions, for a collector's own.
func (u *Upstreams) Describe(to chan<- *prometheus.Desc) {
	for _, description := range []*prometheus.Desc{u.tokens, u.waiting, u.granted, u.refused} {
		to <- description
	}
}

// Collect sends the numbers of one server.
func (u *Upstreams) Collect(to chan<- prometheus.Metric, server string, classes []upstream.ClassStatus) {
	for _, class := range classes {
		send := func(description *prometheus.Desc, kind prometheus.ValueType, value float64) {
			to <- prometheus.MustNewConstMetric(description, kind, value, server, class.Class)
		}
		send(u.tokens, prometheus.GaugeValue, class.Tokens)
		send(u.waiting, prometheus.GaugeValue, float64(class.Waiting))
		send(u.granted, prometheus.CounterValue, float64(class.Granted))
		send(u.refused, prometheus.CounterValue, float64(class.Refused))
	}
}
