package reader

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"fieldhouse/plugins/upstream"
)

// ErrForbidden: the address, or one that it led to, is not to be connected to.
var ErrForbidden = errors.New("this address is not read from")

const (
	connectTimeout = 5 * time.Second
	maxRedirects   = 5
)

// guard decides what is connected to.
type guard struct {
	private  private
	resolver *net.Resolver // nil is the system's
}

// client makes the client of a feed. Each request makes a connection of its own,
// so that each passes the check of its address. No proxy is used, whatever the
// environment says: a proxy would look up the names where no one checks what
// they lead to.
func (g guard) client() *http.Client {
	transport := upstream.Transport(g.dial, connectTimeout)
	transport.Proxy = nil
	transport.DisableKeepAlives = true
	client := upstream.Client(transport)
	client.CheckRedirect = g.redirect
	return client
}

// dial connects to an address. What its name leads to is checked after DNS and
// for each address that is tried, so a name cannot lead elsewhere between check
// and connection (DNS rebinding).
func (g guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: connectTimeout, Resolver: g.resolver}
	if !g.private[address] {
		dialer.Control = func(network, found string, _ syscall.RawConn) error { return checkFound(network, found) }
	}
	return dialer.DialContext(ctx, network, address)
}

// checkFound refuses every address that is not of the open internet.
func checkFound(network, found string) error {
	address, err := netip.ParseAddrPort(found)
	if err != nil || (network != "tcp4" && network != "tcp6") {
		return fmt.Errorf("%w: %s %s", ErrForbidden, network, found)
	}
	if !isPublic(address.Addr()) {
		return fmt.Errorf("%w: %s is no public address; a feed on one must be named in private_addresses", ErrForbidden, address.Addr())
	}
	return nil
}

// redirect follows up to five redirects that stay on https, on usual ports and
// on public hosts. The addresses behind their names are checked when they are
// connected to.
func (g guard) redirect(next *http.Request, before []*http.Request) error {
	if len(before) > maxRedirects {
		return fmt.Errorf("%w: it redirects more than %d times", ErrForbidden, maxRedirects)
	}
	return g.checkHop(before[len(before)-1].URL, next.URL)
}

func (g guard) checkHop(from, to *url.URL) error {
	switch {
	case to.Scheme != "https" && to.Scheme != "http" || to.Hostname() == "" || to.User != nil:
		return fmt.Errorf("%w: it redirects to %s", ErrForbidden, to.Redacted())
	case from.Scheme == "https" && to.Scheme != "https":
		return fmt.Errorf("%w: it redirects from https to %s", ErrForbidden, to.Redacted())
	case dialled(from) == dialled(to):
		return nil
	case g.private[dialled(to)]:
		// What is private answers who is configured for it, and no redirect.
		return fmt.Errorf("%w: it redirects to the private %s", ErrForbidden, to.Host)
	case to.Port() != "" && to.Port() != defaultPorts[to.Scheme]:
		return fmt.Errorf("%w: it redirects to the port of %s", ErrForbidden, to.Host)
	}
	return nil
}

// special are the ranges that no public host has (IANA's registries of special
// purpose addresses): this network, private, shared (CGNAT), loopback,
// link-local, protocol assignments, documentation, relays, benchmarks,
// multicast, reserved. IPv6 outside of 2000::/3 needs no line.
var special = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

var (
	global = netip.MustParsePrefix("2000::/3")
	// nat64 holds an IPv4 address in its last four bytes (RFC 6052).
	nat64 = netip.MustParsePrefix("64:ff9b::/96")
)

// isPublic reports whether an address is one of the open internet. An IPv4
// address that stands in an IPv6 one, mapped or for NAT64, counts as itself.
func isPublic(address netip.Addr) bool {
	if !address.IsValid() || address.Zone() != "" {
		return false
	}
	address = address.Unmap()
	if nat64.Contains(address) {
		bytes := address.As16()
		address = netip.AddrFrom4([4]byte(bytes[12:]))
	}
	if address.Is6() && !global.Contains(address) {
		return false
	}
	for _, prefix := range special {
		if prefix.Contains(address) {
			return false
		}
	}
	return true
}

func prefixes(texts ...string) []netip.Prefix {
	parsed := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		parsed[i] = netip.MustParsePrefix(text)
	}
	return parsed
}
