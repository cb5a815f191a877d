// Command cpu measures what an answer of the gateway costs in CPU time, beside
// the peer that writes the same bytes and headers. Both are processes of their
// own; their CPU time is read from /proc, so what the load costs does not count.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	var plan plan
	var paths string
	flag.StringVar(&plan.gateway, "gateway", "", "address of the gateway, such as 127.0.0.1:8080")
	flag.StringVar(&plan.host, "host", "", "Host header, such as localhost:8080")
	flag.IntVar(&plan.pid, "pid", 0, "process id of the gateway")
	flag.StringVar(&plan.peerBinary, "peer", "", "the peer's binary")
	flag.IntVar(&plan.peerPort, "peer-port", 0, "port on loopback for the peer")
	flag.StringVar(&plan.folder, "folder", "", "folder for the peer's files")
	flag.StringVar(&paths, "paths", "", "what to ask for, separated by spaces")
	flag.IntVar(&plan.rounds, "rounds", 7, "measured rounds of each side")
	flag.IntVar(&plan.requests, "requests", 20_000, "requests of one side in one round")
	flag.IntVar(&plan.connections, "connections", 16, "connections that are kept alive")
	flag.DurationVar(&plan.idle, "idle", 3*time.Second, "how long to look at the gateway doing nothing, to leave that out")
	flag.Parse()
	plan.paths = strings.Fields(paths)
	if plan.gateway == "" || plan.pid == 0 || plan.peerBinary == "" || plan.peerPort == 0 || plan.folder == "" || len(plan.paths) == 0 {
		fmt.Fprintln(os.Stderr, "cpu: -gateway, -pid, -peer, -peer-port, -folder and -paths are needed")
		os.Exit(2)
	}
	results, err := plan.run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "cpu:", err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		fmt.Fprintln(os.Stderr, "cpu:", err)
		os.Exit(1)
	}
}
