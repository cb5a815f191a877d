package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/gateway/bench/answer"
)

func TestAPlanThatCannotBeReadSaysWhy(t *testing.T) {
	run := measure(func(*struct{ Rounds int }) (int, error) { return 0, errors.New("it was measured") })
	broken := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(broken, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{"a plan": nil, "no such file": {broken + "x"}, "reading the plan": {broken}} {
		if err := run(args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", args, err, want)
		}
	}
}

func TestBareReadsItsAnswersFromTheFileThatItIsGiven(t *testing.T) {
	file := filepath.Join(t.TempDir(), "answers.json")
	if err := os.WriteFile(file, []byte(`[{"path":"/a","status":203}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	handler := bare(flags)
	if err := flags.Parse([]string{"-answers", file}); err != nil {
		t.Fatal(err)
	}
	if all := handler.(answer.All); all["/a"] == nil || all["/a"].Status != 203 {
		t.Errorf("%v", all)
	}
}
