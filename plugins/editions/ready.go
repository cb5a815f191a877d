package editions

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"fieldhouse/plugins/paths"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
)

// readyTimeout is how long a process has to answer.
const readyTimeout = 3 * time.Second

func init() {
	caddycmd.RegisterCommand(caddycmd.Command{
		Name:  "ready",
		Usage: "<address>",
		Short: "Asks a process whether it can serve the site",
		Long: `
Asks /readyz at an address, such as http://localhost:8080, and prints the answer. Exit code 0
for 200 and 1 for everything else. For health checks where there is no other program, as in
the image.`,
		CobraFunc: func(command *cobra.Command) {
			command.Args = cobra.ExactArgs(1)
			command.RunE = caddycmd.WrapCommandFuncForCobra(func(flags caddycmd.Flags) (int, error) {
				if err := showReady(os.Stdout, flags.Arg(0)); err != nil {
					return caddy.ExitCodeFailedStartup, fmt.Errorf("ready: %w", err)
				}
				return caddy.ExitCodeSuccess, nil
			})
		},
	})
}

func showReady(out io.Writer, address string) error {
	client := http.Client{Timeout: readyTimeout}
	answer, err := client.Get(strings.TrimSuffix(address, "/") + paths.Ready)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(out, answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", address, answer.Status)
	}
	return nil
}
