package command

import (
	"context"
	"fmt"
	"strings"

	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/client"
)

func (c *Call) as() (string, error) {
	as := []string{}
	for _, is := range []struct {
		as string
		is bool
	}{{api.Canary, c.canary != ""}, {api.Preview, c.preview}, {api.Stored, c.stored}} {
		if is.is {
			as = append(as, is.as)
		}
	}
	switch {
	case c.canary == "" && c.flags.Changed("canary"): // a variable of a CI that is not set
		return "", wrong("ship: --canary: write a share of the visitors, such as 5%%")
	case len(as) > 1:
		return "", wrong("ship: %s: take one of them", strings.Join(as, " and "))
	case len(as) == 0:
		return api.Live, nil
	}
	return as[0], nil
}

func runShip(ctx context.Context, c *Call, args []string) error {
	as, err := c.as()
	if err != nil {
		return err
	}
	several := len(args) > 2
	switch {
	case len(args) == 0 || len(args)%2 != 0:
		return wrong("ship: name an edition and the folder that its build wrote, such as: ship rugby apps/rugby/dist")
	case several && as != api.Live && as != api.Stored:
		return wrong("ship: one edition at a time is a canary or a preview")
	case c.wait && as != api.Canary:
		return wrong("ship: --wait waits for the verdict on a --canary")
	case c.force && c.ifMatch != 0:
		return wrong("ship: --force and --if-match: take one of them")
	}
	named := map[string]bool{}
	for index := 0; index < len(args); index += 2 {
		if named[args[index]] {
			return wrong("ship: %s is there twice", args[index])
		}
		named[args[index]] = true
	}
	asking, err := c.client()
	if err != nil {
		return err
	}
	options := client.Options{As: as, Share: c.canary, DryRun: c.dry, AllowRemovedRoutes: c.removedRoutes, Reason: c.reason, BreakGlass: c.breakGlass, IfMatch: c.ifMatch, Force: c.force}
	if several {
		options.As = api.Stored
		if as == api.Live && c.ifMatch == 0 && !c.force {
			state, err := asking.Lineup(ctx)
			if err != nil {
				return err
			}
			c.ifMatch = state.Version
		}
	}
	var all []api.Shipped
	releases := map[string]string{}
	for index := 0; index < len(args); index += 2 {
		options.Progress = progress(c.Problems, args[index])
		shipped, err := asking.Ship(ctx, args[index], args[index+1], options)
		if err != nil {
			return err
		}
		all, releases[args[index]] = append(all, shipped), shipped.Release
		if !c.json {
			printShipped(c.Out, shipped)
		}
	}
	if several && as == api.Live && !c.dry {
		return c.change(ctx, api.Change{Action: api.Live, Releases: releases})
	}
	if c.wait && !c.dry {
		return c.await(ctx, asking, all[0])
	}
	if c.json && several {
		writeJSON(c.Out, all)
	} else if c.json {
		writeJSON(c.Out, all[0])
	}
	return nil
}

// await ends by what becomes of a canary. Its JSON is one object: what was shipped, with the
// outcome.
func (c *Call) await(ctx context.Context, asking *client.Client, shipped api.Shipped) error {
	ctx, cancel := context.WithTimeout(ctx, c.waitFor)
	defer cancel()
	outcome, err := asking.Wait(ctx, shipped.Edition, shipped.Release)
	if c.json {
		writeJSON(c.Out, struct {
			api.Shipped
			Outcome client.Outcome `json:"outcome"`
		}{shipped, outcome})
	}
	switch outcome.Outcome {
	case "live":
		fmt.Fprintf(c.Problems, "%s %s is live\n", shipped.Edition, shipped.Release)
	case "holds":
		fmt.Fprintf(c.Problems, "%s %s %s\npromote it with: fieldhouse promote %s\n", shipped.Edition, shipped.Release, outcome.Reason, shipped.Edition)
	}
	return err
}
