package upstream

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestOperatingCallsTheClassesAsMetricsDo(t *testing.T) {
	text, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range Classes {
		if !strings.Contains(string(text), fmt.Sprintf("`%s` (", class)) {
			t.Errorf("it says nothing of what %q is", class)
		}
	}
}
