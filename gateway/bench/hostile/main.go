// Command hostile measures what buyers and open pages have of a gateway while a
// hundred addresses ask it for all that they can think of. It reads a plan from a
// file and prints the results, both as JSON.
package main

import "fieldhouse/gateway/bench/command"

func main() { command.Main("hostile", (*plan).run) }
