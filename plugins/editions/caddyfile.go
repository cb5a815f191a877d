package editions

import (
	"fmt"
	"strings"

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
		"store":   adapter.Arguments(text(&h.Store)),
		"images":  adapter.Strings(&h.Images, nil),
		"connect": adapter.Strings(&h.Connect, nil),
		"frames":  adapter.Strings(&h.Frames, nil),
		"google_tag": func(d *caddyfile.Dispenser, _ string) error {
			given := append(d.RemainingArgs(), "", "")
			if len(given) > 4 {
				return d.ArgErr()
			}
			h.Tag = page.Tag{ID: given[0], Origin: given[1]}
			return wrapErr(d, h.Tag.Validate())
		},
		"origin": func(d *caddyfile.Dispenser, _ string) (err error) {
			h.Origin, err = originOf(d.RemainingArgs())
			return wrapErr(d, err)
		},
		"cache_size":    adapter.Arguments(adapter.Size(&h.CacheSize)),
		"snapshot_wait": adapter.Arguments(adapter.Duration(&h.SnapshotWait, "150ms")),
		"reports": func(d *caddyfile.Dispenser, _ string) (err error) {
			var share string
			if !d.Args(&share) || d.NextArg() {
				return d.ArgErr()
			}
			if h.Reports, err = api.ParseShare(share); err == nil && h.Reports == 0 {
				err = fmt.Errorf("share %q: it is at least 0.1%%", share)
			}
			return wrapErr(d, err)
		},
		"webhook": func(d *caddyfile.Dispenser, _ string) error {
			var target webhook.Target
			if !d.Args(&target.Edition, &target.URL, &target.Secret) || d.NextArg() {
				return d.ArgErr()
			}
			h.Webhooks = append(h.Webhooks, target)
			return nil
		},
		"dev": func(d *caddyfile.Dispenser, _ string) error {
			if d.NextArg() {
				return d.ArgErr()
			}
			h.Dev = true
			return nil
		},
	})
}

func wrapErr(d *caddyfile.Dispenser, err error) error {
	if err == nil {
		return nil
	}
	return d.Err(err.Error())
}

func text(into *string) adapter.Argument {
	return func(d *caddyfile.Dispenser, _, value string) error {
		if value == "" {
			return d.ArgErr()
		}
		*into = value
		return nil
	}
}

// originOf is the origin of the first site address that names a host; "" for
// none, such as `:8080` or `*.example`. Without a scheme it is https, as the site
// is, but for port 80.
func originOf(addresses []string) (string, error) {
	found := ""
	for _, text := range strings.FieldsFunc(strings.Join(addresses, " "), func(r rune) bool { return r == ' ' || r == ',' }) {
		address, err := httpcaddyfile.ParseAddress(text)
		if err != nil || address.Path != "" && address.Path != "/" || address.Scheme != "" && standardPorts[address.Scheme] == "" {
			return "", fmt.Errorf("origin %q: write a site address without a path, such as play.example, http://play.example:8080 or :8080", text)
		}
		if found != "" || address.Host == "" || strings.Contains(address.Host, "*") {
			continue
		}
		if address.Scheme == "" {
			address.Scheme = "https"
			if address.Port == "80" {
				address.Scheme = "http"
			}
		}
		if address.Port == standardPorts[address.Scheme] {
			address.Port = ""
		}
		found = strings.ToLower(address.Scheme + "://" + bracketed(address.Host))
		if address.Port != "" {
			found += ":" + address.Port
		}
	}
	return found, nil
}

// standardPorts are left out of an origin.
var standardPorts = map[string]string{"http": "80", "https": "443"}

// bracketed is a host as an address has it (RFC 3986, section 3.2.2).
func bracketed(host string) string {
	if strings.Contains(host, ":") {
		return "[" + host + "]"
	}
	return host
}

// Interface guard.
var _ caddyfile.Unmarshaler = (*Handler)(nil)
