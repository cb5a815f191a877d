package cluster

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"text/tabwriter"
	"time"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
)

func init() {
	caddycmd.RegisterCommand(caddycmd.Command{
		Name:  "cluster",
		Usage: "[--json] [--remove <name>] [--address <interface>] [--config <path> [--adapter <name>]]",
		Short: "Shows the processes that share a site, and what to do",
		Long: `
Asks the running process which processes are connected, whether they are enough to agree on
changes, how far each is, and what there is to do.

--remove takes a process out for good that has stopped and does not come back: until then it
counts for the majority. The names are those that this command shows, or showed.`,
		CobraFunc: func(command *cobra.Command) {
			find := adapter.AdminFlags(command)
			asJSON := command.Flags().Bool("json", false, "Print what the admin endpoint answers")
			remove := command.Flags().String("remove", "", "The name of a process to take out for good")
			command.RunE = caddycmd.WrapCommandFuncForCobra(func(caddycmd.Flags) (int, error) {
				address, err := find()
				if err == nil {
					err = show(os.Stdout, address, *remove, *asJSON)
				}
				if err != nil {
					return caddy.ExitCodeFailedStartup, fmt.Errorf("cluster: %w", err)
				}
				return caddy.ExitCodeSuccess, nil
			})
		},
	})
}

// show prints what the admin endpoint says of the cluster.
func show(out io.Writer, address, remove string, asJSON bool) error {
	method, path := http.MethodGet, "/cluster"
	if remove != "" {
		method, path = http.MethodDelete, "/cluster/members/"+url.PathEscape(remove)
	}
	var view View
	if err := adapter.AskAdmin(address, method, path, 30*time.Second, &view); err != nil {
		return err
	}
	if asJSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(view)
	}
	return view.print(out)
}

func (v View) print(out io.Writer) error {
	quorum := "quorum"
	if !v.Quorum {
		quorum = "NO QUORUM"
	}
	fmt.Fprintf(out, "%d of %d processes; %s\n", max(len(v.Members), 1), v.Size, quorum)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, one := range v.Members {
		self := ""
		if one.Name == v.Name {
			self = fmt.Sprintf("this one, %d changes behind", v.Lag)
		}
		fmt.Fprintf(table, "%s\t%s\tlineup %d\t%s\n", one.Name, one.Address, one.Version, self)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, sentence := range v.Advice {
		fmt.Fprintln(out, "- "+sentence)
	}
	return nil
}
