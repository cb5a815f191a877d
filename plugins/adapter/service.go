package adapter

import (
	"fmt"

	"fieldhouse/plugins/site/settings"

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

// Site is the site's settings, which every configuration has, if only with the
// defaults. The error begins with the plugin's name.
func Site(ctx caddy.Context, plugin string) (*settings.Settings, error) {
	site, err := Service[interface{ Settings() *settings.Settings }](ctx, plugin, "site")
	if err != nil {
		return nil, err
	}
	return site.Settings(), nil
}
