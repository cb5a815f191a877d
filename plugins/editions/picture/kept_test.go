package picture_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/editions/picture"
	"fieldhouse/plugins/plugintest/must"
)

func keptIn(t *testing.T, most int64) (kept *picture.Kept, folder string) {
	folder = filepath.Join(t.TempDir(), "pictures")
	return picture.NewKept(folder, most, func(err error) { t.Error(err) }), folder
}

func of(content string) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) { return []byte(content), nil }
}

func TestAPictureIsDrawnOnceAndOneAtATime(t *testing.T) {
	kept, _ := keptIn(t, 1<<20)
	var drawn, now atomic.Int32
	var all sync.WaitGroup
	for asked := range 6 {
		all.Go(func() {
			got, err := kept.Draw(t.Context(), fmt.Sprint(asked%2, ".png"), func(context.Context) ([]byte, error) {
				if now.Add(1) > 1 {
					t.Error("two are drawn at once")
				}
				defer now.Add(-1)
				drawn.Add(1)
				return []byte("a picture"), nil
			})
			if err != nil || string(got) != "a picture" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	all.Wait()
	if drawn.Load() != 2 {
		t.Errorf("%d were drawn of 2", drawn.Load())
	}
	if got := kept.Find("1.png"); string(got) != "a picture" {
		t.Errorf("kept is %q", got)
	}
}

func TestTooManyThatWaitAreRefusedAtOnce(t *testing.T) {
	kept, _ := keptIn(t, 1<<20)
	ctx, leave := context.WithCancel(t.Context())
	began, end := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_, err := kept.Draw(t.Context(), "first.png", func(context.Context) ([]byte, error) {
			close(began)
			<-end
			return []byte("first"), nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-began
	answers := make(chan error, 20)
	for asked := range 20 {
		all.Go(func() {
			_, err := kept.Draw(ctx, fmt.Sprint(asked, ".png"), of("another"))
			answers <- err
		})
	}
	// Thirteen find no place; the others wait until their clients leave.
	for range 13 {
		if err := <-answers; !errors.Is(err, picture.ErrBusy) {
			t.Errorf("it is answered %v", err)
		}
	}
	leave()
	for range 7 {
		if err := <-answers; !errors.Is(err, context.Canceled) {
			t.Errorf("it is answered %v", err)
		}
	}
	close(end)
	all.Wait()
}

func TestAFailureIsNotKept(t *testing.T) {
	kept, _ := keptIn(t, 1<<20)
	fault := errors.New("no")
	if _, err := kept.Draw(t.Context(), "a.png", func(context.Context) ([]byte, error) { return nil, fault }); !errors.Is(err, fault) {
		t.Errorf("it is answered %v", err)
	}
	if kept.Find("a.png") != nil {
		t.Error("a failure was kept")
	}
	if got, err := kept.Draw(t.Context(), "a.png", of("later")); err != nil || string(got) != "later" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestThoseAskedForLongestAgoMakeRoom(t *testing.T) {
	kept, folder := keptIn(t, 4000)
	large := string(bytes.Repeat([]byte("x"), 1000))
	for index := range 4 {
		name := fmt.Sprint(index, ".png")
		must.Get(kept.Draw(t.Context(), name, of(large)))(t)
		drawnAt := time.Now().Add(time.Duration(index-10) * time.Hour)
		must.Do(t, os.Chtimes(filepath.Join(folder, name), drawnAt, drawnAt))
	}
	// The oldest is asked for again, and stays.
	if kept.Find("0.png") == nil {
		t.Fatal("0.png is gone early")
	}
	must.Get(kept.Draw(t.Context(), "4.png", of(large)))(t)
	for name, want := range map[string]bool{"0.png": true, "1.png": false, "2.png": false, "3.png": true, "4.png": true} {
		if got := kept.Find(name) != nil; got != want {
			t.Errorf("%s is there: %t, want %t", name, got, want)
		}
	}
}
