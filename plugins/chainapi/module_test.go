package chainapi

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/plugintest/caddytest"
	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2"
	"github.com/prometheus/client_golang/prometheus"
)

func TestTheHandlerAnswersItsPathsAndLeavesTheOthers(t *testing.T) {
	p := newProcess(t, 1)
	p.Load(object{})
	for path, want := range map[string]string{
		account: alice, "/v1/chain/get_producers": "Unknown Endpoint", "/v1/chain": "next", "/": "next", "/v1/chainless": "next",
	} {
		if _, body := p.Post(path, alice); !strings.Contains(body, want) {
			t.Errorf("%s: %s", path, body)
		}
	}
}

func TestAnyNumberOfClientsAtOnceAreOneRequestToANode(t *testing.T) {
	p := newProcess(t, 1)
	release, asked := make(chan struct{}), make(chan struct{}, 300)
	p.nodes[0].Handle(account, func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		chaintest.Slow(release, chaintest.Answer(200, alice))(w, r)
	})
	// Time enough for as many clients as share two cores with the process.
	p.Load(object{"lifetimes": object{"accounts": object{"soft": "1h", "hard": "1h"}}, "fetch_timeout": "25s"}, func(apps object) {
		apps["chain"].(object)["timeout"], apps["chain"].(object)["deadline"] = "20s", "25s"
	})
	var waiting sync.WaitGroup
	for range 300 {
		waiting.Go(func() {
			if response, body := p.Post(account, alice); response.StatusCode != 200 || body != alice {
				t.Errorf("%d %s", response.StatusCode, body)
			}
		})
	}
	<-asked
	close(release)
	waiting.Wait()
	if asked := p.nodes[0].Count(account); asked != 1 {
		t.Errorf("the node was asked %d times", asked)
	}
}

func TestAReloadKeepsWhatWasReadAndWhatWasPushed(t *testing.T) {
	p := newProcess(t, 1)
	p.Load(object{"lifetimes": object{"accounts": object{"soft": "1h", "hard": "1h"}}})
	p.Post(account, alice)
	trx := packed("kept")
	first, body := p.Post(sendTransaction2, string(chainapitest.Body("send_transaction2", trx)))
	if first.StatusCode != 202 || first.Header.Get("X-Chain-Head") != fmt.Sprint(chaintest.Head) {
		t.Fatalf("%d %s %v", first.StatusCode, body, first.Header)
	}
	p.Load(object{"lifetimes": object{"accounts": object{"soft": "2h", "hard": "2h"}}, "push_rate": 1})
	if response, _ := p.Post(account, alice); !strings.HasPrefix(response.Header.Get("Cache-Status"), "fieldhouse;hit") {
		t.Errorf("Cache-Status %q", response.Header.Get("Cache-Status"))
	}
	again, sameBody := p.Post(sendTransaction2, string(chainapitest.Body("send_transaction2", trx)))
	if again.StatusCode != 202 || sameBody != body || p.pushed() != 1 {
		t.Errorf("%d %s, pushed %d times", again.StatusCode, sameBody, p.pushed())
	}
}

func TestALookUpGoesOnThroughAReload(t *testing.T) {
	p := newProcess(t, 1)
	trx := packed("through a reload")
	dropped := make(chan struct{})
	p.nodes[0].Handle(sendTransaction2, func(w http.ResponseWriter, r *http.Request) { close(dropped); chaintest.Drop(w, r) })
	var landed atomic.Bool
	p.nodes[0].Handle("/v1/chain/get_block", blocks(chainapitest.ID(trx).String(), &landed))
	p.Load(object{})
	answers := make(chan string)
	go func() {
		_, body := p.Post(sendTransaction2, string(chainapitest.Body("send_transaction2", trx)))
		answers <- body
	}()
	<-dropped
	p.Load(object{"push_rate": 1})
	landed.Store(true)
	p.nodes[0].Set(func(s *chaintest.State) { s.Head++ })
	if body := <-answers; !strings.Contains(body, chainapitest.ID(trx).String()) || !strings.Contains(body, `"status":"executed"`) {
		t.Errorf("answer %s", body)
	}
	if p.pushed() != 1 {
		t.Errorf("pushed %d times", p.pushed())
	}
}

// blocks answers get_block; the block behind chaintest.Head has the
// transaction once it landed.
func blocks(id string, landed *atomic.Bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Number json.Number `json:"block_num_or_id"`
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		number, _ := request.Number.Int64()
		trx := ""
		if number == chaintest.Head+1 && landed.Load() {
			trx = fmt.Sprintf(`{"status":"executed","cpu_usage_us":1,"net_usage_words":2,"trx":{"id":%q}}`, id)
		}
		_, _ = fmt.Fprintf(w, `{"timestamp":"%s","id":"%08x","previous":"%08x","block_num":%d,"transactions":[%s]}`,
			time.Now().UTC().Format("2006-01-02T15:04:05.000"), number, number-1, number, trx)
	}
}

// The page asks for the block that it read of in get_info, which may have come
// from another node.
func TestABlockComesFromANodeThatHasIt(t *testing.T) {
	for call, member := range map[string]string{"get_block_info": "block_num", "get_block": "block_num_or_id"} {
		p := newProcess(t, 2)
		p.nodes[0].Handle("/v1/chain/"+call, chaintest.Answer(400, `{"code":400,"message":"Unknown Block","error":{"code":3100002,"name":"unknown_block_exception","what":"Unknown block","details":[]}}`))
		p.nodes[1].Handle("/v1/chain/"+call, chaintest.Answer(200, `{"ref_block_prefix":1}`))
		p.nodes[1].Set(func(s *chaintest.State) { s.Head += 4 })
		p.Load(object{})
		response, body := p.Post("/v1/chain/"+call, fmt.Sprintf(`{%q:%d}`, member, chaintest.Head+1))
		if response.StatusCode != 200 || body != `{"ref_block_prefix":1}` {
			t.Errorf("%s: %d %s", call, response.StatusCode, body)
		}
		if asked := p.nodes[0].Count("/v1/chain/" + call); asked != 0 {
			t.Errorf("%s: the node that is behind was asked %d times", call, asked)
		}
	}
}

// A signature that no key can have made gets no node to say anything, and what a
// node says of others does not stop the pushes of all.
func TestAPushThatCannotBeValidDoesNotStopTheOthers(t *testing.T) {
	p := newProcess(t, 1)
	p.Load(object{"push_rate": 1000})
	signature := []byte(chainapitest.Signature)
	for range 10 {
		signature[len(signature)-1]++
		if response, body := p.Post(sendTransaction2, string(chainapitest.Body("send_transaction2", packed("bad"), string(signature)))); response.StatusCode != 400 || p.pushed() > 0 {
			t.Fatalf("%d %s, pushed %d times", response.StatusCode, body, p.pushed())
		}
	}
	p.nodes[0].Handle(sendTransaction2, chaintest.Answer(500, `{"code":500,"error":{"code":10,"name":"assert_exception","what":"Assert Exception","details":[{"message":"signature is not canonical"}]}}`))
	for i := range 10 {
		if response, body := p.Post(sendTransaction2, string(chainapitest.Body("send_transaction2", packed(fmt.Sprint(i))))); response.StatusCode != 500 || !strings.Contains(body, "not canonical") {
			t.Fatalf("%d %s", response.StatusCode, body)
		}
	}
	p.nodes[0].Handle(sendTransaction2, nil)
	if response, body := p.Post(sendTransaction2, string(chainapitest.Body("send_transaction2", packed("good")))); response.StatusCode != 202 {
		t.Errorf("%d %s", response.StatusCode, body)
	}
}

func TestAPushThatANodeDidNotAnswerIsFoundInTheChainAndGoesToNoOtherNode(t *testing.T) {
	for name, fail := range map[string]http.HandlerFunc{
		"drops the connection": chaintest.Drop,
		"HTML":                 chaintest.HTML(502),
		"breaks off":           chaintest.Truncate(`{"transaction_id":`),
	} {
		t.Run(name, func(t *testing.T) {
			p := newProcess(t, 3)
			trx := packed(name)
			var landed atomic.Bool
			landed.Store(true)
			for _, node := range p.nodes {
				node.Handle(sendTransaction2, fail)
				node.Handle("/v1/chain/get_block", blocks(chainapitest.ID(trx).String(), &landed))
				node.Set(func(s *chaintest.State) { s.Head = chaintest.Head + 2 })
			}
			p.Load(object{})
			response, body := p.Post(sendTransaction2, string(chainapitest.Body("send_transaction2", trx)))
			if response.StatusCode != 202 || response.Header.Get("X-Chain-Head") != fmt.Sprint(chaintest.Head+1) || !strings.Contains(body, `"except":null`) {
				t.Errorf("%d %s", response.StatusCode, body)
			}
			if p.pushed() != 1 {
				t.Errorf("pushed %d times", p.pushed())
			}
		})
	}
}

func TestAPushThatANodeHasNoRoomForGoesToAnotherNodeAtOnce(t *testing.T) {
	for name, fail := range map[string]http.HandlerFunc{
		"limits":   chaintest.Limit("1"),
		"busy":     chaintest.Answer(503, `{"code":503,"message":"Busy","error":{"code":503,"name":"Busy","what":"Busy","details":[]}}`),
		"too slow": chaintest.Answer(500, `{"code":500,"error":{"code":3080006,"name":"deadline_exception","what":"w","details":[]}}`),
	} {
		t.Run(name, func(t *testing.T) {
			p := newProcess(t, 3)
			var came atomic.Bool
			for _, node := range p.nodes {
				node.Handle(sendTransaction2, func(w http.ResponseWriter, r *http.Request) {
					if !came.Swap(true) {
						fail(w, r)
						return
					}
					body, _ := io.ReadAll(r.Body)
					chaintest.Answer(202, chaintest.Accepted(body))(w, r)
				})
			}
			p.Load(object{})
			trx, began := packed(name), time.Now()
			response, body := p.Post(sendTransaction2, string(chainapitest.Body("send_transaction2", trx)))
			if response.StatusCode != 202 || !strings.Contains(body, chainapitest.ID(trx).String()) || p.pushed() != 2 {
				t.Errorf("%d %s, pushed %d times", response.StatusCode, body, p.pushed())
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

func TestNothingOfTheClientsHeadersReachesANode(t *testing.T) {
	p := newProcess(t, 1)
	var got http.Header
	p.nodes[0].Handle(account, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		_, _ = io.WriteString(w, alice)
	})
	p.Load(object{})
	request := must.Get(http.NewRequest(http.MethodPost, "http://"+p.Address()+account+"?x=y", strings.NewReader(alice)))(t)
	for _, header := range []string{"Cookie", "Authorization", "X-Forwarded-For", "Origin", "X-Api-Key"} {
		request.Header.Set(header, "of-the-client")
	}
	response := must.Get(p.Client.Do(request))(t)
	_ = response.Body.Close()
	for name, values := range got {
		if strings.Contains(strings.Join(values, " "), "of-the-client") {
			t.Errorf("%s: %q reached the node", name, values)
		}
	}
	if got == nil {
		t.Error("the node was not asked")
	}
}

func TestAConfigurationThatIsRefusedLeavesTheOldOneServing(t *testing.T) {
	p := newProcess(t, 1)
	p.Load(object{})
	for name, test := range map[string]struct {
		chainAPI object
		naming   string
	}{
		"cache too small":   {object{"cache_size": 1 << 20}, "cache_size"},
		"negative rate":     {object{"push_rate": -1}, "push_rate"},
		"negative burst":    {object{"push_burst": -1}, "push_burst"},
		"negative deadline": {object{"push_deadline": "-1s"}, "push_deadline"},
		"negative bound":    {object{"max_read": -1}, "max_read"},
		"bound too large":   {object{"max_push": 1 << 30}, "max_push"},
		"unknown class":     {object{"lifetimes": object{"pushes": object{"soft": "1s"}}}, `"pushes"`},
		"hard before soft":  {object{"lifetimes": object{"info": object{"soft": "2s", "hard": "1s"}}}, "info"},
		"negative misses":   {object{"misses": -1}, "misses"},
	} {
		if err := caddy.Load(p.Config(test.chainAPI), true); err == nil || !strings.Contains(err.Error(), test.naming) {
			t.Errorf("%s: %v", name, err)
		}
		if _, body := p.Post(account, alice); body != alice {
			t.Errorf("%s: then %s", name, body)
		}
	}
}

func TestPushesAreCountedByOutcomeOverReloads(t *testing.T) {
	p := newProcess(t, 1)
	p.Load(object{})
	before := counted(t)
	body := string(chainapitest.Body("send_transaction2", packed("counted")))
	p.Post(sendTransaction2, body)
	p.Load(object{"push_rate": 9})
	p.Post(sendTransaction2, body)
	after := counted(t)
	for outcome, want := range map[push.Outcome]float64{push.Landed: 1, push.Coalesced: 1, push.Refused: 0} {
		if got := after[string(outcome)] - before[string(outcome)]; got != want {
			t.Errorf("%s: %g more, want %g", outcome, got, want)
		}
	}
	if len(after) != len(push.Outcomes) {
		t.Errorf("outcomes %v", after)
	}
}

// counted is the metric by outcome, as a registry gives it.
func counted(t *testing.T) map[string]float64 {
	t.Helper()
	registry := prometheus.NewRegistry()
	for range 2 { // a second time is no error
		must.Do(t, adapter.Register(registry, pushes))
	}
	families := must.Get(registry.Gather())(t)
	counts := make(map[string]float64)
	for _, family := range families {
		if family.GetName() != "fieldhouse_chain_pushes_total" {
			t.Errorf("metric %s", family.GetName())
		}
		for _, metric := range family.GetMetric() {
			counts[metric.GetLabel()[0].GetValue()] = metric.GetCounter().GetValue()
		}
	}
	return counts
}

func TestReloadsLeakNothing(t *testing.T) {
	caddytest.LeavesNothing(t, func(t *testing.T) { newProcess(t, 1).Load(object{}) }, func(t *testing.T) {
		p := newProcess(t, 1)
		p.nodes[0].Handle(sendTransaction2, chaintest.Drop) // look-ups are under way all the time
		for i := range 20 {
			p.Load(object{"push_rate": 1 + i, "push_deadline": "10ms"})
			if _, body := p.Post(account, alice); body != alice {
				t.Errorf("reload %d: %s", i, body)
			}
			p.Post(sendTransaction2, string(chainapitest.Body("send_transaction2", packed(fmt.Sprint(i)))))
		}
	})
}
