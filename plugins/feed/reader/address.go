package reader

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// maxAddressBytes bounds the address of a feed.
const maxAddressBytes = 1024

// Normalise gives an address the one form in which addresses are compared:
// scheme and host in small letters, no default port, no fragment, a path. It
// refuses what is no absolute address of http or https.
func Normalise(address string) (string, error) {
	u, err := parse(address)
	if err != nil {
		return "", fmt.Errorf("the feed address %.80q: %w", address, err)
	}
	return u.String(), nil
}

func parse(address string) (*url.URL, error) {
	if len(address) > maxAddressBytes {
		return nil, fmt.Errorf("it has more than %d bytes", maxAddressBytes)
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("it is no address; write one such as https://medium.com/feed/fieldhouse")
	}
	u.Scheme = strings.ToLower(u.Scheme)
	if u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" {
		return nil, errors.New("it must be an absolute https address, such as https://medium.com/feed/fieldhouse")
	}
	if u.User != nil {
		return nil, errors.New("it must not hold a user or password")
	}
	u.Host = strings.ToLower(u.Host)
	if u.Port() == defaultPorts[u.Scheme] || strings.HasSuffix(u.Host, ":") {
		u.Host = u.Host[:strings.LastIndexByte(u.Host, ':')]
	}
	if u.Path == "" {
		u.Path = "/"
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// dialled is the host:port that is connected to for an address.
func dialled(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = defaultPorts[u.Scheme]
	}
	return net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// private are the host:port pairs that the configuration names outright.
type private map[string]bool

func newPrivate(addresses []string) (private, error) {
	named := make(private, len(addresses))
	for _, address := range addresses {
		host, port, err := net.SplitHostPort(address)
		if err != nil || host == "" || port == "" {
			return nil, fmt.Errorf("the private address %q must be a host and a port, such as 127.0.0.1:8081", address)
		}
		named[net.JoinHostPort(strings.ToLower(host), port)] = true
	}
	return named, nil
}
