package visit

import (
	"net/url"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/site/settings"
)

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

// webSocketOf is the origin of WebSockets to an http or https origin.
func webSocketOf(origin string) string { return "ws" + origin[len("http"):] }
