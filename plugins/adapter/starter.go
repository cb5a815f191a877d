package adapter

import "github.com/caddyserver/caddy/v2"

func init() { caddy.RegisterModule(new(starter)) }

// starter starts what the handlers of a configuration have to start: Caddy starts apps and no
// handlers. Every configuration has it without naming it.
type starter struct{ starts []func() error }

// OnStart has a handler's function called when its configuration starts, from Provision on.
// What is only provisioned, as by `validate`, is never started. The error begins with the
// plugin's name.
func OnStart(ctx caddy.Context, plugin string, start func() error) error {
	s, err := Service[*starter](ctx, plugin, "starter")
	if err == nil {
		s.starts = append(s.starts, start)
	}
	return err
}

// CaddyModule returns the Caddy module information.
func (*starter) CaddyModule() caddy.ModuleInfo { return ModuleInfo[starter]("starter") }

// Start implements caddy.App.
func (s *starter) Start() error {
	for _, start := range s.starts {
		if err := start(); err != nil {
			return err
		}
	}
	return nil
}

// Stop implements caddy.App.
func (*starter) Stop() error { return nil }
