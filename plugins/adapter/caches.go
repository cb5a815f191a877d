package adapter

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/handover"
	"fieldhouse/plugins/metric"
	"fieldhouse/plugins/strictjson"
	"fieldhouse/plugins/upstream"

	"github.com/caddyserver/caddy/v2"
	"github.com/prometheus/client_golang/prometheus"
)

func init() {
	RegisterAdmin("caches", cacheRoutes()...)
	handover.Register(cachesPart)
}

// maxHandedOver is how many bytes of bodies a process gives of each cache to the one that takes
// its place.
const maxHandedOver = 4 << 20

// cachesPart hands over what is asked for most, by what caches have to agree in.
var cachesPart = handover.Part{
	Name: "caches",
	Give: func(func(any) error) (any, error) {
		given := make(map[string][]edgecache.Copy)
		for _, cache := range listed() {
			given[cache.key] = cache.Copies(maxHandedOver)
		}
		return given, nil
	},
	Take: func(text json.RawMessage) error {
		var given map[string][]edgecache.Copy
		if err := json.Unmarshal(text, &given); err != nil {
			return err
		}
		for _, cache := range listed() {
			cache.Take(given[cache.key])
		}
		return nil
	},
}

const (
	defaultHot     = 20
	maxHot         = 1000
	maxPurgeBytes  = 64 << 10
	maxPurgedNames = 1000
)

// cacheRoutes add the caches to Caddy's admin API:
//
//	GET  /caches/                    every cache, its classes and their numbers
//	GET  /caches/<name>/hot?limit=20 the most requested keys
//	POST /caches/<name>/purge        {"tags":[…],"keys":[…]} makes entries stale
//
// Durations are strings such as "1.5s", sizes are bytes; the numbers of a class are
// those of its metrics. A purge is in the audit log, and the other processes of the cluster make
// the same one: `told` is how many are connected, and missing without a cluster.
func cacheRoutes() []caddy.AdminRoute {
	of := func(answer func(*http.Request, *engine) (any, error)) func(*http.Request) (any, error) {
		return func(r *http.Request) (any, error) {
			cache := running()[r.PathValue("name")]
			if cache == nil {
				return nil, Refuse(http.StatusNotFound, fmt.Errorf("there is no cache %q; GET /caches/ lists them", r.PathValue("name")))
			}
			return answer(r, cache)
		}
	}
	return []caddy.AdminRoute{
		AdminRoute("GET /caches/{$}", func(*http.Request) (any, error) { return describeAll(), nil }),
		AdminRoute("GET /caches/{name}/hot", of(hot)),
		AdminRoute("POST /caches/{name}/purge", of(purge)),
	}
}

// hot lists the most requested keys of a cache.
func hot(r *http.Request, cache *engine) (any, error) {
	limit := defaultHot
	if given := r.URL.Query().Get("limit"); given != "" {
		var err error
		if limit, err = strconv.Atoi(given); err != nil || limit < 1 || limit > maxHot {
			return nil, Refuse(http.StatusBadRequest, fmt.Errorf("limit %q: write a number from 1 to %d", given, maxHot))
		}
	}
	keys := []map[string]any{}
	for _, key := range cache.Hot(limit) {
		keys = append(keys, map[string]any{
			"key": key.Key, "class": key.Class, "hits": key.Hits, "bytes": key.Bytes,
			"age": formatDuration(key.Age), "soft": formatDuration(key.Soft), "hard": formatDuration(key.Hard),
		})
	}
	return map[string]any{"keys": keys}, nil
}

// purge makes entries stale by their tags and keys.
func purge(r *http.Request, cache *engine) (answer any, err error) {
	entry := audit.Entry{Action: "purge cache", On: cache.name}
	defer func() { AuditAdmin(r, entry, err) }()
	var what struct {
		Tags []string `json:"tags"`
		Keys []string `json:"keys"`
	}
	err = strictjson.Read(http.MaxBytesReader(nil, r.Body, maxPurgeBytes), &what)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, Refuse(http.StatusRequestEntityTooLarge, fmt.Errorf("a purge has at most %d bytes; split it", maxPurgeBytes))
	case err != nil:
		return nil, Refuse(http.StatusBadRequest, fmt.Errorf(`reading what to purge, such as {"tags":["…"],"keys":["…"]}: %w`, err))
	case len(what.Tags)+len(what.Keys) == 0:
		return nil, Refuse(http.StatusBadRequest, errors.New("a purge names tags or keys"))
	case len(what.Tags)+len(what.Keys) > maxPurgedNames:
		return nil, Refuse(http.StatusBadRequest, fmt.Errorf("a purge names at most %d tags and keys; split it", maxPurgedNames))
	}
	purged := cache.purge(what.Tags, what.Keys)
	// Keys may name accounts, and there may be a thousand: the line has their number.
	entry.After = map[string]int{"tags": len(what.Tags), "keys": len(what.Keys), "purged": purged}
	purges.add(purgeOrder{cache.name, what.Tags, what.Keys}, cache.longest())
	said := map[string]any{"purged": purged}
	if Peers.Name() != "" {
		said["told"] = len(Peers.Others())
	}
	return said, nil
}

// describeAll is every living cache.
func describeAll() map[string]any {
	all := []map[string]any{}
	for _, engine := range listed() {
		stats := engine.Stats()
		classes := make([]map[string]any, len(stats.Classes))
		for i := range stats.Classes {
			classes[i] = describe(&stats.Classes[i])
		}
		all = append(all, map[string]any{
			"name": engine.name, "fetching": stats.Fetching, "max_fetches": stats.MaxFetches, "networks": stats.Networks, "classes": classes,
		})
	}
	return map[string]any{"caches": all}
}

// describe is a class with the numbers of its metrics, whose names say no unit
// of counting: stale_total of a reason is stale_<reason>.
func describe(class *edgecache.ClassStats) map[string]any {
	described := map[string]any{"class": class.Class, "soft": formatDuration(class.Config.Soft), "hard": formatDuration(class.Config.Hard)}
	for _, metric := range cacheMetrics {
		name := strings.TrimSuffix(metric.Name, "_total")
		if reason := metric.Labels["reason"]; reason != "" {
			name += "_" + reason
		}
		described[name] = metric.Value(class)
	}
	return described
}

// formatDuration is a duration as people read it.
func formatDuration(d time.Duration) string { return d.Round(time.Millisecond).String() }

// fetchSeconds outlasts reloads, like the caches; each configuration's registry,
// which is new at each reload, takes it.
var fetchSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Namespace: "fieldhouse",
	Subsystem: "cache",
	Name:      "fetch_seconds",
	Help:      "How long fetching took, whether it failed or not.",
	Buckets:   []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
}, []string{"cache", "class"})

// fetched is edgecache.Config.Fetched.
type fetched = func(class edgecache.Class, took time.Duration, err error)

// observe times a cache's fetches and calls next after each.
func observe(name string, next fetched) fetched {
	return func(class edgecache.Class, took time.Duration, err error) {
		fetchSeconds.WithLabelValues(name, string(class)).Observe(took.Seconds())
		if next != nil {
			next(class, took, err)
		}
	}
}

// collected are the living caches' metrics.
var collected = metric.NewCollector("cache", []string{"cache", "class"}, cacheMetrics, func(send func(*edgecache.ClassStats, ...string)) {
	for _, cache := range listed() {
		for _, class := range cache.Stats().Classes {
			send(&class, cache.name, string(class.Class))
		}
	}
})

const staleHelp = "Answers past their soft deadline, by why they were not fresh."

var cacheMetrics = []metric.Metric[*edgecache.ClassStats]{
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
	{Name: "copied_total", Help: "Fetches that took what another process of the cluster had just read.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Copied) }},
	{Name: "oversized_total", Help: "Fetches that brought more than is kept.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Oversized) }},
	{Name: "entries", Help: "Entries kept in envelopes.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Entries) }},
	{Name: "bytes", Help: "Memory taken for envelopes.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.Bytes) }},
	{Name: "hot_entries", Help: "Entries prepared for answering.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.HotEntries) }},
	{Name: "hot_bytes", Help: "Memory taken by the prepared entries.", Value: func(c *edgecache.ClassStats) float64 { return float64(c.HotBytes) }},
}

// UpstreamMetrics are how each class of requests fares at a server.
var UpstreamMetrics = []metric.Metric[upstream.ClassStatus]{
	{Name: "class_tokens", Help: "Requests of a class that may be made at once now.", Value: func(c upstream.ClassStatus) float64 { return c.Tokens }},
	{Name: "class_waiting", Help: "Requests of a class that wait for their turn now.", Value: func(c upstream.ClassStatus) float64 { return float64(c.Waiting) }},
	{Name: "class_granted_total", Help: "Requests of a class that had their turn.", Value: func(c upstream.ClassStatus) float64 { return float64(c.Granted) }},
	{Name: "class_refused_total", Help: "Requests of a class that had none, because too many waited or for too long.", Value: func(c upstream.ClassStatus) float64 { return float64(c.Refused) }},
}
