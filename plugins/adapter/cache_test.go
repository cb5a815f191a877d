package adapter

import (
	"context"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func TestTheFirstRequestAfterAReloadIsAHit(t *testing.T) {
	engine := start(t, object{})
	if status := get(t, engine, "k", "one"); status != edgecache.Miss {
		t.Fatal(status)
	}
	for _, settings := range []object{{"soft": "2m"}, {"misses": 1, "remember": "3s"}, {"fetch_timeout": "2s"}, {}} {
		must.Do(t, load(t, settings))
		if now := running()["test"].Engine; now != engine || get(t, now, "k", "two") != edgecache.Hit {
			t.Errorf("after a reload with %v the cache is empty", settings)
		}
	}
}

func TestAReloadLetsNewLifetimesAndBudgetsHold(t *testing.T) {
	engine := start(t, object{"misses": 5})
	must.Do(t, load(t, object{"soft": "2m", "misses": 1, "miss_burst": 1, "remember": "3s", "fetch_timeout": "2s"}))
	want := edgecache.ClassConfig{Soft: 2 * time.Minute, Hard: 4 * time.Minute, Timeout: 2 * time.Second, Remember: 3 * time.Second, Retry: time.Second}
	if holds := engine.Stats().Classes[0].Config; holds.Soft != want.Soft || holds.Hard != want.Hard ||
		holds.Timeout != want.Timeout || holds.Remember != want.Remember || holds.Retry != want.Retry {
		t.Errorf("%+v holds, want %+v", holds, want)
	}
	get(t, engine, "a", "one")
	_, _, err := engine.Get(context.Background(), edgecache.Lookup{Key: "b", Class: "short", Client: "192.0.2.1"}, nil)
	if _, over := err.(*edgecache.BudgetError); !over {
		t.Errorf("the second miss: %v; want a refusal by the new budget", err)
	}
}

func TestAConfigurationThatIsRefusedChangesNothing(t *testing.T) {
	engine := start(t, object{"soft": "2m"})
	get(t, engine, "k", "one")
	for _, refused := range []object{{"fail": true, "soft": "5m"}, {"fail": true, "cache_size": 8 << 20}, {"cache_size": 1}, {"misses": -1}} {
		if err := load(t, refused); err == nil {
			t.Errorf("%v was accepted", refused)
		}
	}
	if now := running()["test"]; now == nil || now.Engine != engine || get(t, engine, "k", "two") != edgecache.Hit {
		t.Error("the cache is not the one from before")
	}
	if holds := engine.Stats().Classes[0].Config.Soft; holds != 2*time.Minute {
		t.Errorf("a soft lifetime of %s holds", holds)
	}
	if members := len(caches.All()); members != 1 {
		t.Errorf("%d configurations share the cache", members)
	}
}

func TestAConfigurationThatFailsLateLeavesTheSettingsOfTheOneBefore(t *testing.T) {
	engine := start(t, object{"soft": "2m", "misses": 5})
	for range 2 { // and the one after it, too
		if err := load(t, object{"late": true, "soft": "5m", "misses": 1, "miss_burst": 1}); err == nil {
			t.Fatal("it was accepted")
		}
		if holds := engine.Stats().Classes[0].Config.Soft; holds != 2*time.Minute {
			t.Errorf("a soft lifetime of %s holds", holds)
		}
		get(t, engine, "a", "one")
		get(t, engine, "b", "one")
	}
	must.Do(t, load(t, object{"soft": "3m"}))
	if holds := engine.Stats().Classes[0].Config.Soft; holds != 3*time.Minute {
		t.Errorf("after the next one a soft lifetime of %s holds", holds)
	}
}

func TestAnotherSizeIsAnotherCacheAndTheOldOneEnds(t *testing.T) {
	before := start(t, object{})
	get(t, before, "k", "one")
	must.Do(t, load(t, object{"cache_size": 8 << 20}))
	after := running()["test"].Engine
	if after == before || get(t, after, "k", "one") != edgecache.Miss {
		t.Error("it is the cache from before")
	}
	if _, _, err := before.Get(context.Background(), edgecache.Lookup{Key: "new", Class: "short"}, nil); err != edgecache.ErrClosed {
		t.Errorf("the cache from before: %v, want ErrClosed", err)
	}
}

func TestACacheThatNobodyJoinsAnyMoreEnds(t *testing.T) {
	engine := start(t, object{})
	must.Do(t, load(t, nil))
	if _, _, err := engine.Get(context.Background(), edgecache.Lookup{Key: "k", Class: "short"}, nil); err != edgecache.ErrClosed {
		t.Errorf("error %v, want ErrClosed", err)
	}
	if len(listed()) != 0 {
		t.Errorf("%d caches are listed", len(listed()))
	}
}

func TestLeavingTwiceOrWithoutHavingJoinedDoesNothing(t *testing.T) {
	start(t, object{})
	first := caches.joined[0]
	must.Do(t, new(Options).Cleanup())
	must.Do(t, load(t, object{})) // the first configuration leaves
	must.Do(t, first.Leave())
	if status := get(t, running()["test"].Engine, "k", "one"); status != edgecache.Miss {
		t.Error(status)
	}
}

func TestReloadsUnderLoadLoseNothing(t *testing.T) {
	engine := start(t, object{})
	get(t, engine, "k", "one")
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if status := get(t, running()["test"].Engine, "k", "two"); status != edgecache.Hit {
					t.Errorf("a %s during a reload", status)
					return
				}
			}
		})
	}
	for i := range 30 {
		if err := load(t, object{"misses": i, "soft": []string{"1m", "2m"}[i%2]}); err != nil {
			t.Error(err)
			break
		}
	}
	close(stop)
	readers.Wait()
}

func TestAClientIsWhoCaddySaysItIs(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "[2001:db8::1]:443"
	if got := Client(r); got != "2001:db8::1" {
		t.Errorf("%q", got)
	}
	r.RemoteAddr = "pipe"
	if got := Client(r); got != "pipe" {
		t.Errorf("%q", got)
	}
	r = r.WithContext(context.WithValue(r.Context(), caddyhttp.VarsCtxKey, map[string]any{caddyhttp.ClientIPVarKey: "192.0.2.9"}))
	if got := Client(r); got != "192.0.2.9" {
		t.Errorf("%q", got)
	}
}
