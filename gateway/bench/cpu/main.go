// Command cpu measures what an answer costs servers in CPU time, side by side:
// each is a process of its own, whose CPU time is read from /proc, so what the
// load costs does not count. It reads a plan from a file and prints the results,
// both as JSON.
package main

import "fieldhouse/gateway/bench/command"

func main() { command.Main("cpu", (*plan).run) }
