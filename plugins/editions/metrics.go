package editions

import (
	"net/http"
	"strconv"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"

	"github.com/prometheus/client_golang/prometheus"
)

// eachStore has what the open stores have of their editions: of each label once, since two
// stores may have one edition, and one release.
func eachStore[T any](of func(releases *openStore, edition lineup.Status, send func(T, ...string))) func(send func(T, ...string)) {
	return func(send func(T, ...string)) {
		sent, opened := map[[2]string]bool{}, map[*openStore]bool{}
		for _, releases := range stores.All() {
			if opened[releases] || !releases.Started() {
				continue
			}
			opened[releases] = true
			for _, now := range releases.Status() {
				of(releases, now, func(value T, labels ...string) {
					if key := [2]string(append(labels, "")[:2]); !sent[key] {
						sent[key] = true
						send(value, labels...)
					}
				})
			}
		}
	}
}

// answered and reported are of the releases that visitors get: two of an edition at most. One
// that they get no more is not collected.
var (
	releaseLabels = []string{"edition", "release"}

	answered = adapter.NewMetrics("editions", releaseLabels, trafficMetrics(),
		eachStore(func(releases *openStore, now lineup.Status, send func(*page.Traffic, ...string)) {
			for name, traffic := range releases.Traffic(now.Edition) {
				send(traffic, now.Edition, name)
			}
		}))

	reported = adapter.NewMetrics("editions", releaseLabels, reportMetrics(),
		eachStore(func(releases *openStore, now lineup.Status, send func(health.Counted, ...string)) {
			for _, counted := range releases.Reports().Counted(now.Edition) {
				send(counted, now.Edition, counted.Release)
			}
		}))
)

func trafficMetrics() (metrics []adapter.Metric[*page.Traffic]) {
	for _, answers := range []struct {
		kind     string
		of       func(*page.Traffic) *page.Answers
		statuses []int
		composed bool
	}{
		{"page", func(t *page.Traffic) *page.Answers { return &t.Pages }, page.Statuses[:], true},
		{"navigation", func(t *page.Traffic) *page.Answers { return &t.Navigation }, page.Statuses[:], true},
		{"file", func(t *page.Traffic) *page.Answers { return &t.Files }, []int{http.StatusOK, http.StatusNotModified}, false},
	} {
		kind, of := answers.kind, answers.of
		for _, status := range answers.statuses {
			metrics = append(metrics, adapter.Metric[*page.Traffic]{
				Name: "answers_total", Help: "What was answered of the release, by status: whole pages, those of navigation in a page, and files.",
				Labels: prometheus.Labels{"answer": kind, "status": strconv.Itoa(status)},
				Value:  func(t *page.Traffic) float64 { return float64(of(t).Count(status)) },
			})
		}
		metrics = append(metrics, adapter.Metric[*page.Traffic]{
			Name: "sent_bytes_total", Help: "Bytes of their bodies, as they were sent.", Labels: prometheus.Labels{"answer": kind},
			Value: func(t *page.Traffic) float64 { return float64(of(t).Bytes()) },
		})
		if !answers.composed {
			continue
		}
		metrics = append(metrics, adapter.Metric[*page.Traffic]{
			Name: "composing_seconds", Help: "How long composing a page took that was not kept, without waiting for its data.", Labels: prometheus.Labels{"answer": kind},
			Values: func(t *page.Traffic) adapter.Values {
				counts, sum := of(t).Composing()
				return adapter.Values{Bounds: page.ComposingBounds, Counts: counts, Sum: sum}
			},
		})
	}
	return metrics
}

func reportMetrics() []adapter.Metric[health.Counted] {
	metrics := []adapter.Metric[health.Counted]{
		{Name: "views_total", Help: "Page views that were reported.", Value: func(c health.Counted) float64 { return float64(c.Views) }},
		{Name: "erroneous_views_total", Help: "Reported page views in which something of the release failed.", Value: func(c health.Counted) float64 { return float64(c.Erroneous) }},
	}
	for _, kind := range []health.Kind{health.Remote, health.Uncaught, health.Hang, health.Recoverable} {
		metrics = append(metrics, adapter.Metric[health.Counted]{
			Name: "errors_total", Help: "Reported page views that had an error, by its kind.", Labels: prometheus.Labels{"kind": string(kind)},
			Value: func(c health.Counted) float64 { return float64(c.Errors[kind]) },
		})
	}
	const milliseconds = 1000
	for _, vital := range []struct {
		of, name, help string
		unit           float64
	}{
		{health.LCP, "lcp_seconds", "Largest contentful paint of reported views: up to 2.5 s is good, above 4 s poor.", milliseconds},
		{health.INP, "inp_seconds", "Interaction to next paint of reported views: up to 0.2 s is good, above 0.5 s poor.", milliseconds},
		{health.CLS, "cls", "Cumulative layout shift of reported views: up to 0.1 is good, above 0.25 poor.", 1},
	} {
		bounds := make([]float64, len(health.VitalBounds[vital.of]))
		for at, bound := range health.VitalBounds[vital.of] {
			bounds[at] = bound / vital.unit
		}
		metrics = append(metrics, adapter.Metric[health.Counted]{Name: vital.name, Help: vital.help, Values: func(c health.Counted) adapter.Values {
			of := c.Vitals[vital.of]
			return adapter.Values{Bounds: bounds, Counts: append(of.Counts, make([]uint64, len(bounds)+1-len(of.Counts))...), Sum: of.Sum / vital.unit}
		}})
	}
	return metrics
}

// fallbacks say which editions are not on their live release.
var fallbacks = adapter.NewMetrics("editions", releaseLabels[:1], []adapter.Metric[lineup.Status]{
	{Name: "fallback", Help: "1 for an edition that shows another release than its live one, or none.", Value: func(now lineup.Status) float64 {
		if now.Shown != now.Live {
			return 1
		}
		return 0
	}},
}, eachStore(func(_ *openStore, now lineup.Status, send func(lineup.Status, ...string)) {
	send(now, now.Edition)
}))
