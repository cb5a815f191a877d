package chainapi

import (
	"testing"

	"fieldhouse/plugins/internal/golden"
)

func TestCaddyfiles(t *testing.T) { golden.Adapt(t, "testdata") }
