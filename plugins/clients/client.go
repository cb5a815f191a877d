// Package clients tells the clients of the process apart and bounds what each of
// them may do. It knows nothing of Caddy.
package clients

import "net/netip"

// Of is whom an address stands for: an IPv4 address for itself, an IPv6 address
// for its /64, which is what one subscriber gets. All that is not an address is
// one client.
func Of(address string) netip.Addr {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return netip.IPv6Unspecified()
	}
	parsed = parsed.Unmap().WithZone("")
	if parsed.Is6() {
		return netip.PrefixFrom(parsed, 64).Masked().Addr()
	}
	return parsed
}

// Network is the network of many subscribers that an address is in: an IPv4 /24, an IPv6
// /48. All that is not an address is in one.
func Network(address string) netip.Prefix {
	client, bits := Of(address), 48
	if client.Is4() {
		bits = 24
	}
	// No error: it has as many bits.
	network, _ := client.Prefix(bits)
	return network
}
