package doctor

import (
	"cmp"
	"context"
	"crypto/x509"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"fieldhouse/gateway/doctor/checks"
	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/admission"
	"fieldhouse/plugins/assets"
	"fieldhouse/plugins/chain"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/editions"
	"fieldhouse/plugins/feed"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/caddytls"
	"github.com/caddyserver/certmagic"
)

// configured is an app of a configuration, if it has it. One that cannot be provisioned fails the
// configuration by itself.
func configured[A any](ctx caddy.Context, name string) (A, bool) {
	found, has, err := adapter.Configured[A](ctx, "doctor", name)
	return found, has && err == nil
}

// checks are what there is to look at. admin is the address of the admin endpoint.
func (g given) checks(ctx caddy.Context, admin string) (all []checks.Check, err error) {
	web, _ := configured[*caddyhttp.App](ctx, "http")
	found := sitesOf(web)
	if found.State, err = adapter.StateFolder(ctx, "doctor"); err != nil {
		return nil, err
	}
	site, err := adapter.Site(ctx, "doctor")
	if err != nil {
		return nil, err
	}
	found.Data = g.storage.Path
	if found.Pages != "" {
		all = append(all, found.Stores.Check(), found.Disk())
	}
	if app, has := configured[*chain.App](ctx, "chain"); has {
		all = append(all, checks.Nodes{Ask: app.Check, Rate: cmp.Or(app.Rate, pool.DefaultRate)}.Check())
	}
	if app, has := configured[*assets.App](ctx, "assets"); has {
		all = append(all, checks.Sources("asset index", "name another `endpoint` of `assets`", app.Endpoints, func(ctx context.Context, address string) error {
			return askIndex(ctx, address, site.Network.Collection)
		}))
	}
	if app, has := configured[*feed.App](ctx, "feed"); has {
		all = append(all, checks.Sources("feed", "name another `feed`", app.Feeds, func(ctx context.Context, address string) error { return askFeed(ctx, app, address) }))
	}
	return append(all,
		checks.DNS(found.names, net.DefaultResolver, ownAddresses()),
		checks.Certificates(found.sites, emailsOf(ctx, found.sites), func(ctx context.Context, name string) (*x509.Certificate, error) { return stored(ctx, g.storage, name) }),
		checks.Ready(found.pages),
		g.process(ctx, admin).Check(),
	), nil
}

// process is the running one, and what it is compared with.
func (g given) process(ctx caddy.Context, admin string) checks.Process {
	bounds, has := configured[*admission.App](ctx, "admission")
	if !has {
		bounds = new(admission.App)
	}
	process := checks.Process{Version: adapter.Version(), BuiltWith: builtWith(), Config: g.text, Own: ownLimits(), Taken: func(descriptors int, memory int64) (int, int, string) {
		return bounds.Taken(admission.Limits{Descriptors: descriptors, Memory: memory})
	}}
	if g.hasAdmin {
		process.Admin = func(ctx context.Context, path string) ([]byte, error) { return askAdmin(ctx, admin, path) }
	}
	if path, err := os.Executable(); err == nil {
		if info, err := os.Stat(path); err == nil {
			process.Built = info.ModTime()
		}
	}
	return process
}

// ownLimits are those of a process that this shell starts: `run` takes nine tenths of the control
// group's memory or the machine's, where GOMEMLIMIT says nothing.
func ownLimits() checks.Limits {
	own := admission.OwnLimits()
	if os.Getenv("GOMEMLIMIT") == "" {
		if limit, err := memlimit.ApplyRatio(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem), 0.9)(); err == nil {
			own.Memory = min(own.Memory, int64(limit))
		}
	}
	return checks.Limits{Descriptors: own.Descriptors, Memory: own.Memory, Cores: runtime.GOMAXPROCS(0)}
}

// sites are what the sites of a configuration have.
type sites struct {
	checks.Stores
	// sites are all, pages those with pages, names what they are called.
	sites, pages []checks.Site
	names        []string
}

func sitesOf(web *caddyhttp.App) (found sites) {
	found.Commands, _ = filepath.Abs(adapter.StoreFolder(""))
	if web == nil {
		return found
	}
	for _, one := range adapter.SiteHandlers(web) {
		if strings.Contains(one.Host, "*") {
			one.Host = ""
		}
		found.names = append(found.names, one.Host)
		handler, hasPages := one.Handler.(*editions.Handler)
		server := web.Servers[one.Server]
		for _, listen := range server.Listen {
			at, err := caddy.ParseNetworkAddress(listen)
			if err != nil || at.IsUnixNetwork() || at.IsFdNetwork() {
				continue
			}
			if host, err := netip.ParseAddr(at.Host); at.Host == "" || err == nil && host.IsUnspecified() {
				at.Host = "127.0.0.1"
			}
			site := checks.Site{Host: one.Host, Listens: at.JoinHostPort(0), IsTLS: len(server.TLSConnPolicies) > 0}
			found.sites = append(found.sites, site)
			if hasPages {
				found.pages = append(found.pages, site)
			}
		}
		if !hasPages {
			continue
		}
		found.Pages, _ = filepath.Abs(adapter.StoreFolder(handler.Store))
		for _, edition := range handler.Editions {
			found.Editions = append(found.Editions, edition.Name)
		}
		if _, public, has := strings.Cut(handler.Origin, "://"); has {
			if host, _, err := net.SplitHostPort(public); err == nil {
				public = host
			}
			found.names = append(found.names, public)
		}
	}
	found.sites, found.pages = unique(found.sites), unique(found.pages)
	found.names, found.Editions = sorted(found.names), sorted(found.Editions)
	return found
}

// unique are values, each once and where it was first.
func unique[T comparable](values []T) (each []T) {
	for _, value := range values {
		if !slices.Contains(each, value) {
			each = append(each, value)
		}
	}
	return each
}

// sorted are texts, each once, and no empty one.
func sorted(texts []string) []string {
	return slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(texts))), func(text string) bool { return text == "" })
}

// emailsOf are those that the certificate authorities have, where a site needs one; an empty one
// where they have none.
func emailsOf(ctx caddy.Context, sites []checks.Site) (emails []string) {
	certificates, has := configured[*caddytls.TLS](ctx, "tls")
	isPublic := func(site checks.Site) bool { return site.IsTLS && certmagic.SubjectQualifiesForPublicCert(site.Host) }
	if !has || certificates.Automation == nil || !slices.ContainsFunc(sites, isPublic) {
		return nil
	}
	for _, policy := range certificates.Automation.Policies {
		for _, issuer := range policy.Issuers {
			if authority, is := issuer.(*caddytls.ACMEIssuer); is {
				emails = append(emails, authority.Email)
			}
		}
	}
	if emails = sorted(emails); len(emails) == 0 {
		return []string{""}
	}
	return emails
}

func ownAddresses() (own []netip.Addr) {
	interfaces, _ := net.InterfaceAddrs()
	for _, one := range interfaces {
		if prefix, err := netip.ParsePrefix(one.String()); err == nil {
			own = append(own, prefix.Addr().Unmap())
		}
	}
	return own
}
