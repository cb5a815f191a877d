package chain

import (
	"testing"

	"fieldhouse/plugins/internal/golden"
)

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }
