// Package clients tells the clients of the process apart and bounds what each of
// them may do. It knows nothing of Caddy.
package clients

import (
	"iter"
	"net/netip"
)

// Of is the client of an address: an IPv4 address for itself, an IPv6 address
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

// Widest is the widest network that an address is counted in: an IPv4 /24, an IPv6 /32. Who has
// one of them has all that is in it: a provider any number of /48s.
func Widest(address string) (widest netip.Prefix) {
	for network := range Networks(Of(address)) {
		widest = network
	}
	return widest
}

// wide is how many subscribers' shares the smallest network of many of them has.
const wide = 16

// size is a size of networks and how many shares one has.
type size struct{ bits, shares int }

// An IPv4 /24 and an IPv6 /48 are the smallest that routers on the Internet tell apart, and so
// what one can rent; an IPv6 /32 is what a provider gets. There is no wider one of IPv4, in
// which addresses cost too much to be taken afresh, and many subscribers share each.
var (
	sizes4 = []size{{32, 1}, {24, wide}}
	sizes6 = []size{{64, 1}, {56, 1}, {48, wide}, {32, wide * wide}}
)

// Networks are those that a client is in, itself first and the widest last, with how many
// shares each has of what one subscriber may have: one has an IPv4 address, an IPv6 /64 and
// an IPv6 /56, which is what many subscribers get; 16 have an IPv4 /24 and an IPv6 /48, 256 an
// IPv6 /32. The zero address is in none.
func Networks(client netip.Addr) iter.Seq2[netip.Prefix, int] {
	return func(yield func(netip.Prefix, int) bool) {
		sizes := sizes6
		if client.Is4() {
			sizes = sizes4
		}
		for _, s := range sizes {
			network, _ := client.Prefix(s.bits) // of a number of bits that the address has
			if !network.IsValid() || !yield(network, s.shares) {
				return
			}
		}
	}
}
