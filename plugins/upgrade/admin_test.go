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

func TestWhatDockersInitHasStartedIsTheFirstOfItsContainer(t *testing.T) {
	for _, c := range []struct {
		pid, parent int
		first       string
		want        bool
	}{
		{1, 0, "fieldhouse\n", true},
		{7, 1, "docker-init\n", true}, {7, 1, "tini\n", true}, {7, 1, "catatonit\n", true},
		{7, 1, "systemd\n", false}, {7, 1, "", false}, {70, 7, "docker-init\n", false},
	} {
		if got := isFirst(c.pid, c.parent, c.first); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
