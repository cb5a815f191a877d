package adapter

import (
	"errors"
	"time"

	"fieldhouse/plugins/edgecache"

	"github.com/prometheus/client_golang/prometheus"
)

const namespace, subsystem = "fieldhouse", "cache"

// fetchSeconds outlasts reloads, like the caches; each configuration's registry,
// which is new at each reload, takes it.
var fetchSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Namespace: namespace,
	Subsystem: subsystem,
	Name:      "fetch_seconds",
	Help:      "How long fetching took, whether it failed or not.",
	Buckets:   []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
}, []string{"cache", "class"})

// observed is told of a cache's fetches.
type observed = func(class edgecache.Class, took time.Duration, err error)

// observe has a cache's fetches timed, and told to next.
func observe(name string, next observed) observed {
	return func(class edgecache.Class, took time.Duration, err error) {
		fetchSeconds.WithLabelValues(name, string(class)).Observe(took.Seconds())
		if next != nil {
			next(class, took, err)
		}
	}
}

// Register lets a configuration's registry, which is new at each reload, take
// collectors. Those that count outlast reloads in a package's variables: a
// counter must not begin anew.
func Register(registry *prometheus.Registry, collectors ...prometheus.Collector) error {
	for _, collector := range collectors {
		var already prometheus.AlreadyRegisteredError
		if err := registry.Register(collector); err != nil && !errors.As(err, &already) {
			return err
		}
	}
	return nil
}

// metric is one number of a class. Its labels are cache and class, which come
// from the configuration, and for some a reason.
type metric struct {
	description *prometheus.Desc
	kind        prometheus.ValueType
	reason      []string // the label's value, if the metric has that label
	value       func(*edgecache.ClassStats) float64
}

// collector reads the counts of the living caches when Prometheus asks.
type collector struct{ metrics []metric }

var collected = &collector{[]metric{
	counter("hits_total", "Fresh answers.", func(c *edgecache.ClassStats) uint64 { return c.Hits }),
	stale("expired", func(c *edgecache.ClassStats) uint64 { return c.StaleExpired }),
	stale("purged", func(c *edgecache.ClassStats) uint64 { return c.StalePurged }),
	stale("error", func(c *edgecache.ClassStats) uint64 { return c.StaleError }),
	gauge("oldest_stale_seconds", "How long the oldest entry answered stale within the last minute has been stale.",
		func(c *edgecache.ClassStats) float64 { return c.OldestStale.Seconds() }),
	counter("misses_total", "Requests that began a fetch and waited for it.", func(c *edgecache.ClassStats) uint64 { return c.Misses }),
	counter("coalesced_total", "Requests that waited for the fetch of another.", func(c *edgecache.ClassStats) uint64 { return c.Coalesced }),
	counter("fetches_total", "Fetches for misses and refreshes.", func(c *edgecache.ClassStats) uint64 { return c.Fetches }),
	counter("fetch_errors_total", "Fetches that failed.", func(c *edgecache.ClassStats) uint64 { return c.FetchErrors }),
	counter("remembered_total", "Requests refused because the last fetch failed a moment ago.", func(c *edgecache.ClassStats) uint64 { return c.Remembered }),
	counter("budget_refusals_total", "Requests refused because their client's budget was used up.", func(c *edgecache.ClassStats) uint64 { return c.OverBudget }),
	counter("busy_total", "Fetches that did not begin because too many were running.", func(c *edgecache.ClassStats) uint64 { return c.Busy }),
	counter("not_accepted_total", "Requests for something newer than could be fetched.", func(c *edgecache.ClassStats) uint64 { return c.NotAccepted }),
	counter("unpaid_refreshes_total", "Refreshes that did not begin because the budget of the client that caused them was used up.", func(c *edgecache.ClassStats) uint64 { return c.Unpaid }),
	counter("unchanged_total", "Fetches that brought the bytes that were there.", func(c *edgecache.ClassStats) uint64 { return c.Unchanged }),
	counter("oversized_total", "Fetches that brought more than is kept.", func(c *edgecache.ClassStats) uint64 { return c.Oversized }),
	gauge("entries", "Entries kept in envelopes.", func(c *edgecache.ClassStats) float64 { return float64(c.Entries) }),
	gauge("bytes", "Memory taken for envelopes.", func(c *edgecache.ClassStats) float64 { return float64(c.Bytes) }),
	gauge("hot_entries", "Entries prepared for answering.", func(c *edgecache.ClassStats) float64 { return float64(c.HotEntries) }),
	gauge("hot_bytes", "Memory taken by the prepared entries.", func(c *edgecache.ClassStats) float64 { return float64(c.HotBytes) }),
}}

func describeMetric(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prometheus.BuildFQName(namespace, subsystem, name), help, append([]string{"cache", "class"}, labels...), nil)
}

func counter(name, help string, count func(*edgecache.ClassStats) uint64) metric {
	return metric{describeMetric(name, help), prometheus.CounterValue, nil, func(c *edgecache.ClassStats) float64 { return float64(count(c)) }}
}

func gauge(name, help string, value func(*edgecache.ClassStats) float64) metric {
	return metric{describeMetric(name, help), prometheus.GaugeValue, nil, value}
}

var staleDescription = describeMetric("stale_total", "Answers past their soft deadline, by why they were not fresh.", "reason")

func stale(reason string, count func(*edgecache.ClassStats) uint64) metric {
	return metric{staleDescription, prometheus.CounterValue, []string{reason}, func(c *edgecache.ClassStats) float64 { return float64(count(c)) }}
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range c.metrics {
		to <- m.description
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	for _, cache := range listed() {
		for _, class := range cache.Stats().Classes {
			for _, m := range c.metrics {
				labels := append([]string{cache.name, string(class.Class)}, m.reason...)
				to <- prometheus.MustNewConstMetric(m.description, m.kind, m.value(&class), labels...)
			}
		}
	}
}
