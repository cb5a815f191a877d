package editions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/client"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func init() {
	for _, command := range shipCommands {
		caddycmd.RegisterCommand(caddycmd.Command{
			Name: command.name, Usage: command.usage, Short: command.short,
			Long: "\n" + command.long + shipHelp,
			CobraFunc: func(cmd *cobra.Command) {
				cmd.Example, cmd.Args = command.examples, cobra.ArbitraryArgs
				call := newCall(os.Stdout, os.Stderr, os.Getenv)
				call.flags(cmd.Flags(), command)
				cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
					os.Exit(call.end(wrong("%v", err)))
					return nil
				})
				cmd.RunE = func(cmd *cobra.Command, args []string) error {
					ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
					defer stop()
					if code := call.run(ctx, command, args); code != exitDone {
						os.Exit(code)
					}
					return nil
				}
			},
		})
	}
}

const shipHelp = `

--address is that of the API at a site (https://releases.example) or of the admin endpoint
(localhost:2019). Without it FIELDHOUSE_RELEASES says it, then as in Caddy's commands the
file of --config, CADDY_ADMIN, and localhost:2019. The token is FIELDHOUSE_TOKEN, or what the
file of --token-file holds. --json prints the API's answer. Exit codes: 0 done, 1 refused, or a
canary without a verdict in time, 2 wrong call, 3 the gateway cannot be reached, 4 somebody
else has shipped the edition meanwhile, 5 a canary that was waited for was taken back.`

// What a command ends with.
const (
	exitDone = iota
	exitRefused
	exitWrong
	exitUnreachable
	exitConflict
	exitTakenBack
)

// wrongCall is a command line that makes no sense.
type wrongCall struct{ error }

func wrong(format string, about ...any) error { return wrongCall{fmt.Errorf(format, about...)} }

// shipCommand is a command that asks the API.
type shipCommand struct {
	name, usage, short, long, examples string
	// flags are the names of those that it has beside the common ones.
	flags []string
	run   func(context.Context, *call, []string) error
}

// call is a command with its flags.
type call struct {
	out, problems io.Writer
	variable      func(string) string

	address, config, adapter, tokenFile                                                string
	json                                                                               bool
	canary, reason, until, store                                                       string
	preview, stored, dry, wait, removedRoutes, breakGlass, force, keep, ended, journal bool
	ifMatch                                                                            uint64
	waitFor, within                                                                    time.Duration
	days                                                                               float64
	limit                                                                              int
}

func newCall(out, problems io.Writer, variable func(string) string) *call {
	return &call{out: out, problems: problems, variable: variable}
}

func (c *call) flags(flags *pflag.FlagSet, command shipCommand) {
	flags.StringVar(&c.address, "address", "", "The address of the API (FIELDHOUSE_RELEASES, else the admin endpoint's)")
	flags.StringVarP(&c.config, "config", "c", "", "The configuration file that says the address of the admin endpoint")
	flags.StringVarP(&c.adapter, "adapter", "a", "", "The name of the config adapter (with --config)")
	flags.StringVar(&c.tokenFile, "token-file", "", "A file that holds the token (else FIELDHOUSE_TOKEN)")
	flags.BoolVar(&c.json, "json", false, "Print the API's answer as JSON")
	all := map[string]func(){
		"live":                 func() { flags.Bool("live", true, "Show it to all visitors, which is the default") },
		"canary":               func() { flags.StringVar(&c.canary, "canary", "", "Show it to a share of the visitors, such as 5%") },
		"preview":              func() { flags.BoolVar(&c.preview, "preview", false, "Make it a preview") },
		"stored":               func() { flags.BoolVar(&c.stored, "stored", false, "Take it in and show it to nobody") },
		"dry-run":              func() { flags.BoolVar(&c.dry, "dry-run", false, "Check all and change nothing") },
		"wait":                 func() { flags.BoolVar(&c.wait, "wait", false, "Wait for the verdict on the canary") },
		"wait-for":             func() { flags.DurationVar(&c.waitFor, "wait-for", time.Hour, "For how long to wait") },
		"allow-removed-routes": func() { flags.BoolVar(&c.removedRoutes, "allow-removed-routes", false, "Say yes to pages that go") },
		"reason":               func() { flags.StringVar(&c.reason, "reason", "", "Why, for the journal") },
		"break-glass": func() {
			flags.BoolVar(&c.breakGlass, "break-glass", false, "Ship in spite of a freeze; ops, with a reason")
		},
		"force": func() {
			flags.BoolVar(&c.force, "force", false, "Go on though somebody else has shipped the edition meanwhile")
		},
		"if-match": func() { flags.Uint64Var(&c.ifMatch, "if-match", 0, "The version that the lineup must have") },
		"keep":     func() { flags.BoolVar(&c.keep, "keep", false, "Do not withdraw what is left") },
		"for": func() {
			flags.DurationVar(&c.within, "for", 0, "How long the link leads there, such as 48h (a week; 720h is the most)")
		},
		"end":     func() { flags.BoolVar(&c.ended, "end", false, "End the preview") },
		"journal": func() { flags.BoolVar(&c.journal, "journal", false, "Show who changed what, when and why") },
		"limit":   func() { flags.IntVar(&c.limit, "limit", 20, "How many entries of the journal") },
		"until": func() {
			flags.StringVar(&c.until, "until", "", "When it ends by itself: RFC 3339, or in so long, such as 2h")
		},
		"store": func() { flags.StringVar(&c.store, "store", "", "Work on the store in this folder, without a process") },
		"days":  func() { flags.Float64Var(&c.days, "days", 0, "For how many days it holds (90)") },
	}
	for _, name := range command.flags {
		all[name]()
	}
}

// run answers the exit code.
func (c *call) run(ctx context.Context, command shipCommand, args []string) int {
	return c.end(command.run(ctx, c, args))
}

// end says why a command failed, and answers its exit code.
func (c *call) end(err error) int {
	if err == nil {
		return exitDone
	}
	var problem *api.Problem
	if errors.As(err, &problem) {
		if c.json {
			writeJSON(c.out, problem)
		} else {
			fmt.Fprintf(c.problems, "refused: %s\n%s\n", problem.Message, problem.Help)
			printFits(c.problems, problem.Fits)
		}
		if problem.Code == api.CodeConflict {
			return exitConflict
		}
		return exitRefused
	}
	fmt.Fprintln(c.problems, err)
	var mistaken wrongCall
	switch {
	case errors.As(err, &mistaken):
		return exitWrong
	case errors.Is(err, client.ErrUnreachable):
		return exitUnreachable
	case errors.Is(err, client.ErrVerdict):
		return exitTakenBack
	}
	return exitRefused
}

// client is the one of the flags and the environment.
func (c *call) client() (*client.Client, error) {
	secret := c.variable("FIELDHOUSE_TOKEN")
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
func (c *call) base() (string, error) {
	given := c.address
	if given == "" && c.config == "" {
		given = c.variable("FIELDHOUSE_RELEASES")
	}
	address, err := caddycmd.DetermineAdminAPIAddress(given, nil, c.config, c.adapter)
	if err != nil || strings.Contains(address, "/") {
		return address, err
	}
	return "http://" + address, nil
}

// print prints an answer as JSON, or for people.
func (c *call) print(answer any, people func()) {
	if c.json {
		writeJSON(c.out, answer)
	} else {
		people()
	}
}

// change asks for a change and prints what is shown then.
func (c *call) change(ctx context.Context, change api.Change) error {
	state, err := c.changed(ctx, change)
	if err == nil {
		c.print(state, func() { printLineup(c.out, state) })
	}
	return err
}

// changed is what is shown after a change.
func (c *call) changed(ctx context.Context, change api.Change) (journal.State, error) {
	asking, err := c.client()
	if err != nil {
		return journal.State{}, err
	}
	change.Reason, change.BreakGlass, change.AllowRemovedRoutes = c.reason, c.breakGlass, c.removedRoutes
	return asking.Change(ctx, c.ifMatch, change)
}
