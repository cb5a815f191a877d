// Package gateway is the process: a Caddy that composes the pages, serves the
// releases and is the cache before the chain's nodes. Its two binaries are in
// cmd: fieldhouse, and fieldhouse-dev, which adds a chain to develop against.
package gateway

import (
	"fmt"
	"os"

	"fieldhouse/plugins/upgrade"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
)

// Main runs the command that the process was started with.
func Main() {
	caddy.CustomBinaryName = "fieldhouse"
	caddy.CustomLongDescription = longDescription
	if reason, refused := refusal(os.Args[1:]); refused {
		fmt.Fprintln(os.Stderr, "fieldhouse: "+reason)
		os.Exit(1)
	}
	if command := ownUpgrade(os.Args[1:]); command != nil {
		if command.Execute() != nil { // it has said why
			os.Exit(1)
		}
		return
	}
	if words := wordsOf(os.Args[1:]); len(words) > 0 && words[0] == "reload" {
		if err := upgrade.CheckReload(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "fieldhouse: reload:", err)
			os.Exit(1)
		}
	}
	limitGarbage()
	caddycmd.Main()
}

const longDescription = `Fieldhouse's gateway: a Caddy server with Fieldhouse's own modules.

  fieldhouse run --config Caddyfile        serve until interrupted
  fieldhouse reload --config Caddyfile     take a changed configuration over
  fieldhouse upgrade --config Caddyfile    let the installed binary take over
  fieldhouse validate --config Caddyfile   check a configuration
  fieldhouse adapt --config Caddyfile      show it as JSON
  fieldhouse doctor --config Caddyfile     look at what it stands on
  fieldhouse take --live FOLDER...         take built releases into the store of
                                           FIELDHOUSE_STORE and make them live
  fieldhouse ship EDITION FOLDER           ship a built release to a running gateway
  fieldhouse list-modules                  what this process is made of`
