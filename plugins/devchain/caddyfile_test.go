package devchain

import (
	"testing"

	"fieldhouse/plugins/internal/golden"
)

func TestCaddyfile(t *testing.T) { golden.Adapt(t, "testdata") }
