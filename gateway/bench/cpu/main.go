// Command cpu measures what an answer costs servers in CPU time, side by side:
// each is a process of its own, whose CPU time is read from /proc, so what the
// load costs does not count. It reads a plan from a file and prints the results,
// both as JSON.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	file := flag.String("plan", "", "file with the plan, as JSON")
	flag.Parse()
	if err := measure(*file); err != nil {
		fmt.Fprintln(os.Stderr, "cpu:", err)
		os.Exit(1)
	}
}

func measure(file string) error {
	if file == "" {
		return errors.New("-plan is needed")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var plan plan
	if err := json.Unmarshal(text, &plan); err != nil {
		return fmt.Errorf("reading the plan %s: %w", file, err)
	}
	results, err := plan.run()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(results)
}
