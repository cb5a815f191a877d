// Command bench measures a gateway that runs, and is what it is measured before and beside. It has commands of two kinds:
//
//	bench link|load|opening|tabs <plan>     measures the plan in a file; plan and results, on stdout, are JSON
//	bench echo|node -listen <address> …     serves on a loopback address
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	"fieldhouse/gateway/bench/link"
	"fieldhouse/gateway/bench/load"
	"fieldhouse/gateway/bench/node"
	"fieldhouse/gateway/bench/opening"
	"fieldhouse/gateway/bench/tabs"
)

var commands = map[string]func(args []string) error{
	"load":    measure((*load.Plan).Run),
	"link":    measure((*link.Plan).Run),
	"opening": measure((*opening.Plan).Run),
	"tabs":    measure((*tabs.Plan).Run),

	"echo": serve(func(*flag.FlagSet) http.Handler { return http.HandlerFunc(link.Echo) }),
	"node": serve(node.New),
}

func main() {
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "bench: name a command")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

// measure reads a plan from a file, runs it and prints its results.
func measure[Plan, Results any](run func(*Plan) (Results, error)) func([]string) error {
	return func(args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("name one file with a plan, not %q", args)
		}
		text, err := os.ReadFile(args[0])
		if err != nil {
			return err
		}
		plan := new(Plan)
		if err := json.Unmarshal(text, plan); err != nil {
			return fmt.Errorf("reading the plan %s: %w", args[0], err)
		}
		results, err := run(plan)
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(results)
	}
}

// serve listens until the process is ended.
func serve(handler func(*flag.FlagSet) http.Handler) func([]string) error {
	return func(args []string) error {
		flags := flag.NewFlagSet("", flag.ExitOnError)
		listen := flags.String("listen", "", "loopback address and port")
		server := &http.Server{Handler: handler(flags), ReadHeaderTimeout: 10 * time.Second}
		if err := flags.Parse(args); err != nil {
			return err
		}
		server.Addr = *listen
		return server.ListenAndServe()
	}
}
