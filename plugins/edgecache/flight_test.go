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

	"fieldhouse/plugins/plugintest"
)

func TestAThousandSimultaneousMissesMakeOneFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine, err := New(Config{Classes: []ClassConfig{{Name: rows, Soft: soft, Hard: hard, Size: mebibyte}}})
		if err != nil {
			t.Fatal(err)
		}
		defer engine.Close()
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
	none := func(context.Context) (Content, error) { return Content{}, errSource }
	plugintest.Eventually(t, "the first fetch has landed", func() bool {
		entry, _, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows}, none)
		return err == nil && string(entry.Body) == "body"
	})
}

func TestAFetchEndsAtItsTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine, err := New(Config{Classes: []ClassConfig{{Name: rows, Soft: soft, Hard: hard, Size: mebibyte, Timeout: 3 * time.Second}}})
		if err != nil {
			t.Fatal(err)
		}
		defer engine.Close()
		began := time.Now()
		_, _, err = engine.Get(t.Context(), Lookup{Key: "k", Class: rows}, func(ctx context.Context) (Content, error) {
			<-ctx.Done()
			return Content{}, ctx.Err()
		})
		if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took != 3*time.Second {
			t.Errorf("error %v after %s", err, took)
		}
	})
}

func TestAPanickingFetchIsAnErrorAndNotTheEnd(t *testing.T) {
	engine := newEngine(t, newTestClock())
	_, _, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows}, func(context.Context) (Content, error) { panic("boom") })
	if !errors.Is(err, errPanicked) || !strings.Contains(err.Error(), "boom") {
		t.Errorf("error %v", err)
	}
}

func TestCloseEndsRunningFetchesAndMayBeCalledTwice(t *testing.T) {
	engine := newEngine(t, newTestClock())
	started := make(chan struct{})
	done := make(chan error)
	go func() {
		_, _, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows}, func(ctx context.Context) (Content, error) {
			close(started)
			<-ctx.Done()
			return Content{}, ctx.Err()
		})
		done <- err
	}()
	<-started
	engine.Close()
	engine.Close()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	from := &source{body: "one"}
	if _, _, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows}, from.fetch); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: error %v, want ErrClosed", err)
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
		t.Run(name, func(t *testing.T) {
			fetch := func(context.Context) (Content, error) { return content, nil }
			if _, _, err := engine.Get(context.Background(), Lookup{Key: name, Class: rows}, fetch); err == nil {
				t.Error("no error")
			}
		})
	}
	if _, _, err := engine.Get(context.Background(), Lookup{Key: strings.Repeat("k", maxKeyBytes+1), Class: rows}, (&source{}).fetch); err == nil {
		t.Error("an endless key was accepted")
	}
}
