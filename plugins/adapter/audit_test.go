package adapter

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"fieldhouse/plugins/handover"
	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2"
)

// It would be told that it is done, and the process that takes over would have the configuration before.
func TestAReloadIsRefusedWhileAnotherProcessStarts(t *testing.T) {
	load := func() (status int) {
		err := auditedLoad().Handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/load", strings.NewReader("{")))
		var refused caddy.APIError
		errors.As(err, &refused)
		return refused.HTTPStatus
	}
	successor := must.Get(handover.Start(exec.Command("sleep", "60"), nil))(t)
	if status := load(); status != http.StatusServiceUnavailable {
		t.Errorf("meanwhile it is answered %d", status)
	}
	over, end := context.WithCancel(t.Context())
	end()
	if err := successor.Serves(over); err == nil {
		t.Error("it serves")
	}
	if status := load(); status != http.StatusBadRequest {
		t.Errorf("after it has failed what is none is answered %d", status)
	}
}
