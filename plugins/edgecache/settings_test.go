package edgecache

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
)

func TestAConfigThatCannotWorkIsRefusedByName(t *testing.T) {
	good := ClassConfig{Name: rows, Soft: soft, Hard: hard, Size: mebibyte}
	for name, test := range map[string]struct {
		classes []ClassConfig
		naming  string
	}{
		"no class":               {nil, "at least one class"},
		"no name":                {[]ClassConfig{{Soft: soft, Hard: hard, Size: mebibyte}}, "class name"},
		"no soft deadline":       {[]ClassConfig{{Name: rows, Hard: hard, Size: mebibyte}}, "soft deadline"},
		"hard before soft":       {[]ClassConfig{{Name: rows, Soft: hard, Hard: soft, Size: mebibyte}}, "in this order"},
		"size not whole MiB":     {[]ClassConfig{{Name: rows, Soft: soft, Hard: hard, Size: mebibyte + 1}}, "whole number of MiB"},
		"hard after the maximum": {[]ClassConfig{{Name: rows, Soft: soft, Hard: MaxHard + 1, Size: mebibyte}}, "at most"},
		"the same class twice":   {[]ClassConfig{good, good}, "twice"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := New(Config{Classes: test.classes}); err == nil || !strings.Contains(err.Error(), test.naming) {
				t.Errorf("error %v, want one that says %q", err, test.naming)
			}
		})
	}
	engine := newEngine(t, newTestClock())
	if _, _, err := engine.Get(context.Background(), Lookup{Key: "k", Class: "other"}, none); err == nil || !strings.Contains(err.Error(), `"other"`) {
		t.Errorf("unknown class: error %v", err)
	}
}

func TestSettledLifetimesHoldFromTheNextFetchOnAndHardOnesForWhatIsKept(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 2 })
	from := &source{body: "one"}
	for i := range 4 { // two of them are in envelopes
		want(t, engine, fmt.Sprint(i), from.fetch, "one", Miss)
	}
	update := func(soft, hard time.Duration) {
		t.Helper()
		must.Do(t, engine.Update([]ClassConfig{{Name: rows, Soft: soft, Hard: hard}}, nil))
	}
	update(10*time.Second, 2*hard)
	from.set("", errSource)
	clock.Move(2*hard - 1) // the entries outlive the hard lifetime that they came with
	for i := range 4 {
		entry, status, err := engine.Get(context.Background(), Lookup{Key: fmt.Sprint(i), Class: rows}, from.fetch)
		if err != nil || status == Hit || entry.Hard.Sub(clock.Now()) != 1 {
			t.Errorf("entry %d: %v, %s, %v", i, entry, status, err)
		}
	}
	plugintest.Eventually(t, "the refreshes have failed", func() bool { return engine.Stats().Fetching == 0 })
	update(time.Second, hard)
	for i := range 4 {
		if err := getError(engine, Lookup{Key: fmt.Sprint(i)}, from.fetch); !errors.Is(err, errSource) {
			t.Errorf("entry %d is past its new hard deadline: %v", i, err)
		}
	}
	update(10*time.Second, hard)
	from.set("two", nil)
	want(t, engine, "new", from.fetch, "two", Miss)
	clock.Move(10*time.Second - 1)
	want(t, engine, "new", from.fetch, "two", Hit)
	update(time.Second, 5*time.Second) // shorter than the entry is fresh
	want(t, engine, "new", from.fetch, "two", Miss)
}

func TestSettledTimeoutRetryAndRememberHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := newEngine(t, nil)
		err := engine.Update([]ClassConfig{{Name: rows, Soft: soft, Hard: hard, Timeout: 3 * time.Second, Remember: time.Minute, Retry: time.Hour}}, nil)
		must.Do(t, err)
		began := time.Now()
		err = getError(engine, Lookup{Key: "k"}, func(ctx context.Context) (Content, error) {
			<-ctx.Done()
			return Content{}, ctx.Err()
		})
		if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took != 3*time.Second {
			t.Errorf("%v after %s", err, took)
		}
		var remembered *RememberedError
		if err := getError(engine, Lookup{Key: "k"}, nil); !errors.As(err, &remembered) || remembered.RetryAfter != time.Minute {
			t.Errorf("error %v", err)
		}
	})
}

func TestSettingsThatCannotWorkChangeNothing(t *testing.T) {
	engine := newEngine(t, newTestClock())
	good := ClassConfig{Name: rows, Soft: 2 * soft, Hard: 2 * hard}
	for name, test := range map[string]struct {
		classes []ClassConfig
		budget  *Budget
		naming  string
	}{
		"an unknown class":          {[]ClassConfig{good, {Name: "other", Soft: soft, Hard: hard}}, nil, `"other"`},
		"no soft lifetime":          {[]ClassConfig{{Name: rows, Hard: hard}}, nil, "soft deadline"},
		"hard before soft":          {[]ClassConfig{{Name: rows, Soft: hard, Hard: soft}}, nil, "in this order"},
		"hard after the maximum":    {[]ClassConfig{{Name: rows, Soft: soft, Hard: MaxHard + 1}}, nil, "at most"},
		"less than no misses":       {[]ClassConfig{good}, &Budget{Misses: -1}, "budget"},
		"misses that are no number": {[]ClassConfig{good}, &Budget{Misses: math.NaN()}, "budget"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := engine.Update(test.classes, test.budget); err == nil || !strings.Contains(err.Error(), test.naming) {
				t.Errorf("error %v, want one that says %q", err, test.naming)
			}
			if config := engine.Stats().Classes[0].Config; config.Soft != soft || config.Hard != hard {
				t.Errorf("%+v holds", config)
			}
		})
	}
}
