package gateway

import "testing"

func TestCommandsThatWouldReplaceTheBinaryAreRefusedWithAReason(t *testing.T) {
	for _, args := range [][]string{{"--force", "add-package"}, {"add-package", "example.org/x"}, {"remove-package", "x"}} {
		if reason, refused := refusal(args); !refused || reason == "" {
			t.Errorf("refusal(%q) = %q, %v: want a reason", args, reason, refused)
		}
	}
}

func TestOtherCommandsAreCarriedOut(t *testing.T) {
	for _, args := range [][]string{nil, {"run"}, {"run", "--config", "upgrade"}, {"version"}, {"--help"}} {
		if reason, refused := refusal(args); refused {
			t.Errorf("refusal(%q) = %q: want none", args, reason)
		}
	}
}

func TestUpgradeIsOursAndNotCaddys(t *testing.T) {
	for _, args := range [][]string{{"upgrade"}, {"upgrade", "--config", "Caddyfile"}, {"help", "upgrade"}} {
		if ownUpgrade(args) == nil {
			t.Errorf("%q is Caddy's", args)
		}
	}
	for _, args := range [][]string{nil, {"run", "--config", "upgrade"}, {"help"}, {"help", "run"}} {
		if ownUpgrade(args) != nil {
			t.Errorf("%q is an upgrade", args)
		}
	}
}
