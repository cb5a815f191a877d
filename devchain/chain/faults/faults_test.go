package faults_test

import (
	"context"
	"encoding/json"
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

// call asks the control.
func call(board *faults.Switches, method, path, body string) (int, string) {
	answer := httptest.NewRecorder()
	board.ServeHTTP(answer, httptest.NewRequest(method, path, strings.NewReader(body)))
	return answer.Code, strings.TrimSpace(answer.Body.String())
}

func TestFaultsAreSwitchedOnShownAndOff(t *testing.T) {
	board := faults.NewSwitches(3)
	for body, want := range map[string]string{
		`{"node":2,"fault":"slow","delay":"250ms"}`:                    `{"node":2,"fault":"slow","delay":"250ms"}`,
		`{"node":2,"fault":"behind"}`:                                  `{"node":2,"fault":"behind","blocks":20}`,
		`{"node":3,"fault":"ahead"}`:                                   `{"node":3,"fault":"ahead","by":"5m0s"}`,
		`{"node":1,"fault":"rate-limit","per_second":0}`:               `{"node":1,"fault":"rate-limit"}`,
		`{"service":"assets","fault":"rate-limit","retry_after":"3s"}`: `{"service":"assets","fault":"rate-limit","per_second":5,"retry_after":"3s"}`,
		`{"service":"feed","fault":"html","status":200}`:               `{"service":"feed","fault":"html","status":200}`,
		`{"node":1,"fault":"push-lie"}`:                                `{"node":1,"fault":"push-lie"}`,
		`{"node":1,"fault":"hide-rows","account":"alice.wam"}`:         `{"node":1,"fault":"hide-rows","table":"claims","account":"alice.wam"}`,
		`{"node":1,"fault":"empty-rows"}`:                              `{"node":1,"fault":"empty-rows","table":"drops"}`,
		`{"node":1,"fault":"wrong-price","factor":0.5}`:                `{"node":1,"fault":"wrong-price","factor":0.5}`,
	} {
		if status, answer := call(board, "POST", "/dev/faults", body); status != 200 || answer != want {
			t.Errorf("%s: %d %s, want %s", body, status, answer, want)
		}
	}
	_, answer := call(board, "GET", "/dev/faults", "")
	if strings.Count(answer, `"fault":`) != 10 || !strings.Contains(answer, `"nodes":3`) {
		t.Errorf("on are %s", answer)
	}
	for _, c := range []struct{ query, want string }{
		{"?fault=rate-limit", `{"cleared":2}`}, {"?fault=lazy", `{"cleared":0}`}, {"", `{"cleared":8}`},
	} {
		if status, answer := call(board, "DELETE", "/dev/faults"+c.query, ""); status != 200 || answer != c.want {
			t.Errorf("DELETE %s: %d %s, want %s", c.query, status, answer, c.want)
		}
	}
	if _, answer := call(board, "GET", "/dev/faults", ""); answer != `{"nodes":3,"faults":[]}` {
		t.Errorf("after all were switched off: %s", answer)
	}
}

func TestWhatIsNotUnderstoodIsRefusedWithWhatIsAllowed(t *testing.T) {
	board := faults.NewSwitches(3)
	for body, want := range map[string]string{
		``:                                                      `send one JSON object such as`,
		`[]`:                                                    `send one JSON object such as`,
		`{"node":2,"fault":"slow"} {}`:                          `there is more after the value`,
		`{"fault":"slow"}`:                                      `say what fails: "node" from 1 on, or "service", one of [assets feed images]`,
		`{"node":0,"fault":"slow"}`:                             `say what fails`,
		`{"node":4,"fault":"slow"}`:                             `this chain has the nodes 1 to 3`,
		`{"node":-1,"fault":"slow"}`:                            `this chain has the nodes 1 to 3`,
		`{"node":"2","fault":"slow"}`:                           `cannot unmarshal string`,
		`{"node":2,"fault":"lazy"}`:                             `there is no fault "lazy" there; there are [slow stalled rate-limit html drop behind ahead wrong-chain push-cpu push-lost push-drop push-slow push-lie hide-rows empty-rows wrong-price]`,
		`{"service":"assets","fault":"behind"}`:                 `there is no fault "behind" there; there are [slow stalled rate-limit html drop]`,
		`{"service":"mail","fault":"slow"}`:                     `say what fails`,
		`{"node":2,"service":"assets","fault":"slow"}`:          `say what fails`,
		`{"node":2,"fault":"slow","dealy":"2s"}`:                `unknown field "dealy"`,
		`{"node":2,"fault":"slow","delay":2}`:                   `cannot unmarshal number`,
		`{"node":2,"fault":"slow","delay":"2h"}`:                `"delay" cannot be 2h0m0s: use 1ms to 1m0s`,
		`{"node":2,"fault":"push-slow","delay":"0s"}`:           `"delay" cannot be 0s: use 1ms to 1m0s`,
		`{"node":2,"fault":"ahead","by":"0s"}`:                  `use 1s to 24h0m0s`,
		`{"node":2,"fault":"behind","blocks":0}`:                `use 1 to 1200`,
		`{"node":2,"fault":"wrong-price","factor":0}`:           `use 1e-06 to 1e+06`,
		`{"node":2,"fault":"hide-rows","account":"Not A Name"}`: `reading the name`,
		`{"node":2,"fault":"html","status":99}`:                 `use 200 to 599`,
		`{"node":2,"fault":"rate-limit","per_second":-1}`:       `use 0 to 1000`,
		`{"node":2,"fault":"rate-limit","retry_after":"2h"}`:    `use 0s to 1h0m0s`,
	} {
		status, answer := call(board, "POST", "/dev/faults", body)
		var refused struct {
			Code    int
			Message string
		}
		if err := json.Unmarshal([]byte(answer), &refused); err != nil || status != 400 || refused.Code != 400 || !strings.Contains(refused.Message, want) {
			t.Errorf("%.60s: %d %s, want %s", body, status, answer, want)
		}
	}
	if status, _ := call(board, "PUT", "/dev/faults", ""); status != 405 {
		t.Errorf("PUT: %d", status)
	}
	if on := board.List(); len(on) != 0 {
		t.Errorf("what was refused is on: %v", on)
	}
}

var node2 = faults.Target{Node: 2}

func set(t *testing.T, board *faults.Switches, text string) {
	t.Helper()
	fault, err := faults.Parse([]byte(text))
	if err == nil {
		err = board.Set(fault)
	}
	must.Do(t, err)
}

func wrapped(board *faults.Switches, target faults.Target) http.Handler {
	return board.Wrap(target, faults.RefuseNode, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(w, r.Body)
	}))
}

// ask is one request with a body that a good answer gives back. Whether the
// connection was dropped is the second answer.
func ask(handler http.Handler, ctx context.Context) (answer *httptest.ResponseRecorder, dropped bool) {
	defer func() {
		if caught := recover(); caught != nil {
			if caught != http.ErrAbortHandler {
				panic(caught)
			}
			dropped = true
		}
	}()
	answer = httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/v1/chain/get_info", strings.NewReader("echo")).WithContext(ctx))
	return answer, false
}

func TestEachTargetFailsByItself(t *testing.T) {
	board := faults.NewSwitches(3)
	set(t, board, `{"node":2,"fault":"drop"}`)
	if _, dropped := ask(wrapped(board, node2), t.Context()); !dropped {
		t.Error("node 2 answered")
	}
	for _, target := range []faults.Target{{Node: 1}, {Node: 3}, {Service: faults.Assets}} {
		if answer, dropped := ask(wrapped(board, target), t.Context()); dropped || answer.Body.String() != "echo" {
			t.Errorf("%+v fails with node 2", target)
		}
	}
	board.SetNodes(1)
	if len(board.List()) != 0 {
		t.Error("a node that is gone still fails")
	}
}

func TestASlowNodeAnswersAfterItsDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board := faults.NewSwitches(3)
		set(t, board, `{"node":2,"fault":"slow","delay":"20s"}`)
		began := time.Now()
		answer, dropped := ask(wrapped(board, node2), t.Context())
		if took := time.Since(began); took != 20*time.Second || dropped || answer.Body.String() != "echo" {
			t.Errorf("after %s, dropped %v", took, dropped)
		}
	})
}

func TestWaitingEndsWhenTheClientLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board := faults.NewSwitches(3)
		set(t, board, `{"node":2,"fault":"stalled"}`)
		ctx, leave := context.WithTimeout(t.Context(), 3*time.Hour)
		defer leave()
		began := time.Now()
		if _, dropped := ask(wrapped(board, node2), ctx); !dropped || time.Since(began) != 3*time.Hour {
			t.Errorf("a stalled node answered after %s", time.Since(began))
		}
		set(t, board, `{"node":3,"fault":"slow","delay":"1m"}`)
		short, leave := context.WithTimeout(t.Context(), time.Second)
		defer leave()
		began = time.Now()
		if _, dropped := ask(wrapped(board, faults.Target{Node: 3}), short); !dropped || time.Since(began) != time.Second {
			t.Errorf("a slow node held on for %s", time.Since(began))
		}
	})
}

func TestRequestsThatWaitAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board := faults.NewSwitches(3)
		set(t, board, `{"node":2,"fault":"stalled"}`)
		handler := wrapped(board, node2)
		ctx, leave := context.WithCancel(t.Context())
		for range 4096 {
			go ask(handler, ctx)
		}
		synctest.Wait()
		if _, dropped := ask(handler, t.Context()); !dropped {
			t.Error("one more was held")
		}
		leave()
		synctest.Wait()
	})
}

func TestARateLimitLetsSomeThroughEachSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct{ fault, header string }{
			{`{"node":2,"fault":"rate-limit","per_second":3}`, ""},
			{`{"node":2,"fault":"rate-limit","per_second":3,"retry_after":"7s"}`, "7"},
		} {
			board := faults.NewSwitches(3)
			set(t, board, c.fault)
			handler := wrapped(board, node2)
			for second := range 3 {
				passed := 0
				for range 10 {
					answer, _ := ask(handler, t.Context())
					switch answer.Code {
					case http.StatusOK:
						passed++
					case http.StatusTooManyRequests:
						if got := answer.Header().Get("Retry-After"); got != c.header {
							t.Errorf("Retry-After %q, want %q", got, c.header)
						}
					default:
						t.Errorf("answered %d", answer.Code)
					}
				}
				if passed != 3 {
					t.Errorf("%d of 10 passed in second %d", passed, second)
				}
				time.Sleep(time.Second) // the bubble's clock
			}
		}
		board := faults.NewSwitches(3)
		set(t, board, `{"node":2,"fault":"rate-limit","per_second":0}`)
		if answer, _ := ask(wrapped(board, node2), t.Context()); answer.Code != http.StatusTooManyRequests {
			t.Errorf("a limit of none answers %d", answer.Code)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"node":2,"fault":"slow","delay":"2s"}`, `{"service":"assets","fault":"rate-limit","per_second":1,"retry_after":"3s"}`,
		`{"node":1,"fault":"behind","blocks":1200}`, `{"node":1e3,"fault":"ahead","by":"-1s"}`, `{"node":2,"fault":"html","status":null}`,
		`{"node":2,"fault":"hide-rows","table":"","account":"a"}`, `{"node":2,"fault":"wrong-price","factor":1e-5}`, `{"node":2,"fault":"empty-rows"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		fault, err := faults.Parse(text)
		if err != nil {
			return
		}
		written := must.Get(json.Marshal(fault))(t)
		if again, err := faults.Parse(written); fault.Node >= 0 && (err != nil || again != fault) {
			t.Errorf("%s is %+v, written %s, read %+v, %v", text, fault, written, again, err)
		}
	})
}
