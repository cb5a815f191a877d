package adapter

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/edgecache"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

func init() { caddy.RegisterModule(Admin{}) }

// Admin adds the caches to Caddy's admin API:
//
//	GET  /caches/                    every cache, its classes and their counts
//	GET  /caches/<name>/hot?limit=20 the keys that are asked for most
//	POST /caches/<name>/purge        {"tags":[…],"keys":[…]} makes entries stale
//
// Durations are strings such as "1.5s", sizes are bytes.
type Admin struct {
	logger *zap.Logger
}

const (
	adminPath      = "/caches/"
	defaultHot     = 20
	maxHot         = 1000
	maxPurgeBytes  = 64 << 10
	maxPurgedNames = 1000
)

// CaddyModule returns the Caddy module information.
func (Admin) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "admin.api.caches",
		New: func() caddy.Module { return new(Admin) },
	}
}

// Provision takes the logger.
func (a *Admin) Provision(ctx caddy.Context) error {
	a.logger = ctx.Logger()
	return nil
}

// Routes implements caddy.AdminRouter.
func (a *Admin) Routes() []caddy.AdminRoute {
	return []caddy.AdminRoute{{Pattern: adminPath, Handler: caddy.AdminHandlerFunc(a.serve)}}
}

func (a *Admin) serve(w http.ResponseWriter, r *http.Request) error {
	rest := strings.TrimPrefix(r.URL.Path, adminPath)
	if rest == "" {
		if err := wantMethod(w, r, http.MethodGet); err != nil {
			return err
		}
		return answer(w, describeAll())
	}
	name, action, _ := strings.Cut(rest, "/")
	cache := running()[name]
	if cache == nil {
		return refuse(http.StatusNotFound, fmt.Errorf("there is no cache %q; GET %s lists them", name, adminPath))
	}
	switch action {
	case "hot":
		return a.hot(w, r, cache)
	case "purge":
		return a.purge(w, r, cache)
	}
	return refuse(http.StatusNotFound, fmt.Errorf("the cache %s has nothing at %q; it has hot and purge", name, action))
}

// hot lists the keys of a cache that are asked for most.
func (a *Admin) hot(w http.ResponseWriter, r *http.Request, cache *engine) error {
	if err := wantMethod(w, r, http.MethodGet); err != nil {
		return err
	}
	limit := defaultHot
	if given := r.URL.Query().Get("limit"); given != "" {
		var err error
		if limit, err = strconv.Atoi(given); err != nil || limit < 1 || limit > maxHot {
			return refuse(http.StatusBadRequest, fmt.Errorf("limit %q: write a number from 1 to %d", given, maxHot))
		}
	}
	keys := []hotKey{}
	for _, key := range cache.Hot(limit) {
		keys = append(keys, hotKey{
			Key: key.Key, Class: key.Class, Hits: key.Hits, Bytes: key.Bytes,
			Age: written(key.Age), Soft: written(key.Soft), Hard: written(key.Hard),
		})
	}
	return answer(w, struct {
		Keys []hotKey `json:"keys"`
	}{keys})
}

// purge makes entries stale by their tags and keys.
func (a *Admin) purge(w http.ResponseWriter, r *http.Request, cache *engine) error {
	if err := wantMethod(w, r, http.MethodPost); err != nil {
		return err
	}
	var what struct {
		Tags []string `json:"tags"`
		Keys []string `json:"keys"`
	}
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxPurgeBytes))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&what)
	if err == nil {
		if _, after := decoder.Token(); after != io.EOF {
			err = errors.New("there is more after the object")
		}
	}
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return refuse(http.StatusRequestEntityTooLarge, fmt.Errorf("a purge has at most %d bytes; split it", maxPurgeBytes))
	case err != nil:
		return refuse(http.StatusBadRequest, fmt.Errorf(`reading what to purge, such as {"tags":["…"],"keys":["…"]}: %w`, err))
	case len(what.Tags)+len(what.Keys) == 0:
		return refuse(http.StatusBadRequest, errors.New("a purge names tags or keys"))
	case len(what.Tags)+len(what.Keys) > maxPurgedNames:
		return refuse(http.StatusBadRequest, fmt.Errorf("a purge names at most %d tags and keys; split it", maxPurgedNames))
	}
	purged := cache.Purge(what.Tags...) + cache.PurgeKeys(what.Keys...)
	a.logger.Info("purged a cache", zap.String("cache", cache.name), zap.Strings("tags", what.Tags), zap.Strings("keys", what.Keys), zap.Int("purged", purged))
	return answer(w, struct {
		Purged int `json:"purged"`
	}{purged})
}

// written is a duration as a person reads it.
func written(d time.Duration) string { return d.Round(time.Millisecond).String() }

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

// Interface guards.
var (
	_ caddy.Provisioner = (*Admin)(nil)
	_ caddy.AdminRouter = (*Admin)(nil)
)
