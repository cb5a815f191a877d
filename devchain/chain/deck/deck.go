// Package deck says what stands on a card: all of it follows from the template
// id, by the rule of packages/design/src/card, so that what the chain says
// of a card is what the site draws.
package deck

import (
	"crypto/sha256"
	"fmt"

	"fieldhouse/plugins/antelope"
)

// Sports.
const (
	Football   = "football"
	Basketball = "basketball"
)

// Tiers is the number of tiers; they count from 1, the plainest.
const Tiers = 5

// tier is one tier of every sport.
type tier struct {
	name, odds string
	supply     uint32
}

var tiers = [Tiers]tier{
	{"Walk-on", "common", 18000},
	{"Starter", "uncommon", 6000},
	{"Captain", "rare", 1200},
	{"Marquee", "epic", 150},
	{"Rafters", "legendary", 25},
}

// TierName is what the site calls a tier in English.
func TierName(number int) string { return tiers[number-1].name }

// OddsName is what a drop's odds call a tier.
func OddsName(number int) string { return tiers[number-1].odds }

// Supply is how many copies of a card of the tier there can be.
func Supply(number int) uint32 { return tiers[number-1].supply }

// sport is what the cards of a sport are dealt from.
type sport struct {
	teams     [6]string
	positions [7]string
}

var sports = map[string]sport{
	Football: {
		teams: [6]string{
			"Ironport Tides", "Mesa Lanterns", "Calder Foundry", "Saltmarsh Owls", "Union Yard Mules", "Granite Ferries",
		},
		positions: [7]string{"QB", "RB", "WR", "LB", "K", "TE", "S"},
	},
	Basketball: {
		teams: [6]string{
			"Harbor St. Kites", "Pinewood Clocks", "Dockside Rooks", "Long Pier Lamps", "Kettle Hill Nines", "Foxglove Transit",
		},
		positions: [7]string{"PG", "SF", "SG", "PF", "C", "PG", "C"},
	},
}

// Traits are what a card shows.
type Traits struct {
	// Tier is 1 to 5.
	Tier int
	// Team is an invented one.
	Team, Position string
	// Number is 1 to 99.
	Number int
}

// TraitsOf is the card of a template in football or basketball. It panics on
// another sport, which is a mistake in the program.
func TraitsOf(name string, templateID int32) Traits {
	dealt, known := sports[name]
	if !known {
		panic("deck: there is no sport " + name)
	}
	deal := dealer(uint32(templateID))
	team, position := dealt.teams[deal()%uint32(len(dealt.teams))], dealt.positions[deal()%uint32(len(dealt.positions))]
	return Traits{Team: team, Position: position, Tier: 1 + int(deal()%Tiers), Number: 1 + int(deal()%99)}
}

// dealer gives the numbers of splitmix32's mixing function.
func dealer(state uint32) func() uint32 {
	return func() uint32 {
		state += 0x9e3779b9
		mixed := (state ^ state>>16) * 0x21f0aaad
		mixed = (mixed ^ mixed>>15) * 0x735a2d97
		return mixed ^ mixed>>15
	}
}

// Picture names what an asset or a post shows as IPFS would, by a content identifier of
// version 0. It is the SHA-256 of what is shown and not of a file, so that no gateway
// elsewhere has it; cards and packs are drawn by the site.
func Picture(kind, sport string, template int32, name string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "fieldhouse %s %s %d %s", kind, sport, template, name))
	const sha256Code = 0x12
	return antelope.EncodeBase58(append([]byte{sha256Code, sha256.Size}, sum[:]...))
}
