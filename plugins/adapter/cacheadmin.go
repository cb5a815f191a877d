package adapter

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/strictjson"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

func init() {
	RegisterAdmin("caches", cacheRoutes(func() *zap.Logger { return caddy.Log().Named("admin.api.caches") })...)
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
//	GET  /caches/<name>/hot?limit=20 the keys that are asked for most
//	POST /caches/<name>/purge        {"tags":[…],"keys":[…]} makes entries stale
//
// Durations are strings such as "1.5s", sizes are bytes; the numbers of a class are
// those of its metrics. A purge is logged.
func cacheRoutes(logger func() *zap.Logger) []caddy.AdminRoute {
	of := func(answer func(*http.Request, *engine) (any, error)) func(*http.Request) (any, error) {
		return func(r *http.Request) (any, error) {
			cache := running()[r.PathValue("name")]
			if cache == nil {
				return nil, refuse(http.StatusNotFound, fmt.Errorf("there is no cache %q; GET /caches/ lists them", r.PathValue("name")))
			}
			return answer(r, cache)
		}
	}
	return []caddy.AdminRoute{
		AdminRoute("GET /caches/{$}", func(*http.Request) (any, error) { return describeAll(), nil }),
		AdminRoute("GET /caches/{name}/hot", of(hot)),
		AdminRoute("POST /caches/{name}/purge", of(func(r *http.Request, cache *engine) (any, error) { return purge(r, cache, logger()) })),
	}
}

// hot lists the keys of a cache that are asked for most.
func hot(r *http.Request, cache *engine) (any, error) {
	limit := defaultHot
	if given := r.URL.Query().Get("limit"); given != "" {
		var err error
		if limit, err = strconv.Atoi(given); err != nil || limit < 1 || limit > maxHot {
			return nil, refuse(http.StatusBadRequest, fmt.Errorf("limit %q: write a number from 1 to %d", given, maxHot))
		}
	}
	keys := []hotKey{}
	for _, key := range cache.Hot(limit) {
		keys = append(keys, hotKey{
			Key: key.Key, Class: key.Class, Hits: key.Hits, Bytes: key.Bytes,
			Age: written(key.Age), Soft: written(key.Soft), Hard: written(key.Hard),
		})
	}
	return map[string]any{"keys": keys}, nil
}

// purge makes entries stale by their tags and keys.
func purge(r *http.Request, cache *engine, logger *zap.Logger) (any, error) {
	var what struct {
		Tags []string `json:"tags"`
		Keys []string `json:"keys"`
	}
	err := strictjson.Read(http.MaxBytesReader(nil, r.Body, maxPurgeBytes), &what)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, refuse(http.StatusRequestEntityTooLarge, fmt.Errorf("a purge has at most %d bytes; split it", maxPurgeBytes))
	case err != nil:
		return nil, refuse(http.StatusBadRequest, fmt.Errorf(`reading what to purge, such as {"tags":["…"],"keys":["…"]}: %w`, err))
	case len(what.Tags)+len(what.Keys) == 0:
		return nil, refuse(http.StatusBadRequest, errors.New("a purge names tags or keys"))
	case len(what.Tags)+len(what.Keys) > maxPurgedNames:
		return nil, refuse(http.StatusBadRequest, fmt.Errorf("a purge names at most %d tags and keys; split it", maxPurgedNames))
	}
	purged := cache.Purge(what.Tags...) + cache.PurgeKeys(what.Keys...)
	logger.Info("purged a cache", zap.String("cache", cache.name), zap.Strings("tags", what.Tags), zap.Strings("keys", what.Keys), zap.Int("purged", purged))
	return map[string]any{"purged": purged}, nil
}

// hotKey is an edgecache.HotKey as JSON.
type hotKey struct {
	Key   string          `json:"key"`
	Class edgecache.Class `json:"class"`
	Hits  uint64          `json:"hits"`
	Bytes int             `json:"bytes"`
	Age   string          `json:"age"`
	Soft  string          `json:"soft"`
	Hard  string          `json:"hard"`
}

// oneCache is a cache as JSON.
type oneCache struct {
	Name       string           `json:"name"`
	Fetching   int              `json:"fetching"`
	MaxFetches int              `json:"max_fetches"`
	Networks   int              `json:"networks"`
	Classes    []map[string]any `json:"classes"`
}

// describeAll is every living cache.
func describeAll() map[string][]oneCache {
	all := []oneCache{}
	for _, engine := range listed() {
		stats := engine.Stats()
		cache := oneCache{Name: engine.name, Fetching: stats.Fetching, MaxFetches: stats.MaxFetches, Networks: stats.Networks}
		for _, class := range stats.Classes {
			cache.Classes = append(cache.Classes, describe(&class))
		}
		all = append(all, cache)
	}
	return map[string][]oneCache{"caches": all}
}

// describe is a class with the numbers of its metrics, whose names say no unit
// of counting: stale_total of a reason is stale_<reason>.
func describe(class *edgecache.ClassStats) map[string]any {
	described := map[string]any{"class": class.Class, "soft": written(class.Config.Soft), "hard": written(class.Config.Hard)}
	for _, metric := range cacheMetrics {
		name := strings.TrimSuffix(metric.Name, "_total")
		if reason := metric.Labels["reason"]; reason != "" {
			name += "_" + reason
		}
		described[name] = metric.Value(class)
	}
	return described
}

// written is a duration as a person reads it.
func written(d time.Duration) string { return d.Round(time.Millisecond).String() }
