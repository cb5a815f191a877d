package upgrade

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
)

// Its successor would be ended with it.
func TestTheFirstProcessOfAContainerIsNotReplacedInIt(t *testing.T) {
	ownPID = 1
	t.Cleanup(func() { ownPID = os.Getpid() })
	_, err := upgrade(t.Context())
	if refused, is := err.(caddy.APIError); !is || refused.HTTPStatus != http.StatusConflict || !strings.Contains(err.Error(), "container") {
		t.Error(err)
	}
}
