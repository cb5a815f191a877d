package cluster

import "fieldhouse/plugins/metric"

// facts are those of this process.
type facts struct{ configured, connected, quorum, lag float64 }

// collected are the numbers of the cluster. A cluster of one process has them too.
var collected = metric.NewCollector("cluster", nil, []metric.Metric[facts]{
	{Name: "members", Help: "Processes that the configuration names, with this one.", Value: func(f facts) float64 { return f.configured }},
	{Name: "members_connected", Help: "Processes that are connected, with this one.", Value: func(f facts) float64 { return f.connected }},
	{Name: "quorum", Help: "1 while a majority of the processes can agree on changes, else 0.", Value: func(f facts) float64 { return f.quorum }},
	{Name: "lag", Help: "Changes of the lineup that others have made and this process has not yet.", Value: func(f facts) float64 { return f.lag }},
}, func(send func(facts, ...string)) {
	now := facts{configured: 1, connected: 1, quorum: 1}
	for _, joined := range meshes.All() {
		now = facts{configured: float64(joined.Size()), connected: float64(len(joined.Others()) + 1), lag: float64(joined.Lag())}
		if joined.HasQuorum() {
			now.quorum = 1
		}
	}
	send(now)
})
