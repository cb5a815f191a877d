// Package checks looks at what a gateway stands on, such as its store, its clock, its nodes and
// its certificate, and says what to do. It changes nothing, and knows nothing of Caddy: what the
// configuration says, and what the running process answers, is given to it.
package checks

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// Level is how well something is.
type Level string

// The levels.
const (
	OK Level = "ok"
	// Warning: it works, or might; somebody should look at it before a sale.
	Warning Level = "warning"
	// Problem: it does not work, or will not for long.
	Problem Level = "problem"
)

// Result is what was found of one thing.
type Result struct {
	Level Level `json:"level"`
	// Subject is what was looked at, such as `store` or `clock`.
	Subject string `json:"subject"`
	Found   string `json:"found"`
	// Do is what to do about a warning or a problem.
	Do string `json:"do,omitempty"`
}

// Check looks at something until the context ends.
type Check struct {
	Subject string
	Look    func(context.Context) []Result
}

// Report is what was found of everything, in the order of the checks.
type Report struct {
	Problems int      `json:"problems"`
	Warnings int      `json:"warnings"`
	Results  []Result `json:"results"`
}

// Examine runs all checks at once, each until the context ends: one that has not answered by then
// is a warning.
func Examine(ctx context.Context, checks ...Check) (report Report) {
	answers := make([]chan []Result, len(checks))
	for i, check := range checks {
		answers[i] = make(chan []Result, 1)
		go func() { answers[i] <- check.Look(ctx) }()
	}
	for i, check := range checks {
		select {
		case found := <-answers[i]:
			report.Add(found...)
			continue
		case <-ctx.Done():
		}
		select {
		case found := <-answers[i]:
			report.Add(found...)
		case <-time.After(grace):
			report.Add(warn(check.Subject, "try again, or look at it by hand", "no answer in time"))
		}
	}
	return report
}

// grace is how long a check has to say what it found when its time is over.
const grace = 200 * time.Millisecond

// Add takes results.
func (r *Report) Add(found ...Result) {
	for _, result := range found {
		switch result.Level {
		case Problem:
			r.Problems++
		case Warning:
			r.Warnings++
		}
	}
	r.Results = append(r.Results, found...)
}

// Print writes the report for a terminal.
func (r Report) Print(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, result := range r.Results {
		fmt.Fprintf(table, "%s\t%s\t%s\n", result.Level, result.Subject, plain(result.Found))
		if result.Do != "" {
			fmt.Fprintf(table, "\t\tto do: %s\n", plain(result.Do))
		}
	}
	fmt.Fprintf(table, "%d problems, %d warnings\n", r.Problems, r.Warnings)
	return table.Flush()
}

// plain is a text without what would move a terminal: servers wrote some of it.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, text)
}

func ok(subject, found string, about ...any) Result {
	return Result{OK, subject, fmt.Sprintf(found, about...), ""}
}

func warn(subject, do, found string, about ...any) Result {
	return Result{Warning, subject, fmt.Sprintf(found, about...), do}
}

func problem(subject, do, found string, about ...any) Result {
	return Result{Problem, subject, fmt.Sprintf(found, about...), do}
}
