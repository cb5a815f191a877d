package command

import (
	"context"
	"errors"
	"strings"

	"fieldhouse/plugins/editions/ship/api"
)

// changing are the flags of commands that change the lineup.
var changing = []string{"reason", "break-glass", "if-match"}

// All are the commands, in the order of the documents.
var All = []Command{
	{
		Name: "ship", Usage: "<edition> <folder>... [--canary <share> | --preview | --stored]", Short: "Ships built releases",
		long: `Sends of a release that the build wrote what the gateway does not have, has it checked
whole, and makes it live, a canary, a preview, or nothing yet. Several editions with their
folders go live in one step. All visitors get what goes live: the edition's canary ends. When
somebody else makes another release of the edition live or canary meanwhile nothing is done, and
it is said who did what; --force goes on.`,
		Examples: `  fieldhouse ship rugby apps/rugby/dist
  fieldhouse ship rugby apps/rugby/dist --canary 5% --wait
  fieldhouse ship rugby apps/rugby/dist --dry-run
  fieldhouse ship host apps/host/dist shell apps/shell/dist --address https://releases.example`,
		flags: append([]string{"live", "canary", "preview", "stored", "dry-run", "wait", "wait-for", "allow-removed-routes", "force"}, changing...),
		run:   runShip,
	},
	{
		Name: "releases", Usage: "[<edition>] [--journal]", Short: "Shows what is live, and what the store has",
		long: "Shows the lineup, the releases of an edition, or who changed what, when and why.",
		Examples: `  fieldhouse releases
  fieldhouse releases rugby
  fieldhouse releases rugby --journal --limit 5`,
		flags: []string{"journal", "limit"}, run: runReleases,
	},
	{
		Name: "rollback", Usage: "<edition>[=<release>]... [--keep]", Short: "Goes back to the releases before",
		long: `Makes the release before the live one live again, or the named one, of several editions in
one step, and withdraws what it leaves unless that is to be kept. A freeze does not stop it.`,
		Examples: `  fieldhouse rollback rugby
  fieldhouse rollback rugby=0123456789abcdef0123 --keep --reason "the sale is broken"`,
		flags: append([]string{"keep"}, changing...),
		run: func(ctx context.Context, c *Call, args []string) error {
			releases, err := editionsOf(args)
			if err != nil {
				return err
			}
			return c.change(ctx, api.Change{Action: api.Rollback, Releases: releases, Keep: c.keep})
		},
	},
	{
		Name: "withdraw", Usage: "<edition> <release>", Short: "Takes a release out of the lineup",
		long: `Withdraws a release: it is not shown any more, nothing falls back to it, and pages that were
made with it load anew. If it was live, the latest before it that runs with the rest is. Making it
live again takes that back. A freeze does not stop it. With --store on the store itself.`,
		Examples: `  fieldhouse withdraw rugby 0123456789abcdef0123 --reason "it shows the wrong prices"
  fieldhouse withdraw rugby 0123456789abcdef0123 --store /var/lib/fieldhouse/store`,
		flags: []string{"store", "reason", "if-match"}, run: runWithdraw,
	},
	{
		Name: "canary", Usage: "<edition> <share> [<release>]", Short: "Shows a release to a share of the visitors",
		long: "Gives the edition's canary, or a release of the store, to a share of the visitors; 0 ends it.",
		Examples: `  fieldhouse canary rugby 25%
  fieldhouse canary rugby 5% 0123456789abcdef0123
  fieldhouse canary rugby 0`,
		flags: append([]string{"allow-removed-routes"}, changing...), run: runCanary,
	},
	{
		Name: "preview", Usage: "<edition> <release> [--for <duration> | --end]", Short: "Shows a release to who has its link",
		long: `Makes a release of the store one of the edition's previews and prints the link that shows it
in the site, or ends the preview. Whoever has the link is shown it until it ends.`,
		Examples: `  fieldhouse preview rugby 0123456789abcdef0123
  fieldhouse preview rugby 0123456789abcdef0123 --for 48h
  fieldhouse preview rugby 0123456789abcdef0123 --end`,
		flags: append([]string{"for", "end"}, changing...), run: runPreview,
	},
	{
		Name: "promote", Usage: "<edition>[=<release>]...", Short: "Makes canaries, or releases of the store, live",
		long: "Makes the canary of each edition live, or the named release of the store, in one step.",
		Examples: `  fieldhouse promote rugby
  fieldhouse promote host=0123456789abcdef0123 shell=3210fedcba9876543210`,
		flags: append([]string{"allow-removed-routes"}, changing...), run: runPromote,
	},
	{
		Name: "confirm", Usage: "<edition>[=<release>]...", Short: "Says that canaries were looked at and are good",
		long: `Confirms the canary of each edition: somebody, or a check of the team's own, has looked at it
where visitors get it. With promote_at, a confirmed canary that holds goes live by itself.`,
		Examples: `  fieldhouse confirm rugby --reason "bought, opened and claimed with it"
  fieldhouse confirm rugby=0123456789abcdef0123`,
		flags: []string{"reason", "if-match"},
		run: func(ctx context.Context, c *Call, args []string) error {
			releases, err := editionsOf(args)
			if err != nil {
				return err
			}
			return c.change(ctx, api.Change{Action: api.Confirm, Releases: releases})
		},
	},
	{
		Name: "freeze", Usage: "<edition>|all --reason <text> [--until <time>]", Short: "Keeps new releases from visitors",
		long: "Refuses what would show visitors another release, until a time or a thaw. Going back is never refused. Ops only.",
		Examples: `  fieldhouse freeze all --until 2h --reason "the sale of season 3"
  fieldhouse freeze rugby --reason "an incident"`,
		flags: []string{"until", "reason", "if-match"}, run: runFreeze,
	},
	{
		Name: "thaw", Usage: "<edition>|all", Short: "Ends a freeze",
		long: "Ends the freeze of an edition, or that of all. Ops only.", Examples: "  fieldhouse thaw all",
		flags: []string{"reason", "if-match"},
		run: func(ctx context.Context, c *Call, args []string) error {
			if len(args) != 1 {
				return wrong("thaw: name an edition, or all")
			}
			return c.change(ctx, api.Change{Action: api.Thaw, Scope: scopeOf(args[0])})
		},
	},
	{
		Name: "prune", Usage: "[--dry-run]", Short: "Removes releases that no lineup had for long",
		long: `Removes from the store what no lineup had for a week, but for the last releases of each
edition. A process that runs does so by itself. Ops only, or on the store itself (--store).`,
		Examples: `  fieldhouse prune --dry-run
  fieldhouse prune --store /var/lib/fieldhouse/store`,
		flags: []string{"dry-run", "store"}, run: runPrune,
	},
	{
		Name: "token", Usage: "make <name> <edition>|all [--days <number>] | list | revoke <name>", Short: "Makes, lists and revokes tokens",
		long: `A token ships one edition; one for all is ops'. It is shown once. The first is made at the
admin endpoint, or on the store itself (--store).`,
		Examples: `  fieldhouse token make ops all --store /var/lib/fieldhouse/store
  fieldhouse token make rugby-ci rugby --days 30
  fieldhouse token revoke rugby-ci`,
		flags: []string{"days", "store"}, run: runToken,
	},
	{
		Name: "take", Usage: "[--store <folder>] [--live] <release folder>...", Short: "Takes releases into the store",
		long: `Checks each release folder whole and copies it into the store. With --live it
becomes the live release of its edition, which a running process notices within
a second. Prints one line for each release. The store is that of the process's
configuration: give --store, or the FIELDHOUSE_STORE that the process has.`,
		Examples: "  fieldhouse take --live apps/host/dist apps/shell/dist",
		flags:    []string{"store", "live"}, isLocal: true,
		run: func(_ context.Context, c *Call, args []string) error {
			if len(args) == 0 {
				return errors.New("take: name the release folders that the build wrote")
			}
			err := Take(c.Out, c.StoreFolder(c.store), c.live, args)
			return c.recordLocal("take", strings.Join(args, " "), "", map[string]bool{"live": c.live}, err)
		},
	},
	{
		Name: "verify", Usage: "[--store <folder>]", Short: "Reads every release of the store whole",
		long: `Compares every release of the store and every file of theirs with what was taken
in, and prints a line for each release that is damaged. A process that serves the
store looks at names and sizes only. Take a damaged release again to mend it.`,
		Examples: "  fieldhouse verify",
		flags:    []string{"store"}, isLocal: true,
		run: func(_ context.Context, c *Call, args []string) error { return Verify(c.Out, c.StoreFolder(c.store)) },
	},
}
