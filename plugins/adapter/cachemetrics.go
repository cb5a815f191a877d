package adapter

import (
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/upstream"

	"github.com/prometheus/client_golang/prometheus"
)

// fetchSeconds outlasts reloads, like the caches; each configuration's registry,
// which is new at each reload, takes it.
var fetchSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Namespace: "fieldhouse",
	Subsystem: "cache",
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

// collected are the living caches' metrics.
var collected = NewMetrics("cache", []string{"cache", "class"}, cacheMetrics, func(send func(*edgecache.ClassStats, ...string)) {
	for _, cache := range listed() {
		for _, class := range cache.Stats().Classes {
			send(&class, cache.name, string(class.Class))
		}
	}
})

const staleHelp = "Answers past their soft deadline, by why they were not fresh."

var cacheMetrics = []Metric[*edgecache.ClassStats]{
	{Name: "hits_total", Help: "Fresh answers.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Hits) }},
	{Name: "stale_total", Help: staleHelp, Labels: prometheus.Labels{"reason": "expired"}, Value: func(c *edgecache.ClassStats) float64 { return float64(c.StaleExpired) }},
	{Name: "stale_total", Help: staleHelp, Labels: prometheus.Labels{"reason": "purged"}, Value: func(c *edgecache.ClassStats) float64 { return float64(c.StalePurged) }},
	{Name: "stale_total", Help: staleHelp, Labels: prometheus.Labels{"reason": "error"}, Value: func(c *edgecache.ClassStats) float64 { return float64(c.StaleError) }},
	{Name: "oldest_stale_seconds", Help: "How long the oldest entry answered stale within the last minute has been stale.",
		Value: func(c *edgecache.ClassStats) float64 { return c.OldestStale.Seconds() }},
	{Name: "misses_total", Help: "Requests that began a fetch and waited for it.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Misses) }},
	{Name: "coalesced_total", Help: "Requests that waited for the fetch of another.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Coalesced) }},
	{Name: "fetches_total", Help: "Fetches for misses and refreshes.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Fetches) }},
	{Name: "fetch_errors_total", Help: "Fetches that failed.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.FetchErrors) }},
	{Name: "remembered_total", Help: "Requests refused because the last fetch failed a moment ago.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Remembered) }},
	{Name: "budget_refusals_total", Help: "Requests refused because their client's budget was used up.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.OverBudget) }},
	{Name: "busy_total", Help: "Fetches that did not begin because too many were running.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Busy) }},
	{Name: "not_accepted_total", Help: "Requests for something newer than could be fetched.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.NotAccepted) }},
	{Name: "unpaid_refreshes_total", Help: "Refreshes that did not begin because the budget of the client that caused them was used up.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Unpaid) }},
	{Name: "unchanged_total", Help: "Fetches that brought the bytes that were there.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Unchanged) }},
	{Name: "oversized_total", Help: "Fetches that brought more than is kept.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Oversized) }},
	{Name: "entries", Help: "Entries kept in envelopes.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Entries) }},
	{Name: "bytes", Help: "Memory taken for envelopes.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Bytes) }},
	{Name: "hot_entries", Help: "Entries prepared for answering.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.HotEntries) }},
	{Name: "hot_bytes", Help: "Memory taken by the prepared entries.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.HotBytes) }},
}

// UpstreamMetrics are how each class of requests fares at a server.
var UpstreamMetrics = []Metric[upstream.ClassStatus]{
	{Name: "class_tokens", Help: "Requests of a class that may be made at once now.", Value: func(c upstream.ClassStatus) float64 { return c.Tokens }},
	{Name: "class_waiting", Help: "Requests of a class that wait for their turn now.", Value: func(c upstream.ClassStatus) float64 { return float64(c.Waiting) }},
	{Name: "class_granted_total", Help: "Requests of a class that had their turn.", Value: func(c upstream.ClassStatus) float64 { return float64(c.Granted) }},
	{Name: "class_refused_total", Help: "Requests of a class that had none, because too many waited or for too long.", Value: func(c upstream.ClassStatus) float64 { return float64(c.Refused) }},
}
