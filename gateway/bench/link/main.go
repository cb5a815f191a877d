// Command link measures what waiting WebSockets cost a server in memory, and how
// long it takes until one of them has a message: of the link service, and of an
// echo with the same WebSocket library, which is its floor. It reads a plan from
// a file and prints the results, both as JSON. With -echo it is that floor.
package main

import (
	"flag"
	"fmt"
	"os"

	"fieldhouse/gateway/bench/command"
)

func main() {
	file := flag.String("plan", "", "file with the plan, as JSON")
	echo := flag.String("echo", "", "loopback address and port to serve an echo on")
	flag.Parse()
	var err error
	if *echo != "" {
		err = serveEcho(*echo)
	} else {
		err = command.Measure(*file, (*plan).run)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "link:", err)
		os.Exit(1)
	}
}
