package page

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Policy is what pages may load from elsewhere, as origins such as
// https://images.example.
type Policy struct {
	Images, Connect, Frames []string
	// Tag is Google's, with what it needs; none unless the site has one.
	Tag Tag
}

// Validate reports the first origin that is none. An origin enters a header, so
// nothing but one may be written here.
func (p Policy) Validate() error {
	for _, list := range []struct {
		name    string
		origins []string
		schemes []string
	}{
		{"images", p.Images, []string{"https", "http"}},
		{"connect", p.Connect, []string{"https", "http", "wss", "ws"}},
		{"frames", p.Frames, []string{"https", "http"}},
	} {
		for _, origin := range list.origins {
			if !isOrigin(origin, list.schemes) {
				return fmt.Errorf("%s %q: write an origin, scheme and host, such as %s://example.com", list.name, origin, list.schemes[0])
			}
		}
	}
	return p.Tag.Validate()
}

// IsOrigin reports whether text is the origin of a site: scheme, host and
// perhaps a port, and nothing else.
func IsOrigin(text string) bool { return isOrigin(text, []string{"https", "http"}) }

func isOrigin(text string, schemes []string) bool {
	parsed, err := url.Parse(text)
	if err != nil || parsed.Host == "" || parsed.Scheme+"://"+parsed.Host != text {
		return false
	}
	for _, letter := range parsed.Host {
		switch {
		case letter >= 'a' && letter <= 'z', letter >= '0' && letter <= '9', strings.ContainsRune("-.:[]", letter):
		default:
			return false
		}
	}
	return slices.Contains(schemes, parsed.Scheme)
}

// With is the policy with what another one allows besides; its tag stays.
func (p Policy) With(more Policy) Policy {
	p.Images = withoutRepeats(p.Images, more.Images)
	p.Connect = withoutRepeats(p.Connect, more.Connect)
	p.Frames = withoutRepeats(p.Frames, more.Frames)
	return p
}

// header makes the Content-Security-Policy (CSP Level 3; docs/security.md) with the hashes of the
// scripts and style sheets that stand in pages. A nonce would make the page
// uncacheable.
func (p Policy) header(scripts, styles []string) string {
	own, policies := []string{"'self'"}, []string{"fieldhouse"}
	if p.Tag.ID != "" {
		from, connects := p.Tag.sources()
		own, policies = append(own, from), append(policies, tagPolicy)
		p.Images, p.Connect = withoutRepeats(p.Images, connects), withoutRepeats(p.Connect, connects)
	}
	var policy strings.Builder
	directive := func(name string, sources ...string) {
		if policy.Len() > 0 {
			policy.WriteString("; ")
		}
		policy.WriteString(name)
		for _, source := range sources {
			policy.WriteByte(' ')
			policy.WriteString(source)
		}
	}
	directive("default-src", "'none'")
	directive("base-uri", "'none'")
	directive("object-src", "'none'")
	directive("form-action", "'self'")
	directive("frame-ancestors", "'none'")
	directive("script-src", append(own, scripts...)...)
	directive("style-src", append([]string{"'self'"}, styles...)...)
	directive("worker-src", "'self'")
	directive("font-src", "'self'")
	directive("manifest-src", "'self'")
	directive("img-src", append([]string{"'self'", "data:"}, p.Images...)...)
	directive("connect-src", append([]string{"'self'"}, p.Connect...)...)
	if len(p.Frames) > 0 {
		directive("frame-src", p.Frames...)
	}
	directive("require-trusted-types-for", "'script'")
	directive("trusted-types", policies...)
	return policy.String()
}

func withoutRepeats(lists ...[]string) []string {
	var all []string
	for _, list := range lists {
		for _, source := range list {
			if !slices.Contains(all, source) {
				all = append(all, source)
			}
		}
	}
	return all
}
