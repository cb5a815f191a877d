package adapter

import (
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/must"
)

func TestACommandDoesNotWaitForAProcessThatHangs(t *testing.T) {
	hangs, err := net.Listen("tcp", "127.0.0.1:0") // nobody accepts
	must.Do(t, err)
	var answer struct{}
	err = AskAdmin(hangs.Addr().String(), http.MethodGet, "/chain/queue", 20*time.Millisecond, &answer)
	hangs.Close() // what asks ends before the leaks are looked for
	if err == nil || !strings.Contains(err.Error(), "no answer within 20ms") {
		t.Errorf("it is told %v", err)
	}
}
