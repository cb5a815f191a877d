package control_test

import (
	"net/http"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/producer"
)

func to(path string) func(*http.Request) {
	return func(r *http.Request) { r.URL.Path = path }
}

func headOf(chain *producer.Producer) (head ledger.Block) {
	chain.Ledger().Read(func(v ledger.View) { head = v.Head() })
	return head
}

func TestBlocksAreUndoneOnDemand(t *testing.T) {
	chain := newChain(t)
	before := headOf(chain)
	if answer := post(chain, `{"actions":[`+transfer("dave.wam", "1.00000000 WAX", "")+`]}`, same); answer.Code != http.StatusAccepted {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	answer := post(chain, `{"blocks":2}`, to("/dev/undo"))
	if want := `{"first_block_num":360,"transactions":1}`; answer.Code != http.StatusOK || answer.Body.String() != want {
		t.Errorf("%d %s, want %s", answer.Code, answer.Body, want)
	}
	if after := headOf(chain); after.Number != before.Number || after.ID == before.ID {
		t.Errorf("the head is %d %s, it was %d %s", after.Number, after.ID, before.Number, before.ID)
	}
}

func TestIrreversibilityIsSetOnDemand(t *testing.T) {
	chain := newChain(t)
	get := func(r *http.Request) { r.Method, r.URL.Path = http.MethodGet, "/dev/irreversible" }
	for _, step := range []struct {
		body   string
		change func(*http.Request)
		want   string
	}{
		{"", get, `{"blocks":330,"last_irreversible_block_num":31,"head_block_num":361}`},
		{`{"blocks":1200}`, to("/dev/irreversible"), `{"blocks":1200,"last_irreversible_block_num":31,"head_block_num":361}`},
		{`{"blocks":0}`, to("/dev/irreversible"), `{"blocks":0,"last_irreversible_block_num":361,"head_block_num":361}`},
		{"", get, `{"blocks":0,"last_irreversible_block_num":361,"head_block_num":361}`},
	} {
		if answer := post(chain, step.body, step.change); answer.Code != http.StatusOK || answer.Body.String() != step.want {
			t.Errorf("%s: %d %s, want %s", step.body, answer.Code, answer.Body, step.want)
		}
	}
}

func TestControlsOfBlocksSayWhatTheyDoNotTake(t *testing.T) {
	chain := newChain(t)
	before := headOf(chain)
	for _, c := range []struct{ path, body, say string }{
		{"/dev/undo", `{"blocks":331}`, "there are 330 after the last irreversible one"},
		{"/dev/undo", `{}`, "undoing 0 blocks"},
		{"/dev/undo", `{"block":1}`, "unknown field"},
		{"/dev/irreversible", `{"blocks":1201}`, "use 0 to 1200"},
		{"/dev/irreversible", `{"blocks":-1}`, "use 0 to 1200"},
		{"/dev/irreversible", `{}`, `\"blocks\" is missing`},
		{"/dev/irreversible", `{"blocks":"1"}`, "reading how many blocks"},
	} {
		if answer := post(chain, c.body, to(c.path)); answer.Code != http.StatusBadRequest || !strings.Contains(answer.Body.String(), c.say) {
			t.Errorf("%s %s: %d %s, want %s", c.path, c.body, answer.Code, answer.Body, c.say)
		}
	}
	if after := headOf(chain); after.ID != before.ID || after.Irreversible != before.Irreversible {
		t.Error("what was refused was done")
	}
}
