package admission

import (
	"fieldhouse/plugins/metric"

	"github.com/prometheus/client_golang/prometheus"
)

const refusedHelp = "What clients were refused, by the bound."

// collected are the numbers of the connections, which outlast a reload.
var collected = metric.NewCollector("admission", nil, []metric.Metric[*numbers]{
	{Name: "connections", Help: "Connections that clients have open.", Value: func(n *numbers) float64 { return float64(n.held) }},
	{Name: "connections_most", Help: "Connections that are taken at most, by max_connections, file descriptors and memory.", Value: func(n *numbers) float64 { return float64(n.most) }},
	{Name: "refused_total", Help: refusedHelp, Labels: prometheus.Labels{"bound": "connections"}, Value: func(n *numbers) float64 { return float64(n.share) }},
	{Name: "refused_total", Help: refusedHelp, Labels: prometheus.Labels{"bound": "max_connections"}, Value: func(n *numbers) float64 { return float64(n.full) }},
	{Name: "refused_total", Help: refusedHelp, Labels: prometheus.Labels{"bound": "requests"}, Value: func(n *numbers) float64 { return float64(n.requests) }},
	{Name: "displaced_total", Help: "Connections that were closed for another client's, of who had most.", Value: func(n *numbers) float64 { return float64(n.displaced) }},
}, func(send func(*numbers, ...string)) {
	if all := states.All(); len(all) > 0 {
		now := all[0].numbers()
		send(&now)
	}
})
