package checks

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/paths"
)

// Site is an address that pages are at.
type Site struct {
	// Host is its name; empty for one that answers every name.
	Host string
	// Listens is where on this machine it listens, host:port.
	Listens string
	IsTLS   bool
}

// DNS looks at where the names of sites lead. A resolver is a net.Resolver, and own are the
// addresses of this machine.
func DNS(names []string, resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}, own []netip.Addr,
) Check {
	return Check{"dns", func(ctx context.Context) (found []Result) {
		for _, name := range names {
			if _, err := netip.ParseAddr(name); err == nil || name == "localhost" || strings.HasSuffix(name, ".localhost") {
				continue
			}
			addresses, err := resolver.LookupNetIP(ctx, "ip", name)
			if err != nil {
				found = append(found, problem("dns", "have its zone name this machine or its balancer, by A and AAAA", "%s: %v", name, err))
				continue
			}
			var foreign []string
			for _, address := range addresses {
				if !slices.Contains(own, address.Unmap()) {
					foreign = append(foreign, address.Unmap().String())
				}
			}
			if len(foreign) > 0 {
				found = append(found, warn("dns", "nothing, if a balancer or a router with these addresses leads here; else mend the zone: certificates and visitors need it",
					"%s leads to %s, which this machine does not have itself", name, strings.Join(foreign, ", ")))
				continue
			}
			found = append(found, ok("dns", "%s leads to this machine", name))
		}
		if len(found) == 0 {
			found = append(found, ok("dns", "nothing to look up: no site has a public name"))
		}
		return found
	}}
}

// Ready asks the sites whether they can serve pages. One that does not listen is no problem of its
// own: what runs is told elsewhere.
func Ready(sites []Site) Check {
	return Check{"ready", func(ctx context.Context) (found []Result) {
		for _, site := range sites {
			status, body, err := site.ask(ctx)
			switch {
			case err != nil:
				found = append(found, warn("ready", "start it: fieldhouse run; or look why it does not answer", "%s does not answer: %v", site.Listens, err))
			case status != http.StatusOK:
				found = append(found, problem("ready", "take releases of host and shell; the log says why others were not used", "%s answers %d: %s", site.Listens, status, oneLine(body)))
			default:
				found = append(found, ok("ready", "%s: %s", site.Listens, oneLine(body)))
			}
		}
		return found
	}}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// ask asks the site on this machine whether it is ready.
func (s Site) ask(ctx context.Context) (status int, body string, err error) {
	transport := &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", s.Listens)
		},
		TLSClientConfig: s.tls(),
	}
	scheme := "http"
	if s.IsTLS {
		scheme = "https"
	}
	ctx, cancel := context.WithTimeout(ctx, askFor)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+cmp.Or(s.Host, s.Listens)+paths.Ready, nil)
	if err != nil {
		return 0, "", err
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 4<<10))
	return response.StatusCode, string(text), err
}

// askFor is how long something on this machine may take to answer.
const askFor = 5 * time.Second

// tls connects as a browser that asks for the site's name and takes any certificate: its own check
// says what is wrong with one.
func (s Site) tls() *tls.Config { return &tls.Config{ServerName: s.Host, InsecureSkipVerify: true} }

// Certificates looks at those of sites with TLS: what the running process shows, else what is
// stored. emails are those that the authorities have, one for each.
func Certificates(sites []Site, emails []string, stored func(ctx context.Context, name string) (*x509.Certificate, error)) Check {
	return Check{"certificate", func(ctx context.Context) (found []Result) {
		sites := slices.DeleteFunc(slices.Clone(sites), func(site Site) bool { return !site.IsTLS || site.Host == "" })
		if len(sites) == 0 {
			return []Result{ok("certificate", "none is needed: no site has TLS and a name")}
		}
		for _, site := range sites {
			shown, err := site.certificate(ctx)
			where := "shown"
			if err != nil {
				where = "stored"
				if shown, err = stored(ctx, site.Host); err != nil {
					found = append(found, warn("certificate", "start the process while ports 80 and 443 reach it, a day before they are needed", "%s has none yet: %v", site.Host, err))
					continue
				}
			}
			found = append(found, valid(site.Host, where, shown, time.Now()))
		}
		for _, email := range emails {
			const do = "set ACME_EMAIL, or `email`, to an address that somebody reads"
			switch {
			case email == "":
				found = append(found, warn("certificate", do, "the authority has no address to write to, and there is no second one (ZeroSSL needs an address)"))
			case strings.HasSuffix(email, ".example"):
				found = append(found, problem("certificate", do, "no authority gives a certificate to %q", email))
			}
		}
		return found
	}}
}

// certificate is the one that the running process shows.
func (s Site) certificate(ctx context.Context) (*x509.Certificate, error) {
	ctx, cancel := context.WithTimeout(ctx, askFor)
	defer cancel()
	connection, err := (&tls.Dialer{Config: s.tls()}).DialContext(ctx, "tcp", s.Listens)
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	return connection.(*tls.Conn).ConnectionState().PeerCertificates[0], nil
}

// valid says whether a certificate is good for a name. Caddy renews one when a third of its time is
// left.
func valid(name, where string, certificate *x509.Certificate, now time.Time) Result {
	const do = "look in the log for why it is not renewed; ports 80 and 443 must reach the process"
	left := certificate.NotAfter.Sub(now)
	days := fmt.Sprintf("%.1f days", left.Hours()/24)
	covers := strings.Join(certificate.DNSNames, ", ")
	switch {
	case certificate.VerifyHostname(name) != nil:
		return problem("certificate", "add the name to the site's addresses (SITE_ADDRESS)", "the one %s for %s covers only %s", where, name, covers)
	case left <= 0 || now.Before(certificate.NotBefore):
		return problem("certificate", do+"; see the clock, too", "the one %s for %s holds from %s to %s", where, name, certificate.NotBefore.Format(time.RFC3339), certificate.NotAfter.Format(time.RFC3339))
	case left < certificate.NotAfter.Sub(certificate.NotBefore)/4:
		return warn("certificate", do, "the one %s for %s has only %s left", where, name, days)
	}
	return ok("certificate", "the one %s for %s covers %s, %s left", where, name, covers, days)
}
