// Package recorded has the answers that were recorded from real nodes, and
// compares others with them. They are not part of the repository: tests that use
// them say when they are not there.
package recorded

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

// folder holds the recorded answers, somewhere above the repository.
const folder = "shared/fixtures"

// Answer is a recorded answer; the test is skipped where it is not there.
type Answer struct {
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
}

// Load reads an answer that was recorded with its request.
func Load(t *testing.T, name string) Answer {
	t.Helper()
	var answer Answer
	must.Do(t, json.Unmarshal(Body(t, name), &answer))
	return answer
}

// Body reads an answer that is kept as the body alone.
func Body(t *testing.T, name string) json.RawMessage {
	t.Helper()
	at, err := os.Getwd()
	for ; err == nil; at = filepath.Dir(at) {
		if _, missing := os.Stat(filepath.Join(at, folder)); missing == nil {
			break
		}
		if at == filepath.Dir(at) {
			t.Skipf("the folder of recorded answers is not there: %s is not compared", name)
		}
	}
	must.Do(t, err)
	return must.Get(os.ReadFile(filepath.Join(at, folder, name)))(t)
}

// SameFields compares which fields two answers have and of what kind they are, but
// for paths that begin as the exceptions do.
func SameFields(t *testing.T, got, want []byte, except ...string) {
	t.Helper()
	SameNames(t, fields(t, got, except), fields(t, want, except))
}

// SameNames wants an answer to have what the recorded one has, and nothing else.
func SameNames(t *testing.T, got, want map[string]bool) {
	t.Helper()
	for name := range want {
		if !got[name] {
			t.Errorf("missing: %s", name)
		}
	}
	for name := range got {
		if !want[name] {
			t.Errorf("not in the recorded answer: %s", name)
		}
	}
}

// fields are the paths of all members of a JSON value with the kind of each, such as
// ".rows[].drop_id float64". What stands in a list counts once.
func fields(t *testing.T, text []byte, except []string) map[string]bool {
	t.Helper()
	var value any
	must.Do(t, json.Unmarshal(text, &value))
	found := map[string]bool{}
	var walk func(path string, value any)
	walk = func(path string, value any) {
		found[fmt.Sprintf("%s %T", path, value)] = true
		switch value := value.(type) {
		case map[string]any:
			for name, member := range value {
				walk(path+"."+name, member)
			}
		case []any:
			for _, member := range value {
				walk(path+"[]", member)
			}
		}
	}
	walk("", value)
	for path := range found {
		for _, prefix := range except {
			if strings.HasPrefix(path, prefix) {
				delete(found, path)
			}
		}
	}
	return found
}
