package command

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/editions/store"
)

// lineupEntries is among how many changes it is looked for where what is live came from.
const lineupEntries = 200

func runReleases(ctx context.Context, c *Call, args []string) error {
	if len(args) > 1 {
		return wrong("releases: name one edition, or none")
	}
	asking, err := c.client()
	if err != nil {
		return err
	}
	edition := strings.Join(args, "")
	switch {
	case c.journal:
		entries, err := asking.Journal(ctx, edition, c.limit)
		return c.print(entries, err, func() { printEntries(c.Out, entries) })
	case edition != "":
		releases, err := asking.Releases(ctx, edition)
		return c.print(releases, err, func() { printReleases(c.Out, releases) })
	}
	state, err := asking.Lineup(ctx)
	if err != nil {
		return err
	}
	entries, err := asking.Journal(ctx, "", lineupEntries)
	return c.print(state, err, func() { printLineup(c.Out, state, entries...) })
}

func runWithdraw(ctx context.Context, c *Call, args []string) error {
	if len(args) != 2 {
		return wrong("withdraw: name an edition and a release of it")
	}
	edition, name := args[0], args[1]
	if c.store == "" {
		return c.change(ctx, api.Change{Action: api.Withdraw, Releases: map[string]string{edition: name}})
	}
	change := journal.Change{If: c.ifMatch, By: audit.SystemUser(), Reason: c.reason}
	state, err := Withdraw(c.Problems, c.StoreFolder(c.store), edition, name, change)
	after := map[string]any{"lineup": state.Version, "releases": map[string]string{edition: name}}
	err = c.recordLocal(api.Withdraw, edition, c.reason, after, err)
	return c.print(state, err, func() { printLineup(c.Out, state) })
}

func runCanary(ctx context.Context, c *Call, args []string) error {
	if len(args) < 2 || len(args) > 3 {
		return wrong("canary: name an edition, a share such as 5%%, and a release unless it is the canary already")
	}
	if _, err := api.ParseShare(args[1]); err != nil {
		return wrong("canary: %w", err)
	}
	name := ""
	if len(args) == 3 {
		name = args[2]
	} else {
		asking, err := c.client()
		if err != nil {
			return err
		}
		state, err := asking.Lineup(ctx)
		if err != nil {
			return err
		}
		canary := state.Editions[args[0]].Canary
		if canary == nil {
			return wrong("canary: %s has none: name the release", args[0])
		}
		name, c.ifMatch = canary.Release, cmp.Or(c.ifMatch, state.Version)
	}
	return c.change(ctx, api.Change{Action: api.Canary, Releases: map[string]string{args[0]: name}, Share: args[1]})
}

func runPreview(ctx context.Context, c *Call, args []string) error {
	switch {
	case len(args) != 2:
		return wrong("preview: name an edition and a release of it")
	case c.within < 0 || c.within > api.MaxPreview:
		return wrong("preview: --for %s: it is above 0 and at most %s", c.within, api.MaxPreview)
	case c.ended && c.within != 0:
		return wrong("preview: --for and --end: take one of them")
	case c.ended:
		return c.change(ctx, api.Change{Action: api.EndPreview, Releases: map[string]string{args[0]: args[1]}})
	}
	if _, err := c.changed(ctx, api.Change{Action: api.Preview, Releases: map[string]string{args[0]: args[1]}}); err != nil {
		return err
	}
	asking, err := c.client()
	if err != nil {
		return err
	}
	link, err := asking.LinkPreview(ctx, args[0], args[1], c.within)
	return c.print(link, err, func() {
		fmt.Fprintln(c.Out, link.See)
		fmt.Fprintf(c.Problems, "shows %s %s until %s\n", link.Edition, link.Release, link.Until.Format(time.RFC3339))
	})
}

func runPromote(ctx context.Context, c *Call, args []string) error {
	releases, err := editionsOf(args)
	if err != nil {
		return err
	}
	action := api.Promote
	if !slices.Contains(slices.Collect(maps.Values(releases)), "") {
		action = api.Live
	}
	return c.change(ctx, api.Change{Action: action, Releases: releases})
}

func runFreeze(ctx context.Context, c *Call, args []string) error {
	if len(args) != 1 || c.reason == "" {
		return wrong("freeze: name an edition, or all, and a --reason")
	}
	change := api.Change{Action: api.Freeze, Scope: scopeOf(args[0])}
	if c.until != "" {
		until, err := time.Parse(time.RFC3339, c.until)
		if in, notIn := time.ParseDuration(c.until); notIn == nil {
			until, err = time.Now().Add(in), nil
		}
		if err != nil {
			return wrong("freeze: until %q: write 2026-11-27T18:00:00Z, or 2h", c.until)
		}
		change.Until = &until
	}
	return c.change(ctx, change)
}

func runPrune(ctx context.Context, c *Call, args []string) error {
	if len(args) > 0 {
		return wrong("prune: it takes no arguments")
	}
	pruned, err := c.prune(ctx)
	return c.print(pruned, err, func() { printPruned(c.Out, pruned, c.dry) })
}

func (c *Call) prune(ctx context.Context) (store.Pruned, error) {
	if c.store != "" {
		folder := c.StoreFolder(c.store)
		pruned, err := openJournal(c.Problems, folder).Prune(journal.Change{By: audit.SystemUser()}, store.NewStore(folder), time.Now(), c.dry)
		return pruned, c.recordLocal("prune", "", "", map[string]any{"files": pruned.Files, "bytes": pruned.Bytes, "dry": c.dry}, err)
	}
	asking, err := c.client()
	if err != nil {
		return store.Pruned{}, err
	}
	return asking.Prune(ctx, c.dry)
}

func editionsOf(args []string) (map[string]string, error) {
	releases := map[string]string{}
	for _, arg := range args {
		edition, name, isNamed := strings.Cut(arg, "=")
		if _, twice := releases[edition]; twice {
			return nil, wrong("%s is there twice", edition)
		}
		if isNamed && name == "" { // another release would be taken, see refuseEmpty
			return nil, wrong("%s: name a release, or leave the = out", arg)
		}
		releases[edition] = name
	}
	if len(releases) == 0 {
		return nil, wrong("name an edition, or <edition>=<release>")
	}
	return releases, nil
}

func scopeOf(edition string) string {
	if edition == "all" {
		return journal.All
	}
	return edition
}

func runToken(ctx context.Context, c *Call, args []string) error {
	tokens, err := c.tokens()
	if err != nil {
		return err
	}
	switch {
	case len(args) == 3 && args[0] == "make":
		made, err := tokens.MakeToken(ctx, api.MakeToken{Name: args[1], Edition: scopeOf(args[2]), Days: c.days})
		if c.store != "" {
			_ = c.recordLocal("make token", args[1], "", map[string]any{"edition": made.Edition, "expires": made.ExpiresAt}, err)
		}
		return c.print(made, err, func() {
			fmt.Fprintln(c.Out, made.Token)
			fmt.Fprintf(c.Problems, "This is the only time that it is shown. It is %s's, for %s, until %s.\n", made.Name, made.Edition, made.ExpiresAt.Format(time.DateOnly))
		})
	case len(args) == 1 && args[0] == "list":
		listed, err := tokens.Tokens(ctx)
		return c.print(listed, err, func() { printTokens(c.Out, listed) })
	case len(args) == 2 && args[0] == "revoke":
		revoked, err := tokens.RevokeToken(ctx, args[1])
		if c.store != "" {
			_ = c.recordLocal("revoke token", args[1], "", nil, err)
		}
		return c.print(revoked, err, func() { fmt.Fprintf(c.Out, "%s is revoked\n", revoked.Name) })
	}
	return wrong("token: make <name> <edition>|all, list, or revoke <name>")
}

// tokens are those of the gateway, or of a store.
type tokens interface {
	MakeToken(context.Context, api.MakeToken) (api.MadeToken, error)
	Tokens(context.Context) ([]token.Known, error)
	RevokeToken(context.Context, string) (token.Known, error)
}

func (c *Call) tokens() (tokens, error) {
	if c.store != "" {
		return api.StoreTokens{Of: token.New(c.StoreFolder(c.store), time.Now)}, nil
	}
	return c.client()
}
