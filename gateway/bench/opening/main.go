// Command opening measures what buyers have of a gateway when a sale opens: a crowd
// that arrives whatever became of those before (an open model), each with a key and an
// address, makes whole purchases on a development chain. It reads a plan from a file
// and prints the results, both as JSON.
package main

import "fieldhouse/gateway/bench/command"

func main() { command.Main("opening", (*plan).run) }
