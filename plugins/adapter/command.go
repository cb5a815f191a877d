package adapter

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
)

// AdminFlags adds the flags by which a command that asks the running process finds its admin
// endpoint, and answers how to read its address from them.
func AdminFlags(command *cobra.Command) (address func() (string, error)) {
	given := command.Flags().String("address", "", "The address of the admin endpoint, if not the configuration's")
	config := command.Flags().StringP("config", "c", "", "The configuration file that says the address of the admin endpoint")
	adapter := command.Flags().StringP("adapter", "a", "", "The name of the config adapter (with --config)")
	return func() (string, error) { return caddycmd.DetermineAdminAPIAddress(*given, nil, *config, *adapter) }
}

// maxAdminAnswer is the largest answer that a command reads, in bytes.
const maxAdminAnswer = 16 << 20

// AskAdmin asks an admin endpoint, which has so long to answer, and reads its answer, which is JSON.
func AskAdmin(address, method, path string, within time.Duration, into any) error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), within, fmt.Errorf("no answer within %s: the process may hang (its log, `systemctl status`)", within))
	defer cancel()
	text, err := AdminAnswer(ctx, address, method, path, nil)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("reading the answer of %s: %w", address, err)
	}
	return nil
}

// AdminAnswer is what an admin endpoint answers before the context ends.
func AdminAnswer(ctx context.Context, address, method, path string, body io.Reader) ([]byte, error) {
	type answer struct {
		text []byte
		err  error
	}
	answered := make(chan answer, 1)
	go func() {
		// It knows no context: what hangs ends with the command.
		response, err := caddycmd.AdminAPIRequest(address, method, path, nil, body)
		if err != nil {
			answered <- answer{nil, err}
			return
		}
		defer response.Body.Close()
		text, err := io.ReadAll(io.LimitReader(response.Body, maxAdminAnswer))
		answered <- answer{text, err}
	}()
	select {
	case got := <-answered:
		return got.text, got.err
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: %w", address, context.Cause(ctx))
	}
}
