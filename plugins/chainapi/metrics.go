package chainapi

import (
	"fieldhouse/plugins/chainapi/broadcast"

	"github.com/prometheus/client_golang/prometheus"
)

// pushes counts over all configurations: a registry lasts until the next
// reload, a counter must not begin anew with it.
var pushes = func() *prometheus.CounterVec {
	counter := prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "fieldhouse", Subsystem: "chain", Name: "pushes_total",
		Help: "Transactions pushed, by what became of them. " +
			"unknown counts the answers that had to say so; what was found out later counts again.",
	}, []string{"outcome"})
	for _, outcome := range broadcast.Outcomes {
		counter.WithLabelValues(string(outcome)) // 0 from the start, so that a first one shows
	}
	return counter
}()
