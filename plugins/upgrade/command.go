package upgrade

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
)

// Command is the command. Caddy has one of the same name, which replaces its binary by a
// download: so this one is not registered with Caddy, and has to be found before.
func Command() *cobra.Command {
	command := &cobra.Command{
		Use:   "upgrade [--address <interface>] [--config <path> [--adapter <name>]]",
		Short: "Has the installed binary take the place of the running process",
		Long: `Has the running process start the binary that stands where its own stood, with the arguments
and the environment that it has itself, beside it on its store and its sockets. Once the new
process could serve, it accepts all connections. The old one gives it the messages of the
wallet link service and the line of transactions, answers what it has begun, and ends. No
request is lost. If the new one does not start, nothing changes, and this says so.

The way back is the same: put the earlier binary there and call this again.`,
		Args:         cobra.NoArgs,
		SilenceUsage: true,
	}
	address := command.Flags().String("address", "", "The address of the admin endpoint, if not the configuration's")
	config := command.Flags().StringP("config", "c", "", "The configuration file that says the address of the admin endpoint")
	adapter := command.Flags().StringP("adapter", "a", "", "The name of the config adapter (with --config)")
	command.RunE = func(*cobra.Command, []string) error {
		address, err := caddycmd.DetermineAdminAPIAddress(*address, nil, *config, *adapter)
		if err == nil {
			err = ask(os.Stdout, address)
		}
		if err != nil {
			return fmt.Errorf("upgrade: %w", err)
		}
		return nil
	}
	return command
}

// ask has the process upgraded, and prints what came of it.
func ask(out io.Writer, address string) error {
	response, err := caddycmd.AdminAPIRequest(address, http.MethodPost, "/upgrade", nil, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var done Upgraded
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<16)).Decode(&done); err != nil {
		return fmt.Errorf("reading the answer of %s: %w", address, err)
	}
	fmt.Fprintf(out, "process %d (%s) serves; process %d (%s) answers what it has begun, and ends\n", done.PID, done.Version, done.Before, done.VersionBefore)
	return nil
}
