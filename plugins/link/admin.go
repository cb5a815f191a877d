package link

import (
	"net/http"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
)

func init() { caddy.RegisterModule(Admin{}) }

// Admin adds the link service's numbers to Caddy's admin API. No channel is
// named there.
//
//	GET /link/
type Admin struct{}

const adminPath = "/link/"

// CaddyModule returns the Caddy module information.
func (Admin) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "admin.api.link",
		New: func() caddy.Module { return new(Admin) },
	}
}

// Routes implements caddy.AdminRouter.
func (*Admin) Routes() []caddy.AdminRoute {
	running := func() (*state, error) {
		if s := living(); s != nil {
			return s, nil
		}
		return nil, caddy.ErrNotConfigured
	}
	return []caddy.AdminRoute{
		adapter.AdminRoute(http.MethodGet, adminPath, running, func(_ *http.Request, s *state) any { return describeNumbers(s.numbers()) }),
	}
}

func describeNumbers(now numbers) described {
	return described{
		Channels: now.Channels, Listeners: now.Stats.Listeners, Senders: now.Senders, Kept: now.Kept, KeptBytes: now.KeptBytes,
		Messages: map[string]uint64{
			"delivered": now.Delivered, "buffered": now.Buffered, "undelivered": now.Undelivered, "replaced": now.Replaced, "left": now.Left,
		},
		Fetched: now.Fetched, Expired: now.Expired, Displaced: now.Displaced, Unacknowledged: now.Unacknowledged,
		Refused: map[string]uint64{"full": now.Full, "rate": now.Rate, "client_listeners": now.Refusals.Listeners, "max_message": now.Size},
	}
}

// described is the service as JSON. Channels, listeners, senders and kept are of
// this moment, the rest counts since the service began.
type described struct {
	Channels       int               `json:"channels"`
	Listeners      int               `json:"listeners"`
	Senders        int               `json:"senders"`
	Kept           int               `json:"kept"`
	KeptBytes      int64             `json:"kept_bytes"`
	Messages       map[string]uint64 `json:"messages"`
	Fetched        uint64            `json:"fetched"`
	Expired        uint64            `json:"expired"`
	Displaced      uint64            `json:"displaced"`
	Unacknowledged uint64            `json:"unacknowledged"`
	Refused        map[string]uint64 `json:"refused"`
}

// Interface guards.
var (
	_ caddy.AdminRouter = (*Admin)(nil)
)
