package visit

import (
	"net/http"
	"strconv"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/metric"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are of the releases that visitors get, two of an edition at most, and of what
// browsers reported of them. One that nobody gets any more is not collected.
type Metrics struct {
	// Answered counts answers, and Reported page views.
	Answered, Reported prometheus.Collector
	// Editions says which are not on their live release, and how many canaries were withdrawn.
	Editions prometheus.Collector
	// Spaces says what the stores' disks have room for.
	Spaces prometheus.Collector
}

// NewMetrics collects from the open stores, which open gives once each.
func NewMetrics(open func() []*Releases) Metrics {
	labels := []string{"edition", "release"}
	return Metrics{
		Answered: metric.NewCollector("editions", labels, trafficMetrics(),
			eachEdition(open, func(releases *Releases, now lineup.Status, send func(*page.Traffic, ...string)) {
				for _, shown := range releases.Shown(now.Edition) {
					send(shown.Release.Traffic(), now.Edition, shown.Name)
				}
			})),
		Reported: metric.NewCollector("editions", labels, health.Metrics(),
			eachEdition(open, func(releases *Releases, now lineup.Status, send func(health.Counted, ...string)) {
				for _, counted := range releases.Reports().Counted(now.Edition) {
					send(counted, now.Edition, counted.Release)
				}
			})),
		Editions: metric.NewCollector("editions", labels[:1], []metric.Metric[edition]{
			{Name: "fallback", Help: "1 for an edition that shows another release than its live one, or none.", Value: func(e edition) float64 {
				if e.Shown != e.Live {
					return 1
				}
				return 0
			}},
			{Name: "canaries_withdrawn_total", Help: "Canaries of an edition that this process has withdrawn by the rule.", Value: func(e edition) float64 { return float64(e.withdrawn) }},
		}, eachEdition(open, func(releases *Releases, now lineup.Status, send func(edition, ...string)) {
			send(edition{now, releases.withdrawals(now.Edition).Load()}, now.Edition)
		})),
		Spaces: metric.NewCollector("editions", []string{"store"}, []metric.Metric[*store.Space]{
			{Name: "store_free_bytes", Help: "Bytes that the process may still write to the store's file system.", Value: func(s *store.Space) float64 { return float64(s.Free) }},
			{Name: "store_size_bytes", Help: "Bytes that the store's file system has in all.", Value: func(s *store.Space) float64 { return float64(s.Size) }},
			{Name: "store_free_inodes", Help: "Files that the store's file system has room for; 0 of 0 where it has no limit.", Value: func(s *store.Space) float64 { return float64(s.FreeInodes) }},
			{Name: "store_inodes", Help: "Files that the store's file system may have in all.", Value: func(s *store.Space) float64 { return float64(s.Inodes) }},
		}, func(send func(*store.Space, ...string)) {
			for _, releases := range open() {
				if space := releases.space.Load(); space != nil {
					send(space, releases.Folder())
				}
			}
		}),
	}
}

// edition is one with the canaries that were withdrawn of it.
type edition struct {
	lineup.Status
	withdrawn uint64
}

// eachEdition sends what the open stores have of their editions: each label once, as two
// stores may have the same edition and release.
func eachEdition[T any](open func() []*Releases, of func(releases *Releases, edition lineup.Status, send func(T, ...string))) func(send func(T, ...string)) {
	return func(send func(T, ...string)) {
		sent := map[[2]string]bool{}
		for _, releases := range open() {
			if !releases.Started() {
				continue
			}
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

func trafficMetrics() (metrics []metric.Metric[*page.Traffic]) {
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
			metrics = append(metrics, metric.Metric[*page.Traffic]{
				Name: "answers_total", Help: "What was answered of the release, by status: whole pages, those of navigation in a page, and files.",
				Labels: prometheus.Labels{"answer": kind, "status": strconv.Itoa(status)},
				Value:  func(t *page.Traffic) float64 { return float64(of(t).Count(status)) },
			})
		}
		metrics = append(metrics, metric.Metric[*page.Traffic]{
			Name: "sent_bytes_total", Help: "Bytes of their bodies, as they were sent.", Labels: prometheus.Labels{"answer": kind},
			Value: func(t *page.Traffic) float64 { return float64(of(t).Bytes()) },
		})
		if !answers.composed {
			continue
		}
		metrics = append(metrics, metric.Metric[*page.Traffic]{
			Name: "composing_seconds", Help: "How long composing a page took that was not kept, without waiting for its data.", Labels: prometheus.Labels{"answer": kind},
			Values: func(t *page.Traffic) metric.Values {
				counts, sum := of(t).Composing()
				return metric.Values{Bounds: page.ComposingBounds, Counts: counts, Sum: sum}
			},
		})
	}
	return metrics
}

// NewStreamMetrics collects what became of all streams.
func NewStreamMetrics(open func() []*Streams) prometheus.Collector {
	return metric.NewCollector("editions", nil, []metric.Metric[*StreamNumbers]{
		{Name: "streams", Help: "Open pages that are told what changes, and do not ask.", Value: func(n *StreamNumbers) float64 { return float64(n.Open) }},
		{Name: "stream_events_total", Help: "Events that were sent to them after the first.", Value: func(n *StreamNumbers) float64 { return float64(n.Events) }},
		{Name: "streams_refused_total", Help: "Pages that have to ask, as their client or all have as many streams as they may.", Value: func(n *StreamNumbers) float64 { return float64(n.Refused) }},
	}, func(send func(*StreamNumbers, ...string)) {
		var all StreamNumbers
		for _, streams := range open() {
			now := streams.Numbers()
			all = StreamNumbers{all.Open + now.Open, all.Events + now.Events, all.Refused + now.Refused}
		}
		send(&all)
	})
}
