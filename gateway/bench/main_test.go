package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

func TestAPlanThatCannotBeReadSaysWhy(t *testing.T) {
	run := measure(func(*struct{ Rounds int }) (int, error) { return 0, errors.New("it was measured") })
	broken := filepath.Join(t.TempDir(), "plan.json")
	must.Do(t, os.WriteFile(broken, []byte("{"), 0o600))
	for want, args := range map[string][]string{"a plan": nil, "no such file": {broken + "x"}, "reading the plan": {broken}} {
		if err := run(args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", args, err, want)
		}
	}
}
