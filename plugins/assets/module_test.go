package assets

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/plugintest/admintest"
	"fieldhouse/plugins/plugintest/caddytest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
)

const (
	alices = "/api/v1/assets?owner=alice.wam"
	hit    = "fieldhouse;hit"
	miss   = "fieldhouse;fwd=miss"
)

func TestTheHandlerAnswersItsPathAndLeavesTheOthers(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	p.Want(alices, 200, `"asset_id":"124"`, miss)
	p.Want(alices+"&nonce=5&collection_name="+indextest.Collection, 200, `"asset_id":"100"`, hit)
	p.Want("/api/v1/assets?collection_name=farmersworld", 400, `{"success":false,"message":"parameter \"collection_name\" must be `+indextest.Collection, "")
	p.Want("/api/v1/assets/124", 404, `{"success":false`, "")
	p.Want("/api/v1/assetsandmore", 200, "next", "")
	p.Want("/", 200, "next", "")
}

func TestWithoutABlockTheIndexIsTheNetworks(t *testing.T) {
	p := newProcess(t)
	for _, name := range []string{"mainnet", "testnet"} {
		network, _, err := settings.LookUpNetwork(name)
		must.Do(t, err)
		p.Load(nil, func(apps object) { apps["site"] = object{"network": name} })
		if status := running(t).client.Value.Status(); len(status) != 1 || status[0].Endpoint != network.AssetEndpoint {
			t.Errorf("%s: %+v, want %s", name, status, network.AssetEndpoint)
		}
	}
}

func TestAReloadThatFailsLateLeavesTheSettingsOfTheConfigurationBefore(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	settings := must.Get(json.Marshal(object{"endpoints": []string{p.index.URL}, "max_page_size": 10}))(t)
	ctx, fail := caddy.NewContext(caddy.ActiveContext())
	defer fail()
	failing := must.Get(ctx.LoadModuleByID("assets", settings))(t)
	must.Do(t, failing.(*App).Start())
	p.Want(alices, 502, "", "")
	fail() // as Caddy does when another app did not start
	p.Want("/api/v1/assets?owner=bob.wam", 200, "", miss)
}

func TestAReloadKeepsWhatWasReadAndTakesTheNewSettings(t *testing.T) {
	p := newProcess(t)
	p.Load(object{"lifetimes": object{"owners": object{"soft": "1h"}}})
	p.Want(alices, 200, `"asset_id":"124"`, miss)
	p.Load(object{"max_bytes": 2000, "lifetimes": object{"owners": object{"soft": "50m"}}})
	p.Want(alices, 200, `"asset_id":"124"`, hit)
	if asked := len(p.index.Requests()); asked != 1 {
		t.Errorf("the index was asked %d times", asked)
	}
	p.Want("/api/v1/assets", 200, `"cut":"bytes"`, miss)

	// What the index of one chain answered is not another's answer.
	p.Load(object{}, func(apps object) { apps["site"] = object{"network": "testnet"} })
	p.Want(alices, 200, `"data":[]`, miss)
}

func TestAReloadDoesNotAskAnIndexThatWantsToBeLeftAlone(t *testing.T) {
	p := newProcess(t)
	p.index.Set(func(s *indextest.State) {
		s.Fail = indextest.Say(429, `{"success":false,"message":"Rate limit"}`, "Retry-After", "200")
	})
	p.Load(object{})
	p.Want(alices, 429, "Rate limit", "")
	p.Load(object{"rate": 100, "burst": 50, "timeout": "3s"})
	p.Want("/api/v1/assets?owner=bob.wam", 429, "Rate limit", "")
	status := running(t).client.Value.Status()[0]
	if len(p.index.Requests()) != 1 || status.State != "resting" || status.Asked != 1 {
		t.Errorf("%d requests, %+v", len(p.index.Requests()), status)
	}
}

func TestAConfigurationThatIsRefusedLeavesTheOldOneServing(t *testing.T) {
	p := newProcess(t)
	p.Load(object{"lifetimes": object{"owners": object{"soft": "1h"}}})
	p.Want(alices, 200, `"asset_id":"124"`, miss)
	p.Refuse(caddytest.Refused{
		"cache too small":       {object{"cache_size": 1}, "cache_size"},
		"negative pages":        {object{"max_pages": -1}, "max_pages"},
		"negative bytes":        {object{"max_bytes": -1}, "max_bytes"},
		"negative rate":         {object{"rate": -1}, "rate"},
		"endless rate":          {object{"rate": 1e9}, "rate"},
		"negative timeout":      {object{"timeout": "-1s"}, "timeout"},
		"timeout past deadline": {object{"timeout": "9s", "fetch_timeout": "8s"}, "fetch_timeout"},
		"unknown class":         {object{"lifetimes": object{"drops": object{"soft": "1s"}}}, `"drops"`},
		"hard before soft":      {object{"lifetimes": object{"owners": object{"soft": "2s", "hard": "1s"}}}, "owners"},
		"negative soft":         {object{"lifetimes": object{"owners": object{"soft": "-2s"}}}, "owners"},
		"an endpoint is no URL": {object{"endpoints": []string{"wax.example"}}, "wax.example"},
		"an endpoint is twice":  {object{"endpoints": []string{p.index.URL, p.index.URL}}, "twice"},
	}, alices, `"asset_id":"124"`, hit)
}

func TestAMissCountsOnTheBudgetOfTheClientAsCaddySeesIt(t *testing.T) {
	p := newProcess(t)
	p.Load(object{"misses": 0.001, "miss_burst": 1}, caddytest.TrustForwarded)
	for _, step := range []struct {
		client, owner string
		code          int
	}{{"192.0.2.1", "alice.wam", 200}, {"192.0.2.1", "invented", 429}, {"192.0.2.1", "alice.wam", 200}, {"192.0.2.2", "invented", 200}} {
		if got := p.GetFrom(step.client, strings.Replace(alices, "alice.wam", step.owner, 1)); got != step.code {
			t.Errorf("%s of %s: %d, want %d", step.owner, step.client, got, step.code)
		}
	}
}

// The index is everybody's: without settings of its own one client has enough
// for an account's pages at once, and no more than a share.
func TestOneClientCanAskForAnAccountsPagesAtOnceAndNotForTheWholeIndex(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	for page := range 6 {
		p.Want(fmt.Sprintf("%s&limit=1000&page=%d", alices, page+1), 200, `"success":true`, miss)
	}
	refused := 0
	for i := range 40 {
		response, _, err := p.Get(fmt.Sprintf("/api/v1/assets?owner=invented.%c%c", 'a'+i/20, 'a'+i%20))
		must.Do(t, err)
		if response.StatusCode == http.StatusTooManyRequests && response.Header.Get("Cache-Status") == "fieldhouse;detail=budget" {
			refused++
		}
	}
	if asked := len(p.index.Requests()); refused < 10 || asked != 46-refused {
		t.Errorf("%d of 40 invented accounts were refused, the index was asked %d times", refused, asked)
	}
	p.Want(alices+"&limit=1000&page=101", 400, `\"page\" must be at most 100`, "")
}

func TestTheAdminRouteShowsTheIndexes(t *testing.T) {
	p := newProcess(t)
	broken := indextest.New(t)
	broken.Set(func(s *indextest.State) {
		s.Fail = indextest.Say(429, `{"success":false,"message":"Rate limit"}`, "Retry-After", "60")
	})
	p.Load(object{"endpoints": []string{broken.URL, p.index.URL}})
	p.Want(alices, 200, "", miss)

	ask := func(method string) (int, string) {
		return admintest.Ask(t, []caddy.AdminRoute{adminRoute}, method, "/assets/endpoints", "")
	}
	var status []index.EndpointStatus
	if code, answer := ask(http.MethodGet); code != 200 || json.Unmarshal([]byte(answer), &status) != nil || len(status) != 2 {
		t.Fatalf("%d %s", code, answer)
	}
	if bad := status[0]; bad.Endpoint != broken.URL || bad.State != "resting" || bad.RetryAfter <= 0 || bad.Faults[index.Limited] != 1 || !strings.Contains(bad.LastFault, "Rate limit") || bad.LastFaultAt == nil {
		t.Errorf("%+v", bad)
	}
	if good := status[1]; good.Endpoint != p.index.URL || good.State != "good" || good.Circuit != "closed" || good.Asked != 1 || good.LastFaultAt != nil {
		t.Errorf("%+v", good)
	}
	if code, _ := ask(http.MethodPost); code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", code)
	}
	must.Do(t, caddy.Load([]byte(`{"admin":{"disabled":true,"config":{"persist":false}}}`), true))
	if code, _ := ask(http.MethodGet); code != http.StatusNotFound {
		t.Errorf("without assets: %d", code)
	}
}

func TestTriesAreCountedByEndpointAndReason(t *testing.T) {
	p := newProcess(t)
	broken := indextest.New(t)
	broken.Set(func(s *indextest.State) { s.Fail = indextest.Say(500, "") })
	for range 2 { // the registry is new at each load, the counts are not
		p.Load(object{"endpoints": []string{broken.URL, p.index.URL}})
	}
	before := caddytest.Metrics(t) // a port can have been another test's
	p.Want(alices, 200, "", miss)
	after := caddytest.Metrics(t)
	for name, want := range map[string]float64{
		"fieldhouse_assets_upstream_seconds " + broken.URL:                  1,
		"fieldhouse_assets_upstream_seconds " + p.index.URL:                 1,
		"fieldhouse_assets_upstream_errors_total " + broken.URL + " status": 1,
	} {
		if got := after[name] - before[name]; got != want {
			t.Errorf("%s rose by %v, want %v", name, got, want)
		}
	}
}

func TestUnderReloadsEveryAnswerIsAWarmHitAndNothingLeaks(t *testing.T) {
	caddytest.LeavesNothing(t, func(t *testing.T) { newProcess(t).Load(object{}) }, func(t *testing.T) {
		p := newProcess(t)
		p.Load(object{})
		p.Want(alices, 200, `"asset_id":"124"`, miss)
		p.Reload(func(i int) object {
			return object{"max_pages": i%2 + 1, "timeout": (time.Duration(i%3+1) * time.Second).String()}
		}, alices, 200, `"asset_id":"124"`, hit)
	})
}
