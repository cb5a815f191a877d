// Package reader fetches one configured feed: conditionally, within bounds, and
// from nowhere but where the configuration says or a public host redirects to.
// What the feed means is for its caller.
package reader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"fieldhouse/plugins/feed/article"
	"fieldhouse/plugins/upstream"
)

// UserAgent is the User-Agent of the requests for feeds.
const UserAgent = "Fieldhouse/1 (blog feed reader)"

// accept names the formats that are read, best first.
const accept = "application/rss+xml, application/atom+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.7, */*;q=0.1"

// Config describes a reader.
type Config struct {
	// Address is the feed's. It must be https, unless its host and port are
	// among Private.
	Address string
	// Private are host:port pairs, such as 127.0.0.1:8081, that may be asked
	// without TLS and at addresses that are not public.
	Private []string
	// Timeout bounds one fetch with all its redirects.
	Timeout time.Duration
	// MaxBytes bounds the feed, decompressed.
	MaxBytes int64
	// Parse makes of a feed what is kept of it.
	Parse func(ctx context.Context, source article.Source) ([]byte, error)
	// Observe is called after each fetch with how it ended and how long it took.
	Observe func(outcome Outcome, took time.Duration)
	// Memory is what an earlier reader remembered of the same address and Parse before
	// this one.
	Memory *Memory
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

// Outcome is how a fetch ended.
type Outcome string

// The outcomes of a fetch.
const (
	// Changed: the feed came.
	Changed Outcome = "changed"
	// Unchanged: the server says that it is what it was.
	Unchanged Outcome = "unchanged"
	// Postponed: the server asked to be left alone for a time, and was.
	Postponed Outcome = "postponed"
	// Refused: the server answered with an error.
	Refused Outcome = "refused"
	// Forbidden: the address led to where nothing is read from.
	Forbidden Outcome = "forbidden"
	// Unreadable: what came was no feed, or too large.
	Unreadable Outcome = "unreadable"
	// Unreachable: no answer came.
	Unreachable Outcome = "unreachable"
)

// Reader reads one feed.
type Reader struct {
	config Config
	client *http.Client
}

// Memory is what a reader remembers of a feed: what it parsed last with the server's
// validators, so that a feed that did not change costs a request without a body
// and no parsing, and until when the server wants to be left alone. Its zero
// value is empty.
type Memory struct {
	mu    sync.Mutex
	last  lastFeed
	until time.Time // no request before
}

// lastFeed is the last whole answer.
type lastFeed struct {
	body               []byte
	etag, lastModified string
}

func (m *Memory) read() (lastFeed, time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last, m.until
}

func (m *Memory) store(last lastFeed) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last, m.until = last, time.Time{}
}

func (m *Memory) postpone(until time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.until = until
}

// New makes a reader, or refuses an address that could not be read.
func New(config Config) (*Reader, error) {
	at, err := parse(config.Address)
	if err != nil {
		return nil, fmt.Errorf("the feed %.80q: %w", config.Address, err)
	}
	named, err := newPrivate(config.Private)
	if err != nil {
		return nil, err
	}
	if at.Scheme != "https" && !named[dialled(at)] {
		return nil, fmt.Errorf("the feed %q is without https: write its https address, or name %s in private_addresses", config.Address, dialled(at))
	}
	config.Address = at.String()
	if config.Now == nil {
		config.Now = time.Now
	}
	return &Reader{config: config, client: guard{private: named}.client()}, nil
}

// Address is the feed's, in the form of Normalise.
func (r *Reader) Address() string { return r.config.Address }

// Read fetches the feed and gives what Parse made of it. A feed that did not
// change gives the same bytes again; they must not be changed. It fails with a
// *LaterError while the server wants to be left alone.
func (r *Reader) Read(ctx context.Context) ([]byte, error) {
	begun := r.config.Now()
	body, outcome, err := r.read(ctx)
	r.config.Observe(outcome, r.config.Now().Sub(begun))
	if err != nil {
		return nil, fmt.Errorf("reading the feed %s: %w", r.config.Address, err)
	}
	return body, nil
}

func (r *Reader) read(ctx context.Context) ([]byte, Outcome, error) {
	before, until := r.config.Memory.read()
	if r.config.Now().Before(until) {
		return nil, Postponed, &LaterError{Until: until}
	}
	ctx, cancel := context.WithTimeout(ctx, r.config.Timeout)
	defer cancel()
	response, err := r.request(ctx, before)
	if err != nil {
		return nil, outcomeOf(err), err
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusNotModified && before.body != nil:
		return before.body, Unchanged, nil
	case response.StatusCode != http.StatusOK:
		return nil, Refused, r.refusal(response)
	}
	source, err := r.readBody(response)
	if err != nil {
		if errors.Is(err, errTooLarge) || errors.Is(err, errCoded) {
			return nil, Unreadable, err
		}
		return nil, Unreachable, err
	}
	body, err := r.config.Parse(ctx, source)
	if err != nil {
		return nil, Unreadable, err
	}
	r.config.Memory.store(lastFeed{body, validator(response, "ETag"), validator(response, "Last-Modified")})
	return body, Changed, nil
}

// request makes the request, conditional when there is an earlier answer (RFC 9110, section
// 13.1).
func (r *Reader) request(ctx context.Context, last lastFeed) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.config.Address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", UserAgent)
	request.Header.Set("Accept", accept)
	if last.body != nil && last.etag != "" {
		request.Header.Set("If-None-Match", last.etag)
	}
	if last.body != nil && last.lastModified != "" {
		request.Header.Set("If-Modified-Since", last.lastModified)
	}
	response, err := r.client.Do(request)
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err // the address is in the error already
	}
	return response, err
}

// maxValidatorBytes bounds what a server can have kept of a header.
const maxValidatorBytes = 1024

func validator(response *http.Response, header string) string {
	if value := response.Header.Get(header); len(value) <= maxValidatorBytes {
		return value
	}
	return ""
}

func outcomeOf(err error) Outcome {
	if errors.Is(err, ErrForbidden) {
		return Forbidden
	}
	return Unreachable
}

var (
	errTooLarge = errors.New("it is too large")
	errCoded    = errors.New("its content encoding was not asked for")
)

// readBody reads the body. net/http asked for gzip and undoes it, and what is
// counted is what comes out, so that a bomb ends at the bound.
func (r *Reader) readBody(response *http.Response) (article.Source, error) {
	if coding := response.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return article.Source{}, fmt.Errorf("%w: %.40q", errCoded, coding)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, r.config.MaxBytes+1))
	if err != nil {
		return article.Source{}, err
	}
	if int64(len(body)) > r.config.MaxBytes {
		return article.Source{}, fmt.Errorf("%w: it has more than %d bytes", errTooLarge, r.config.MaxBytes)
	}
	return article.Source{Address: r.config.Address, ContentType: response.Header.Get("Content-Type"), Body: body}, nil
}

// LaterError says that the server of a feed asked to be left alone.
type LaterError struct {
	// Until is when it may be asked again.
	Until time.Time
}

func (e *LaterError) Error() string {
	return "its server asked to be left alone until " + e.Until.UTC().Format(time.RFC3339)
}

// maxRetryAfter bounds what a server can ask for: one that is wrong must not take the
// blog from the site for good.
const maxRetryAfter = 24 * time.Hour

// refusal notes the Retry-After of an answer that is no feed.
func (r *Reader) refusal(response *http.Response) error {
	now := r.config.Now()
	if wait, _ := upstream.RetryAfter(response.Header, now); wait > 0 {
		r.config.Memory.postpone(now.Add(min(wait, maxRetryAfter)))
	}
	return fmt.Errorf("it was answered with status %d (%s)", response.StatusCode, http.StatusText(response.StatusCode))
}
