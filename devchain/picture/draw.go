package picture

import (
	"image"
	"strconv"

	"fieldhouse/devchain/deck"
)

// floor is the colours of a sport.
type floor struct {
	// tiers are ground, pattern, number, ink and frame of each tier, as in the
	// site's decks.
	tiers [deck.Tiers][5]uint32
	// teams are the jerseys.
	teams [6]uint32
	// pack is ground and print of a wrapper.
	pack [2]uint32
	// side is how many players stand on the floor.
	side string
}

var floors = map[string]floor{
	deck.Football: {
		tiers: [deck.Tiers][5]uint32{
			{0x8f938c, 0x7f837c, 0xa9ada5, 0xf4f3ec, 0x4b4f49},
			{0xedebe2, 0xdad8cc, 0xffffff, 0x121412, 0x121412},
			{0x1e6f36, 0x185c2c, 0x2f8e4a, 0xf4f3ec, 0xf4f3ec},
			{0x101210, 0x1b1f1b, 0x2a302a, 0xf4f3ec, 0xe9c66b},
			{0xd9b45a, 0xf6e7b4, 0xfff6da, 0x14110a, 0x14110a},
		},
		teams: [6]uint32{0x1c211d, 0xb8452a, 0xe9e6da, 0x2b8a47, 0x7a2436, 0x1b6e74},
		pack:  [2]uint32{0x1e6f36, 0xf4f3ec}, side: "11",
	},
	deck.Basketball: {
		tiers: [deck.Tiers][5]uint32{
			{0x8791a3, 0x788294, 0xa1aabb, 0xf6f1e6, 0x46506a},
			{0xebd3a6, 0xdcbf8a, 0xf8e9c9, 0x111b33, 0x111b33},
			{0xd9601a, 0xbe4f10, 0xf08444, 0xfff6ea, 0xfff6ea},
			{0x0a1838, 0x122551, 0x1b3470, 0xf6f1e6, 0xf2a23a},
			{0xc9d3de, 0xeef3f7, 0xffffff, 0x0a1226, 0x0a1226},
		},
		teams: [6]uint32{0xe2681c, 0xe2681c, 0x2a4c8f, 0x2a4c8f, 0x7a2436, 0x1b6e74},
		pack:  [2]uint32{0xd9601a, 0xfff6ea}, side: "5",
	},
}

// Inks of a canvas.
const (
	inkGround uint8 = iota
	inkPattern
	inkNumber
	inkText
	inkFrame
	inkTeam
)

// Draw makes the PNG. The same subject always gives the same bytes.
func (s Subject) Draw() []byte {
	switch s.Kind {
	case KindCard:
		return s.drawCard()
	case KindPack:
		return s.drawPack()
	}
	return s.drawNamed()
}

// drawCard shows what the site's card shows, plainer: the ground and frame of the
// tier with its marks, the painted number, the team in its jersey's colour and the
// position.
func (s Subject) drawCard() []byte {
	traits, colours := deck.TraitsOf(s.Sport, s.Template), floors[s.Sport]
	tier := colours.tiers[traits.Tier-1]
	c := newCanvas(rgb(tier[0]), rgb(tier[1]), rgb(tier[2]), rgb(tier[3]), rgb(tier[4]), rgb(colours.teams[traits.TeamPlace]))
	c.stripes(traits.Tier)
	for ring := range traits.Tier { // more rules around it the rarer it is
		c.frame(image.Rect(ring*8, ring*8, Width-ring*8, Height-ring*8), 3, inkFrame)
	}
	c.center(strconv.Itoa(traits.Number), 96, 22, inkNumber)
	c.fill(image.Rect(48, 264, Width-48, 276), inkTeam)
	c.center(traits.Position, 290, 6, inkText)
	c.center(traits.Team, 344, 3, inkText)
	mark := (Width - (traits.Tier*24 - 10)) / 2
	for i := range traits.Tier {
		c.fill(image.Rect(mark+i*24, 60, mark+i*24+14, 74), inkFrame)
	}
	return c.encode()
}

// stripes is the pattern of the ground, closer the rarer.
func (c *canvas) stripes(tier int) {
	step := 60 - tier*8
	for x := 0; x < Width; x += step {
		c.fill(image.Rect(x, 0, x+step/4, Height), inkPattern)
	}
}

// drawPack is a wrapper: crimped ends, the lines of a floor, how many make a side,
// and the name.
func (s Subject) drawPack() []byte {
	colours := floors[s.Sport]
	tier := colours.tiers[2]
	c := newCanvas(rgb(colours.pack[0]), rgb(tier[1]), rgb(tier[2]), rgb(colours.pack[1]), rgb(colours.pack[1]), rgb(0x14110a))
	for y := 110; y < 330; y += 50 {
		c.fill(image.Rect(0, y, Width, y+2), inkFrame)
	}
	for x := 0; x < Width; x += 10 {
		c.fill(image.Rect(x, 0, x+5, 30), inkPattern)
		c.fill(image.Rect(x, Height-30, x+5, Height), inkPattern)
	}
	c.center(colours.side, 110, 26, inkNumber)
	c.fill(image.Rect(0, 322, Width, 386), inkFrame)
	c.center(s.Name, 344, 4, inkTeam)
	c.write(strconv.Itoa(int(s.Template)), 20, 50, 3, inkText)
	return c.encode()
}

// drawNamed is a plate with a name, for souvenirs and photos.
func (s Subject) drawNamed() []byte {
	tier := floors[s.Sport].tiers[3]
	c := newCanvas(rgb(tier[0]), rgb(tier[1]), rgb(tier[2]), rgb(tier[3]), rgb(tier[4]))
	c.stripes(4)
	c.frame(c.Rect, 6, inkFrame)
	c.frame(c.Rect.Inset(14), 2, inkFrame)
	c.center(floors[s.Sport].side, 90, 24, inkNumber)
	c.center(s.Name, 320, 4, inkText)
	return c.encode()
}
