package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/serve"
)

// stalls has no node take a push until it is released.
func (b *bench) stalls() (release func()) {
	gate := make(chan struct{})
	b.chain.Lock()
	defer b.chain.Unlock()
	b.chain.OnTurn = func(ctx context.Context) error {
		select {
		case <-gate:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return func() { close(gate) }
}

// lasting is one that expires in three minutes.
func (b *bench) lasting(memo string) []byte {
	return chainapitest.Packed(b.until, chainapitest.First-3, memo)
}

func (b *bench) submit(memo string) (location string, answer *httptest.ResponseRecorder) {
	b.t.Helper()
	answer = b.post("send_transaction", string(chainapitest.Body("send_transaction", b.lasting(memo), chainapitest.Signature)), "Prefer", "foo; bar, respond-async")
	if answer.Code != http.StatusAccepted {
		b.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return answer.Header().Get("Location"), answer
}

func state(t *testing.T, answer *httptest.ResponseRecorder) (s push.Status) {
	t.Helper()
	if err := json.Unmarshal(answer.Body.Bytes(), &s); err != nil {
		t.Fatalf("%d %s: %v", answer.Code, answer.Body, err)
	}
	return s
}

func TestAPushWithAStatusIsAnsweredAtOnceWithItsLocation(t *testing.T) {
	b := newBench(t)
	b.takes()
	release := b.stalls()
	location, answer := b.submit("a")
	if s := state(t, answer); s.State != push.Queued || s.IsMoving == nil || s.Place != 1 || s.Of != 1 || len(s.ID) != 64 {
		t.Errorf("%s", answer.Body)
	}
	for header, want := range map[string]string{"Preference-Applied": "respond-async", "Cache-Control": "no-store", "Content-Type": "application/json"} {
		if got := answer.Header().Get(header); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
	if token, is := strings.CutPrefix(location, "/api/v1/pushes/"); !is || len(token) != 22 {
		t.Errorf("Location %q", location)
	}
	if again, _ := b.submit("a"); again != location {
		t.Errorf("the same again is at %q, before at %q", again, location)
	}
	first := b.at("GET", location, "")
	tag := first.Header().Get("ETag")
	if first.Code != 200 || first.Header().Get("Cache-Control") != "no-store" || len(tag) < 10 || tag[0] != '"' {
		t.Fatalf("%d %v", first.Code, first.Header())
	}
	if unchanged := b.at("GET", location, "", "If-None-Match", tag); unchanged.Code != 304 || unchanged.Header().Get("ETag") != tag || unchanged.Body.Len() > 0 {
		t.Errorf("%d %s %v", unchanged.Code, unchanged.Body, unchanged.Header())
	}
	waits := make(chan *httptest.ResponseRecorder)
	go func() { waits <- b.at("GET", location, "", "If-None-Match", tag, "Prefer", "wait=25") }()
	release()
	if changed := <-waits; changed.Code != 200 || state(t, changed).State == push.Queued || changed.Header().Get("Preference-Applied") != "wait=25" {
		t.Errorf("%d %s %v", changed.Code, changed.Body, changed.Header())
	}
}

func TestWhoLeavesIsToldWhetherAnythingWasSent(t *testing.T) {
	b := newBench(t)
	release := b.stalls()
	location, _ := b.submit("left")
	for range 2 {
		if answer := b.at("DELETE", location, ""); answer.Code != 200 || !strings.Contains(answer.Body.String(), `"state":"left"`) {
			t.Errorf("%d %s", answer.Code, answer.Body)
		}
	}
	release()
	b.takes()
	location, _ = b.submit("sent")
	for tag, s := "", (push.Status{}); s.Block == 0; { // which the node names
		answer := b.at("GET", location, "", "If-None-Match", tag, "Prefer", "wait=5")
		if answer.Code == 200 {
			tag, s = answer.Header().Get("ETag"), state(t, answer)
		}
	}
	if answer := b.at("DELETE", location, ""); answer.Code != http.StatusConflict || state(t, answer).State != push.SentState {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
	if sent := b.chain.Sent(); len(sent) != 1 {
		t.Errorf("%d were sent", len(sent))
	}
}

func TestOfAnUnknownTokenNothingIsKnown(t *testing.T) {
	b := newBench(t)
	for _, path := range []string{"/api/v1/pushes/AAAAAAAAAAAAAAAAAAAAAA", "/api/v1/pushes/", "/api/v1/pushes"} {
		for _, method := range []string{"GET", "DELETE"} {
			if answer := b.at(method, path, "", "Prefer", "wait=25"); answer.Code != 404 || answer.Body.String() != `{"state":"unknown"}` || answer.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s %s: %d %s", method, path, answer.Code, answer.Body)
			}
		}
	}
	if answer := b.at("POST", "/api/v1/pushes/x", ""); answer.Code != 405 || answer.Header().Get("Allow") != "GET, HEAD, DELETE, OPTIONS" {
		t.Errorf("%d %v", answer.Code, answer.Header())
	}
}

func TestAPushThatExpiredAndIsUnknownIs504AndGoesToNoNode(t *testing.T) {
	b := newBench(t)
	b.takes()
	body := string(chainapitest.Body("send_transaction", chainapitest.Packed(time.Now().Add(-time.Second), chainapitest.First-3, "old")))
	for _, prefer := range []string{"", "respond-async"} {
		if name, _ := failed(t, b.post("send_transaction", body, "Prefer", prefer), http.StatusGatewayTimeout); name != "transaction_outcome_unknown" {
			t.Errorf("%q: %s", prefer, name)
		}
	}
	if len(b.chain.Sent()) != 0 {
		t.Error("a node was asked")
	}
}

func TestAtTheEndOfTheProcessWhoWaitsIsToldToPushAgain(t *testing.T) {
	b := newBench(t)
	b.stalls()
	location, answer := b.submit("a")
	waits := make(chan *httptest.ResponseRecorder)
	go func() {
		waits <- b.at("GET", location, "", "If-None-Match", answer.Header().Get("ETag"), "Prefer", "wait=25")
	}()
	b.broadcaster.End()
	if name, _ := failed(t, withCORS(<-waits), http.StatusServiceUnavailable); name != "transaction_not_sent" {
		t.Errorf("who waits: %s", name)
	}
	if name, _ := failed(t, b.post("send_transaction", string(chainapitest.Body("send_transaction", b.lasting("b"))), "Prefer", "respond-async"), http.StatusServiceUnavailable); name != "transaction_not_sent" {
		t.Errorf("who comes: %s", name)
	}
}

// withCORS lets an answer that is for the site's own pages pass for one of the chain's API.
func withCORS(answer *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	answer.Header().Set("Access-Control-Allow-Origin", "*")
	return answer
}

func (b *bench) askPlace(account string, life int) *httptest.ResponseRecorder {
	b.t.Helper()
	return b.at("POST", "/api/v1/places", fmt.Sprintf(`{"account":%q,"drop":"5","life":%d}`, account, life))
}

func TestAPlaceIsGivenKeptAndLeft(t *testing.T) {
	b := newBench(t)
	if answer := b.askPlace("alice.wam", 30); answer.Code != http.StatusNoContent || answer.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("where nobody waits: %d %s", answer.Code, answer.Body)
	}
	b.stalls()
	b.submit("waits")
	answer := b.askPlace("alice.wam", 30)
	location := answer.Header().Get("Location")
	if answer.Code != http.StatusCreated || !strings.HasPrefix(location, "/api/v1/places/") || !strings.Contains(answer.Body.String(), `"state":"waiting","place":2,"of":2`) {
		t.Errorf("%d %s at %q", answer.Code, answer.Body, location)
	}
	if again := b.askPlace("alice.wam", 30); again.Code != 200 || again.Header().Get("Location") != "" || again.Body.String() != answer.Body.String() {
		t.Errorf("asked again: %d %s %v", again.Code, again.Body, again.Header())
	}
	read := b.at("GET", location, "")
	if read.Code != 200 || read.Body.String() != answer.Body.String() {
		t.Errorf("%d %s", read.Code, read.Body)
	}
	if same := b.at("GET", location, "", "If-None-Match", read.Header().Get("ETag")); same.Code != 304 {
		t.Errorf("unchanged: %d", same.Code)
	}
	for range 2 {
		if left := b.at("DELETE", location, ""); left.Code != 200 || left.Body.String() != `{"state":"ended"}` {
			t.Errorf("left: %d %s", left.Code, left.Body)
		}
	}
	if unknown := b.at("GET", "/api/v1/places/AAAAAAAAAAAAAAAAAAAAAA", ""); unknown.Code != 404 {
		t.Errorf("unknown: %d %s", unknown.Code, unknown.Body)
	}
}

func TestARequestForAPlaceThatCannotBeReadIs400(t *testing.T) {
	b := newBench(t)
	for _, body := range []string{
		``, `{}`, `[]`, `{"account":"Alice","drop":"5","life":180}`, `{"account":"alice.wam","drop":"-5","life":180}`, `{"account":"alice.wam","drop":"5"}`,
		`{"account":"alice.wam","drop":5,"life":180}`, `{"account":"alice.wam","drop":"5","life":1e9}`, `{"account":"alice.wam","drop":"` + strings.Repeat("5", 2000) + `"}`,
	} {
		if name, _ := failed(t, withCORS(b.at("POST", "/api/v1/places", body)), http.StatusBadRequest); name != "invalid_http_request" {
			t.Errorf("%s: %s", body, name)
		}
	}
	if answer := b.at("GET", "/api/v1/places", ""); answer.Code != 405 {
		t.Errorf("%d", answer.Code)
	}
}

// What a place is worth is found by the purchase that is pushed.
func TestAPurchaseUsesThePlaceOfItsBuyer(t *testing.T) {
	b := newBench(t)
	b.broadcaster.Update(push.Settings{Chain: b.chain, Contract: antelope.MustName("gamecontract")})
	b.sends(func(context.Context, string, []byte) (pool.Raw, error) {
		return pool.Raw{Status: 500, Body: []byte(`{"error":{"code":3050003}}`)}, nil
	})
	b.stalls()
	b.submit("waits")
	location := b.askPlace("alice.wam", 30).Header().Get("Location")
	trx := chainapitest.Purchase(time.Now().Add(3*time.Minute), chainapitest.First-3, "gamecontract", "alice.wam", 5)
	if answer := b.post("send_transaction", string(chainapitest.Body("send_transaction", trx)), "Prefer", "respond-async"); answer.Code != 202 {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	if answer := b.at("GET", location, ""); answer.Body.String() != `{"state":"used"}` {
		t.Errorf("%s", answer.Body)
	}
}

// A wait takes memory of the process, and anybody can wait.
func TestNobodyTakesMoreWaitsThanHisShareAndWhoComesBeyondIsAnsweredAtOnce(t *testing.T) {
	var config serve.Config
	b := newBench(t, func(c *serve.Config) { c.Waits = new(serve.Waits); config = *c })
	// Those of a configuration count with the next one, while they still wait.
	next := serve.New(config)
	defer b.stalls()()
	b.submit("first") // a node is asked to take it
	location, answer := b.submit("second")
	tag := answer.Header().Get("ETag")
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	ask := func(ctx context.Context, by *serve.Server) *httptest.ResponseRecorder {
		request := httptest.NewRequestWithContext(ctx, http.MethodGet, location, nil)
		request.RemoteAddr = "203.0.113.9:4711"
		request.Header.Set("If-None-Match", tag)
		request.Header.Set("Prefer", "wait=25")
		answer := httptest.NewRecorder()
		by.ServeHTTP(answer, request)
		return answer
	}
	for range 16 {
		waiting.Go(func() {
			for ctx.Err() == nil {
				ask(ctx, b.Server)
			}
		})
	}
	// The one beyond is answered while the others wait; before they do it waits as they do.
	for {
		brief, end := context.WithTimeout(ctx, 5*time.Millisecond)
		answer := ask(brief, next)
		isAtOnce := brief.Err() == nil
		end()
		if isAtOnce {
			if answer.Header().Get("Preference-Applied") != "" {
				t.Error("it says that it has waited")
			}
			break
		}
	}
	cancel()
	waiting.Wait()
}
