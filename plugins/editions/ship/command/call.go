// Package command has what teams and ops type: the commands that call the API, and those that
// work on a store itself. It knows nothing of Caddy.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/client"

	"github.com/spf13/pflag"
)

// apiHelp ends the help of each command that calls the API.
const apiHelp = `

--address is that of the API at a site (https://releases.example) or of the admin endpoint
(localhost:2019). Without it FIELDHOUSE_RELEASES says it, then as in Caddy's commands the
file of --config, CADDY_ADMIN, and localhost:2019. The token is FIELDHOUSE_TOKEN, or what the
file of --token-file holds. --json prints the API's answer. Exit codes: 0 done, 1 refused, or a
canary without a verdict in time, 2 wrong call, 3 the gateway cannot be reached, 4 somebody
else has shipped the edition meanwhile, 5 a canary that was waited for was taken back.`

// Exit codes of the commands.
const (
	ExitDone = iota
	ExitRefused
	ExitWrong
	ExitUnreachable
	ExitConflict
	ExitTakenBack
)

// wrongCall is a command line that makes no sense.
type wrongCall struct{ error }

func wrong(format string, about ...any) error { return wrongCall{fmt.Errorf(format, about...)} }

// Command is one of the binary's.
type Command struct {
	Name, Usage, Short, Examples string

	long string
	// flags are the names of those that it has beside the common ones.
	flags []string
	// isLocal says that it works on the store itself and calls no API.
	isLocal bool
	run     func(context.Context, *Call, []string) error
}

// Long is the command's help.
func (c Command) Long() string {
	if c.isLocal {
		return "\n" + c.long
	}
	return "\n" + c.long + apiHelp
}

// Process is what a command uses of its process.
type Process struct {
	// Out gets what was asked for, and Problems all other messages.
	Out, Problems io.Writer
	// Variable is an environment variable's value.
	Variable func(name string) string
	// StoreFolder is the folder of a store by what names it, or that of no name.
	StoreFolder func(named string) string
	// AdminAddress is the address of the admin endpoint: as given, else by a configuration file
	// and its adapter, else the default.
	AdminAddress func(given, config, adapter string) (string, error)
	// Audit has what was done to a store itself; what a gateway was asked for stands in the
	// gateway's. Nil has nothing.
	Audit *audit.Log
}

// Call is a command with its flags.
type Call struct {
	Process
	command Command
	flags   *pflag.FlagSet

	address, config, adapter, tokenFile                                                      string
	json                                                                                     bool
	canary, reason, until, store                                                             string
	live, preview, stored, dry, wait, removedRoutes, breakGlass, force, keep, ended, journal bool
	ifMatch                                                                                  uint64
	waitFor, within                                                                          time.Duration
	days                                                                                     float64
	limit                                                                                    int
}

// Call is a call of the command, whose flags are added to those given.
func (c Command) Call(process Process, flags *pflag.FlagSet) *Call {
	call := &Call{Process: process, command: c, flags: flags}
	call.addFlags(flags)
	return call
}

func (c *Call) addFlags(flags *pflag.FlagSet) {
	live, folder, store := "Show it to all visitors, which is the default", "", "Work on the store in this folder, without a process"
	if c.command.isLocal {
		live, folder, store = "Make each release the live one of its edition", c.StoreFolder(""), "The folder of the store"
	} else {
		c.addCommonFlags(flags)
	}
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.BoolVar(&c.live, "live", !c.command.isLocal, live)
	all.StringVar(&c.canary, "canary", "", "Show it to a share of the visitors, such as 5%")
	all.BoolVar(&c.preview, "preview", false, "Make it a preview")
	all.BoolVar(&c.stored, "stored", false, "Take it in and show it to nobody")
	all.BoolVar(&c.dry, "dry-run", false, "Check all and change nothing")
	all.BoolVar(&c.wait, "wait", false, "Wait for the verdict on the canary")
	all.DurationVar(&c.waitFor, "wait-for", time.Hour, "For how long to wait")
	all.BoolVar(&c.removedRoutes, "allow-removed-routes", false, "Say yes to pages that go")
	all.StringVar(&c.reason, "reason", "", "Why, for the journal")
	all.BoolVar(&c.breakGlass, "break-glass", false, "Ship in spite of a freeze; ops, with a reason")
	all.BoolVar(&c.force, "force", false, "Go on though somebody else has shipped the edition meanwhile")
	all.Uint64Var(&c.ifMatch, "if-match", 0, "The version that the lineup must have")
	all.BoolVar(&c.keep, "keep", false, "Do not withdraw what is left")
	all.DurationVar(&c.within, "for", 0, "How long the link leads there, such as 48h (a week; 720h is the most)")
	all.BoolVar(&c.ended, "end", false, "End the preview")
	all.BoolVar(&c.journal, "journal", false, "Show who changed what, when and why")
	all.IntVar(&c.limit, "limit", 20, "How many entries of the journal")
	all.StringVar(&c.until, "until", "", "When it ends by itself: RFC 3339, or in so long, such as 2h")
	all.StringVar(&c.store, "store", folder, store)
	all.Float64Var(&c.days, "days", 0, "For how many days it holds (90)")
	for _, name := range c.command.flags {
		flags.AddFlag(all.Lookup(name))
	}
}

func (c *Call) addCommonFlags(flags *pflag.FlagSet) {
	flags.StringVar(&c.address, "address", "", "The address of the API (FIELDHOUSE_RELEASES, else the admin endpoint's)")
	flags.StringVarP(&c.config, "config", "c", "", "The configuration file that says the address of the admin endpoint")
	flags.StringVarP(&c.adapter, "adapter", "a", "", "The name of the config adapter (with --config)")
	flags.StringVar(&c.tokenFile, "token-file", "", "A file that holds the token (else FIELDHOUSE_TOKEN)")
	flags.BoolVar(&c.json, "json", false, "Print the API's answer as JSON")
}

// Run runs the command and returns its exit code.
func (c *Call) Run(ctx context.Context, args []string) int {
	err := c.refuseEmpty()
	if err == nil {
		err = c.findStore()
	}
	if err == nil {
		err = c.command.run(ctx, c, args)
	}
	return c.exit(err)
}

// refuseEmpty refuses what a script writes with a variable that is not set, of which something else would be
// done: a freeze without an end, or a command that asks the gateway.
func (c *Call) refuseEmpty() error {
	for _, name := range []string{"until", "store"} {
		if flag := c.flags.Lookup(name); flag != nil && flag.Changed && flag.Value.String() == "" {
			return wrong("%s: --%s is empty: write its value, or leave it out", c.command.Name, name)
		}
	}
	return nil
}

// findStore refuses a store that is not there, of which all would be well. `take` and `token` make one.
func (c *Call) findStore() error {
	if c.store == "" || slices.Contains([]string{"take", "token"}, c.command.Name) {
		return nil
	}
	if _, err := os.Stat(c.StoreFolder(c.store)); err != nil {
		return wrong("the store: %w: give --store, or the FIELDHOUSE_STORE that the process has", err)
	}
	return nil
}

// RefuseFlags is the exit code for flags that cannot be read; it prints why.
func (c *Call) RefuseFlags(err error) int { return c.exit(wrong("%v", err)) }

func (c *Call) exit(err error) int {
	if err == nil {
		return ExitDone
	}
	var problem *api.Problem
	if errors.As(err, &problem) {
		if c.json {
			writeJSON(c.Out, problem)
		} else {
			fmt.Fprintf(c.Problems, "refused: %s\n%s\n", problem.Message, problem.Help)
			printFits(c.Problems, problem.Fits)
		}
		if problem.Code == api.CodeConflict {
			return ExitConflict
		}
		return ExitRefused
	}
	fmt.Fprintln(c.Problems, err)
	var mistaken wrongCall
	switch {
	case errors.As(err, &mistaken):
		return ExitWrong
	case errors.Is(err, client.ErrUnreachable):
		return ExitUnreachable
	case errors.Is(err, client.ErrVerdict):
		return ExitTakenBack
	}
	return ExitRefused
}

// client is the one of the flags and the environment.
func (c *Call) client() (*client.Client, error) {
	secret := c.Variable("FIELDHOUSE_TOKEN")
	if c.tokenFile != "" {
		content, err := os.ReadFile(c.tokenFile)
		if err != nil {
			return nil, wrong("the token: %w", err)
		}
		secret = string(content)
	}
	address, err := c.base()
	if err != nil {
		return nil, wrong("the address: %w", err)
	}
	asking, err := client.New(address, strings.TrimSpace(secret))
	if err != nil {
		return nil, wrong("%w", err)
	}
	return asking, nil
}

// base is the address of the API, which at the admin endpoint is found as Caddy's commands do.
func (c *Call) base() (string, error) {
	given := c.address
	if given == "" && c.config == "" {
		given = c.Variable("FIELDHOUSE_RELEASES")
	}
	address, err := c.AdminAddress(given, c.config, c.adapter)
	if err != nil || strings.Contains(address, "/") {
		return address, err
	}
	return "http://" + address, nil
}

// print prints an answer as JSON or for people, unless there is an error, and returns that.
func (c *Call) print(answer any, err error, people func()) error {
	switch {
	case err != nil:
	case c.json:
		writeJSON(c.Out, answer)
	default:
		people()
	}
	return err
}

// change asks for a change and prints what is shown then.
func (c *Call) change(ctx context.Context, change api.Change) error {
	state, err := c.changed(ctx, change)
	return c.print(state, err, func() { printLineup(c.Out, state) })
}

// changed is what is shown after a change.
func (c *Call) changed(ctx context.Context, change api.Change) (journal.State, error) {
	asking, err := c.client()
	if err != nil {
		return journal.State{}, err
	}
	change.Reason, change.BreakGlass, change.AllowRemovedRoutes = c.reason, c.breakGlass, c.removedRoutes
	return asking.Change(ctx, c.ifMatch, change)
}
