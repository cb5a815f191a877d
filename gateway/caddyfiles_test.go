package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
)

// shipped are the two Caddyfiles of the repository's root.
var shipped = []string{"Caddyfile", "Caddyfile.dev"}

func adapt(t *testing.T, name string) ([]byte, []caddyconfig.Warning) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	config, warnings, err := caddyconfig.GetAdapter("caddyfile").Adapt(text, map[string]any{"filename": path})
	if err != nil {
		t.Fatalf("%s does not adapt: %v", name, err)
	}
	return config, warnings
}

func TestTheShippedCaddyfilesAreValid(t *testing.T) {
	for _, name := range shipped {
		t.Run(name, func(t *testing.T) {
			t.Setenv("FIELDHOUSE_STORE", t.TempDir())
			text, warnings := adapt(t, name)
			for _, warning := range warnings {
				t.Errorf("warning: %s:%d: %s", warning.File, warning.Line, warning.Message)
			}
			var config caddy.Config
			if err := json.Unmarshal(text, &config); err != nil {
				t.Fatal(err)
			}
			if err := caddy.Validate(&config); err != nil {
				t.Errorf("%s is not valid: %v", name, err)
			}
		})
	}
}

func TestTheShippedCaddyfilesFitOneScreenAndSpeakToOps(t *testing.T) {
	for _, name := range append([]string{"Caddyfile.common"}, shipped...) {
		text, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(text), "\n"); lines > 50 {
			t.Errorf("%s has %d lines: one screen is 50", name, lines)
		}
		if !strings.HasPrefix(string(text), "#") {
			t.Errorf("%s does not begin by saying what it is", name)
		}
	}
}

func TestBothCaddyfilesServeTheSameSite(t *testing.T) {
	t.Setenv("FIELDHOUSE_STORE", t.TempDir())
	for _, name := range shipped {
		t.Run(name, func(t *testing.T) {
			config, _ := adapt(t, name)
			for _, handler := range []string{`"handler":"rows"`, `"handler":"editions"`} {
				if !strings.Contains(string(config), handler) {
					t.Errorf("%s lacks %s", name, handler)
				}
			}
		})
	}
}

func TestTheDevelopmentOptionIsOffUntilAsked(t *testing.T) {
	t.Setenv("FIELDHOUSE_STORE", t.TempDir())
	if config, _ := adapt(t, "Caddyfile.dev"); strings.Contains(string(config), `"dev":true`) {
		t.Error("Caddyfile.dev has the dev option without being asked")
	}
	t.Setenv("FIELDHOUSE_DEV", "dev")
	if config, _ := adapt(t, "Caddyfile.dev"); !strings.Contains(string(config), `"dev":true`) {
		t.Error("FIELDHOUSE_DEV=dev does not set the dev option")
	}
}
