package editions

import (
	"context"
	"os"
	"os/signal"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/ship/command"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
)

func init() {
	for _, one := range command.All {
		caddycmd.RegisterCommand(caddycmd.Command{
			Name: one.Name, Usage: one.Usage, Short: one.Short, Long: one.Long(),
			CobraFunc: func(cmd *cobra.Command) {
				cmd.Example, cmd.Args = one.Examples, cobra.ArbitraryArgs
				call := one.Call(command.Process{
					Out: os.Stdout, Problems: os.Stderr, Variable: os.Getenv, StoreFolder: adapter.StoreFolder, AdminAddress: adminAddress, Audit: adapter.Audit,
				}, cmd.Flags())
				cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
					os.Exit(call.RefuseFlags(err))
					return nil
				})
				cmd.RunE = func(cmd *cobra.Command, args []string) error {
					ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
					defer stop()
					if code := call.Run(ctx, args); code != command.ExitDone {
						os.Exit(code)
					}
					return nil
				}
			},
		})
	}
}

func adminAddress(given, config, adapter string) (string, error) {
	return caddycmd.DetermineAdminAPIAddress(given, nil, config, adapter)
}
