package adapter

import (
	"fmt"

	"github.com/caddyserver/caddy/v2"
)

// Service takes another app of the configuration as what a plugin needs of it.
// The error begins with the plugin's name.
func Service[T any](ctx caddy.Context, plugin, app string) (T, error) {
	var none T
	found, err := ctx.App(app)
	if err != nil {
		return none, fmt.Errorf("%s: %w", plugin, err)
	}
	service, ok := found.(T)
	if !ok {
		return none, fmt.Errorf("%s: the app %s is a %T, which does not offer what %s needs of it", plugin, app, found, plugin)
	}
	return service, nil
}
