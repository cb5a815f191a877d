package node

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func ask(n *nodes, ctx context.Context, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	n.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodPost, path, strings.NewReader(body)))
	return w
}

func TestNodesAnswerAndAreCounted(t *testing.T) {
	n := &nodes{chainID: "abcd", rowBytes: 500}
	w := ask(n, t.Context(), "/1"+rowsPath, `{"table":"drops","scope":"x"}`)
	if w.Code != 200 || !json.Valid(w.Body.Bytes()) || !strings.Contains(w.Body.String(), `"table":"drops","scope":"x"`) || w.Body.Len() < 500 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	ask(n, t.Context(), "/2"+infoPath, "")
	ask(n, t.Context(), "/origin/a", "")
	if got := ask(n, t.Context(), "/control/asked", "").Body.String(); got != `{"infos":1,"rows":1,"origin":1}`+"\n" {
		t.Errorf("counted %s", got)
	}
}

func TestAFaultIsThatOfItsNodeAlone(t *testing.T) {
	n := &nodes{chainID: "abcd", rowBytes: 50}
	for kind, want := range map[string]func(info, rows string) bool{
		behind: func(info, rows string) bool {
			return strings.Contains(rows, lie) && !strings.Contains(info, time.Now().UTC().Format("2006-01-02T15:04"))
		},
		other: func(info, rows string) bool { return strings.Contains(rows, lie) && !strings.Contains(info, "abcd") },
		failing: func(info, rows string) bool {
			return strings.HasPrefix(info, "Service Unavailable") && info == rows
		},
		none: func(info, rows string) bool { return strings.Contains(info, "abcd") && !strings.Contains(rows, lie) },
	} {
		if w := ask(n, t.Context(), "/control/fault?node=2&kind="+kind, ""); w.Code != 200 {
			t.Fatal(w.Body)
		}
		if info, rows := ask(n, t.Context(), "/2"+infoPath, ""), ask(n, t.Context(), "/2"+rowsPath, "{}"); !want(info.Body.String(), rows.Body.String()) {
			t.Errorf("%s: %s %s", kind, info.Body, rows.Body)
		}
		if rows := ask(n, t.Context(), "/1"+rowsPath, "{}"); rows.Code != 200 || strings.Contains(rows.Body.String(), lie) {
			t.Errorf("node 1 while 2 is %s: %s", kind, rows.Body)
		}
	}
	if w := ask(n, t.Context(), "/control/fault?node=2&kind=sad", ""); w.Code != 400 {
		t.Errorf("an unknown fault: %d", w.Code)
	}
}

func TestAStalledNodeAnswersNothingUntilTheClientLeaves(t *testing.T) {
	n := &nodes{faults: map[string]string{"1": stalled}}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	var answered *httptest.ResponseRecorder
	go func() {
		answered = ask(n, ctx, "/1"+infoPath, "")
		close(done)
	}()
	cancel()
	<-done
	if answered.Body.Len() > 0 {
		t.Errorf("answered %s", answered.Body)
	}
}
