package editions

import (
	"errors"
	"fmt"
	"strings"

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
//		origin        <site address>...
//		cache_size    <size>
//		snapshot_wait <duration>
//		dev
//	}
//
// Every option may be left out; images, connect and frames may be repeated.
// `origin` takes the addresses of a site block as they stand there, and is that of
// the first one that names a host: `play.example, www.play.example` is
// https://play.example, and `:8080` is none.
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
	case "origin":
		origin, err := originOf(arguments)
		if err != nil {
			return d.Err(err.Error())
		}
		h.Origin = origin
		return nil
	case "store", "snapshot_wait":
		if len(arguments) != 1 || arguments[0] == "" {
			return d.ArgErr()
		}
	default:
		return d.Errf("unrecognized subdirective: %s", option)
	}
	switch value := arguments[0]; option {
	case "store":
		h.Store = value
	case "snapshot_wait":
		wait, err := caddy.ParseDuration(value)
		if err != nil || wait <= 0 {
			return d.Errf("snapshot_wait %q: write a duration such as 150ms", value)
		}
		h.SnapshotWait = caddy.Duration(wait)
	}
	return nil
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

// isNotConfigured reports whether an app is absent from the configuration.
func isNotConfigured(err error) bool { return errors.Is(err, caddy.ErrNotConfigured) }

// Interface guard.
var _ caddyfile.Unmarshaler = (*Handler)(nil)
