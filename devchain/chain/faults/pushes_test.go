package faults_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/devchain/chain/faults"
	"fieldhouse/plugins/plugintest/must"
)

// counting answers pushes and counts those that reached the node.
func counting(taken *int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(err)
		}
		*taken++
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusAccepted)
		_, _ = fmt.Fprintf(w, `{"got":%q}`, body)
	})
}

// send sends a push to a node whose faults are on, over a real connection.
func send(t *testing.T, board *faults.Switches, next http.Handler, method, call string) (string, error) {
	t.Helper()
	server := httptest.NewServer(board.Wrap(faults.Target{Node: 1}, faults.RefuseNode, next))
	defer server.Close()
	request := must.Get(http.NewRequestWithContext(t.Context(), method, server.URL+"/v1/chain/"+call, strings.NewReader("{}")))(t)
	response, err := server.Client().Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return fmt.Sprint(response.StatusCode, " ", string(content)), err
}

func TestALostPushWasTakenAndADroppedOneWasNot(t *testing.T) {
	for kind, want := range map[faults.Kind]int{faults.PushLost: 1, faults.PushDrop: 0} {
		for _, call := range []string{"push_transaction", "send_transaction", "send_transaction2"} {
			board, taken := faults.NewSwitches(1), 0
			must.Do(t, board.Set(faults.Fault{Target: faults.Target{Node: 1}, Kind: kind}))
			if answer, err := send(t, board, counting(&taken), http.MethodPost, call); err == nil || taken != want {
				t.Errorf("%s of %s: answered %q (%v), taken %d times, want %d", kind, call, answer, err, taken, want)
			}
		}
	}
}

func TestFaultsOfPushesLeaveReadsAlone(t *testing.T) {
	board, taken := faults.NewSwitches(1), 0
	for _, kind := range []faults.Kind{faults.PushLost, faults.PushDrop, faults.PushSlow, faults.PushCPU} {
		must.Do(t, board.Set(faults.Fault{Target: faults.Target{Node: 1}, Kind: kind, Delay: faults.Span(time.Hour)}))
	}
	for method, call := range map[string]string{http.MethodPost: "get_info", http.MethodOptions: "push_transaction"} {
		if answer, err := send(t, board, counting(&taken), method, call); err != nil || answer != `202 {"got":"{}"}` {
			t.Errorf("%s %s: %q (%v)", method, call, answer, err)
		}
	}
	if taken != 2 {
		t.Errorf("%d requests reached the node", taken)
	}
}

func TestASlowPushIsTakenAtOnceAndAnsweredLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board, taken := faults.NewSwitches(1), 0
		must.Do(t, board.Set(faults.Fault{Target: faults.Target{Node: 1}, Kind: faults.PushSlow, Delay: faults.Span(3 * time.Second)}))
		handler := board.Wrap(faults.Target{Node: 1}, faults.RefuseNode, counting(&taken))
		answer := httptest.NewRecorder()
		began, done := time.Now(), make(chan struct{})
		go func() {
			defer close(done)
			handler.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/node/1/v1/chain/send_transaction", strings.NewReader("{}")))
		}()
		synctest.Wait()
		if taken != 1 {
			t.Errorf("taken %d times before the answer", taken)
		}
		<-done
		if took := time.Since(began); took != 3*time.Second || answer.Code != http.StatusAccepted || answer.Body.String() != `{"got":"{}"}` ||
			answer.Header().Get("Content-Type") != "application/json" {
			t.Errorf("after %s: %d %v %s", took, answer.Code, answer.Header(), answer.Body)
		}
	})
}

func TestASlowPushWhoseClientLeftWasTakenAllTheSame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board, taken := faults.NewSwitches(1), 0
		must.Do(t, board.Set(faults.Fault{Target: faults.Target{Node: 1}, Kind: faults.PushSlow, Delay: faults.Span(time.Minute)}))
		handler := board.Wrap(faults.Target{Node: 1}, faults.RefuseNode, counting(&taken))
		ctx, leave := context.WithTimeout(t.Context(), time.Second)
		defer leave()
		defer func() {
			if aborted := recover(); aborted != http.ErrAbortHandler || taken != 1 {
				t.Errorf("it ended with %v, taken %d times", aborted, taken)
			}
		}()
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/chain/push_transaction", strings.NewReader("{}")))
		t.Error("the connection was not closed")
	})
}
