package visit

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/editions/release"
)

// streaming are pages that are told what a source has, in a bubble of time.
type streaming struct {
	*source
	*Streams
	of      *following
	leaving atomic.Bool
	pages   sync.WaitGroup
}

// inStreams runs a test whose pages have all ended by its end.
func inStreams(t *testing.T, test func(t *testing.T, s *streaming)) {
	synctest.Test(t, func(t *testing.T) {
		s := &streaming{source: &source{bodies: map[string]string{}}}
		s.Streams = NewStreams(s.leaving.Load, func(w http.ResponseWriter, _ *http.Request) *http.ResponseController {
			return http.NewResponseController(w)
		})
		s.set(release.NeedDrops, sold(1))
		s.of = s.shown(s.source)
		s.follow = s.of
		test(t, s)
		s.Close()
		s.pages.Wait()
		if now := s.Numbers(); now.Open != 0 || len(s.followed) != 0 || s.looking != nil {
			t.Errorf("after the last one: %+v, followed %v", now, s.followed)
		}
	})
}

func (s *streaming) shown(of *source) *following {
	return newFollowing(NewData(of, time.Second, time.Now, func(error) {}))
}

// sold is a drop of which so many are sold.
func sold(packs int) string { return envelope(row(1, map[string]any{"current_claimed": packs})) }

// tab is an open page.
type tab struct {
	http.ResponseWriter
	recorder *httptest.ResponseRecorder
	leave    context.CancelFunc

	mutex sync.Mutex
	// blocked keeps what is written until it is closed, or until deadline; nil for a page that reads.
	blocked  chan struct{}
	deadline chan time.Time
	events   []told
	ended    time.Time
}

// told is an event: how many are sold by it, 0 where that did not change, and when it came.
type told struct {
	sold int
	at   time.Time
}

func (p *tab) Write(content []byte) (int, error) {
	p.mutex.Lock()
	blocked := p.blocked
	p.mutex.Unlock()
	if blocked != nil {
		select {
		case <-blocked:
		case at := <-p.deadline:
			time.Sleep(time.Until(at))
			return 0, os.ErrDeadlineExceeded
		}
	}
	_, data, isEvent := strings.Cut(string(content), "data: ")
	var changes map[string]change
	if isEvent && json.Unmarshal([]byte(data), &changes) == nil {
		event := told{at: time.Now()}
		var value struct {
			Rows []struct {
				Sold int `json:"current_claimed"`
			}
		}
		if json.Unmarshal(changes[release.NeedDrops].Value, &value) == nil && len(value.Rows) > 0 {
			event.sold = value.Rows[0].Sold
		}
		p.mutex.Lock()
		p.events = append(p.events, event)
		p.mutex.Unlock()
	}
	return p.recorder.Write(content)
}

func (p *tab) Unwrap() http.ResponseWriter { return p.recorder }

func (p *tab) SetWriteDeadline(deadline time.Time) error {
	p.deadline <- deadline
	return nil
}

// block has it take nothing until reads is closed.
func (p *tab) block(reads chan struct{}) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.blocked = reads
}

// heard are the events since it was asked last.
func (p *tab) heard() []told {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	events := p.events
	p.events = nil
	return events
}

func (p *tab) endedAt() time.Time {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.ended
}

// open is a page of a client that is told.
func (s *streaming) open(client string, header ...string) *tab {
	ctx, leave := context.WithCancel(context.Background())
	recorder := httptest.NewRecorder()
	page := &tab{ResponseWriter: recorder, recorder: recorder, leave: leave, deadline: make(chan time.Time, 1)}
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/_page/data?rowDrops=", nil)
	r.Header.Set("Accept", "text/event-stream")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	s.pages.Go(func() {
		defer leave()
		s.of.serve(page, r, s.Streams, client)
		page.mutex.Lock()
		defer page.mutex.Unlock()
		page.ended = time.Now()
	})
	synctest.Wait()
	return page
}

func TestAStreamTellsWhatChangesAtOnceAndGathersWhatFollows(t *testing.T) {
	inStreams(t, func(t *testing.T, s *streaming) {
		page := s.open("192.0.2.1")
		if events := page.heard(); len(events) != 1 || events[0].sold != 1 {
			t.Fatalf("at first: %v", events)
		}
		for name, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"} {
			if got := page.recorder.Header().Get(name); got != want {
				t.Errorf("%s: %q", name, got)
			}
		}
		time.Sleep(time.Minute)
		page.heard()
		s.set(release.NeedDrops, sold(2))
		changed := time.Now()
		time.Sleep(2 * lookEvery)
		synctest.Wait()
		if events := page.heard(); len(events) != 1 || events[0].sold != 2 {
			t.Errorf("of a change, %s after it: %v", time.Since(changed), events)
		}
		// Packs are sold ten times a second.
		for packs := range 100 {
			s.set(release.NeedDrops, sold(3+packs))
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(3 * time.Second)
		synctest.Wait()
		events := page.heard()
		if len(events) > 6 || events[len(events)-1].sold != 102 {
			t.Errorf("a sale of 10 s: %v", events)
		}
		// What is read again and is the same is told as well, with how new it is: seldom.
		time.Sleep(2 * confirmEvery)
		synctest.Wait()
		if events := page.heard(); len(events) != 2 || events[0].sold != 0 || events[1].at.Sub(events[0].at) > confirmEvery {
			t.Errorf("without a change: %v", events)
		}
	})
}

func TestWhoReadsSlowlyKeepsNobodyAndIsToldTheNewest(t *testing.T) {
	inStreams(t, func(t *testing.T, s *streaming) {
		opened := time.Now()
		reads := make(chan struct{})
		var slow []*tab
		for range 2 * toldAtOnce {
			page := s.open("192.0.2.1")
			page.heard()
			page.block(reads)
			slow = append(slow, page)
		}
		fast := s.open("198.51.100.1")
		for packs := range 10 {
			s.set(release.NeedDrops, sold(2+packs))
			time.Sleep(tellEvery + lookEvery)
			synctest.Wait()
			events := fast.heard()
			if len(events) == 0 || events[len(events)-1].sold != 2+packs {
				t.Fatalf("beside pages that do not read, of %d: %v", 2+packs, events)
			}
			if late := events[len(events)-1].at.Sub(opened) % lookEvery; packs > 2 && late > 0 {
				t.Errorf("of %d it is told %s later than without them", 2+packs, late)
			}
		}
		close(reads)
		time.Sleep(confirmEvery + time.Second)
		synctest.Wait()
		for _, page := range slow {
			if events := page.heard(); len(events) < 2 || len(events) > 4 || events[1].sold != 11 {
				t.Fatalf("one that was slow: %v", events)
			}
		}
	})
}

func TestAPageThatTakesNothingForLongIsOver(t *testing.T) {
	inStreams(t, func(t *testing.T, s *streaming) {
		slow, stuck := s.open("192.0.2.1"), s.open("192.0.2.1")
		reads := make(chan struct{})
		slow.block(reads)
		stuck.block(make(chan struct{}))
		time.Sleep(stuckAfter - time.Second)
		close(reads)
		time.Sleep(confirmEvery + leaveWithin)
		synctest.Wait()
		if !slow.endedAt().IsZero() {
			t.Error("one that was slow is over")
		}
		if stuck.endedAt().IsZero() {
			t.Error("one that is stuck is not over")
		}
	})
}

func TestStreamsEndAtAllTimesAndPagesComeBackWithWhatTheyHave(t *testing.T) {
	inStreams(t, func(t *testing.T, s *streaming) {
		opened := time.Now()
		var pages []*tab
		for range 100 {
			pages = append(pages, s.open("192.0.2.1"))
		}
		time.Sleep(streamLife + confirmEvery + time.Second)
		synctest.Wait()
		at := map[time.Duration]int{}
		for _, page := range pages {
			lived := page.endedAt().Sub(opened)
			at[lived]++
			if lived < streamLife-streamLife/5 {
				t.Errorf("one lived %s", lived)
			}
		}
		if len(at) < 5 {
			t.Errorf("they ended at %v", at)
		}
	})
}

func TestAtTheEndOfTheProcessStreamsEndOneAfterTheOther(t *testing.T) {
	inStreams(t, func(t *testing.T, s *streaming) {
		for range 100 {
			s.open("192.0.2.1")
		}
		s.leaving.Store(true)
		before := 100
		for passed := time.Duration(0); before > 0; passed += lookEvery {
			time.Sleep(lookEvery)
			synctest.Wait()
			now := s.Numbers().Open
			if before-now > 25 || passed > leaveWithin+time.Second {
				t.Fatalf("of %d there are %d after %s more", before, now, lookEvery)
			}
			before = now
		}
		late := s.open("192.0.2.1")
		if events := late.heard(); len(events) != 1 || events[0].sold != 1 || late.endedAt().IsZero() {
			t.Errorf("one that came then: %v, ended %v", events, late.endedAt())
		}
	})
}

func TestAReloadEndsNoStreamAndTellsWhatTheNewConfigurationHas(t *testing.T) {
	inStreams(t, func(t *testing.T, s *streaming) {
		page := s.open("192.0.2.1")
		page.heard()
		other := &source{bodies: map[string]string{release.NeedDrops: sold(40)}}
		s.Tell(&Server{config: Config{Pages: &Pages{following: s.shown(other)}}})
		time.Sleep(tellEvery + lookEvery)
		synctest.Wait()
		if events := page.heard(); len(events) != 1 || events[0].sold != 40 || !page.endedAt().IsZero() {
			t.Errorf("%v, ended %v", events, page.endedAt())
		}
		s.Tell(nil)
		time.Sleep(time.Minute)
		if events := page.heard(); len(events) != 0 {
			t.Errorf("without a configuration: %v", events)
		}
	})
}

func TestAPageThatIsLeftIsNoLongerThere(t *testing.T) {
	inStreams(t, func(t *testing.T, s *streaming) {
		page := s.open("192.0.2.1")
		page.leave()
		synctest.Wait()
		if now := s.Numbers(); now.Open != 0 || page.endedAt().IsZero() {
			t.Errorf("%+v", now)
		}
		// One that cannot be written to neither.
		gone := &broken{httptest.NewRecorder()}
		r := httptest.NewRequest(http.MethodGet, "/_page/data?rowDrops=", nil)
		r.Header.Set("Accept", "text/event-stream")
		s.of.serve(gone, r, s.Streams, "192.0.2.1")
	})
}

type broken struct{ *httptest.ResponseRecorder }

func (*broken) Write([]byte) (int, error) { return 0, errors.New("it is gone") }

func TestOneClientLeavesStreamsForOthersAndIsToldToAsk(t *testing.T) {
	inStreams(t, func(t *testing.T, s *streaming) {
		for range streamsOfClient {
			s.open("192.0.2.1")
		}
		if page := s.open("192.0.2.1"); page.recorder.Code != http.StatusTooManyRequests || page.recorder.Header().Get("Retry-After") == "" {
			t.Errorf("one more: %d %v", page.recorder.Code, page.recorder.Header())
		}
		if page := s.open("198.51.100.1"); len(page.heard()) != 1 {
			t.Error("another client is told nothing")
		}
		s.most = s.Numbers().Open
		if page := s.open("203.0.113.1"); page.recorder.Code != http.StatusTooManyRequests {
			t.Errorf("when all are taken: %d", page.recorder.Code)
		}
		if now := s.Numbers(); now.Refused != 2 {
			t.Errorf("%+v", now)
		}
	})
}

func TestEventsAreCompressedOnceForAllAndReadOneByOne(t *testing.T) {
	inStreams(t, func(t *testing.T, s *streaming) {
		first := s.open("192.0.2.1", "Accept-Encoding", "gzip, deflate, br")
		time.Sleep(time.Minute)
		s.set(release.NeedDrops, sold(2))
		second := s.open("192.0.2.1", "Accept-Encoding", "gzip")
		time.Sleep(tellEvery + lookEvery)
		synctest.Wait()
		for _, page := range []*tab{first, second} {
			reader, err := gzip.NewReader(bytes.NewReader(page.recorder.Body.Bytes()))
			if err != nil || page.recorder.Header().Get("Content-Encoding") != "gzip" {
				t.Fatalf("%v %v", page.recorder.Header(), err)
			}
			// It goes on, and has no end.
			text, err := io.ReadAll(reader)
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Error(err)
			}
			if got := string(text); !strings.HasPrefix(got, "retry: ") || !strings.Contains(got, `"current_claimed":2`) || !strings.HasSuffix(got, "}\n\n") {
				t.Errorf("%s", got)
			}
		}
	})
}
