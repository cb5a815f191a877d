package pool

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/must"
)

func TestRowsPassThroughAsTheNodeWroteThem(t *testing.T) {
	row := `{"claim_id":"4294967301","drop_id":1, "price":0.10000000000000001,"f":"0.10000000000000001","big":18446744073709551615,"name":"a</script>b"}`
	n := chaintest.New(t, one(row))
	at := time.Now().UTC().Truncate(time.Millisecond)
	n.Set(func(s *chaintest.State) { s.HeadTime = at.Format("2006-01-02T15:04:05.000") })
	answer, err := newPool(t, Config{Nodes: []string{n.URL + "/"}}).TableRows(context.Background(), request)
	if err != nil || len(answer.Rows) != 1 || string(answer.Rows[0]) != row || answer.More || answer.NextKey != "" {
		t.Fatalf("answer %+v, error %v", answer, err)
	}
	if answer.Node != n.URL || answer.Head.Block != chaintest.Head || !answer.Head.Time.Equal(at) {
		t.Errorf("node %s, head %+v", answer.Node, answer.Head)
	}
}

func TestARequestAsksForJSONAndLeavesOutWhatIsNotSet(t *testing.T) {
	for want, request := range map[string]Request{
		`{"json":true,"code":"g","scope":"s","table":"t","limit":10}`:                                                                                {Code: "g", Scope: "s", Table: "t", Limit: 10},
		`{"json":true,"code":"g","scope":"s","table":"t","lower_bound":"a","upper_bound":"b","key_type":"name","reverse":true,"index_position":"2"}`: {Code: "g", Scope: "s", Table: "t", LowerBound: "a", UpperBound: "b", KeyType: "name", Reverse: true, IndexPosition: 2},
	} {
		if body, err := request.body(); err != nil || string(body) != want {
			t.Errorf("body %s, %v; want %s", body, err, want)
		}
	}
}

func TestANextKeyKeepsItsDigits(t *testing.T) {
	for raw, want := range map[string]string{`"594475150812905472"`: "594475150812905472", `18446744073709551615`: "18446744073709551615", `""`: "", `null`: ""} {
		n := chaintest.New(t, func(chaintest.Request) string { return `{"rows":[],"more":true,"next_key":` + raw + `}` })
		answer, err := newPool(t, Config{Nodes: []string{n.URL}}).TableRows(context.Background(), request)
		if err != nil || answer.NextKey != want || !answer.More {
			t.Errorf("next_key %s: %+v, %v", raw, answer, err)
		}
	}
}

func TestARefusalIsAnAnswerAndNoReasonToAskAnotherNode(t *testing.T) {
	for name, body := range map[string]string{
		"unknown table":   `{"code":500,"message":"Internal Service Error","error":{"code":3060003,"name":"contract_table_query_exception","what":"Contract Table Query Exception","details":[{"message":"Table nosuch is not specified in the ABI"}]}}`,
		"assertion":       `{"code":500,"message":"Internal Service Error","error":{"code":3050003,"name":"eosio_assert_message_exception","what":"w","details":[{"message":"assertion failure with message: Table nosuch is not specified in the ABI"}]}}`,
		"unknown account": `{"code":500,"message":"Internal Service Error","error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"unknown key (eosio::chain::name): Table nosuch is not specified in the ABI"}]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
				w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.Answer(500, body) })
				for range 2 { // the node is not put to rest for it either
					_, err := w.TableRows(context.Background(), request)
					var refusal *Refusal
					if !errors.As(err, &refusal) || !strings.HasSuffix(refusal.Message, "Table nosuch is not specified in the ABI") || strings.Contains(refusal.Message, "assertion failure") {
						t.Fatalf("error %v", err)
					}
				}
				if first, second := len(w.nodes[0].Requests()), len(w.nodes[1].Requests()); first != 2 || second != 0 {
					t.Errorf("asked %d and %d times", first, second)
				}
			})
		})
	}
}

func TestACallEndsAtTheDeadlineWhateverTheNumberOfNodes(t *testing.T) {
	inBubble(t, 10, Config{HedgeShare: -1}, func(t *testing.T, w *world) {
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.FailRows = chaintest.Stall(nil) })
		}
		began := time.Now()
		_, err := w.TableRows(context.Background(), request)
		if took := time.Since(began); took != DefaultDeadline {
			t.Errorf("it took %s", took)
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		asked := 0
		for _, n := range w.nodes {
			asked += len(n.Requests())
		}
		if asked != 3 {
			t.Errorf("%d tries of %s within %s", asked, DefaultTimeout, DefaultDeadline)
		}
	})
}

func TestInfoReadsTheRecordedAnswer(t *testing.T) {
	file := filepath.Join("..", "..", "..", "..", "shared", "fixtures", "chain_get_info.wax-mainnet.200.json")
	recorded, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("skipped: the recorded answers are not beside the repository (%s)", filepath.Base(file))
	}
	var fixture struct{ Body json.RawMessage }
	must.Do(t, json.Unmarshal(recorded, &fixture))
	info, err := DecodeInfo(fixture.Body)
	if err != nil || info.ChainID != chaintest.ChainID || info.Head.Block != 324182164 || info.Version != "v5.0.0wax01" {
		t.Errorf("info %+v, error %v", info, err)
	}
}

func TestRecordedErrorsAreJudgedByTheirJSON(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "shared", "fixtures")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("skipped: the recorded answers are not beside the repository")
	}
	for file, refused := range map[string]bool{
		"chain_error.unknown_account.500.json":             true,
		"chain_error.unknown_block.400.json":               false, // this node's: another may have the block
		"derived_error.duplicate_tx.409.json":              true,
		"derived_error.table_not_in_abi.500.json":          true,
		"transcribed_error.eosio_assert.500.json":          true,
		"transcribed_error.tx_cpu_usage_exceeded.500.json": true,
		"derived_error.nodeos_busy.503.json":               false,
	} {
		recorded := must.Get(os.ReadFile(filepath.Join(folder, file)))(t)
		var fixture struct{ Body json.RawMessage }
		must.Do(t, json.Unmarshal(recorded, &fixture))
		if fixture.Body == nil {
			fixture.Body = recorded
		}
		var refusal *Refusal
		if err := new(node).judge(500, fixture.Body); errors.As(err, &refusal) != refused {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestAPoolThatCannotWorkIsRefused(t *testing.T) {
	for name, nodes := range map[string][]string{
		"no node":      nil,
		"no scheme":    {"wax.example"},
		"other scheme": {"ftp://wax.example"},
		"credentials":  {"https://user:secret@wax.example"},
		"query":        {"https://wax.example/?a=b"},
		"twice":        {"https://wax.example", "https://wax.example/"},
	} {
		if _, err := New(Config{Nodes: nodes}); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
