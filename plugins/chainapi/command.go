package chainapi

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chainapi/push"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
)

func init() {
	adapter.RegisterAdmin("chain_api", adminRoute(func() (*App, error) { return adapter.Running[*App]("chain_api") }))
	caddycmd.RegisterCommand(caddycmd.Command{
		Name:  "queue",
		Usage: "[--address <interface>] [--config <path> [--adapter <name>]]",
		Short: "Shows the line in which transactions wait",
		Long: `
Asks the running process how many transactions wait until a node takes them, how long they
wait, and how fast they go.`,
		CobraFunc: func(command *cobra.Command) {
			find := adapter.AdminFlags(command)
			command.RunE = caddycmd.WrapCommandFuncForCobra(func(caddycmd.Flags) (int, error) {
				address, err := find()
				if err == nil {
					err = showQueue(os.Stdout, address)
				}
				if err != nil {
					return caddy.ExitCodeFailedStartup, fmt.Errorf("queue: %w", err)
				}
				return caddy.ExitCodeSuccess, nil
			})
		},
	})
}

// adminRoute adds the line to Caddy's admin API:
//
//	GET  /chain/queue  how the line fares; see queueStats
func adminRoute(running func() (*App, error)) caddy.AdminRoute {
	return adapter.AppRoute("GET /chain/queue", running, func(r *http.Request, app *App) any {
		stats, process := app.state.Value.line.Stats(r.Context())
		return queueStats{stats, process}
	})
}

// queueStats is how the line fares, in a cluster that of the process which has it.
type queueStats struct {
	push.Stats
	Process string `json:"process,omitempty"`
}

// showQueue prints what the admin endpoint says of the line.
func showQueue(out io.Writer, address string) error {
	var s queueStats
	if err := adapter.AskAdmin(address, http.MethodGet, "/chain/queue", 10*time.Second, &s); err != nil {
		return err
	}
	moves := "nodes take them"
	if !s.IsMoving {
		moves = "NO NODE TAKES ANY"
	}
	seconds := func(d time.Duration) string { return d.Round(100 * time.Millisecond).String() }
	if s.Process != "" {
		fmt.Fprintf(out, "line      %s has it for all processes\n", s.Process)
	}
	fmt.Fprintf(out, "waiting   %d (%d held until a sale has opened); %s\n", s.Waiting, s.Held, moves)
	fmt.Fprintf(out, "places    %d not signed yet, and %d whose turn it is\n", s.Places, s.Turns)
	fmt.Fprintf(out, "oldest    %s\n", seconds(s.Oldest))
	fmt.Fprintf(out, "forecast  %s for one that comes now, at %.1f a second\n", seconds(s.Forecast), s.PerSecond)
	fmt.Fprintf(out, "sent      %d; %d left unsent\n", s.Sent, s.Left)
	return nil
}
