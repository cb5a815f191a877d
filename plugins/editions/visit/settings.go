package visit

import (
	"cmp"
	"fmt"
	"net/url"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/site/settings"

	"go.uber.org/zap"
)

// Defaults of the settings.
const (
	defaultCacheSize = 64 << 20
	defaultReports   = 100
)

// previewCacheSize bounds the composed pages of previews.
const previewCacheSize = 4 << 20

// Settings are what the configuration says of pages.
type Settings struct {
	// The editions of the site besides the shell, in their order: the menu's and the
	// header's. What is not among them is shown to nobody, whatever is live. Default:
	// none.
	Editions []settings.Edition `json:"editions,omitempty"`

	// Origins that pages may load images from, besides the site itself, such as
	// `https://images.example` (CSP `img-src`).
	Images []string `json:"images,omitempty"`

	// Origins that scripts may connect to, besides the site itself and what its
	// wallets need (CSP `connect-src`).
	Connect []string `json:"connect,omitempty"`

	// Origins that pages may show in a frame, besides the wallets' `esr:` (CSP
	// `frame-src`). Default: none.
	Frames []string `json:"frames,omitempty"`

	// Google's tag, for visitors who agree to it: asked for on each page, with Google's
	// hosts in the policy, or those of a tagging server of the site's own. Default: none.
	Tag page.Tag `json:"google_tag,omitzero"`

	// Where visitors find the site, such as `https://fieldhouse.example`, for the
	// canonical address, alternates and the social card. Default: those addresses
	// are relative.
	Origin string `json:"origin,omitempty"`

	// How many bytes of composed pages are kept. Default: 67108864 (64 MiB).
	CacheSize int64 `json:"cache_size,omitempty"`

	// How many of 1000 documents report how their views went, while no edition has a canary;
	// with one all do. Default: 100.
	Reports int `json:"reports,omitempty"`

	// For the development server only: pages may load scripts that the import map
	// does not list, and `/_dev/events` sends them new releases. Default: false.
	Dev bool `json:"dev,omitempty"`
}

// Complete fills in the defaults, and refuses what cannot work.
func (s *Settings) Complete() error {
	s.CacheSize, s.Reports = cmp.Or(s.CacheSize, defaultCacheSize), cmp.Or(s.Reports, defaultReports)
	if err := s.policy().Validate(); err != nil {
		return err
	}
	if err := settings.ValidateEditions(s.Editions); err != nil {
		return err
	}
	if s.Origin != "" && !page.IsOrigin(s.Origin) {
		return fmt.Errorf("origin %q: write scheme and host, such as https://example.com", s.Origin)
	}
	if s.CacheSize < 0 {
		return fmt.Errorf("cache_size %d: it is a number of bytes above 0", s.CacheSize)
	}
	if s.Reports < 0 || s.Reports > journal.MaxShare {
		return fmt.Errorf("reports %d: it is a share of %d documents", s.Reports, journal.MaxShare)
	}
	return nil
}

func (s *Settings) policy() page.Policy {
	return page.Policy{Images: s.Images, Connect: s.Connect, Frames: s.Frames, Tag: s.Tag}
}

// NewServer makes the server of a site's pages, which wait for their data so long; Close ends
// it. Pages, Previews, Dev and Staging of the config are those of the settings.
func (s *Settings) NewServer(site *settings.Settings, source needs.Source, wait time.Duration, config Config) *Server {
	report := func(err error) { config.Logger.Error("pages", zap.Error(err)) }
	options := Options{
		Options: page.Options{
			Site:    page.NewSite(site, s.Editions...),
			Policy:  WithWallets(s.policy(), site.Wallets, s.Origin),
			Origin:  s.Origin,
			Dev:     s.Dev,
			Reports: s.Reports,
			Warn:    func(difference string) { config.Logger.Warn(difference) },
		},
		Data:      NewData(source, wait, time.Now, report),
		CacheSize: s.CacheSize,
		Now:       time.Now,
		Report:    report,
	}
	config.Pages, config.Dev, config.Staging = NewPages(options), s.Dev, site.Staging
	options.CacheSize, options.Warn = min(previewCacheSize, s.CacheSize), nil
	config.Previews = NewPages(options)
	return New(config)
}

// linkedWallets is where linked wallets keep their channels: Anchor Desktop's
// are there whatever link service the site has.
const linkedWallets = "cb.anchor.link"

// WithWallets answers a policy with what the site's wallets need: the link
// service and the resource provider that scripts talk to, the channels of linked
// wallets, and the `esr:` frame that opens a request in the wallet of the device.
//
// origin is the site's own; its WebSockets are not `'self'` in every browser
// (CSP Level 3, 6.7.2.8). It may be empty.
func WithWallets(policy page.Policy, wallets settings.Wallets, origin string) page.Policy {
	connect := []string{"https://" + linkedWallets, "wss://" + linkedWallets}
	switch service := originOf(wallets.LinkService); {
	case service != "":
		connect = append(connect, service, webSocketOf(service))
	case origin != "":
		connect = append(connect, webSocketOf(origin))
	}
	if provider := originOf(wallets.ResourceProvider); provider != "" {
		connect = append(connect, provider)
	}
	return policy.With(page.Policy{Connect: connect, Frames: []string{"esr:"}})
}

// originOf is the origin of an address; empty for a path, and for anything that
// may not enter a header.
func originOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" {
		return ""
	}
	origin := parsed.Scheme + "://" + parsed.Host
	if !page.IsOrigin(origin) {
		return ""
	}
	return origin
}

func webSocketOf(origin string) string { return "ws" + origin[len("http"):] }
