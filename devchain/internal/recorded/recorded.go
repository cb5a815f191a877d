// Package recorded finds the answers that were recorded from real nodes. They
// are not part of the repository: tests that use them say when they are not
// there.
package recorded

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
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
	if err := json.Unmarshal(read(t, name), &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// Body reads an answer that is kept as the body alone.
func Body(t *testing.T, name string) json.RawMessage {
	t.Helper()
	return read(t, name)
}

func read(t *testing.T, name string) []byte {
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
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(at, folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}
