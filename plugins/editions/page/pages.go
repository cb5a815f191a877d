package page

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/monotonic"
)

// How old a kept page may be.
const (
	// lookAgainAfter is how often the data of a page that is asked for is compared.
	lookAgainAfter = 250 * time.Millisecond
	// changeAfter is how long a page stays as it is at least, whatever its data does.
	changeAfter = 5 * time.Second
	// maxClockAge is how far behind the gateway's clock in a page may be: its
	// countdowns follow it.
	maxClockAge = 10 * time.Second
)

// Pages composes pages and keeps them by lineup, place and language.
type Pages struct {
	Options

	mutex  sync.RWMutex
	kept   map[key]*keptPage
	frames map[string]*frame
	bytes  int64

	sitemaps sitemaps
	sale     saleCheck

	bare map[release.Language]*Page
}

type key struct {
	lineup   string
	watched  bool
	place    string
	language release.Language
}

type keptPage struct {
	page atomic.Pointer[Page]
	// lookAt is when the data is to be compared next, in monotonic nanoseconds.
	lookAt atomic.Int64
	// usedAt is when it was asked for last, in Unix seconds.
	usedAt atomic.Int64
	// composing is held by the one request that looks or composes.
	composing sync.Mutex
	size      int64
}

// NewPages keeps pages for a site.
func NewPages(options Options) *Pages {
	pages := &Pages{Options: options, kept: map[key]*keptPage{}, frames: map[string]*frame{}, bare: map[release.Language]*Page{}}
	for _, language := range release.Languages {
		pages.bare[language] = bareApology(language)
	}
	return pages
}

// Get is the page at a path. There always is one: 404 for an unknown path, in the looks
// that it stood in before, 503 where a release is missing or the page cannot be made.
func (p *Pages) Get(shown *Lineup, path string, language release.Language, before Looks) *Page {
	at, found := p.find(shown, path)
	if !found {
		return p.bare[language]
	}
	if at.status == http.StatusNotFound && hasPageIn(shown, before) {
		at = at.in(shown.Releases[release.Shell], before)
	}
	return p.get(shown, at, language)
}

func (p *Pages) get(shown *Lineup, at place, language release.Language) *Page {
	wanted := key{shown.ID, shown.Watched, at.key, language}
	kept := p.keptFor(wanted)
	now := p.Now()
	if seconds := now.Unix(); kept.usedAt.Load() != seconds {
		kept.usedAt.Store(seconds)
	}
	page := kept.page.Load()
	switch {
	case page != nil && monotonic.Nanoseconds(now) < kept.lookAt.Load():
		return page
	case page == nil || now.Sub(page.composedAt) > keepFor:
		// What it says is no longer so: all wait for the next one.
		kept.composing.Lock()
	case !kept.composing.TryLock():
		return page
	}
	defer kept.composing.Unlock()
	return p.refresh(wanted, kept, shown, at)
}

// refresh answers the kept page when it still holds, or composes it anew. It
// runs once at a time for each page.
func (p *Pages) refresh(wanted key, kept *keptPage, shown *Lineup, at place) (page *Page) {
	language := wanted.language
	page = kept.page.Load()
	defer func() {
		if panicked := recover(); panicked != nil {
			p.Report(fmt.Errorf("composing the page %q in %s: %v\n%s", at.key, language, panicked, debug.Stack()))
			kept.lookAt.Store(monotonic.Nanoseconds(p.Now().Add(lookAgainAfter)))
			// Rather the page as it was than none.
			if page = kept.page.Load(); page == nil {
				page = p.bare[language]
			}
		}
	}()
	// Another request may have composed it while this one waited for its turn.
	if page != nil && monotonic.Nanoseconds(p.Now()) < kept.lookAt.Load() {
		return page
	}
	rows := p.Data.Read(at.needs())
	if at.item != "" && subjectOf(at, rows) == nil {
		// It went away since it was looked for.
		p.forget(wanted, kept)
		return p.get(shown, p.instead(shown, at.path, http.StatusNotFound), language)
	}
	now := p.Now()
	if page == nil || page.mustChange(rows, now) {
		page = p.compose(shown, at, language, rows, now)
		if page.traffic = p.trafficOf(shown, at); page.traffic != nil {
			page.traffic.Pages.composing.add(p.Now().Sub(now))
		}
		kept.page.Store(page)
		p.account(wanted, kept, page)
	}
	kept.lookAt.Store(monotonic.Nanoseconds(now.Add(lookAgainAfter)))
	return page
}

// mustChange reports whether the page is to be composed anew for these rows at
// this time.
func (p *Page) mustChange(rows map[string]*Rows, now time.Time) bool {
	// Rows that came too late for it are put in at once.
	if len(rows) > len(p.rows) {
		return true
	}
	age := now.Sub(p.composedAt)
	if age < changeAfter {
		return false
	}
	dropChanged := !p.changesAt.IsZero() && !now.Before(p.changesAt)
	return age >= maxClockAge || dropChanged || !sameRows(rows, p.rows)
}

func (p *Pages) keptFor(wanted key) *keptPage {
	p.mutex.RLock()
	kept := p.kept[wanted]
	p.mutex.RUnlock()
	if kept != nil {
		return kept
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if kept = p.kept[wanted]; kept == nil {
		kept = new(keptPage)
		p.kept[wanted] = kept
	}
	return kept
}

// forget lets go of a page that is not there any more.
func (p *Pages) forget(wanted key, kept *keptPage) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.kept[wanted] == kept {
		p.bytes -= kept.size
		delete(p.kept, wanted)
	}
}

// account counts a composed page, and lets go of the ones that were asked for
// longest ago while together they are too large. A page that another request is
// composing or reading lives on until that is done.
func (p *Pages) account(wanted key, composed *keptPage, page *Page) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.kept[wanted] != composed {
		// It had to make room while it was composed.
		return
	}
	p.bytes += page.size() - composed.size
	composed.size = page.size()
	for p.bytes > p.CacheSize && len(p.kept) > 0 {
		var oldest key
		var oldestPage *keptPage
		for key, kept := range p.kept {
			if oldestPage == nil || kept.usedAt.Load() < oldestPage.usedAt.Load() {
				oldest, oldestPage = key, kept
			}
		}
		p.bytes -= oldestPage.size
		delete(p.kept, oldest)
	}
}

// maxFrames bounds the lineups whose shared parts are kept: a lineup that nobody
// gets any more makes room.
const maxFrames = 64

func (p *Pages) frame(shown *Lineup) *frame {
	p.mutex.RLock()
	made := p.frames[shown.ID]
	p.mutex.RUnlock()
	if made != nil {
		return made
	}
	made = newFrame(shown, p.Site, p.Policy)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.frames) >= maxFrames {
		clear(p.frames)
	}
	p.frames[shown.ID] = made
	return made
}
