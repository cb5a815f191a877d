package pool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

var request = Request{Code: "gamecontract", Scope: "gamecontract", Table: "drops", Limit: 10}

func newPool(t *testing.T, config Config) *Pool {
	t.Helper()
	if config.ChainID == "" {
		config.ChainID = chaintest.ChainID
	}
	p, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func one(body string) func(chaintest.Request) string {
	return func(chaintest.Request) string { return `{"rows":[` + body + `],"more":false,"next_key":""}` }
}

func TestRowsPassThroughAsTheNodeWroteThem(t *testing.T) {
	row := `{"claim_id":"4294967301","drop_id":1, "price":0.10000000000000001,"f":"0.10000000000000001","big":18446744073709551615,"name":"a</script>b"}`
	n := chaintest.New(t, one(row))
	answer, err := newPool(t, Config{Nodes: []string{n.URL + "/"}}).TableRows(context.Background(), request)
	if err != nil || len(answer.Rows) != 1 || string(answer.Rows[0]) != row || answer.More || answer.NextKey != "" {
		t.Fatalf("answer %+v, error %v", answer, err)
	}
	if answer.Node != n.URL || answer.Head.Block != 324182164 || answer.Head.Time.Format(time.RFC3339Nano) != "2024-08-13T16:01:33.5Z" {
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

// Trap 1: a node answers 500 for ordinary mistakes.
func TestARefusalIsAnAnswerAndNoReasonToAskAnotherNode(t *testing.T) {
	for name, body := range map[string]string{
		"unknown table":   `{"code":500,"message":"Internal Service Error","error":{"code":3060003,"name":"contract_table_query_exception","what":"Contract Table Query Exception","details":[{"message":"Table nosuch is not specified in the ABI"}]}}`,
		"assertion":       `{"code":500,"message":"Internal Service Error","error":{"code":3050003,"name":"eosio_assert_message_exception","what":"w","details":[{"message":"assertion failure with message: Table nosuch is not specified in the ABI"}]}}`,
		"unknown account": `{"code":500,"message":"Internal Service Error","error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"unknown key (eosio::chain::name): Table nosuch is not specified in the ABI"}]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			first, second := chaintest.New(t, one("")), chaintest.New(t, one(""))
			first.Set(func(s *chaintest.State) { s.FailRows = chaintest.Answer(500, body) })
			p := newPool(t, Config{Nodes: []string{first.URL, second.URL}})
			for range 2 { // the node is not put to rest for it either
				_, err := p.TableRows(context.Background(), request)
				var refusal *Refusal
				if !errors.As(err, &refusal) || !strings.HasSuffix(refusal.Message, "Table nosuch is not specified in the ABI") || strings.Contains(refusal.Message, "assertion failure") {
					t.Fatalf("error %v", err)
				}
			}
			if len(first.Requests()) != 2 || len(second.Requests()) != 0 {
				t.Errorf("asked %d and %d times", len(first.Requests()), len(second.Requests()))
			}
		})
	}
}

func TestANodeThatFailsIsPassedOver(t *testing.T) {
	for name, fail := range map[string]http.HandlerFunc{
		"drops the connection":         chaintest.Drop,
		"busy":                         chaintest.Answer(503, `{"code":503,"message":"Busy","error":{"code":503,"name":"Busy","what":"Too many bytes in flight: 524300123","details":[]}}`),
		"limiting":                     chaintest.Answer(429, `{"message":"slow down"}`),
		"a proxy's error page":         chaintest.Answer(502, `<html>Bad Gateway</html>`),
		"500 without the chain's code": chaintest.Answer(500, `{"code":500,"error":{"code":0,"what":"unspecified"}}`),
		"HTML with status 200":         chaintest.Answer(200, `<html>Welcome</html>`),
		"JSON that is no answer":       chaintest.Answer(200, `{"ok":true}`),
		"elsewhere":                    func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/login", http.StatusFound) },
		"too large an answer":          chaintest.Answer(200, `{"rows":["`+strings.Repeat("a", 5000)+`"],"more":false,"next_key":""}`),
		"stalled":                      chaintest.Stall(nil),
	} {
		t.Run(name, func(t *testing.T) {
			first, second := chaintest.New(t, one("")), chaintest.New(t, one(`{"id":2}`))
			first.Set(func(s *chaintest.State) { s.FailRows = fail })
			p := newPool(t, Config{Nodes: []string{first.URL, second.URL}, Timeout: time.Second, MaxBody: 4096})
			for range 3 {
				answer, err := p.TableRows(context.Background(), request)
				if err != nil || answer.Node != second.URL {
					t.Fatalf("answer %+v, error %v", answer, err)
				}
			}
			// Having failed, it rests: the second and third call do not ask it.
			// (A dropped connection is tried again by net/http itself.)
			if tries := len(first.Requests()); tries < 1 || tries > 2 {
				t.Errorf("the failing node was asked %d times", tries)
			}
		})
	}
}

func TestANodeThatRestedIsAskedFirstAgain(t *testing.T) {
	first, second := chaintest.New(t, one("")), chaintest.New(t, one(""))
	var offset atomic.Int64
	p := newPool(t, Config{Nodes: []string{first.URL, second.URL}, Now: func() time.Time { return time.Now().Add(time.Duration(offset.Load())) }})
	answering := func() string {
		t.Helper()
		answer, err := p.TableRows(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Node
	}
	first.Set(func(s *chaintest.State) { s.FailRows = chaintest.Answer(503, "") })
	if answering() != second.URL {
		t.Error("the failing node answered")
	}
	first.Set(func(s *chaintest.State) { s.FailRows = nil })
	if answering() != second.URL {
		t.Error("the resting node was asked first")
	}
	offset.Store(int64(rest))
	if answering() != first.URL {
		t.Error("the rested node was not asked first")
	}
	// With all at rest, they are still asked.
	first.Set(func(s *chaintest.State) { s.FailRows = chaintest.Answer(503, "") })
	second.Set(func(s *chaintest.State) { s.FailRows = chaintest.Answer(503, "") })
	if _, err := p.TableRows(context.Background(), request); err == nil {
		t.Error("two failing nodes answered")
	}
	second.Set(func(s *chaintest.State) { s.FailRows = nil })
	if answering() != second.URL {
		t.Error("the resting node that works did not answer")
	}
}

func TestANodeOfAnotherChainIsNeverUsedAndLogged(t *testing.T) {
	wrong, right := chaintest.New(t, one(`{"id":"wrong"}`)), chaintest.New(t, one(`{"id":"right"}`))
	wrong.Set(func(s *chaintest.State) { s.ChainID = strings.Repeat("0", 64) })
	core, logs := observer.New(zap.ErrorLevel)
	p := newPool(t, Config{Nodes: []string{wrong.URL, right.URL}, Logger: zap.New(core)})
	for range 5 {
		if answer, err := p.TableRows(context.Background(), request); err != nil || answer.Node != right.URL {
			t.Fatalf("answer %+v, error %v", answer, err)
		}
	}
	if len(wrong.Requests()) != 0 || wrong.Infos() != 1 {
		t.Errorf("the wrong node got %d requests and %d checks", len(wrong.Requests()), wrong.Infos())
	}
	if logs.Len() != 1 || logs.All()[0].ContextMap()["node"] != wrong.URL {
		t.Errorf("logs: %v", logs.All())
	}
	alone := newPool(t, Config{Nodes: []string{wrong.URL}})
	if _, err := alone.TableRows(context.Background(), request); !errors.Is(err, ErrNoNode) {
		t.Errorf("alone: error %v", err)
	}
}

func TestTheChainIDIsCheckedOnceForAnyNumberOfCalls(t *testing.T) {
	n := chaintest.New(t, one(""))
	p := newPool(t, Config{Nodes: []string{n.URL}})
	var done sync.WaitGroup
	for range 50 {
		done.Go(func() {
			if _, err := p.TableRows(context.Background(), request); err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	if n.Infos() != 1 {
		t.Errorf("%d checks", n.Infos())
	}
}

func TestACallEndsAtTheDeadlineWhateverTheNumberOfNodes(t *testing.T) {
	n := chaintest.New(t, one(""))
	n.Set(func(s *chaintest.State) { s.Fail = chaintest.Stall(nil) })
	var nodes []string
	for i := range 100 { // one server under many addresses
		nodes = append(nodes, fmt.Sprintf("%s/%d", n.URL, i))
	}
	p := newPool(t, Config{Nodes: nodes, Timeout: 100 * time.Millisecond, Deadline: 250 * time.Millisecond})
	began := time.Now()
	_, err := p.TableRows(context.Background(), request)
	if took := time.Since(began); took < 250*time.Millisecond || took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestACallerThatLeavesDoesNotPutANodeToRest(t *testing.T) {
	n := chaintest.New(t, one(""))
	p := newPool(t, Config{Nodes: []string{n.URL}})
	if _, err := p.Info(context.Background()); err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(context.Background())
	n.Set(func(s *chaintest.State) {
		s.FailRows = func(w http.ResponseWriter, r *http.Request) { leave(); <-r.Context().Done() }
	})
	if _, err := p.TableRows(ctx, request); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if p.nodes[0].restsUntil.Load() != 0 {
		t.Error("the node rests")
	}
}

func TestTheHeadIsLookedAtBesideTheCallsAndNotForEach(t *testing.T) {
	n := chaintest.New(t, one(""))
	var offset atomic.Int64
	p := newPool(t, Config{Nodes: []string{n.URL}, Now: func() time.Time { return time.Now().Add(time.Duration(offset.Load())) }})
	head := func() uint64 {
		t.Helper()
		answer, err := p.TableRows(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Head.Block
	}
	for range 20 {
		head()
	}
	if n.Infos() != 1 {
		t.Errorf("%d looks within %s", n.Infos(), headAge)
	}
	n.Set(func(s *chaintest.State) { s.Head = 324182170 })
	offset.Store(int64(headAge))
	if head() != 324182164 {
		t.Error("a call waited for the head")
	}
	for deadline := time.Now().Add(10 * time.Second); head() != 324182170; {
		if time.Now().After(deadline) {
			t.Fatal("the new head did not become known")
		}
	}
}

func TestInfoReadsTheRecordedAnswer(t *testing.T) {
	file := filepath.Join("..", "..", "..", "..", "shared", "fixtures", "chain_get_info.wax-mainnet.200.json")
	recorded, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("skipped: the recorded answers are not beside the repository (%s)", filepath.Base(file))
	}
	var fixture struct{ Body json.RawMessage }
	if err := json.Unmarshal(recorded, &fixture); err != nil {
		t.Fatal(err)
	}
	info, err := decodeInfo(fixture.Body)
	if err != nil || info.ChainID != chaintest.ChainID || info.Head.Block != 324182164 || info.LastIrreversible != 324181832 || info.Version != "v5.0.0wax01" {
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
		"chain_error.unknown_block.400.json":               true,
		"derived_error.duplicate_tx.409.json":              true,
		"derived_error.table_not_in_abi.500.json":          true,
		"transcribed_error.eosio_assert.500.json":          true,
		"transcribed_error.tx_cpu_usage_exceeded.500.json": true,
		"derived_error.nodeos_busy.503.json":               false,
	} {
		recorded, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		var fixture struct{ Body json.RawMessage }
		if err := json.Unmarshal(recorded, &fixture); err != nil {
			t.Fatal(err)
		}
		if fixture.Body == nil {
			fixture.Body = recorded
		}
		var refusal *Refusal
		if err := judge("node", 500, fixture.Body); errors.As(err, &refusal) != refused {
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

func FuzzAnswer(f *testing.F) {
	f.Add([]byte(chaintest.Empty), 200)
	f.Add([]byte(`{"rows":["0a0b",{"id":1}],"more":true,"next_key":"594475150812905472"}`), 200)
	f.Add([]byte(`{"rows":[],"more":true,"next_key":18446744073709551615}`), 200)
	f.Add([]byte(`{"code":500,"error":{"code":3060003,"details":[{"message":"x"}]}}`), 500)
	f.Add([]byte(`{"chain_id":"00","head_block_num":1,"head_block_time":"2024-08-13T16:01:33.500"}`), 200)
	f.Fuzz(func(t *testing.T, body []byte, status int) {
		if answer, err := decodeRows(body); err == nil {
			for _, row := range answer.Rows {
				if !json.Valid(row) {
					t.Errorf("row %q of %q is no JSON", row, body)
				}
			}
		}
		if info, err := decodeInfo(body); err == nil && (info.ChainID == "" || info.Head.Block == 0) {
			t.Errorf("info %+v of %q", info, body)
		}
		var fault *Fault
		var refusal *Refusal
		if err := judge("node", status, body); errors.As(err, &fault) == errors.As(err, &refusal) {
			t.Errorf("%q is judged %v", body, err)
		}
	})
}
