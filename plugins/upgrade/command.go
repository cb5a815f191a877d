package upgrade

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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

// CheckReload is why Caddy's command `reload` with these arguments is not to be carried out: variables
// of the Caddyfiles that the running process has are missing here, and the site would move to their
// defaults. A service manager reloads in the environment as it is to be. What cannot be asked is
// Caddy's to say.
func CheckReload(args []string) error {
	command := &cobra.Command{FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}}
	find := adapter.AdminFlags(command)
	if _, managed := os.LookupEnv("MAINPID"); managed || command.ParseFlags(args) != nil {
		return nil
	}
	address, err := find()
	var running []string
	if err != nil || adapter.AskAdmin(address, http.MethodGet, "/upgrade/environment", 10*time.Second, &running) != nil {
		return nil
	}
	config, _ := command.Flags().GetString("config")
	config = cmp.Or(config, "Caddyfile")
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(config), "Caddyfile*")) // which it may import
	var missing []string
	for _, file := range append(files, config) {
		content, _ := os.ReadFile(file)
		for _, found := range variable.FindAllSubmatch(content, -1) {
			name := string(found[1])
			if _, here := os.LookupEnv(name); !here && slices.Contains(running, name) && !slices.Contains(missing, name) {
				missing = append(missing, name)
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return fmt.Errorf("the running process has variables that are not set here, and their defaults would be loaded: %s: "+
		"reload in its environment (with the package: `systemctl reload fieldhouse`), or, if they are gone, call `fieldhouse upgrade --environment` before", strings.Join(missing, ", "))
}

// variable is one of the environment in a Caddyfile.
var variable = regexp.MustCompile(`\{\$([^:{}]+)`)

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
