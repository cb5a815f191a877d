package edgecache

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestAThousandSimultaneousMissesMakeOneFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := newEngine(t, nil)
		var calls, misses, coalesced atomic.Int64
		fetch := func(context.Context) (Content, error) {
			calls.Add(1)
			time.Sleep(50 * time.Millisecond)
			return Content{Body: []byte("body")}, nil
		}
		var done sync.WaitGroup
		for range 1000 {
			done.Go(func() {
				entry, status, err := engine.Get(t.Context(), Lookup{Key: "k", Class: rows}, fetch)
				if err != nil || string(entry.Body) != "body" {
					t.Errorf("entry %v, error %v", entry, err)
				}
				switch status {
				case Miss:
					misses.Add(1)
				case Coalesced:
					coalesced.Add(1)
				}
			})
		}
		done.Wait()
		if calls.Load() != 1 || misses.Load() != 1 || coalesced.Load() != 999 {
			t.Errorf("%d fetches, %d misses, %d coalesced; want 1, 1, 999", calls.Load(), misses.Load(), coalesced.Load())
		}
	})
}

func TestAFetchGoesOnWithoutTheCallerThatStartedIt(t *testing.T) {
	engine := newEngine(t, newTestClock())
	gate, started := make(chan struct{}), make(chan struct{})
	fetch := func(ctx context.Context) (Content, error) {
		close(started)
		select {
		case <-gate:
			return Content{Body: []byte("body")}, nil
		case <-ctx.Done():
			return Content{}, ctx.Err()
		}
	}
	ctx, leave := context.WithCancel(context.Background())
	left := make(chan error)
	go func() {
		_, _, err := engine.Get(ctx, Lookup{Key: "k", Class: rows}, fetch)
		left <- err
	}()
	<-started
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller that left got %v", err)
	}
	close(gate)
	eventuallyHit(t, engine, "the first fetch has landed", (&source{err: errSource}).fetch, "body")
}

func TestAPanickingFetchIsAnErrorAndNotTheEnd(t *testing.T) {
	engine := newEngine(t, newTestClock())
	err := getError(engine, Lookup{Key: "k"}, func(context.Context) (Content, error) { panic("boom") })
	if !errors.Is(err, errPanicked) || !strings.Contains(err.Error(), "boom") {
		t.Errorf("error %v", err)
	}
}

func TestAFetchThatBringsWhatAnEnvelopeCannotHoldIsAnError(t *testing.T) {
	engine := newEngine(t, newTestClock())
	for name, content := range map[string]Content{
		"status":   {Code: 1000},
		"meta":     {Meta: strings.Repeat("x", maxMetaBytes+1)},
		"tags":     {Tags: make([]string, maxTags+1)},
		"tag size": {Tags: []string{strings.Repeat("x", maxTagBytes+1)}},
	} {
		if err := getError(engine, Lookup{Key: name}, func(context.Context) (Content, error) { return content, nil }); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := getError(engine, Lookup{Key: strings.Repeat("k", maxKeyBytes+1)}, (&source{}).fetch); err == nil {
		t.Error("an endless key was accepted")
	}
}
