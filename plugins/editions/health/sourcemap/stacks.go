// Package sourcemap turns the places that a browser's stack names, in scripts of releases,
// into those of the sources that the scripts were built from. It knows nothing of Caddy.
//
// What it is given comes from anybody, and the maps from those who ship: it reads one map
// at a time, some a second, outside of any request, and remembers places rather than maps.
package sourcemap

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/paths"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// Bounds of what stacks cost.
const (
	// MaxMap is how large a map may be that is read, in bytes.
	MaxMap = 8 << 20
	// maxWaiting are the stacks that wait for their maps.
	maxWaiting = 64
	// mapsPerSecond and mapsAtOnce are how many maps are read, whoever reports.
	mapsPerSecond = 4
	mapsAtOnce    = 16
	// maxFrames are the places of a stack that maps are read for.
	maxFrames = 40
	// maxPlaces are the places that are remembered, those without a map too.
	maxPlaces = 4096
)

// Read is the source map of an edition's script, of at most so many bytes: the named
// release's, where it has one.
type Read func(edition, release, script string, most int64) ([]byte, error)

// Stacks translates stacks, one after the other.
type Stacks struct {
	read    Read
	budget  *rate.Limiter
	now     func() time.Time
	places  *lru.Cache[place, string]
	running sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	waiting chan job
}

// place is one in a script of an edition.
type place struct {
	edition, release, script string
	position
}

type job struct {
	release, stack string
	then           func(string)
}

// New begins to translate; Close ends that.
func New(read Read, now func() time.Time) *Stacks {
	// No error: the size is more than 0.
	places, _ := lru.New[place, string](maxPlaces)
	s := &Stacks{
		read: read, budget: rate.NewLimiter(mapsPerSecond, mapsAtOnce), now: now,
		places: places, waiting: make(chan job, maxWaiting),
	}
	s.running.Go(func() {
		for next := range s.waiting {
			next.then(s.translate(next.release, next.stack))
		}
	})
	return s
}

// Close ends the work, after the stacks that wait.
func (s *Stacks) Close() {
	s.mu.Lock()
	if !s.closed {
		close(s.waiting)
	}
	s.closed = true
	s.mu.Unlock()
	s.running.Wait()
}

// Translate calls then, soon, with the stack in which each place of a release's script is
// the one in its source, `apps/<edition>/src/Home.tsx:12:5`. What has no map stays as it is.
// It never waits: with too many stacks before it, or after Close, then is called at once
// with the stack as it is. release is that of the report, whose map is preferred.
func (s *Stacks) Translate(release, stack string, then func(string)) {
	if !s.wait(job{release, stack, then}) {
		then(stack)
	}
}

func (s *Stacks) wait(next job) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	select {
	case s.waiting <- next:
		return true
	default:
		return false
	}
}

// frame is a place as browsers write it into a stack: the script's address, its line and
// its column.
var frame = regexp.MustCompile(`https?://[^\s/()@]+` + regexp.QuoteMeta(paths.Files) + `/([a-z0-9]{2,32})/([A-Za-z0-9._~+-]{1,255}\.js):([0-9]{1,9}):([0-9]{1,9})`)

func (s *Stacks) translate(release, stack string) string {
	var unknown []place
	for _, match := range frame.FindAllStringSubmatch(stack, maxFrames) {
		if at := placeOf(release, match); !s.places.Contains(at) {
			unknown = append(unknown, at)
		}
	}
	for len(unknown) > 0 {
		var positions []position
		script := unknown[0]
		rest := unknown[:0]
		for _, at := range unknown {
			if at.edition == script.edition && at.script == script.script {
				positions = append(positions, at.position)
			} else {
				rest = append(rest, at)
			}
		}
		unknown = rest
		if !s.budget.AllowN(s.now(), 1) {
			continue
		}
		// Without a map, or with one that cannot be read, the places stay what they are.
		content, _ := s.read(script.edition, release, script.script, MaxMap)
		found, _ := origins(content, positions)
		for _, position := range positions {
			// Its own text, and not a part of the stack's, which would be kept with it.
			kept := place{strings.Clone(script.edition), strings.Clone(release), strings.Clone(script.script), position}
			s.places.Add(kept, found[position])
		}
	}
	return frame.ReplaceAllStringFunc(stack, func(text string) string {
		if origin, _ := s.places.Get(placeOf(release, frame.FindStringSubmatch(text))); origin != "" {
			return origin
		}
		return text
	})
}

// placeOf is a match's place: browsers count lines and columns from 1.
func placeOf(release string, match []string) place {
	// No error: these are digits, few enough.
	line, _ := strconv.Atoi(match[3])
	column, _ := strconv.Atoi(match[4])
	return place{match[1], release, match[2], position{line - 1, column - 1}}
}
