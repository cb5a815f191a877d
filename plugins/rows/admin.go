package rows

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/rows/pause"
	"fieldhouse/plugins/strictjson"

	"github.com/caddyserver/caddy/v2"
)

func init() {
	adapter.RegisterAdmin("sales", adminRoutes(func() (*App, error) { return adapter.Running[*App]("rows") })...)
}

// maxPauseBytes bounds the body that pauses a sale.
const maxPauseBytes = 8 << 10

// adminRoutes add the paused sales of the running app to Caddy's admin API:
//
//	GET    /sales/paused            the paused sales: by whom, since when, with which notice
//	PUT    /sales/paused/<edition>  {"en":"…","es":"…"} pauses it
//	DELETE /sales/paused/<edition>  lets it go on
//
// Each answers what is paused then.
func adminRoutes(running func() (*App, error)) []caddy.AdminRoute {
	of := func(action string, change func(*http.Request, *pause.File) error) func(*http.Request) (any, error) {
		return func(r *http.Request) (answer any, err error) {
			entry := audit.Entry{Action: action, On: r.PathValue("edition")}
			if action != "" {
				defer func() { adapter.AuditAdmin(r, entry, err) }()
			}
			app, err := running()
			if err != nil {
				return nil, err
			}
			if app.paused == nil {
				return nil, adapter.Refuse(http.StatusConflict, errors.New("the site keeps nothing over restarts, so no sale can be paused: name a folder with `state` in the block site"))
			}
			file := app.paused.Value
			entry.Before = pausedNow(file)
			if err := change(r, file); err != nil {
				return nil, err
			}
			entry.After = pausedNow(file)
			return map[string]any{"paused": file.Current().Notices()}, nil
		}
	}
	return []caddy.AdminRoute{
		adapter.AdminRoute("GET /sales/paused", of("", func(*http.Request, *pause.File) error { return nil })),
		adapter.AdminRoute("PUT /sales/paused/{edition}", of("pause sale", pauseSale)),
		adapter.AdminRoute("DELETE /sales/paused/{edition}", of("resume sale", func(r *http.Request, file *pause.File) error {
			return refusal(file.Resume(r.PathValue("edition")))
		})),
	}
}

// pausedNow are the editions whose sale is paused.
func pausedNow(file *pause.File) []string {
	return slices.Sorted(maps.Keys(file.Current().Notices()))
}

func pauseSale(r *http.Request, file *pause.File) error {
	notice := pause.Notice{By: adapter.AdminEndpoint}
	texts := struct {
		English *string `json:"en"`
		Spanish *string `json:"es"`
	}{&notice.English, &notice.Spanish}
	if err := strictjson.Read(http.MaxBytesReader(nil, r.Body, maxPauseBytes), &texts); err != nil {
		return adapter.Refuse(http.StatusBadRequest, fmt.Errorf(`reading the notice, such as {"en":"…","es":"…"}: %w`, err))
	}
	return refusal(file.Pause(notice, r.PathValue("edition")))
}

// refusal is the status of what pausing a sale failed with.
func refusal(err error) error {
	switch {
	case errors.Is(err, pause.ErrRefused):
		return adapter.Refuse(http.StatusBadRequest, err)
	case errors.Is(err, pause.ErrNotPaused):
		return adapter.Refuse(http.StatusNotFound, err)
	}
	return err
}
