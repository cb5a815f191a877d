package pool

import (
	"context"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestALivingPoolTakesNewSettingsAndForgetsNothing(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
		for range 5 {
			w.reads(1)
		}
		w.wantStates("resting, good")
		checks := w.nodes[1].Infos()

		core, logs := observer.New(zap.InfoLevel)
		observed := 0
		must.Do(t, w.Update(Config{
			Nodes: []string{"http://a/", "http://b"}, ChainID: chaintest.ChainID, Logger: zap.New(core),
			Observe: func(Observation) { observed++ }, Timeout: time.Second, MaxBody: 30, Rate: 3, Burst: 4, BreakerRest: time.Minute,
		}))
		w.wantStates("resting, good") // and for the new time
		if n := w.nodes[1].Infos(); n != checks {
			t.Errorf("%d checks because of new settings", n-checks)
		}
		if _, err := w.TableRows(context.Background(), request); err == nil || !strings.Contains(err.Error(), "more than 30 bytes") {
			t.Errorf("the new size does not count: %v", err)
		}
		if observed == 0 || logs.Len() == 0 {
			t.Errorf("%d observations, %d lines in the new log", observed, logs.Len())
		}
		if tokens := w.Status()[0].Tokens; tokens > 4 {
			t.Errorf("%v tokens with the new burst", tokens)
		}
	})
}

func TestReloadsDoNotKeepANodeAtRest(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
		for range 5 {
			w.reads(1)
		}
		w.set(0, func(s *chaintest.State) { s.FailRows = nil })
		for range 13 {
			w.passes(time.Second)
			must.Do(t, w.Update(Config{Nodes: []string{"http://a", "http://b"}, ChainID: chaintest.ChainID}))
		}
		w.reads(0)
	})
}

func TestOtherNodesOrAnotherChainAreRefusedByALivingPool(t *testing.T) {
	p := newPool(t, Config{Nodes: []string{"http://a", "http://b"}})
	for name, config := range map[string]Config{
		"another order": {Nodes: []string{"http://b", "http://a"}, ChainID: chaintest.ChainID},
		"one more":      {Nodes: []string{"http://a", "http://b", "http://c"}, ChainID: chaintest.ChainID},
		"another chain": {Nodes: []string{"http://a", "http://b"}, ChainID: "00"},
		"no deadline":   {Nodes: []string{"http://a", "http://b"}, ChainID: chaintest.ChainID, Timeout: time.Hour, Deadline: time.Second},
	} {
		if err := p.Update(config); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestSettingsThatCannotWorkAreRefusedByName(t *testing.T) {
	for naming, change := range map[string]func(*Config){
		"timeout -1s":        func(c *Config) { c.Timeout = -time.Second },
		"deadline 1s":        func(c *Config) { c.Deadline = time.Second },
		"max_answer -1":      func(c *Config) { c.MaxBody = -1 },
		"max_lag -1s":        func(c *Config) { c.MaxLag = -time.Second },
		"is out at 5s":       func(c *Config) { c.OutLag = 5 * time.Second },
		"rate -1":            func(c *Config) { c.Rate = -1 },
		"burst -1":           func(c *Config) { c.Burst = -1 },
		"max_retry_after":    func(c *Config) { c.MaxRetryAfter = -1 },
		"health -1s":         func(c *Config) { c.CheckEvery = -time.Second },
		"idle time 1s":       func(c *Config) { c.Idle = time.Second },
		"breaker 1000":       func(c *Config) { c.BreakerFaults = 1000 },
		"breaker: the rest":  func(c *Config) { c.BreakerRest = -1 },
		"share 2":            func(c *Config) { c.HedgeShare = 2 },
		"hedge: the least":   func(c *Config) { c.HedgeMin = -1 },
		"hedge: the longest": func(c *Config) { c.HedgeMax = time.Millisecond },
	} {
		config := Config{Nodes: []string{"http://a"}}
		change(&config)
		if _, err := New(config); err == nil || !strings.Contains(err.Error(), naming) {
			t.Errorf("%s: %v", naming, err)
		}
	}
}

func TestSettingsThatStandAloneTakeTheOthersAlong(t *testing.T) {
	config, err := Config{
		Nodes: []string{"http://a"}, Timeout: time.Minute, MaxLag: time.Hour, Rate: 500, CheckEvery: 5 * time.Minute, HedgeMin: time.Second,
	}.Complete()
	if err != nil || config.Deadline != time.Minute || config.OutLag != time.Hour || config.Burst != 500 || config.Idle != 5*time.Minute || config.HedgeMax != time.Second {
		t.Errorf("%+v, %v", config, err)
	}
}
