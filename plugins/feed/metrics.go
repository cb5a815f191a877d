package feed

import (
	"time"

	"fieldhouse/plugins/feed/reader"

	"github.com/prometheus/client_golang/prometheus"
)

// fetchSeconds outlasts reloads; each configuration's registry takes it. Its
// labels are hosts of the configuration and the outcomes of reader.
var fetchSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Namespace: "fieldhouse",
	Subsystem: "feed",
	Name:      "fetch_seconds",
	Help:      "How long fetching a feed took, by how it ended: changed, unchanged, postponed, refused, forbidden, unreadable, unreachable.",
	Buckets:   []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
}, []string{"feed", "outcome"})

func observe(host string, outcome reader.Outcome, took time.Duration) {
	fetchSeconds.WithLabelValues(host, string(outcome)).Observe(took.Seconds())
}
