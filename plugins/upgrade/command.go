package upgrade

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"fieldhouse/plugins/adapter"

	"github.com/spf13/cobra"
)

// Command is the command. Caddy has one of the same name, which replaces its binary by a
// download: so this one is not registered with Caddy, and has to be found before.
func Command() *cobra.Command {
	command := &cobra.Command{
		Use:   "upgrade [--environment] [--address <interface>] [--config <path> [--adapter <name>]]",
		Short: "Has the installed binary take the place of the running process",
		Long: `Has the running process start the binary that stands where its own stood, with the arguments
and the environment that it has itself, beside it on its store and its sockets. Once the new
process could serve, it accepts all connections. The old one gives it the messages of the
wallet link service and the line of transactions, answers what it has begun, and ends. No
request is lost. If the new one does not start, nothing changes, and this says so.

The way back is the same: put the earlier binary there and call this again.

With --environment nothing is upgraded: the running process is given the environment of this
command, in which it starts the new one when it is upgraded. Call it after ` + "`reload`" + `, in the same
environment, so that an upgrade does not bring back what the reload has replaced.`,
		Args:         cobra.NoArgs,
		SilenceUsage: true,
	}
	give := command.Flags().Bool("environment", false, "Upgrade nothing; have the next process started in the environment of this command")
	find := adapter.AdminFlags(command)
	command.RunE = func(*cobra.Command, []string) error {
		address, err := find()
		switch {
		case err != nil:
		case *give:
			err = giveEnvironment(address)
		default:
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
	if err := adapter.AskAdmin(address, http.MethodPost, "/upgrade", startWithin+time.Minute, &done); err != nil {
		return err
	}
	fmt.Fprintf(out, "process %d (%s) serves; process %d (%s) answers what it has begun, and ends\n", done.PID, done.Version, done.Before, done.VersionBefore)
	return nil
}

// giveEnvironment gives the process this one's environment, for the next.
func giveEnvironment(address string) error {
	given, err := json.Marshal(os.Environ())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, err = adapter.AdminAnswer(ctx, address, http.MethodPut, "/upgrade/environment", bytes.NewReader(given))
	return err
}
