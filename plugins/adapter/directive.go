package adapter

import (
	"github.com/caddyserver/caddy/v2/caddyconfig"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// unmarshaler is a pointer to a module that reads its own Caddyfile block.
type unmarshaler[Module any] interface {
	*Module
	caddyfile.Unmarshaler
}

// RegisterOption makes an app's block a global option of its name. twice is what
// an error says when the block stands there a second time.
func RegisterOption[App any, P unmarshaler[App]](name, twice string) {
	httpcaddyfile.RegisterGlobalOption(name, func(d *caddyfile.Dispenser, existing any) (any, error) {
		if existing != nil {
			d.Next()
			return nil, d.Errf("the %s block stands twice: %s", name, twice)
		}
		app := P(new(App))
		if err := app.UnmarshalCaddyfile(d); err != nil {
			return nil, err
		}
		return httpcaddyfile.App{Name: name, Value: caddyconfig.JSON(app, nil)}, nil
	})
}

// RegisterDirective makes a handler a directive of its name, in order before
// reverse_proxy.
func RegisterDirective[Handler any, P interface {
	unmarshaler[Handler]
	caddyhttp.MiddlewareHandler
}](name string) {
	httpcaddyfile.RegisterHandlerDirective(name, func(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
		handler := P(new(Handler))
		return handler, handler.UnmarshalCaddyfile(h.Dispenser)
	})
	httpcaddyfile.RegisterDirectiveOrder(name, httpcaddyfile.Before, "reverse_proxy")
}

// ParseBare reads a directive that has nothing to set, and says where the
// settings of that name stand.
func ParseBare(d *caddyfile.Dispenser, name string) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for d.NextBlock(0) {
		return d.Errf("unrecognized subdirective: %s; the settings stand in the global option %s", d.Val(), name)
	}
	return nil
}
