// Package command is what the benchmarks' commands have in common: a plan comes
// in as JSON, and results go out as JSON.
package command

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
)

// Main is a command of that name, which measures the plan in the file that -plan names.
func Main[Plan, Results any](name string, run func(*Plan) (Results, error)) {
	file := flag.String("plan", "", "file with the plan, as JSON")
	flag.Parse()
	if err := Measure(*file, run); err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		os.Exit(1)
	}
}

// Measure reads a plan from a file, runs it and prints its results.
func Measure[Plan, Results any](file string, run func(*Plan) (Results, error)) error {
	if file == "" {
		return errors.New("-plan is needed")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	plan := new(Plan)
	if err := json.Unmarshal(text, plan); err != nil {
		return fmt.Errorf("reading the plan %s: %w", file, err)
	}
	results, err := run(plan)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(results)
}
