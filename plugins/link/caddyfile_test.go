package link

import (
	"testing"

	"fieldhouse/plugins/plugintest/golden"
)

func TestCaddyfiles(t *testing.T) { golden.Adapt(t, "testdata") }
