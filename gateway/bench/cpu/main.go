// Command cpu measures what an answer costs servers in CPU time, side by side:
// each is a process of its own, whose CPU time is read from /proc, so what the
// load costs does not count. It reads a plan from a file and prints the results,
// both as JSON.
package main

import (
	"flag"
	"fmt"
	"os"

	"fieldhouse/gateway/bench/command"
)

func main() {
	file := flag.String("plan", "", "file with the plan, as JSON")
	flag.Parse()
	if err := command.Measure(*file, (*plan).run); err != nil {
		fmt.Fprintln(os.Stderr, "cpu:", err)
		os.Exit(1)
	}
}
