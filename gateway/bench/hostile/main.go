// Command hostile measures what buyers and open pages have of a gateway while a
// hundred addresses ask it for all that they can think of. It reads a plan from a
// file and prints the results, both as JSON.
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
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(1)
	}
}
