package admission

import (
	"testing"

	"fieldhouse/plugins/plugintest/golden"

	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
)

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }
