// Package doctor is the command `doctor`, which says how well a gateway stands. What it looks at is
// in checks; here is what the configuration has of it, and how it is asked.
package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"expvar"
	"io"
	"os"
	"runtime/debug"
	"time"

	"fieldhouse/gateway/doctor/checks"
	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
)

// Times of the command: for everything, and for one answer of a server.
const (
	examineFor = 15 * time.Second
	answerFor  = 5 * time.Second
)

func init() {
	expvar.NewString("fieldhouse_version").Set(adapter.Version())
	caddycmd.RegisterCommand(caddycmd.Command{
		Name:  "doctor",
		Usage: "[--config <path> [--adapter <name>]] [--json]",
		Short: "Looks at what a gateway stands on, and says what to do",
		Long: `
Loads a configuration as validate does, and looks at the store and its releases, the nodes and
their rates, the clock, the asset index and the feed, DNS and certificates, the disk, and the
running process with its version, configuration, file descriptors and memory. It changes
nothing, asks each server once, and ends within 20 seconds. Run it in the environment and as
the user that the service has.

Each line is ok, a warning or a problem, with what to do. Exit codes: 0 without problems,
1 with some, or when the configuration is not valid.`,
		CobraFunc: func(command *cobra.Command) {
			command.Flags().StringP("config", "c", "", "The configuration file (Caddyfile in this folder)")
			command.Flags().StringP("adapter", "a", "", "The name of the config adapter")
			command.Flags().Bool("json", false, "Print the report as JSON")
			command.RunE = caddycmd.WrapCommandFuncForCobra(func(flags caddycmd.Flags) (int, error) {
				report := examine(flags.String("config"), flags.String("adapter"))
				if err := write(os.Stdout, report, flags.Bool("json")); err != nil {
					return caddy.ExitCodeFailedStartup, err
				}
				if report.Problems > 0 {
					os.Exit(1)
				}
				return caddy.ExitCodeSuccess, nil
			})
		},
	})
}

func write(out io.Writer, report checks.Report, asJSON bool) error {
	if !asJSON {
		return report.Print(out)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(report)
}

// examine looks at the configuration of a file.
func examine(file, adapterName string) (report checks.Report) {
	err := func() error {
		text, file, adapterName, err := caddycmd.LoadConfig(file, adapterName)
		if err != nil {
			return err
		}
		if file == "" {
			return errors.New("there is no Caddyfile in this folder: name one by --config")
		}
		address, err := caddycmd.DetermineAdminAPIAddress("", text, file, adapterName)
		if err != nil {
			return err
		}
		return withApps(text, func(ctx caddy.Context, given given) error {
			all, err := given.checks(ctx, address)
			if err != nil {
				return err
			}
			within, cancel := context.WithTimeout(ctx, examineFor)
			defer cancel()
			report = checks.Examine(within, all...)
			return nil
		})
	}()
	if err != nil {
		report.Add(checks.Result{Level: checks.Problem, Subject: "configuration", Found: err.Error(), Do: "correct the file, or the environment that it takes values from"})
	}
	return report
}

// builtWith are the versions of Go and Caddy.
func builtWith() string {
	const module = "github.com/caddyserver/caddy/v2"
	built, _ := debug.ReadBuildInfo()
	for _, one := range built.Deps {
		if one.Path == module {
			return "Caddy " + one.Version + ", " + built.GoVersion
		}
	}
	return built.GoVersion
}
