package chainapi

import (
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/metric"

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
	for _, outcome := range push.Outcomes {
		counter.WithLabelValues(string(outcome)) // 0 from the start, so that a first one shows
	}
	return counter
}()

// collected are the metrics of the line in which pushes wait.
var collected = metric.NewCollector("push_queue", nil, []metric.Metric[push.Stats]{
	{Name: "waiting", Help: "Transactions that wait to be sent.", Value: func(s push.Stats) float64 { return float64(s.Waiting) }},
	{Name: "held", Help: "Of these, those that are held until a sale has opened.", Value: func(s push.Stats) float64 { return float64(s.Held) }},
	{Name: "places", Help: "Places in line for what is not signed yet.", Value: func(s push.Stats) float64 { return float64(s.Places) }},
	{Name: "turns", Help: "Places whose turn it is to sign.", Value: func(s push.Stats) float64 { return float64(s.Turns) }},
	{Name: "oldest_seconds", Help: "How long the transaction waits that has waited longest.", Value: func(s push.Stats) float64 { return s.Oldest.Seconds() }},
	{Name: "forecast_seconds", Help: "About how long a transaction would wait that came now; 0 without a measure.", Value: func(s push.Stats) float64 { return s.Forecast.Seconds() }},
	{Name: "per_second", Help: "Transactions sent in a second while others wait, by the last measure.", Value: func(s push.Stats) float64 { return s.PerSecond }},
	{Name: "sent_total", Help: "Transactions sent to a node.", Value: func(s push.Stats) float64 { return float64(s.Sent) }},
	{Name: "left_total", Help: "Transactions that left the line unsent: taken out, or too late.", Value: func(s push.Stats) float64 { return float64(s.Left) }},
}, func(send func(push.Stats, ...string)) {
	if running := living(); running != nil {
		send(running.broadcaster.Stats())
	}
})
