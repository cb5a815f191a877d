package pool

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// CheckAddress says what is wrong with the address of a node.
func CheckAddress(address string) error {
	const write = "write https://host, without query or credentials"
	parsed, err := url.Parse(address)
	if err != nil {
		return errors.New("the address of a node cannot be read: " + write)
	}
	if (parsed.Scheme != "https" && parsed.Scheme != "http") || parsed.Host == "" || parsed.RawQuery != "" || parsed.Fragment != "" || parsed.User != nil {
		return fmt.Errorf("%q is not the address of a node: %s", parsed.Redacted(), write)
	}
	return nil
}

func trimAddress(address string) string { return strings.TrimRight(address, "/") }
