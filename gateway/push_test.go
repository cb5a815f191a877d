package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// pushSite is the whole site before two views of the development chain.
type pushSite struct {
	*testSite
	chain string // its address
	made  int    // transactions, so that no two are the same
}

func newPushSite(t *testing.T) *pushSite {
	t.Helper()
	address := freeAddress(t)
	s := &pushSite{testSite: newTestSite(t, ofRows), chain: "http://" + address}
	s.start(options{
		"devchain": fmt.Sprintf("devchain {\nlisten %s\nbuyers 0\n}", address),
		"chain":    fmt.Sprintf("chain {\nnode %[1]s %[1]s/node/2\nrate 2000 4000\n}", s.chain),
	})
	return s
}

// ask posts JSON and answers the status and the body.
func (s *pushSite) ask(address, body string) (int, string) {
	s.t.Helper()
	got := answered(s.t, http.MethodPost, address, body, "Content-Type", "application/json")
	return got.status, got.body
}

// outcome is what a wallet reads of the answer to a push.
type outcome struct {
	status    int
	body      string
	ID        string `json:"transaction_id"`
	Processed struct {
		BlockNum uint32 `json:"block_num"`
		Receipt  struct{ Status string }
	} `json:"processed"`
	Error struct {
		Code    int
		Details []struct{ Message string }
	}
}

func (s *pushSite) push(body string) (o outcome) {
	s.t.Helper()
	o.status, o.body = s.ask("http://"+s.address+"/v1/chain/push_transaction", body)
	if err := json.Unmarshal([]byte(o.body), &o); err != nil {
		s.t.Fatalf("%s: %v", o.body, err)
	}
	return o
}

// signed makes and signs a transfer of alice's as a wallet does, that expires so
// much after the head block. It answers the body of a push and the id.
func (s *pushSite) signed(lifetime time.Duration) (body, id string) {
	s.t.Helper()
	var info struct {
		ChainID antelope.Checksum256 `json:"chain_id"`
		Head    string               `json:"head_block_time"`
		Number  uint32               `json:"head_block_num"`
	}
	var reference struct {
		Prefix uint32 `json:"ref_block_prefix"`
	}
	s.read("get_info", "{}", &info)
	s.read("get_block_info", fmt.Sprintf(`{"block_num":%d}`, info.Number-3), &reference)
	head, err := antelope.ParseTimePoint(info.Head)
	if err != nil {
		s.t.Fatal(err)
	}
	s.made++
	from := antelope.MustName("alice.wam")
	transaction := ledger.Transaction{
		Expiration:  antelope.TimePointSecOf(head.Time().Add(lifetime)),
		RefBlockNum: uint16(info.Number - 3), RefBlockPrefix: reference.Prefix,
		Actions: []ledger.Action{ledger.NewAction(from, antelope.MustName(genesis.Token), token.Transfer{
			From: from, To: antelope.MustName("dave.wam"), Quantity: antelope.MustAsset("1.00000000 WAX"), Memo: fmt.Sprint(s.made),
		})},
	}
	signature, err := genesis.Key("alice.wam").Sign(transaction.SigningDigest(info.ChainID, nil))
	if err != nil {
		s.t.Fatal(err)
	}
	return fmt.Sprintf(`{"signatures":[%q],"compression":0,"packed_context_free_data":"","packed_trx":"%x"}`, signature, transaction.Pack()),
		transaction.ID().String()
}

// read asks the site for a call of the chain.
func (s *pushSite) read(call, body string, into any) {
	s.t.Helper()
	status, content := s.ask("http://"+s.address+"/v1/chain/"+call, body)
	if err := json.Unmarshal([]byte(content), into); err != nil || status != http.StatusOK {
		s.t.Fatalf("%s: %d %s", call, status, content)
	}
}

// received is how much dave has got.
func (s *pushSite) received() string {
	s.t.Helper()
	_, content := s.ask(s.chain+"/v1/chain/get_currency_balance", `{"code":"eosio.token","account":"dave.wam"}`)
	return content
}

// fault switches a fault of both nodes on, until the function is called.
func (s *pushSite) fault(name string) (off func()) {
	s.t.Helper()
	for node := 1; node <= 2; node++ {
		if status, content := s.ask(s.chain+"/dev/faults", fmt.Sprintf(`{"node":%d,"fault":%q}`, node, name)); status != http.StatusOK {
			s.t.Fatalf("%d %s", status, content)
		}
	}
	return func() { answered(s.t, http.MethodDelete, s.chain+"/dev/faults?fault="+name, "") }
}

func (s *pushSite) landed(t *testing.T, got outcome, id, received string) {
	t.Helper()
	if got.status != http.StatusAccepted || got.ID != id || got.Processed.Receipt.Status != "executed" || got.Processed.BlockNum == 0 {
		t.Errorf("%s was answered %d %s", id, got.status, got.body)
	}
	if has := s.received(); has != received {
		t.Errorf("dave has %s, want %s", has, received)
	}
}

func TestWhatIsPushedThroughTheSiteLandsOnceWhateverHappensToItsAnswer(t *testing.T) {
	s := newPushSite(t)
	first, firstID := s.signed(time.Minute)
	t.Run("a push lands", func(t *testing.T) {
		s.landed(t, s.push(first), firstID, `["1.00000000 WAX"]`)
	})
	t.Run("the same once more landed already", func(t *testing.T) {
		s.landed(t, s.push(first), firstID, `["1.00000000 WAX"]`)
	})
	t.Run("one that a node has from elsewhere landed too", func(t *testing.T) {
		body, id := s.signed(time.Minute)
		if status, content := s.ask(s.chain+"/v1/chain/send_transaction", body); status != http.StatusAccepted {
			t.Fatalf("%d %s", status, content)
		}
		s.landed(t, s.push(body), id, `["2.00000000 WAX"]`)
	})
	t.Run("a lost answer is resolved by the id", func(t *testing.T) {
		defer s.fault("push-lost")()
		body, id := s.signed(time.Minute)
		s.landed(t, s.push(body), id, `["3.00000000 WAX"]`)
	})
	t.Run("one that was never taken did not happen", func(t *testing.T) {
		off := s.fault("push-drop")
		body, id := s.signed(3 * time.Second)
		got := s.push(body)
		off()
		for range 3 { // a busy machine may need longer than a client is made to wait
			if got.status == http.StatusGatewayTimeout {
				got = s.push(body)
			}
		}
		if got.status != http.StatusInternalServerError || got.Error.Code != 3040005 || !strings.Contains(got.Error.Details[0].Message, id) ||
			!strings.Contains(got.Error.Details[0].Message, "did not happen") {
			t.Errorf("answered %d %s", got.status, got.body)
		}
		if has := s.received(); has != `["3.00000000 WAX"]` {
			t.Errorf("dave has %s", has)
		}
	})
	for name, c := range map[string]struct {
		make func() string
		code int
		say  string
	}{
		"an expired one is offered to no node": {func() string { body, _ := s.signed(-10 * time.Second); return body },
			http.StatusGatewayTimeout, "nothing is known of it here"},
		"one without its signature says whose is missing": {func() string {
			body, _ := s.signed(time.Minute)
			return `{"signatures":[],` + body[strings.Index(body, `"compression"`):]
		}, 3090003, "transaction declares authority"},
	} {
		t.Run(name, func(t *testing.T) {
			got := s.push(c.make())
			if got.Error.Code != c.code || !strings.Contains(got.Error.Details[0].Message, c.say) {
				t.Errorf("answered %d %s", got.status, got.body)
			}
		})
	}
	t.Run("no processor time is said in the node's words", func(t *testing.T) {
		defer s.fault("push-cpu")()
		body, _ := s.signed(time.Minute)
		if got := s.push(body); got.Error.Code != 3080004 || !strings.Contains(got.Error.Details[0].Message, "billed CPU time") {
			t.Errorf("answered %d %s", got.status, got.body)
		}
	})
}

// A page pushes so: it reads what becomes of it.
func TestAPushWithAStatusIsFollowedUntilItHasLanded(t *testing.T) {
	s := newPushSite(t)
	body, id := s.signed(time.Minute)
	site := "http://" + s.address
	status := answered(t, "POST", site+"/v1/chain/send_transaction", body, "Prefer", "respond-async")
	location := site + status.header.Get("Location")
	if status.status != http.StatusAccepted || !strings.Contains(status.body, id) {
		t.Fatalf("answered %d %s", status.status, status.body)
	}
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(status.body, `"state":"landed"`); {
		if time.Now().After(deadline) {
			t.Fatalf("it is %s", status.body)
		}
		if now := answered(t, "GET", location, "", "If-None-Match", status.header.Get("ETag"), "Prefer", "wait=5"); now.status == http.StatusOK {
			status = now
		}
	}
	if left := answered(t, "DELETE", location, ""); left.status != http.StatusConflict {
		t.Errorf("leaving is answered %d", left.status)
	}
}
