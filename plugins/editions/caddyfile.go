package editions

import (
	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/webhook"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	httpcaddyfile.RegisterHandlerDirective("editions", func(helper httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
		handler := new(Handler)
		return handler, handler.UnmarshalCaddyfile(helper.Dispenser)
	})
	// It answers whatever nobody before it has: like file_server, but pages.
	httpcaddyfile.RegisterDirectiveOrder("editions", httpcaddyfile.Before, "file_server")
}

// UnmarshalCaddyfile sets up the handler from Caddyfile tokens. Syntax:
//
//	editions {
//		edition       <name> <nameEN> [<NameSP>]
//		store         <folder>
//		images        <origin>...
//		connect       <origin>...
//		frames        <origin>...
//		google_tag    [<id> [<origin>]]
//		origin        <site address>...
//		cache_size    <size>
//		snapshot_wait <duration>
//		reports       <share>
//		webhook       <edition> <url> <secret>
//		dev
//	}
//
// Every option may be left out; edition, images, connect, frames and webhook may be repeated.
// An edition's pages are at /<name>; without a name in Spanish it has the English one.
// `reports` is the share of documents that report how their views went, such as 10%.
// `google_tag` without an id is none; its origin is that of a tagging server of the
// site's own, by default Google's.
// `origin` takes the addresses of a site block as they stand there, and is that of
// the first one that names a host: `play.example, www.play.example` is
// https://play.example, and `:8080` is none.
func (h *Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, adapter.Subdirectives{
		"edition": func(d *caddyfile.Dispenser, _ string) error {
			given := d.RemainingArgs()
			if len(given) < 2 || len(given) > 3 {
				return d.ArgErr()
			}
			h.Editions = append(h.Editions, settings.Edition{Name: given[0], NameEN: given[1], NameSP: given[len(given)-1]})
			return nil
		},
		"store":   adapter.Arguments(adapter.Text(&h.Store)),
		"images":  adapter.Strings(&h.Images, nil),
		"connect": adapter.Strings(&h.Connect, nil),
		"frames":  adapter.Strings(&h.Frames, nil),
		"google_tag": func(d *caddyfile.Dispenser, _ string) error {
			given := append(d.RemainingArgs(), "", "")
			if len(given) > 4 {
				return d.ArgErr()
			}
			h.Tag = page.Tag{ID: given[0], Origin: given[1]}
			if err := h.Tag.Validate(); err != nil {
				return d.WrapErr(err)
			}
			return nil
		},
		"origin":        adapter.Origin(&h.Origin),
		"cache_size":    adapter.Arguments(adapter.Size(&h.CacheSize)),
		"snapshot_wait": adapter.Arguments(adapter.Duration(&h.SnapshotWait, "150ms")),
		"reports": adapter.Arguments(func(d *caddyfile.Dispenser, _, share string) (err error) {
			if h.Reports, err = api.ParseShare(share); err != nil {
				return d.WrapErr(err)
			}
			if h.Reports == 0 {
				return d.Errf("share %q: it is at least 0.1%%", share)
			}
			return nil
		}),
		"webhook": func(d *caddyfile.Dispenser, _ string) error {
			var target webhook.Target
			if !d.Args(&target.Edition, &target.URL, &target.Secret) || d.NextArg() {
				return d.ArgErr()
			}
			h.Webhooks = append(h.Webhooks, target)
			return nil
		},
		"dev": adapter.Flag(&h.Dev),
	})
}
