package upgrade

import (
	"fmt"
	"io"
	"net/http"
	"os"

	"fieldhouse/plugins/adapter"

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
	find := adapter.AdminFlags(command)
	command.RunE = func(*cobra.Command, []string) error {
		address, err := find()
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
	var done Upgraded
	if err := adapter.AskAdmin(address, http.MethodPost, "/upgrade", &done); err != nil {
		return err
	}
	fmt.Fprintf(out, "process %d (%s) serves; process %d (%s) answers what it has begun, and ends\n", done.PID, done.Version, done.Before, done.VersionBefore)
	return nil
}
