package visit

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/monotonic"
	"fieldhouse/plugins/representation"
	"fieldhouse/plugins/trace"
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

// Options are what pages of a site depend on besides their releases.
type Options struct {
	page.Options
	Data *Data
	// CacheSize bounds the composed pages that are kept, in bytes.
	CacheSize int64
	// Now is the clock.
	Now func() time.Time
	// Report gets the errors of making a page.
	Report func(error)
}

// Pages has pages composed and keeps them by lineup, place and language.
type Pages struct {
	Options
	composer *page.Composer

	mutex sync.RWMutex
	kept  map[key]*keptPage
	bytes int64

	sitemap sitemap

	following *following

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
	// isOfAName says that anybody can make up its address (page.Place.IsOfAName).
	isOfAName bool
}

// makesRoomBefore reports whether it goes before another one: first what is of a name, whose
// addresses have no end, then what was asked for longest ago.
func (k *keptPage) makesRoomBefore(other *keptPage) bool {
	if k.isOfAName != other.isOfAName {
		return k.isOfAName
	}
	return k.usedAt.Load() < other.usedAt.Load()
}

// NewPages keeps pages for a site.
func NewPages(options Options) *Pages {
	pages := &Pages{
		Options: options, composer: page.NewComposer(options.Options, items.Contents, options.Data.latest),
		kept: map[key]*keptPage{}, bare: map[release.Language]*Page{}, following: newFollowing(options.Data),
	}
	for _, language := range release.Languages {
		pages.bare[language] = newPage(page.Apology(language))
	}
	return pages
}

// Get is the page at a path, which may show what the query names. There always is one: 404 for an unknown path, in the looks
// that it stood in before, 503 where a release is missing or the page cannot be made.
func (p *Pages) Get(ctx context.Context, shown *page.Lineup, path, query string, language release.Language, before page.Looks) *Page {
	at, found := p.composer.Find(shown, path)
	if !found {
		return p.bare[language]
	}
	return p.get(ctx, shown, p.composer.Before(shown, at.Showing(query), before), language)
}

func (p *Pages) get(ctx context.Context, shown *page.Lineup, at page.Place, language release.Language) *Page {
	wanted := key{shown.ID, shown.Watched, at.Key, language}
	kept := p.keptFor(wanted, at.IsOfAName())
	now := p.Now()
	if seconds := now.Unix(); kept.usedAt.Load() != seconds {
		kept.usedAt.Store(seconds)
	}
	// The time first: that of the next page would let an old one pass.
	lookAt := kept.lookAt.Load()
	made := kept.page.Load()
	switch {
	case made != nil && monotonic.Nanoseconds(now) < lookAt:
		return made
	case made == nil || now.Sub(made.ComposedAt) > keepFor:
		// What it says is no longer so: all wait for the next one.
		kept.composing.Lock()
	case !kept.composing.TryLock():
		return made
	}
	defer kept.composing.Unlock()
	return p.refresh(ctx, wanted, kept, shown, at)
}

// refresh answers the kept page when it still holds, or composes it anew. It
// runs once at a time for each page.
func (p *Pages) refresh(ctx context.Context, wanted key, kept *keptPage, shown *page.Lineup, at page.Place) (made *Page) {
	ctx, span := trace.Start(ctx, "page.refresh")
	defer span.End()
	language := wanted.language
	made = kept.page.Load()
	defer func() {
		if panicked := recover(); panicked != nil {
			p.Report(fmt.Errorf("composing the page %q in %s: %v\n%s", at.Key, language, panicked, debug.Stack()))
			kept.lookAt.Store(monotonic.Nanoseconds(p.Now().Add(lookAgainAfter)))
			// Rather the page as it was than none.
			if made = kept.page.Load(); made == nil {
				made = p.bare[language]
			}
		}
	}()
	// Another request may have composed it while this one waited for its turn, or found that it cannot be.
	if monotonic.Nanoseconds(p.Now()) < kept.lookAt.Load() {
		return cmp.Or(made, p.bare[language])
	}
	rows := p.Data.Read(ctx, at.Needs())
	if !at.HasItem(rows) {
		// It went away since it was looked for.
		p.forget(wanted, kept)
		return p.get(ctx, shown, p.composer.Instead(shown, at.Path, page.NotFound), language)
	}
	now := p.Now()
	if made == nil || made.mustChange(rows, now) {
		_, span := trace.Start(ctx, "page.compose")
		made = newPage(p.composer.Compose(shown, at, language, rows, now))
		span.End()
		if kept.isOfAName {
			made.codings = quickCodings
		}
		if made.traffic = p.composer.TrafficOf(shown, at); made.traffic != nil {
			made.traffic.Pages.Composed(p.Now().Sub(now))
		}
		kept.page.Store(made)
		p.account(wanted, kept, made)
	}
	kept.lookAt.Store(monotonic.Nanoseconds(now.Add(lookAgainAfter)))
	return made
}

// mustChange reports whether the page is to be composed anew for these rows at
// this time.
func (p *Page) mustChange(rows map[string]*page.Rows, now time.Time) bool {
	// Rows that came too late for it are put in at once.
	if len(rows) > len(p.Rows) {
		return true
	}
	age := now.Sub(p.ComposedAt)
	if age < changeAfter {
		return false
	}
	dropChanged := !p.ChangesAt.IsZero() && !now.Before(p.ChangesAt)
	return age >= maxClockAge || dropChanged || !page.SameRows(rows, p.Rows)
}

func (p *Pages) keptFor(wanted key, isOfAName bool) *keptPage {
	p.mutex.RLock()
	kept := p.kept[wanted]
	p.mutex.RUnlock()
	if kept != nil {
		return kept
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if kept = p.kept[wanted]; kept == nil {
		kept = &keptPage{isOfAName: isOfAName}
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

// account counts a composed page, and lets go of others while together they are too large. A page that another request is
// composing or reading lives on until that is done.
func (p *Pages) account(wanted key, composed *keptPage, made *Page) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.kept[wanted] != composed {
		// It had to make room while it was composed.
		return
	}
	p.bytes += made.size() - composed.size
	composed.size = made.size()
	for p.bytes > p.CacheSize && len(p.kept) > 0 {
		var first key
		var firstPage *keptPage
		for key, kept := range p.kept {
			if firstPage == nil || kept.makesRoomBefore(firstPage) {
				first, firstPage = key, kept
			}
		}
		p.bytes -= firstPage.size
		delete(p.kept, first)
	}
}

// EditionOf is the edition whose path this is: the shell's where no other has it.
func (p *Pages) EditionOf(path string) string { return p.composer.EditionOf(path) }

// HasPage reports whether the path has a page of its own.
func (p *Pages) HasPage(shown *page.Lineup, path string) bool { return p.composer.HasPage(shown, path) }

// Page is a composed page with its answer prepared. It never changes but for its
// compressed forms, each made when it is first asked for.
type Page struct {
	*page.Page
	tag     string
	forms   *representation.Forms
	codings []representation.Coding // that it is sent in

	navigation navigation
	// traffic is where it is counted; nil where it is not.
	traffic *page.Traffic
}

// quickCodings are those of pages that their address names, and of the answers for addresses that nobody has:
// few read one, and brotli alone would take five times as long as to compose it.
var quickCodings = []representation.Coding{representation.Zstd, representation.Gzip}

func newPage(composed *page.Page) *Page {
	made := &Page{Page: composed, codings: store.Codings}
	if composed.Status != page.Unavailable {
		made.tag = representation.Tag(composed.Body)
	}
	made.forms = representation.NewForms(composed.Body, made.tag)
	return made
}

// size is what the page takes in memory, with room for its compressed forms, and
// for its answer to navigation, which has no more than it, and the forms of that.
func (p *Page) size() int64 { return int64(4*len(p.Body)) + 1024 }

// Write answers a GET or HEAD request with the page. Secure says that the
// visitor's connection is TLS. Cookies that are set already stay.
func (p *Page) Write(w http.ResponseWriter, r *http.Request, secure bool) {
	answer := p.forms.For(r, p.Status, p.Body, p.codings)
	h := representation.NewHeader(w, 11)
	switch {
	case p.IsPreview:
		h.Set("Cache-Control", "no-store")
		h.Set("X-Robots-Tag", "noindex")
	case p.Status == page.Unavailable:
		h.Set("Cache-Control", "no-store")
		h.Set("Retry-After", "30")
	default:
		h.Set("Cache-Control", "private, no-cache")
	}
	h.Set("Vary", "Accept-Language, Cookie, Accept-Encoding")
	h.Set("Content-Security-Policy", p.Policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()")
	h.Set("Content-Language", string(p.Language))
	if secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	status, sent := answer.Write(w, r, &h, "text/html; charset=utf-8")
	if p.traffic != nil {
		p.traffic.Pages.Add(status, sent)
	}
}

// navigation is a kept page's answer of /_page, made when it is first asked for
// and kept as long, with its compressed forms.
type navigation struct {
	once  sync.Once
	body  []byte
	forms *representation.Forms
}

// WriteInfo answers a GET or HEAD request with the Info of a path. It is false,
// and nothing is written, where there is no shell.
func (p *Pages) WriteInfo(w http.ResponseWriter, r *http.Request, shown *page.Lineup, path string, language release.Language) bool {
	at, found := p.composer.Find(shown, path)
	if !found {
		return false
	}
	composed := p.get(r.Context(), shown, at, language)
	kept, codings := &composed.navigation, composed.codings
	if composed.Status != http.StatusOK {
		// An address that nobody has: its page is that of many, and its answer its own.
		kept, codings = new(navigation), quickCodings
	}
	kept.once.Do(func() {
		began := p.Now()
		kept.body = p.composer.Info(shown, at, composed.Page, path, language, began).JSON()
		if composed.traffic != nil {
			composed.traffic.Navigation.Composed(p.Now().Sub(began))
		}
		kept.forms = representation.NewForms(kept.body, "")
	})
	answer := kept.forms.For(r, http.StatusOK, kept.body, codings)
	h := representation.NewHeader(w, 5)
	h.Set("Cache-Control", "no-store")
	if shown.Preview != nil {
		h.Set("X-Robots-Tag", "noindex")
	}
	h.Set("Vary", "Accept-Language, Cookie, Accept-Encoding")
	h.Set("Content-Language", string(language))
	_, sent := answer.Write(w, r, &h, "application/json")
	if composed.traffic != nil {
		composed.traffic.Navigation.Add(composed.Status, sent)
	}
	return true
}
