package serve_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/serve"
	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/upstream"
)

func TestARequestIsParsedAndWrittenAnewAndIsOneKey(t *testing.T) {
	b := newBench(t)
	first := b.post("get_table_rows", `{"code":"eosio.token","scope":"alice","table":"accounts","json":true,"limit":18446744073709551615}`)
	second := b.post("get_table_rows", "\n{ \"limit\" : 18446744073709551615, \"json\":true,\"nonce\":\"x\", \"table\":\"accounts\",\"scope\":\"alice\",\"code\":\"eosio.token\" } ",
		"Cookie", "session=1", "Authorization", "Bearer x", "X-Forwarded-For", "198.51.100.1")
	want := []string{`/v1/chain/get_table_rows {"code":"eosio.token","json":true,"limit":18446744073709551615,"scope":"alice","table":"accounts"}`}
	if reads := b.source.all(); fmt.Sprint(reads) != fmt.Sprint(want) {
		t.Errorf("reads %q, want %q", reads, want)
	}
	if first.Code != 200 || first.Body.String() != second.Body.String() || !strings.Contains(first.Body.String(), `"exact":1.10`) {
		t.Errorf("answers %s and %s", first.Body, second.Body)
	}
	if status := second.Header().Get("Cache-Status"); !strings.Contains(status, "hit") {
		t.Errorf("Cache-Status %q", status)
	}
	if head := first.Header().Get("X-Chain-Head"); head != "324182164" {
		t.Errorf("X-Chain-Head %q", head)
	}
}

func TestAnAnswerIsKeptForItsClassesMoment(t *testing.T) {
	for _, test := range []struct {
		name, body string
		lifetime   time.Duration
	}{
		{"get_info", "", soft},
		{"get_account", `{"account_name":"alice"}`, soft},
		{"get_currency_balance", `{"code":"eosio.token","account":"alice"}`, soft},
		{"get_block", `{"block_num_or_id":7}`, soft},
		{"get_raw_abi", `{"account_name":"alice"}`, time.Minute},
	} {
		b := newBench(t)
		b.post(test.name, test.body)
		b.clock.Move(test.lifetime - time.Millisecond)
		b.post(test.name, test.body)
		if reads := len(b.source.all()); reads != 1 {
			t.Errorf("%s: %d reads within its lifetime", test.name, reads)
		}
		b.clock.Move(5 * test.lifetime)
		if answer := b.post(test.name, test.body); !strings.Contains(answer.Body.String(), `"read":2`) {
			t.Errorf("%s: after its hard lifetime %s", test.name, answer.Body)
		}
	}
}

func TestRequiredKeysAreNeverKept(t *testing.T) {
	b := newBench(t)
	body := `{"transaction":{"actions":[{"data":"00"}],"expiration":"x"},"available_keys":["K1"]}`
	for i := range 3 {
		answer := b.post("get_required_keys", body)
		if answer.Code != 200 || !strings.Contains(answer.Body.String(), fmt.Sprintf(`"read":%d`, i+1)) || answer.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("answer %d: %s %v", i, answer.Body, answer.Header())
		}
	}
	if read := b.source.all()[0]; read != `/v1/chain/get_required_keys {"available_keys":["K1"],"transaction":{"actions":[{"data":"00"}],"expiration":"x"}}` {
		t.Errorf("read %s", read)
	}
	b.source.set(func(string, []byte) (pool.Raw, error) {
		return pool.Raw{}, &pool.Refusal{Status: 500, Code: 3090003, Body: []byte(`{"code":500}`)}
	})
	if answer := b.post("get_required_keys", body); answer.Code != 500 || answer.Body.String() != `{"code":500}` {
		t.Errorf("refusal: %d %s", answer.Code, answer.Body)
	}
}

func TestReadsThatAreNotKeptAreBoundedForEachClient(t *testing.T) {
	b := newBench(t, func(c *serve.Config) { c.Reads = clients.NewLimits(1, 3) })
	body := `{"transaction":{},"available_keys":[]}`
	for range 3 {
		if answer := b.post("get_required_keys", body); answer.Code != 200 {
			t.Fatalf("answer %d %s", answer.Code, answer.Body)
		}
	}
	answer := b.post("get_required_keys", body)
	if name, _ := failed(t, answer, http.StatusTooManyRequests); name != "too_many_requests" || answer.Header().Get("Retry-After") != "1" {
		t.Errorf("%s, Retry-After %q", name, answer.Header().Get("Retry-After"))
	}
	if reads := len(b.source.all()); reads != 3 {
		t.Errorf("%d reads", reads)
	}
}

func TestAHealthyNodesRefusalIsPassedOnAndKeptForAMoment(t *testing.T) {
	refusal := `{"code":500,"message":"Internal Service Error","error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"unknown key (0 nani1)"}]}}`
	b := newBench(t)
	refused := 0
	b.source.set(func(string, []byte) (pool.Raw, error) {
		refused++
		return pool.Raw{}, fmt.Errorf("asking: %w", &pool.Refusal{Status: 500, Body: []byte(refusal), Message: "unknown key"})
	})
	// Even of a class that is kept for a minute.
	for range 2 {
		if answer := b.post("get_abi", `{"account_name":"nani1"}`); answer.Code != 500 || answer.Body.String() != refusal || answer.Header().Get("Content-Type") != "application/json" {
			t.Errorf("answer %d %s", answer.Code, answer.Body)
		}
	}
	if refused != 1 {
		t.Errorf("the node was asked %d times", refused)
	}
	b.source.set(nil)
	b.clock.Move(1100 * time.Millisecond)
	b.post("get_abi", `{"account_name":"nani1"}`) // stale; the refresh brings the account
	plugintest.Eventually(t, "the refusal is over", func() bool { return b.post("get_abi", `{"account_name":"nani1"}`).Code == 200 })
}

const head = 324182164

// info answers a get_info with that head, and other calls with nothing.
func info(path string, _ []byte) (pool.Raw, error) {
	if path == "/v1/chain/get_info" {
		return pool.Raw{Status: 200, Body: fmt.Appendf(nil, `{"head_block_num":%d}`, head)}, nil
	}
	return pool.Raw{Status: 200, Body: []byte(`{"ref_block_prefix":7}`)}, nil
}

func TestTheBlockThatAllBuyersSignOnIsReadOnceForAllWhileNothingElseIsHad(t *testing.T) {
	b := newBench(t)
	b.source.set(info)
	b.source.noMisses = true
	b.from("198.51.100.1", "get_info", "")
	block := fmt.Sprintf(`{"block_num":%d}`, head-3)
	var buyers sync.WaitGroup
	for i := range 200 {
		buyers.Go(func() {
			if answer := b.from(fmt.Sprintf("203.0.113.%d", i), "get_block_info", block); answer.Code != 200 || answer.Body.String() != `{"ref_block_prefix":7}` {
				t.Errorf("buyer %d: %d %s", i, answer.Code, answer.Body)
			}
		})
	}
	buyers.Wait()
	if reads := b.source.count("get_block_info", upstream.Shared); reads != 1 {
		t.Errorf("the block was read %d times for all", reads)
	}
	if reads := b.source.count("", upstream.Miss); reads != 0 {
		t.Errorf("%d reads were for one client", reads)
	}
}

func TestTheABIsThatAPurchaseIsSignedByAreReadForAllWhileNothingElseIsHad(t *testing.T) {
	b := newBench(t, func(c *serve.Config) { c.Contracts = []string{"eosio.token", "gamecontract"} })
	b.source.noMisses = true
	for n, c := range []struct {
		name, body string
		want       int
	}{
		{"get_raw_abi", `{"account_name":"eosio.token"}`, 200},
		{"get_raw_abi", `{"account_name":"gamecontract"}`, 200},
		{"get_abi", `{"account_name":"gamecontract"}`, 200},
		// Who writes it in other ways, or asks for more, asks for himself.
		{"get_raw_abi", `{"account_name":"gamecontract","abi_hash":"00"}`, 502},
		{"get_raw_code_and_abi", `{"account_name":"gamecontract"}`, 502},
		{"get_raw_abi", `{"account_name":"another"}`, 502},
	} {
		if answer := b.from(fmt.Sprintf("203.0.113.%d", n), c.name, c.body); answer.Code != c.want {
			t.Errorf("%s %s: %d %s, want %d", c.name, c.body, answer.Code, answer.Body, c.want)
		}
	}
	if reads := b.source.count("", upstream.Shared); reads != 3 {
		t.Errorf("%d reads for all, want 3", reads)
	}
}

func TestOneAddressThatAsksForManyBlocksHasNoMoreSharedReadsThanThereAreRecentBlocks(t *testing.T) {
	b := newBench(t)
	b.source.set(info)
	if b.from("203.0.113.9", "get_block_info", fmt.Sprintf(`{"block_num":%d}`, head)); b.source.count("", upstream.Miss) != 1 {
		t.Error("a block was read for all before a head was known")
	}
	b.from("198.51.100.1", "get_info", "")
	for behind := -5; behind < 40; behind++ {
		block := head - behind
		for _, written := range []string{`{"block_num":%d}`, `{"block_num":"%d"}`, `{"block_num":"0%d"}`} {
			b.from("203.0.113.10", "get_block_info", fmt.Sprintf(written, block))
		}
		b.from("203.0.113.11", "get_block", fmt.Sprintf(`{"block_num_or_id":%d}`, block))
	}
	// The newest was known already.
	if shared := b.source.count("get_block", upstream.Shared); shared != 11 {
		t.Errorf("%d reads of blocks for all, want 11", shared)
	}
}

func TestWhatIsToSayOfABlockThatNoNodeHasComesFromAnyNode(t *testing.T) {
	b := newBench(t)
	b.source.head = 324182164
	unknown := `{"code":400,"message":"Unknown Block","error":{"code":3100002,"name":"unknown_block_exception","what":"Unknown block","details":[{"message":"Could not find block: 324182264"}]}}`
	b.source.set(func(string, []byte) (pool.Raw, error) {
		return pool.Raw{}, &pool.Refusal{Status: 400, Code: 3100002, Body: []byte(unknown)}
	})
	if answer := b.post("get_block_info", `{"block_num":324182264}`); answer.Code != 400 || answer.Body.String() != unknown {
		t.Errorf("answer %d %s", answer.Code, answer.Body)
	}
}

func TestAReadThatFailsIsAnsweredWithoutAWordOfNodes(t *testing.T) {
	for status, err := range map[int]error{
		http.StatusBadGateway:     errDown,
		http.StatusGatewayTimeout: fmt.Errorf("%w: %w", errDown, context.DeadlineExceeded),
	} {
		b := newBench(t)
		b.source.set(func(string, []byte) (pool.Raw, error) { return pool.Raw{}, err })
		for _, request := range [][2]string{{"get_account", `{"account_name":"alice"}`}, {"get_required_keys", `{"transaction":{},"available_keys":[]}`}} {
			name, message := failed(t, b.post(request[0], request[1]), status)
			if name != "chain_unreachable" || strings.Contains(message, "secret") || strings.Contains(message, "10.0.0.7") {
				t.Errorf("%s: %s %s", request[0], name, message)
			}
		}
	}
}

func TestACallThatNoNodeServesIsSaidToBeThat(t *testing.T) {
	b := newBench(t)
	b.source.set(func(string, []byte) (pool.Raw, error) { return pool.Raw{}, fmt.Errorf("asking: %w", pool.ErrUnserved) })
	for _, request := range [][2]string{{"get_account", `{"account_name":"alice"}`}, {"get_required_keys", `{"transaction":{},"available_keys":[]}`}} {
		name, message := failed(t, b.post(request[0], request[1]), http.StatusNotFound)
		if name != "call_not_served" || message != request[0]+" is served by none of the nodes" {
			t.Errorf("%s: %s %s", request[0], name, message)
		}
	}
}

func TestAFloodOfInventedAccountsIsRefusedAndHitsAreNot(t *testing.T) {
	b := newBench(t)
	known := `{"account_name":"known"}`
	b.post("get_account", known)
	refused := 0
	for i := range 50 {
		if answer := b.post("get_account", fmt.Sprintf(`{"account_name":"invented%d"}`, i)); answer.Code == http.StatusTooManyRequests {
			refused++
			if name, _ := failed(t, answer, http.StatusTooManyRequests); name != "too_many_requests" || answer.Header().Get("Retry-After") == "" {
				t.Errorf("%s, Retry-After %q", name, answer.Header().Get("Retry-After"))
			}
		}
		if answer := b.post("get_account", known); answer.Code != 200 {
			t.Fatalf("the known account: %d", answer.Code)
		}
	}
	if reads := len(b.source.all()); refused == 0 || reads > 10 {
		t.Errorf("%d refused, %d reads", refused, reads)
	}
}

func TestARequestThatCannotBeReadIs400InANodesShape(t *testing.T) {
	b := newBench(t)
	for _, request := range [][2]string{
		{"get_account", ``}, {"get_account", `{}`}, {"get_account", `{"account_name":"a","account_name":"b"}`}, {"get_account", "\xff"},
		{"get_table_rows", `[]`}, {"get_block", `{"block_num_or_id":{}}`}, {"get_required_keys", `{"transaction":`},
	} {
		name, message := failed(t, b.post(request[0], request[1]), http.StatusBadRequest)
		if name != "invalid_http_request" || !strings.Contains(message, request[0]) {
			t.Errorf("%q: %s %s", request, name, message)
		}
	}
	if reads := b.source.all(); len(reads) != 0 {
		t.Errorf("a node was asked %q", reads)
	}
}

func TestAClientThatLeftIsNotAnswered(t *testing.T) {
	b := newBench(t)
	b.source.set(func(string, []byte) (pool.Raw, error) { return pool.Raw{}, errors.New("gone") })
	ctx, leave := context.WithCancel(context.Background())
	leave()
	answer := b.ask(ctx, "203.0.113.9", "POST", "/v1/chain/get_required_keys", `{"transaction":{},"available_keys":[]}`)
	if answer.Body.Len() != 0 {
		t.Errorf("answer %d %s", answer.Code, answer.Body)
	}
}
