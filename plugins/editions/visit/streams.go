package visit

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/representation"
)

// Times of streams.
const (
	// lookEvery is how often it is looked whether something changed, and tellEvery how long
	// changes are gathered to one event: the first one after a while is told at once.
	lookEvery = 500 * time.Millisecond
	tellEvery = 5 * lookEvery
	// pausesOfRound are what telling all may pause for other answers, so that the last one
	// hears of a change within 3 s.
	pausesOfRound = 500 * time.Millisecond
	// confirmEvery is when a page hears that nothing changed: it knows then how old its data
	// is, and proxies that the connection is used.
	confirmEvery = 15 * time.Second
	// A stream lives so long, less up to a fifth by chance: pages come back at all times and
	// not at one.
	streamLife = 10 * time.Minute
	// leaveWithin is the time over which streams end when the process is told to.
	leaveWithin = 4 * time.Second
)

// Bounds of streams.
const (
	// streamsOfClient are half of what a client may have in flight by default (`admission`):
	// its pages go on when it has as many.
	streamsOfClient = 250
	// bytesOfStream is what one holds beside its connection, and streams together take a
	// quarter of the memory at most.
	bytesOfStream = 16 << 10
	// toldAtOnce are those that write at once: what else the process answers waits for no
	// more of them. One that does not take what is written is left behind after patience, and
	// costs the others nothing from then on.
	toldAtOnce = 64
	patience   = 5 * time.Millisecond
	// stuckAfter is how long one event may be written: the page is left then, and comes back by
	// itself when it hears nothing for 40 s.
	stuckAfter = 30 * time.Second
)

// Streams are the pages that are told of what they follow, in place of asking: each change
// is read once and told to all. They outlast the configuration that they were opened with: a
// reload ends none of them.
type Streams struct {
	exiting func() bool
	untimed Untimed
	began   time.Time // before any of them, so that none of their times is 0
	most    int
	seats   clients.Seats

	mutex sync.Mutex
	open  map[*stream]struct{}
	// followed is how many streams follow each need.
	followed map[string]int
	// follow is what is told: that of the configuration that runs.
	follow *following
	// looking ends the goroutine that looks; nil while nobody is there.
	looking chan struct{}
	closed  bool
	numbers StreamNumbers
}

// Untimed lifts the server's own time-out of writes from a response, and returns what sets its
// deadlines: streams are bounded all together, which costs them no timer for each event.
type Untimed func(http.ResponseWriter, *http.Request) *http.ResponseController

// StreamNumbers are what became of streams since the process began, and those that are open.
type StreamNumbers struct {
	Open            int
	Events, Refused uint64
}

// stream is an open page. What it is to be told follows from the versions that it has, and
// stands in no queue: one that reads slowly holds nothing more.
type stream struct {
	follows []string
	until   time.Time
	// news has at most one, the newest.
	news chan news
	// end is closed when it is over.
	end chan struct{}
	// deadlines are those of its response, for as long as it is open.
	deadlines *http.ResponseController
	// writing is when the write that is under way began, since the streams did; 0 for none.
	writing atomic.Int64
}

type news struct {
	of      *following
	answers map[string]needs.Answer
	// told is sent to when it was.
	told chan<- struct{}
}

// NewStreams has none yet; exiting reports whether the process is about to end.
func NewStreams(exiting func() bool, untimed Untimed) *Streams {
	most := debug.SetMemoryLimit(-1) / 4 / bytesOfStream
	return &Streams{exiting: exiting, untimed: untimed, began: time.Now().Add(-1), most: int(min(most, 1<<30)), open: map[*stream]struct{}{}, followed: map[string]int{}}
}

// Tell has what a server's pages follow told from now on; nil for nothing.
func (s *Streams) Tell(server *Server) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.follow = nil
	if server != nil {
		s.follow = server.config.Pages.following
	}
}

// Numbers are those of now.
func (s *Streams) Numbers() StreamNumbers {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := s.numbers
	now.Open = len(s.open)
	return now
}

// Close ends all streams.
func (s *Streams) Close() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.closed = true
	for each := range s.open {
		s.leave(each)
	}
}

// wantsStream reports whether a request is for events (HTML, section 9.2).
func wantsStream(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/event-stream")
}

// serve tells a page that has these versions what changes, until its connection or its time is
// over.
func (s *Streams) serve(w http.ResponseWriter, r *http.Request, client string, of *following, has versions) {
	header := w.Header()
	leave, ok := s.seats.Take(client, streamsOfClient, s.most-s.Numbers().Open)
	if !ok {
		s.mutex.Lock()
		s.numbers.Refused++
		s.mutex.Unlock()
		header.Set("Cache-Control", "no-store")
		representation.SetRetryAfter(w, time.Minute)
		plain(w, http.StatusTooManyRequests, "too many pages are told of changes: ask for them\n")
		return
	}
	defer leave()
	page := s.enter(has, s.untimed(w, r))
	defer s.end(page)
	gzip := acceptsGzip(r)
	asEvents(header)
	header.Set("X-Accel-Buffering", "no") // of proxies that gather what they pass on
	// Who comes back by itself does so at some time.
	begin := fmt.Appendf(nil, "retry: %d\n\n", 3000+rand.IntN(12_000))
	if gzip {
		header.Set("Content-Encoding", "gzip")
		begin = slices.Concat(representation.GzipHead, representation.Segment(begin))
	}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(begin)
	control := http.NewResponseController(w)
	tell := func(of *following, answers map[string]needs.Answer) error {
		page.writing.Store(int64(time.Since(s.began)))
		defer page.writing.Store(0)
		made := of.make(answers, has)
		event := made.event
		if gzip {
			event = made.segment
		}
		if _, err := w.Write(event()); err != nil {
			return err
		}
		for _, change := range made.changes {
			has[change.need] = change.Version
		}
		return control.Flush()
	}
	if tell(of, of.read(r.Context(), has)) != nil {
		return
	}
	for {
		select {
		case now := <-page.news:
			err := tell(now.of, now.answers)
			now.told <- struct{}{}
			if err != nil || time.Now().After(page.until) {
				return
			}
		case <-page.end:
			return
		case <-r.Context().Done():
			return
		}
	}
}

// enter notes a page, and begins to look for the first one. At the end of the process it is
// over at once, after its first event.
func (s *Streams) enter(has versions, deadlines *http.ResponseController) *stream {
	page := &stream{
		follows: slices.Collect(maps.Keys(has)), until: time.Now().Add(streamLife - rand.N(streamLife/5)),
		news: make(chan news, 1), end: make(chan struct{}), deadlines: deadlines,
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.open[page] = struct{}{}
	for _, need := range page.follows {
		s.followed[need]++
	}
	if s.closed || s.exiting() {
		s.leave(page)
		return page
	}
	if s.looking == nil {
		s.looking = make(chan struct{})
		go s.look(s.looking)
	}
	return page
}

func (s *Streams) end(page *stream) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.leave(page)
}

// leave ends a stream, once, and the looking with the last one; the mutex is held. What is being
// written to it then has leaveWithin.
func (s *Streams) leave(page *stream) {
	if _, there := s.open[page]; !there {
		return
	}
	delete(s.open, page)
	close(page.end)
	_ = page.deadlines.SetWriteDeadline(time.Now().Add(leaveWithin)) // one without deadlines is written to for as long as it takes
	for _, need := range page.follows {
		if s.followed[need]--; s.followed[need] == 0 {
			delete(s.followed, need)
		}
	}
	if len(s.open) == 0 && s.looking != nil {
		close(s.looking)
		s.looking = nil
	}
}

// look tells what changes until it is over.
func (s *Streams) look(over chan struct{}) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	var before map[string]needs.Answer
	var toldAt, leaving time.Time
	for {
		select {
		case <-ticker.C:
		case <-over:
			return
		}
		now := time.Now()
		if s.exiting() {
			if leaving.IsZero() {
				leaving = now.Add(leaveWithin)
			}
			s.endSome(max(int(leaving.Sub(now)/lookEvery), 0) + 1)
			continue
		}
		of, wanted := s.following()
		if of == nil {
			continue
		}
		answers := of.data.Answers(context.Background(), wanted)
		since := now.Sub(toldAt)
		// A tick may come a little early.
		if since < tellEvery-lookEvery/2 || since < confirmEvery && !changed(before, answers) {
			continue
		}
		toldAt, before = now, answers
		s.tell(of, answers)
	}
}

// following is what is told, and what of it all streams together follow.
func (s *Streams) following() (of *following, wanted []string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.follow, slices.Collect(maps.Keys(s.followed))
}

// endSome ends one of so many streams.
func (s *Streams) endSome(of int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	some := (len(s.open) + of - 1) / of
	for page := range s.open {
		if some == 0 {
			return
		}
		some--
		s.leave(page)
	}
}

// tell tells all, some at a time, and rests as long as that took: other answers come first.
func (s *Streams) tell(of *following, answers map[string]needs.Answer) {
	s.mutex.Lock()
	pages := slices.Collect(maps.Keys(s.open))
	s.numbers.Events += uint64(len(pages))
	s.mutex.Unlock()
	timer := time.NewTimer(0)
	defer timer.Stop()
	defer s.leaveStuck(pages)
	var paused time.Duration
	for some := range slices.Chunk(pages, toldAtOnce) {
		began := time.Now()
		told := make(chan struct{}, len(some))
		reading := len(some)
		for _, page := range some {
			// What it has not taken yet is old, and who does not take it is waited for no more.
			select {
			case <-page.news:
				reading--
			default:
			}
			select {
			case page.news <- news{of, answers, told}:
			default:
			}
		}
		timer.Reset(patience)
	waiting:
		for range reading {
			select {
			case <-told:
			case <-timer.C:
				break waiting
			}
		}
		if pause := min(time.Since(began), pausesOfRound-paused); pause > 0 && len(some) == toldAtOnce {
			time.Sleep(pause)
			paused += pause
		}
	}
}

// leaveStuck ends those of pages that have been written to for too long.
func (s *Streams) leaveStuck(pages []*stream) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Since(s.began)
	for _, page := range pages {
		if writing := time.Duration(page.writing.Load()); writing > 0 && now-writing >= stuckAfter {
			s.leave(page)
		}
	}
}

// changed reports whether a page can be told of something new, or of something that can be
// read again.
func changed(before, now map[string]needs.Answer) bool {
	for need, answer := range now {
		if known, there := before[need]; !there || known.Version != answer.Version {
			return true
		}
	}
	return false
}

func (f *followed) asEvent() []byte {
	return slices.Concat([]byte("data: "), slices.Concat(f.texts(false)...), []byte("\n\n"))
}

func (f *followed) asSegment() []byte {
	return slices.Concat(representation.Segment([]byte("data: ")), slices.Concat(f.texts(true)...), representation.Segment([]byte("\n\n")))
}
