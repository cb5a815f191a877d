// Package golden runs the *.caddyfiletest files of a module: a Caddyfile, a line
// of ten dashes, and the JSON it adapts to.
package golden

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2/caddyconfig"
	// The Caddyfile adapter itself.
	_ "github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
)

const separator = "\n----------\n"

var update = flag.Bool("update", false, "write what the Caddyfiles adapt to now into the golden files")

// Adapt runs every *.caddyfiletest file of the folder as a subtest.
func Adapt(t *testing.T, folder string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.caddyfiletest"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no *.caddyfiletest in %s (%v)", folder, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".caddyfiletest"), func(t *testing.T) { adapt(t, file) })
	}
}

func adapt(t *testing.T, file string) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	input, want, found := strings.Cut(string(content), separator)
	if !found {
		t.Fatalf("%s has no line of ten dashes", file)
	}
	result, _, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(input), map[string]any{"filename": "Caddyfile"})
	if err != nil {
		t.Fatal(err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, result, "", "\t"); err != nil {
		t.Fatal(err)
	}
	got := indented.String()
	if *update {
		if err := os.WriteFile(file, []byte(input+separator+got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want = strings.TrimSpace(want); got != want {
		t.Errorf("adapts to\n%s\nwant\n%s", got, want)
	}
}
