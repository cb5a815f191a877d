package adapter

import (
	"encoding/json"
	"fmt"
	"io"

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
const maxAdminAnswer = 64 << 10

// AskAdmin asks an admin endpoint and reads its answer, which is JSON.
func AskAdmin(address, method, path string, into any) error {
	response, err := caddycmd.AdminAPIRequest(address, method, path, nil, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(io.LimitReader(response.Body, maxAdminAnswer)).Decode(into); err != nil {
		return fmt.Errorf("reading the answer of %s: %w", address, err)
	}
	return nil
}
