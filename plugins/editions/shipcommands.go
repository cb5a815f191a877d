package editions

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/client"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/editions/store"
)

var changing = []string{"reason", "break-glass", "if-match"}

var shipCommands = []shipCommand{
	{
		name: "ship", usage: "<edition> <folder>... [--canary <share> | --preview | --stored]", short: "Ships built releases",
		long: `Sends of a release that the build wrote what the gateway does not have, has it checked
whole, and makes it live, a canary, a preview, or nothing yet. Several editions with their
folders go live in one step. All visitors get what goes live: the edition's canary ends. When
somebody else makes another release of the edition live or canary meanwhile nothing is done, and
it is said who did what; --force goes on.`,
		examples: `  fieldhouse ship rugby apps/rugby/dist
  fieldhouse ship rugby apps/rugby/dist --canary 5% --wait
  fieldhouse ship rugby apps/rugby/dist --dry-run
  fieldhouse ship host apps/host/dist shell apps/shell/dist --address https://releases.example`,
		flags: append([]string{"live", "canary", "preview", "stored", "dry-run", "wait", "wait-for", "allow-removed-routes", "force"}, changing...),
		run:   runShip,
	},
	{
		name: "releases", usage: "[<edition>] [--journal]", short: "Shows what is live, and what the store has",
		long: "Shows the lineup, the releases of an edition, or who changed what, when and why.",
		examples: `  fieldhouse releases
  fieldhouse releases rugby
  fieldhouse releases rugby --journal --limit 5`,
		flags: []string{"journal", "limit"}, run: runReleases,
	},
	{
		name: "rollback", usage: "<edition>[=<release>]... [--keep]", short: "Goes back to the releases before",
		long: `Makes the release before the live one live again, or the named one, of several editions in
one step, and withdraws what it leaves unless that is to be kept. A freeze does not stop it.`,
		examples: `  fieldhouse rollback rugby
  fieldhouse rollback rugby=0123456789abcdef0123 --keep --reason "the sale is broken"`,
		flags: append([]string{"keep"}, changing...),
		run: func(ctx context.Context, c *call, args []string) error {
			releases, err := editionsOf(args)
			if err != nil {
				return err
			}
			return c.change(ctx, api.Change{Action: api.Rollback, Releases: releases, Keep: c.keep})
		},
	},
	{
		name: "withdraw", usage: "<edition> <release>", short: "Takes a release out of the lineup",
		long: `Withdraws a release: it is not shown any more, nothing falls back to it, and pages that were
made with it load anew. If it was live, the latest before it that runs with the rest is. Making it
live again takes that back. A freeze does not stop it. With --store on the store itself.`,
		examples: `  fieldhouse withdraw rugby 0123456789abcdef0123 --reason "it shows the wrong prices"
  fieldhouse withdraw rugby 0123456789abcdef0123 --store /var/lib/fieldhouse/store`,
		flags: []string{"store", "reason", "if-match"}, run: runWithdraw,
	},
	{
		name: "canary", usage: "<edition> <share> [<release>]", short: "Shows a release to a share of the visitors",
		long: "Gives the edition's canary, or a release of the store, to a share of the visitors; 0 ends it.",
		examples: `  fieldhouse canary rugby 25%
  fieldhouse canary rugby 5% 0123456789abcdef0123
  fieldhouse canary rugby 0`,
		flags: changing, run: runCanary,
	},
	{
		name: "preview", usage: "<edition> <release> [--for <duration> | --end]", short: "Shows a release to who has its link",
		long: `Makes a release of the store one of the edition's previews and prints the link that shows it
in the site, or ends the preview. Whoever has the link is shown it until it ends.`,
		examples: `  fieldhouse preview rugby 0123456789abcdef0123
  fieldhouse preview rugby 0123456789abcdef0123 --for 48h
  fieldhouse preview rugby 0123456789abcdef0123 --end`,
		flags: append([]string{"for", "end"}, changing...), run: runPreview,
	},
	{
		name: "promote", usage: "<edition>[=<release>]...", short: "Makes canaries, or releases of the store, live",
		long: "Makes the canary of each edition live, or the named release of the store, in one step.",
		examples: `  fieldhouse promote rugby
  fieldhouse promote host=0123456789abcdef0123 shell=3210fedcba9876543210`,
		flags: append([]string{"allow-removed-routes"}, changing...), run: runPromote,
	},
	{
		name: "confirm", usage: "<edition>[=<release>]...", short: "Says that canaries were looked at and are good",
		long: `Confirms the canary of each edition: somebody, or a check of the team's own, has looked at it
where visitors get it. With promote_at, a confirmed canary that holds goes live by itself.`,
		examples: `  fieldhouse confirm rugby --reason "bought, opened and claimed with it"
  fieldhouse confirm rugby=0123456789abcdef0123`,
		flags: []string{"reason", "if-match"},
		run: func(ctx context.Context, c *call, args []string) error {
			releases, err := editionsOf(args)
			if err != nil {
				return err
			}
			return c.change(ctx, api.Change{Action: api.Confirm, Releases: releases})
		},
	},
	{
		name: "freeze", usage: "<edition>|all --reason <text> [--until <time>]", short: "Keeps new releases from visitors",
		long: "Refuses what would show visitors another release, until a time or a thaw. Going back is never refused. Ops only.",
		examples: `  fieldhouse freeze all --until 2h --reason "the sale of season 3"
  fieldhouse freeze rugby --reason "an incident"`,
		flags: []string{"until", "reason", "if-match"}, run: runFreeze,
	},
	{
		name: "thaw", usage: "<edition>|all", short: "Ends a freeze",
		long: "Ends the freeze of an edition, or that of all. Ops only.", examples: "  fieldhouse thaw all",
		flags: []string{"reason", "if-match"},
		run: func(ctx context.Context, c *call, args []string) error {
			if len(args) != 1 {
				return wrong("thaw: name an edition, or all")
			}
			return c.change(ctx, api.Change{Action: api.Thaw, Scope: scopeOf(args[0])})
		},
	},
	{
		name: "prune", usage: "[--dry-run]", short: "Removes releases that no lineup had for long",
		long: `Removes from the store what no lineup had for a week, but for the last releases of each
edition. A process that runs does so by itself. Ops only, or on the store itself (--store).`,
		examples: `  fieldhouse prune --dry-run
  fieldhouse prune --store /var/lib/fieldhouse/store`,
		flags: []string{"dry-run", "store"}, run: runPrune,
	},
	{
		name: "token", usage: "make <name> <edition>|all [--days <number>] | list | revoke <name>", short: "Makes, lists and revokes tokens",
		long: `A token ships one edition; one for all is ops'. It is shown once. The first is made at the
admin endpoint, or on the store itself (--store).`,
		examples: `  fieldhouse token make ops all --store /var/lib/fieldhouse/store
  fieldhouse token make rugby-ci rugby --days 30
  fieldhouse token revoke rugby-ci`,
		flags: []string{"days", "store"}, run: runToken,
	},
}

// as is what a release is shipped as.
func (c *call) as() (string, error) {
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
	case len(as) > 1:
		return "", wrong("ship: %s: take one of them", strings.Join(as, " and "))
	case len(as) == 0:
		return api.Live, nil
	}
	return as[0], nil
}

func runShip(ctx context.Context, c *call, args []string) error {
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
		options.Progress = progress(c.problems, args[index])
		shipped, err := asking.Ship(ctx, args[index], args[index+1], options)
		if err != nil {
			return err
		}
		all, releases[args[index]] = append(all, shipped), shipped.Release
		if !c.json {
			printShipped(c.out, shipped)
		}
	}
	if several && as == api.Live && !c.dry {
		return c.change(ctx, api.Change{Action: api.Live, Releases: releases})
	}
	if c.wait && !c.dry {
		return c.await(ctx, asking, all[0])
	}
	if c.json && several {
		writeJSON(c.out, all)
	} else if c.json {
		writeJSON(c.out, all[0])
	}
	return nil
}

// await ends by what becomes of a canary. Its JSON is one object: what was shipped, with the
// outcome.
func (c *call) await(ctx context.Context, asking *client.Client, shipped api.Shipped) error {
	ctx, cancel := context.WithTimeout(ctx, c.waitFor)
	defer cancel()
	outcome, err := asking.Wait(ctx, shipped.Edition, shipped.Release)
	if c.json {
		writeJSON(c.out, struct {
			api.Shipped
			Outcome client.Outcome `json:"outcome"`
		}{shipped, outcome})
	}
	switch outcome.Outcome {
	case "live":
		fmt.Fprintf(c.problems, "%s %s is live\n", shipped.Edition, shipped.Release)
	case "holds":
		fmt.Fprintf(c.problems, "%s %s %s\npromote it with: fieldhouse promote %s\n", shipped.Edition, shipped.Release, outcome.Reason, shipped.Edition)
	}
	return err
}

// lineupEntries is among how many changes it is looked for where what is live came from.
const lineupEntries = 200

func runReleases(ctx context.Context, c *call, args []string) error {
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
		if err != nil {
			return err
		}
		c.print(entries, func() { printEntries(c.out, entries) })
	case edition != "":
		releases, err := asking.Releases(ctx, edition)
		if err != nil {
			return err
		}
		c.print(releases, func() { printReleases(c.out, releases) })
	default:
		state, err := asking.Lineup(ctx)
		if err != nil {
			return err
		}
		entries, err := asking.Journal(ctx, "", lineupEntries)
		if err != nil {
			return err
		}
		c.print(state, func() { printLineup(c.out, state, entries...) })
	}
	return nil
}

func runWithdraw(ctx context.Context, c *call, args []string) error {
	if len(args) != 2 {
		return wrong("withdraw: name an edition and a release of it")
	}
	edition, name := args[0], args[1]
	if c.store == "" {
		return c.change(ctx, api.Change{Action: api.Withdraw, Releases: map[string]string{edition: name}})
	}
	change := journal.Change{If: c.ifMatch, By: systemUser(), Reason: c.reason}
	state, err := withdraw(c.problems, adapter.StoreFolder(c.store), edition, name, change)
	if err != nil {
		return err
	}
	c.print(state, func() { printLineup(c.out, state) })
	return nil
}

func runCanary(ctx context.Context, c *call, args []string) error {
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

func runPreview(ctx context.Context, c *call, args []string) error {
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
	if err != nil {
		return err
	}
	c.print(link, func() {
		fmt.Fprintln(c.out, link.See)
		fmt.Fprintf(c.problems, "shows %s %s until %s\n", link.Edition, link.Release, link.Until.Format(time.RFC3339))
	})
	return nil
}

func runPromote(ctx context.Context, c *call, args []string) error {
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

func runFreeze(ctx context.Context, c *call, args []string) error {
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

func runPrune(ctx context.Context, c *call, args []string) error {
	if len(args) > 0 {
		return wrong("prune: it takes no arguments")
	}
	pruned, err := c.prune(ctx)
	if err != nil {
		return err
	}
	c.print(pruned, func() { printPruned(c.out, pruned, c.dry) })
	return nil
}

func (c *call) prune(ctx context.Context) (store.Pruned, error) {
	if c.store != "" {
		folder := adapter.StoreFolder(c.store)
		return journal.Prune(openJournal(c.problems, folder), journal.Change{By: systemUser()}, store.NewStore(folder), time.Now(), c.dry)
	}
	asking, err := c.client()
	if err != nil {
		return store.Pruned{}, err
	}
	return asking.Prune(ctx, c.dry)
}

// editionsOf reads <edition> and <edition>=<release>.
func editionsOf(args []string) (map[string]string, error) {
	releases := map[string]string{}
	for _, arg := range args {
		edition, name, _ := strings.Cut(arg, "=")
		if _, twice := releases[edition]; twice {
			return nil, wrong("%s is there twice", edition)
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

func runToken(ctx context.Context, c *call, args []string) error {
	tokens, err := c.tokens()
	if err != nil {
		return err
	}
	switch {
	case len(args) == 3 && args[0] == "make":
		made, err := tokens.MakeToken(ctx, api.MakeToken{Name: args[1], Edition: scopeOf(args[2]), Days: c.days})
		if err != nil {
			return err
		}
		c.print(made, func() {
			fmt.Fprintln(c.out, made.Token)
			fmt.Fprintf(c.problems, "This is the only time that it is shown. It is %s's, for %s, until %s.\n", made.Name, made.Edition, made.ExpiresAt.Format(time.DateOnly))
		})
	case len(args) == 1 && args[0] == "list":
		listed, err := tokens.Tokens(ctx)
		if err != nil {
			return err
		}
		c.print(listed, func() { printTokens(c.out, listed) })
	case len(args) == 2 && args[0] == "revoke":
		revoked, err := tokens.RevokeToken(ctx, args[1])
		if err != nil {
			return err
		}
		c.print(revoked, func() { fmt.Fprintf(c.out, "%s is revoked\n", revoked.Name) })
	default:
		return wrong("token: make <name> <edition>|all, list, or revoke <name>")
	}
	return nil
}

// tokens are those of the gateway, or of a store.
type tokens interface {
	MakeToken(context.Context, api.MakeToken) (api.MadeToken, error)
	Tokens(context.Context) ([]api.Known, error)
	RevokeToken(context.Context, string) (api.Known, error)
}

func (c *call) tokens() (tokens, error) {
	if c.store != "" {
		return api.TokensOf(token.New(adapter.StoreFolder(c.store), time.Now)), nil
	}
	return c.client()
}
