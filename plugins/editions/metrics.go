package editions

import (
	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/live"
	"fieldhouse/plugins/editions/reports"

	"github.com/prometheus/client_golang/prometheus"
)

// eachStore has the releases of each open store once.
func eachStore(send func(*live.Releases)) {
	sent := map[*live.Releases]bool{}
	for _, releases := range stores.All() {
		if !sent[releases] {
			sent[releases] = true
			send(releases)
		}
	}
}

// reported are what browsers told of each release that visitors get or got lately: there
// are at most six of an edition, and one that leaves them is collected no more.
var reported = adapter.NewMetrics("editions", []string{"edition", "release"}, reportMetrics(), func(send func(reports.Release, ...string)) {
	sent := map[[2]string]bool{}
	eachStore(func(releases *live.Releases) {
		for _, now := range releases.Status() {
			for _, release := range releases.Reports().Read(now.Edition).Releases {
				// Two stores may have one release.
				if key := [2]string{now.Edition, release.Release}; !sent[key] {
					sent[key] = true
					send(release, now.Edition, release.Release)
				}
			}
		}
	})
})

func reportMetrics() []adapter.Metric[reports.Release] {
	metrics := []adapter.Metric[reports.Release]{
		{Name: "views_total", Help: "Page views that were reported.", Value: func(r reports.Release) float64 { return float64(r.Views) }},
		{Name: "erroneous_views_total", Help: "Reported page views in which something of the release failed.", Value: func(r reports.Release) float64 { return float64(r.Erroneous) }},
	}
	for _, kind := range []reports.Kind{reports.Remote, reports.Uncaught, reports.Hang, reports.Recoverable} {
		metrics = append(metrics, adapter.Metric[reports.Release]{
			Name: "errors_total", Help: "Reported page views that had an error, by its kind.", Labels: prometheus.Labels{"kind": string(kind)},
			Value: func(r reports.Release) float64 { return float64(r.Errors[kind]) },
		})
	}
	for _, vital := range reports.Vitals {
		metrics = append(metrics, adapter.Metric[reports.Release]{
			Name: "vital_p75", Help: "What three of four reported views have at most: lcp and inp in milliseconds, cls without unit.", Labels: prometheus.Labels{"vital": vital},
			Value: func(r reports.Release) float64 { return r.Vitals[vital].P75 },
		})
	}
	return metrics
}

// fallbacks say which editions are not on their live release.
var fallbacks = adapter.NewMetrics("editions", []string{"edition"}, []adapter.Metric[lineup.Status]{
	{Name: "fallback", Help: "1 for an edition that shows another release than its live one, or none.", Value: func(now lineup.Status) float64 {
		if now.Shown != now.Live {
			return 1
		}
		return 0
	}},
}, func(send func(lineup.Status, ...string)) {
	sent := map[string]bool{}
	eachStore(func(releases *live.Releases) {
		for _, now := range releases.Status() {
			if !sent[now.Edition] {
				sent[now.Edition] = true
				send(now, now.Edition)
			}
		}
	})
})
