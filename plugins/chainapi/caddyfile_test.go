package chainapi

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest/golden"
)

func TestCaddyfiles(t *testing.T) { golden.Adapt(t, "testdata") }

func TestTheCaddyfilesDocumentHasThePushRateThatHolds(t *testing.T) {
	document, err := os.ReadFile("../../docs/caddyfile.md")
	if err != nil {
		t.Fatal(err)
	}
	var app App
	if err := app.complete(); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("`push_rate` (`%g %d`)", app.PushRate, app.PushBurst); !strings.Contains(string(document), want) {
		t.Errorf("it has no %s", want)
	}
}
