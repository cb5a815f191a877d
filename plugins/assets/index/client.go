// Package index reads from asset indexes, which are services that follow the
// chain and answer who owns which assets (the AtomicAssets API): one endpoint
// after another, until one answers. It knows nothing of Caddy.
package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/upstream"

	"go.uber.org/zap"
)

// Config describes a client.
type Config struct {
	// Endpoints are the base addresses of the indexes, in the order of
	// preference; the part before /assets.
	Endpoints []string
	// Transport makes the requests. Default: one of its own.
	Transport http.RoundTripper
	// Share is the process's part of the rates, as upstream.Line's; nil for all.
	Share func() float64
	// Settings are what can change later.
	Settings Settings
}

// Settings are what can change in a living client. What is 0 has its default.
type Settings struct {
	// Rate is how often one endpoint is asked in the long run, a second.
	// Default 4: public indexes allow about 240 requests a minute.
	Rate float64
	// Burst is how often one may be asked at once. Default 8.
	Burst int
	// Timeout bounds one try at one endpoint. Default 10 s.
	Timeout time.Duration
	// Deadline bounds a read with all its pages and tries. Default 20 s.
	Deadline time.Duration
	// MaxPageBytes bounds the body of one page. Default 16 MiB: 1000 assets have
	// about 3 MB.
	MaxPageBytes int64
	// Logger gets the endpoints that fail, and why. Default none.
	Logger *zap.Logger
	// Observe is called after every try: how long it took, and the reason when it
	// failed. Default none.
	Observe func(endpoint string, took time.Duration, reason Reason)
}

// The defaults of Settings.
const (
	DefaultRate         = 4
	DefaultBurst        = 8
	DefaultTimeout      = 10 * time.Second
	DefaultDeadline     = 20 * time.Second
	DefaultMaxPageBytes = 16 << 20
)

// Client reads from asset indexes. What it has learned about them lasts as long
// as it does.
type Client struct {
	endpoints []*endpoint
	settings  atomic.Pointer[Settings]
	own       *http.Transport // nil when it was given one
}

// New makes a client. It asks nothing yet.
func New(config Config) (*Client, error) {
	if len(config.Endpoints) == 0 {
		return nil, errors.New("making a client of asset indexes: no endpoint is configured")
	}
	c := new(Client)
	if config.Transport == nil {
		c.own = upstream.Transport((&net.Dialer{Timeout: DefaultTimeout, KeepAlive: 30 * time.Second}).DialContext, DefaultTimeout)
		c.own.ForceAttemptHTTP2 = true
		c.own.MaxIdleConnsPerHost = triesAtOnce
		c.own.IdleConnTimeout = 90 * time.Second
		config.Transport = c.own
	}
	client := upstream.Client(config.Transport)
	line := upstream.NewLine(division, time.Now)
	if config.Share != nil {
		line.UseShare(config.Share)
	}
	for _, address := range config.Endpoints {
		if err := CheckAddress(address); err != nil {
			return nil, fmt.Errorf("making a client of asset indexes: %w", err)
		}
		made := newEndpoint(address, client, line)
		if slices.ContainsFunc(c.endpoints, func(e *endpoint) bool { return e.address == made.address }) {
			return nil, fmt.Errorf("making a client of asset indexes: %s is given twice", made.address)
		}
		c.endpoints = append(c.endpoints, made)
	}
	if err := c.Update(config.Settings); err != nil {
		return nil, fmt.Errorf("making a client of asset indexes: %w", err)
	}
	return c, nil
}

// CheckAddress returns what is wrong with the address of an endpoint.
func CheckAddress(address string) error {
	const write = "write https://host/atomicassets/v1, without query or credentials"
	parsed, err := url.Parse(address)
	if err != nil {
		return errors.New("the address of an asset index cannot be read: " + write)
	}
	if (parsed.Scheme != "https" && parsed.Scheme != "http") || parsed.Host == "" || parsed.RawQuery != "" || parsed.ForceQuery || parsed.Fragment != "" || parsed.User != nil {
		return fmt.Errorf("%q is not the address of an asset index: %s", parsed.Redacted(), write)
	}
	if strings.HasSuffix(strings.TrimRight(parsed.Path, "/"), "/assets") {
		return fmt.Errorf("%q ends with /assets, which is added to it: %s", parsed.Redacted(), write)
	}
	return nil
}

// complete fills in defaults and refuses what leaves no time or room.
func (s *Settings) complete() error {
	s.Rate = cmp.Or(s.Rate, DefaultRate)
	s.Burst = cmp.Or(s.Burst, DefaultBurst)
	s.Timeout = cmp.Or(s.Timeout, DefaultTimeout)
	s.Deadline = cmp.Or(s.Deadline, max(DefaultDeadline, s.Timeout))
	s.MaxPageBytes = cmp.Or(s.MaxPageBytes, DefaultMaxPageBytes)
	s.Logger = cmp.Or(s.Logger, zap.NewNop())
	if s.Observe == nil {
		s.Observe = func(string, time.Duration, Reason) {}
	}
	switch {
	case s.Rate < 0 || s.Burst < 0 || s.Timeout < 0 || s.MaxPageBytes < 0:
		return errors.New("rate, burst, timeout and the size of a page must be more than nothing")
	case s.Deadline < s.Timeout:
		return fmt.Errorf("the deadline %s must be at least the timeout, which is %s", s.Deadline, s.Timeout)
	}
	return nil
}

// Check returns what is wrong with settings.
func (s Settings) Check() error { return s.complete() }

// Update changes the settings, for the next read on.
func (c *Client) Update(settings Settings) error {
	if err := settings.complete(); err != nil {
		return err
	}
	c.settings.Store(&settings)
	for _, e := range c.endpoints {
		e.rate.Update(settings.Rate, settings.Burst)
	}
	return nil
}

// Close closes idle connections. Reads under way go on.
func (c *Client) Close() {
	if c.own != nil {
		c.own.CloseIdleConnections()
	}
}

// Status is what is known of the endpoints, in the order of preference.
func (c *Client) Status() []EndpointStatus {
	now := time.Now()
	all := make([]EndpointStatus, 0, len(c.endpoints))
	for _, e := range c.endpoints {
		all = append(all, e.status(now))
	}
	return all
}

// Page reads one page, counted from 1, of at most limit assets. The error is a
// *Refusal when an index says no, else an *Unavailable.
func (c *Client) Page(ctx context.Context, query Query, number, limit int) (Listing, error) {
	listing, err := c.tryEach(ctx, func(ctx context.Context, by *Settings, e *endpoint) (Listing, error) {
		read, err := e.page(ctx, by, query, number, limit, nil)
		if err != nil {
			return Listing{}, err
		}
		var listing Listing
		listing.add(read, math.MaxInt)
		return listing, nil
	})
	if err != nil {
		return Listing{}, fmt.Errorf("reading page %d of %s: %w", number, query, err)
	}
	return listing, nil
}

// Whole reads all assets, page by page until one has fewer than MaxLimit. All
// pages are of one endpoint: indexes are seconds apart, and a page of one does
// not go on where that of another ended. So an endpoint that fails halfway is
// followed by the next one's first page. Its errors are those of Page.
//
// An asset that leaves while its listing is read moves the others up, and one
// of them from a later page to one that was read already: that one is missing
// until the next read.
func (c *Client) Whole(ctx context.Context, query Query, bounds Bounds) (Listing, error) {
	listing, err := c.tryEach(ctx, func(ctx context.Context, by *Settings, e *endpoint) (Listing, error) {
		return e.whole(ctx, by, query, bounds)
	})
	if err != nil {
		return Listing{}, fmt.Errorf("reading all of %s: %w", query, err)
	}
	return listing, nil
}

// String describes the query in words.
func (q Query) String() string {
	if q.Sales != "" {
		return "the " + string(q.Sales) + " of template " + q.Template + " of " + q.Collection
	}
	if q.Burner != "" {
		return "the " + q.Schema + " of " + q.Collection + " that " + q.Burner + " burned"
	}
	if q.Owner == "" {
		return "the assets of " + q.Collection
	}
	return "the assets of " + q.Collection + " that " + q.Owner + " owns"
}

// MaxLimit is how many assets an index answers at most in one page
// (specification, section 9).
const MaxLimit = 1000

// Query says which assets are asked for.
type Query struct {
	// Collection is the name of the collection; required.
	Collection string
	// Owner is the account that owns the assets; empty for all owners.
	Owner string
	// Asset is the id of the one asset that is asked for; empty for all.
	Asset string
	// Sales asks for the sales of assets of a Template instead of assets; empty for
	// assets.
	Sales Sales
	// Template is the id of the template whose sales are asked for.
	Template string
	// Burner asks for assets of a Schema that this account burned instead of those
	// that exist; empty for those that exist.
	Burner string
	// Schema is the name of the schema whose burned assets are asked for.
	Schema string
}

// address is the page's address at an endpoint.
func (q Query) address(base string, number, limit int) string {
	values := url.Values{"collection_name": {q.Collection}, "page": {strconv.Itoa(number)}, "limit": {strconv.Itoa(limit)}}
	set := func(name, value string) {
		if value != "" {
			values.Set(name, value)
		}
	}
	path := "/assets?"
	switch {
	case q.Sales != "":
		// The AtomicMarket API, which an index has beside that of the assets. Only its version 2
		// sorts by price.
		base, path = strings.Replace(base, "/atomicassets/v1", "/atomicmarket/v2", 1), "/sales?"
		wanted := termsOf[q.Sales]
		set("template_id", q.Template)
		set("state", wanted.state)
		set("sort", wanted.sort)
		set("order", wanted.order)
		// Bundles, which have any number of whole assets in them, would be left out of the answer.
		set("max_assets", "1")
	case q.Burner != "":
		// The newest come first: nothing happens to an asset after it was burned.
		set("schema_name", q.Schema)
		set("burner", q.Burner)
		set("burned", "true")
		set("sort", "updated")
		set("order", "desc")
	default:
		// The newest come first: what is minted meanwhile pushes the others on to later pages,
		// where they are listed again instead of being passed over.
		set("sort", "asset_id")
		set("order", "desc")
		set("owner", q.Owner)
		set("ids", q.Asset)
	}
	return base + path + values.Encode()
}
