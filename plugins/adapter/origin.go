package adapter

import (
	"fmt"
	"strings"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
)

// Origin reads the addresses of a site block, as they stand there, as the origin of the first
// one that names a host; it is empty where none does.
func Origin(into *string) Subdirective {
	return func(d *caddyfile.Dispenser, _ string) (err error) {
		if *into, err = originOf(d.RemainingArgs()); err != nil {
			return d.WrapErr(err)
		}
		return nil
	}
}

// originOf is the origin of the first site address that names a host; "" for
// none, such as `:8080` or `*.example`. Without a scheme it is https, as the site
// is, but for port 80.
func originOf(addresses []string) (string, error) {
	found := ""
	for _, text := range strings.FieldsFunc(strings.Join(addresses, " "), func(r rune) bool { return r == ' ' || r == ',' }) {
		address, err := httpcaddyfile.ParseAddress(text)
		if err != nil || address.Path != "" && address.Path != "/" || address.Scheme != "" && standardPorts[address.Scheme] == "" {
			return "", fmt.Errorf("origin %q: write a site address without a path, such as play.example, http://play.example:8080 or :8080", text)
		}
		if found != "" || address.Host == "" || strings.Contains(address.Host, "*") {
			continue
		}
		if address.Scheme == "" {
			address.Scheme = "https"
			if address.Port == "80" {
				address.Scheme = "http"
			}
		}
		if address.Port == standardPorts[address.Scheme] {
			address.Port = ""
		}
		found = strings.ToLower(address.Scheme + "://" + bracketed(address.Host))
		if address.Port != "" {
			found += ":" + address.Port
		}
	}
	return found, nil
}

// standardPorts are left out of an origin.
var standardPorts = map[string]string{"http": "80", "https": "443"}

// bracketed is a host as an address has it (RFC 3986, section 3.2.2).
func bracketed(host string) string {
	if strings.Contains(host, ":") {
		return "[" + host + "]"
	}
	return host
}
