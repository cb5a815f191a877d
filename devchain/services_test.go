package devchain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/must"
)

// quiet starts a chain without buyers and answers its address.
func quiet(t *testing.T, settings string) (port int, base string) {
	t.Helper()
	port = freePort(t)
	loadAt(t, port, `,"buyers":0`+settings)
	return port, fmt.Sprintf("http://127.0.0.1:%d", port)
}

// get answers the status, 0 when the connection was dropped, and the body.
func get(t *testing.T, address string) (int, string) {
	t.Helper()
	response, err := client.Get(address)
	if err != nil {
		if errors.Is(err, io.EOF) || strings.Contains(err.Error(), "reset") {
			return 0, ""
		}
		t.Fatal(err)
	}
	return read(t, response)
}

// info is get_info of a node.
type info struct {
	ChainID string `json:"chain_id"`
	Number  uint32 `json:"head_block_num"`
	Time    string `json:"head_block_time"`
}

func infoOf(t *testing.T, base string) (answer info) {
	t.Helper()
	status, body := get(t, base+"/v1/chain/get_info")
	if err := json.Unmarshal([]byte(body), &answer); err != nil || status != http.StatusOK {
		t.Fatalf("%s: %d %s", base, status, body)
	}
	return answer
}

func fault(t *testing.T, port int, body string) {
	t.Helper()
	if status, answer := post(t, port, "/dev/faults", body); status != http.StatusOK {
		t.Fatalf("%s: %d %s", body, status, answer)
	}
}

func TestThereAreAsManyNodesAsSetOnOneLedger(t *testing.T) {
	defer stop(t)
	port, base := quiet(t, "")
	pay(t, port)
	for _, prefix := range []string{"", "/node/1", "/node/2", "/node/3"} {
		if _, answer := post(t, port, prefix+"/v1/chain/get_currency_balance", aliceBalance); answer != `["4999.00000000 WAX"]` {
			t.Errorf("at %s alice has %s", prefix, answer)
		}
	}
	for path, want := range map[string]int{"/node/4/v1/chain/get_info": 404, "/node/0/v1/chain/get_info": 404, "/node/02/v1/chain/get_info": 404, "/node/2/v1/other": 404, "/node/x/": 404} {
		if status, _ := get(t, base+path); status != want {
			t.Errorf("%s: %d", path, status)
		}
	}
	loadAt(t, port, `,"buyers":0,"nodes":5`)
	if infoOf(t, base+"/node/5").Number == 0 {
		t.Error("the reload brought no fifth node")
	}
}

func TestNodesAheadOrOnTheWrongChain(t *testing.T) {
	defer stop(t)
	port, base := quiet(t, "")
	fault(t, port, `{"node":2,"fault":"ahead","by":"1h"}`)
	fault(t, port, `{"node":3,"fault":"wrong-chain"}`)
	good, ahead, wrong := infoOf(t, base), infoOf(t, base+"/node/2"), infoOf(t, base+"/node/3")
	at := func(text string) time.Time {
		return must.Get(time.Parse("2006-01-02T15:04:05.000", text))(t)
	}
	if lead := at(ahead.Time).Sub(at(good.Time)); lead < time.Hour || lead > time.Hour+time.Minute {
		t.Errorf("node 2 is %s ahead", lead)
	}
	if wrong.ChainID == good.ChainID || len(wrong.ChainID) != 64 || ahead.ChainID != good.ChainID {
		t.Errorf("chain ids %s, %s and %s", good.ChainID, ahead.ChainID, wrong.ChainID)
	}
}

func TestFaultsOfAnswersAndConnections(t *testing.T) {
	defer stop(t)
	port, base := quiet(t, "")
	for _, c := range []struct {
		fault, path, want string
		status            int
	}{
		{`{"node":2,"fault":"html"}`, "/node/2/v1/chain/get_info", "<h1>502 Bad Gateway</h1>", 502},
		{`{"node":2,"fault":"drop"}`, "/node/2/v1/chain/get_info", "", 0},
		{`{"node":2,"fault":"rate-limit","per_second":0}`, "/node/2/v1/chain/get_info", "Rate limit exceeded", 429},
		{`{"node":2,"fault":"slow","delay":"1ms"}`, "/node/2/v1/chain/get_info", "head_block_num", 200},
		{`{"service":"assets","fault":"rate-limit","per_second":0}`, "/atomicassets/v1/assets", `{"success":false,"message":"Rate limit"}`, 429},
		{`{"service":"assets","fault":"html"}`, "/atomicassets/v1/assets", "<html>", 502},
		{`{"service":"assets","fault":"drop"}`, "/atomicassets/v1/assets", "", 0},
		{`{"service":"feed","fault":"html","status":200}`, "/feed/fieldhouse", "<html>", 200},
		{`{"service":"images","fault":"rate-limit","per_second":0}`, "/ipfs/x", "Too Many Requests", 429},
	} {
		fault(t, port, c.fault)
		if status, body := get(t, base+c.path); status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: %s answers %d %.200s", c.fault, c.path, status, body)
		}
		request := must.Get(http.NewRequest(http.MethodDelete, base+"/dev/faults", nil))(t)
		response := must.Get(client.Do(request))(t)
		response.Body.Close()
	}
	for path, want := range map[string]string{
		"/node/2/v1/chain/get_info": "head_block_num", "/atomicassets/v1/assets?limit=1": `"success":true`,
		"/feed/fieldhouse": "<rss", "/dev/faults": `"faults":[]`,
	} {
		if status, body := get(t, base+path); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("when all faults are off %s answers %d %.200s", path, status, body)
		}
	}
}

func TestFaultsOutlastAReloadAndWaitsEndWithTheChain(t *testing.T) {
	port, base := quiet(t, "")
	fault(t, port, `{"node":2,"fault":"stalled"}`)
	loadAt(t, port, `,"buyers":1`)
	// Longer than any test may take: only the end of the chain or of the client
	// ends these.
	patient := &http.Client{Transport: &http.Transport{}}
	defer patient.CloseIdleConnections()
	ended, written := make(chan error, 2), make(chan struct{}, 2)
	wait := func(ctx context.Context) {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { written <- struct{}{} }})
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/node/2/v1/chain/get_info", strings.NewReader("{}"))
		if err != nil {
			ended <- err
			return
		}
		response, err := patient.Do(request)
		if err == nil {
			response.Body.Close()
			err = fmt.Errorf("a stalled node answered %d", response.StatusCode)
		}
		ended <- err
	}
	ctx, leave := context.WithCancel(t.Context())
	go wait(ctx)
	<-written
	leave()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the client that left got %v", err)
	}
	go wait(t.Context())
	<-written
	stop(t)
	if err := <-ended; err == nil || strings.Contains(err.Error(), "answered") {
		t.Errorf("when the chain ended: %v", err)
	}
}
