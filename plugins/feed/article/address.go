package article

import (
	"net/url"
	"strings"
)

// maxAddressBytes bounds an address of a feed; a longer one is left out.
const maxAddressBytes = 2048

// base is what addresses of a feed are relative to, and the one origin without
// TLS whose pictures are kept.
type base struct {
	// at is the item's own address, or the feed's.
	at *url.URL
	// plain is `http://host:port` of a feed that is configured so; empty else.
	plain string
}

// link makes an address of a link absolute. It is empty for one that is not of
// http, https or mailto.
func (b base) link(address string) string {
	u := b.resolve(address)
	if u == nil {
		return ""
	}
	switch u.Scheme {
	case "http", "https":
		if u.Host == "" || u.User != nil {
			return ""
		}
		withoutTracking(u)
	case "mailto":
		if u.Opaque == "" {
			return ""
		}
	default:
		return ""
	}
	return u.String()
}

// page is link without mailto: the address of a post or a site.
func (b base) page(address string) string {
	if link := b.link(address); !strings.HasPrefix(link, "mailto:") {
		return link
	}
	return ""
}

// image makes a picture's address absolute. It is empty for one that a page on
// https must not load, and for what counts visitors instead of showing something.
func (b base) image(address string) string {
	u := b.resolve(address)
	if u == nil || u.Host == "" || u.User != nil || countsVisitors(u) {
		return ""
	}
	if u.Scheme != "https" && (b.plain == "" || u.Scheme+"://"+u.Host != b.plain) {
		return ""
	}
	return u.String()
}

// resolve reads an address as a browser does, which ignores tabs and line ends
// in it (URL standard, section 4.4).
func (b base) resolve(address string) *url.URL {
	address = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, strings.TrimSpace(address))
	if address == "" || len(address) > maxAddressBytes {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	if b.at != nil {
		u = b.at.ResolveReference(u)
	}
	return u
}

// withoutTracking takes off what Medium adds to every link of its feeds to learn
// where readers come from: `?source=rss-...`.
func withoutTracking(u *url.URL) {
	if !strings.Contains(u.RawQuery, "source=rss") {
		return
	}
	kept := make([]string, 0, 4)
	for part := range strings.SplitSeq(u.RawQuery, "&") {
		if !strings.HasPrefix(part, "source=rss") {
			kept = append(kept, part)
		}
	}
	u.RawQuery = strings.Join(kept, "&")
}

// counters are known addresses of pixels: a host, or a host and how its paths
// begin. A host stands for those below it too.
var counters = []struct{ host, path string }{
	{"medium.com", "/_/stat"},
	{"feeds.feedburner.com", "/~"},
	{"feedproxy.google.com", "/~"},
	{"feedsportal.com", ""},
	{"pixel.wp.com", ""},
	{"stats.wordpress.com", ""},
	{"google-analytics.com", ""},
	{"googletagmanager.com", ""},
	{"doubleclick.net", ""},
	{"facebook.com", "/tr"},
	{"scorecardresearch.com", ""},
	{"quantserve.com", ""},
	{"statcounter.com", ""},
	{"list-manage.com", "/track"},
}

func countsVisitors(u *url.URL) bool {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	for _, counter := range counters {
		if (host == counter.host || strings.HasSuffix(host, "."+counter.host)) && strings.HasPrefix(u.Path, counter.path) {
			return true
		}
	}
	return false
}
