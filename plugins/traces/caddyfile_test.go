package traces

import (
	"testing"

	"fieldhouse/plugins/plugintest/golden"
)

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }
