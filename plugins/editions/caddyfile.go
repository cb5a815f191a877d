package editions

import (
	"errors"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	httpcaddyfile.RegisterHandlerDirective("editions", parseCaddyfile)
	// It answers whatever nobody before it has: like file_server, but pages.
	httpcaddyfile.RegisterDirectiveOrder("editions", httpcaddyfile.Before, "file_server")
}

func parseCaddyfile(helper httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
	handler := new(Handler)
	return handler, handler.UnmarshalCaddyfile(helper.Dispenser)
}

// UnmarshalCaddyfile sets up the handler from Caddyfile tokens. Syntax:
//
//	editions {
//		store         <folder>
//		images        <origin>...
//		connect       <origin>...
//		frames        <origin>...
//		origin        <origin>
//		cache_size    <size>
//		snapshot_wait <duration>
//		dev
//	}
//
// Every option may be left out; images, connect and frames may be repeated.
func (h *Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for d.NextBlock(0) {
		if err := h.unmarshalOption(d); err != nil {
			return err
		}
	}
	return nil
}

func (h *Handler) unmarshalOption(d *caddyfile.Dispenser) error {
	option := d.Val()
	if option == "cache_size" {
		size, err := adapter.ParseSize(d, option)
		h.CacheSize = size
		return err
	}
	arguments := d.RemainingArgs()
	switch option {
	case "images", "connect", "frames":
		if len(arguments) == 0 {
			return d.ArgErr()
		}
		into := map[string]*[]string{"images": &h.Images, "connect": &h.Connect, "frames": &h.Frames}[option]
		*into = append(*into, arguments...)
		return nil
	case "dev":
		if len(arguments) != 0 {
			return d.ArgErr()
		}
		h.Dev = true
		return nil
	case "store", "origin", "snapshot_wait":
		if len(arguments) != 1 || arguments[0] == "" {
			return d.ArgErr()
		}
	default:
		return d.Errf("unrecognized subdirective: %s", option)
	}
	switch value := arguments[0]; option {
	case "store":
		h.Store = value
	case "origin":
		h.Origin = value
	case "snapshot_wait":
		wait, err := caddy.ParseDuration(value)
		if err != nil || wait <= 0 {
			return d.Errf("snapshot_wait %q: write a duration such as 150ms", value)
		}
		h.SnapshotWait = caddy.Duration(wait)
	}
	return nil
}

// isNotConfigured reports whether an app is absent from the configuration.
func isNotConfigured(err error) bool { return errors.Is(err, caddy.ErrNotConfigured) }

// Interface guard.
var _ caddyfile.Unmarshaler = (*Handler)(nil)
