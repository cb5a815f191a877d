package devchain

import (
	"testing"

	"fieldhouse/plugins/plugintest/golden"
)

func TestCaddyfile(t *testing.T) { golden.Adapt(t, "testdata") }
