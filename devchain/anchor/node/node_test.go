package node

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/genesis"
	"fieldhouse/plugins/antelope"
)

// chain is a node that answers each call with a status and a text, and remembers
// what it was asked.
type chain struct {
	*httptest.Server
	status int
	text   string
	asked  []string
	at     time.Time
}

func newChain(t *testing.T) (*chain, *Client) {
	t.Helper()
	c := &chain{status: http.StatusOK, at: time.Unix(1000, 0)}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		c.asked = append(c.asked, r.Method+" "+r.URL.Path+" "+string(body))
		w.WriteHeader(c.status)
		_, _ = io.WriteString(w, c.text)
	}))
	t.Cleanup(c.Close)
	return c, New(c.URL+"/", c.Client(), func() time.Time { return c.at })
}

const info = `{"chain_id":"` + genesis.ChainID + `","last_irreversible_block_id":"00000001000000000807060500000000000000000000000000000000000000aa","head_block_time":"2026-03-01T12:00:00.500"}`

func TestTheHeadOfTheChain(t *testing.T) {
	c, client := newChain(t)
	c.text = info
	got, err := client.Info(context.Background())
	if err != nil || got.ChainID.String() != genesis.ChainID || got.Irreversible[3] != 1 || got.HeadTime.Format(time.RFC3339Nano) != "2026-03-01T12:00:00.5Z" {
		t.Errorf("%+v, %v", got, err)
	}
	if c.asked[0] != "POST /v1/chain/get_info {}" {
		t.Errorf("it asked %s", c.asked[0])
	}
}

func TestAnABIIsAskedForOnceAMinute(t *testing.T) {
	c, client := newChain(t)
	c.text = `{"account_name":"eosio.token","abi":{"version":"eosio::abi/1.2","actions":[{"name":"transfer","type":"transfer","ricardian_contract":""}]}}`
	account := antelope.MustName("eosio.token")
	for range 3 {
		got, err := client.ABI(context.Background(), account)
		if err != nil {
			t.Fatal(err)
		}
		if kind, known := got.ActionType(antelope.MustName("transfer")); !known || kind != "transfer" {
			t.Errorf("transfer is a %s", kind)
		}
	}
	if len(c.asked) != 1 || c.asked[0] != `POST /v1/chain/get_abi {"account_name":"eosio.token"}` {
		t.Errorf("it asked %v", c.asked)
	}
	c.at = c.at.Add(abiAge)
	if _, err := client.ABI(context.Background(), account); err != nil || len(c.asked) != 2 {
		t.Errorf("a minute later it had asked %d times: %v", len(c.asked), err)
	}
}

func TestAFailureIsRememberedForAMoment(t *testing.T) {
	c, client := newChain(t)
	c.status, c.text = http.StatusInternalServerError, "down"
	account := antelope.MustName("eosio.token")
	for range 3 {
		if _, err := client.ABI(context.Background(), account); err == nil {
			t.Fatal("a node that is down has an ABI")
		}
	}
	if len(c.asked) != 1 {
		t.Errorf("it asked %d times", len(c.asked))
	}
	c.at = c.at.Add(failureAge)
	c.status, c.text = http.StatusOK, `{"account_name":"eosio.token"}`
	if _, err := client.ABI(context.Background(), account); err == nil || !strings.Contains(err.Error(), "has no contract") {
		t.Errorf("an account without contract: %v", err)
	}
}

func TestACallThatItsCallerLeftIsNotRemembered(t *testing.T) {
	c, client := newChain(t)
	c.text = `{"abi":{}}`
	ctx, leave := context.WithCancel(context.Background())
	leave()
	if _, err := client.ABI(ctx, antelope.MustName("eosio.token")); !errors.Is(err, context.Canceled) {
		t.Fatalf("a caller that left got %v", err)
	}
	if _, err := client.ABI(context.Background(), antelope.MustName("eosio.token")); err != nil {
		t.Errorf("the next one got %v", err)
	}
}

func TestRememberedABIsAreBounded(t *testing.T) {
	c, client := newChain(t)
	c.text = `{"abi":{}}`
	for i := range 3 * maxABIs {
		if _, err := client.ABI(context.Background(), antelope.Name(i)); err != nil {
			t.Fatal(err)
		}
	}
	if len(client.abis) > maxABIs {
		t.Errorf("%d are remembered", len(client.abis))
	}
}

func TestATransactionIsPushed(t *testing.T) {
	c, client := newChain(t)
	c.status, c.text = http.StatusAccepted, `{"transaction_id":"`+genesis.ChainID+`","processed":{"block_num":362}}`
	signature, err := genesis.Key("alice.wam").Sign(antelope.Checksum256{1})
	if err != nil {
		t.Fatal(err)
	}
	got, err := client.Push(context.Background(), []byte{0xab, 0xcd}, []antelope.Signature{signature})
	if err != nil || got.Block != 362 || got.ID.String() != genesis.ChainID {
		t.Errorf("%+v, %v", got, err)
	}
	var sent map[string]any
	if err := json.Unmarshal([]byte(strings.SplitN(c.asked[0], " ", 3)[2]), &sent); err != nil {
		t.Fatal(err)
	}
	if sent["packed_trx"] != "abcd" || sent["compression"] != "none" || sent["signatures"].([]any)[0] != signature.String() {
		t.Errorf("it sent %v", sent)
	}
}

func TestErrorsSayWhatTheNodeSays(t *testing.T) {
	c, client := newChain(t)
	for text, want := range map[string]string{
		`{"code":500,"error":{"code":3050003,"name":"eosio_assert_message_exception","what":"an assertion","details":[{"message":"overdrawn balance"}]}}`: "overdrawn balance",
		`{"code":500,"error":{"code":3040005,"name":"expired_tx_exception","what":"Expired Transaction","details":[]}}`:                                   "Expired Transaction",
		`{"message":"nothing"}`: "it answered 500",
		`<html>`:                "it answered 500",
	} {
		c.status, c.text = http.StatusInternalServerError, text
		_, err := client.Info(context.Background())
		if err == nil || err.Error() != "asking the chain get_info: "+want {
			t.Errorf("%s: %v", text, err)
		}
		var refused *APIError
		if errors.As(err, &refused) != strings.Contains(text, `"name"`) {
			t.Errorf("%s is a refusal: %v", text, refused)
		}
	}
	for _, text := range []string{"", "{", `{"chain_id":"xyz"}`, `{"head_block_time":"soon"}`, `"` + strings.Repeat("x", maxAnswer) + `"`} {
		c.status, c.text = http.StatusOK, text
		if got, err := client.Info(context.Background()); err == nil {
			t.Errorf("%.20s: %+v", text, got)
		}
	}
	c.Close()
	if _, err := client.Info(context.Background()); err == nil {
		t.Error("a node that went away answered")
	}
}
