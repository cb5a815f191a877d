package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// width and height are the size of every picture: a card's.
const (
	width  = 300
	height = 420
)

// canvas is a picture of a few colours.
type canvas struct{ *image.Paletted }

// The inks of a canvas, and what they look like.
const (
	inkGround uint8 = iota
	inkPattern
	inkNumber
	inkText
	inkFrame
)

var inks = color.Palette{
	color.RGBA{0x10, 0x12, 0x10, 0xff}, color.RGBA{0x1b, 0x1f, 0x1b, 0xff}, color.RGBA{0x2a, 0x30, 0x2a, 0xff},
	color.RGBA{0xf4, 0xf3, 0xec, 0xff}, color.RGBA{0xe9, 0xc6, 0x6b, 0xff},
}

// Draw makes the PNG, a plate with the name. The same subject always gives the same
// bytes.
func (s Subject) Draw() []byte {
	c := canvas{image.NewPaletted(image.Rect(0, 0, width, height), inks)}
	for x := 0; x < width; x += 28 {
		c.fill(image.Rect(x, 0, x+7, height), inkPattern)
	}
	c.frame(c.Rect, 6)
	c.frame(c.Rect.Inset(14), 2)
	c.center("11", 90, 24, inkNumber)
	c.center(s.Name, 320, 4, inkText)
	var file bytes.Buffer
	if err := png.Encode(&file, c.Paletted); err != nil {
		panic(err) // a picture in memory is always written
	}
	return file.Bytes()
}

// fill paints a rectangle.
func (c canvas) fill(area image.Rectangle, ink uint8) {
	area = area.Intersect(c.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			c.Pix[y*c.Stride+x] = ink
		}
	}
}

// frame paints a line of some thickness around a rectangle, inside of it.
func (c canvas) frame(area image.Rectangle, thick int) {
	c.fill(image.Rect(area.Min.X, area.Min.Y, area.Max.X, area.Min.Y+thick), inkFrame)
	c.fill(image.Rect(area.Min.X, area.Max.Y-thick, area.Max.X, area.Max.Y), inkFrame)
	c.fill(image.Rect(area.Min.X, area.Min.Y, area.Min.X+thick, area.Max.Y), inkFrame)
	c.fill(image.Rect(area.Max.X-thick, area.Min.Y, area.Max.X, area.Max.Y), inkFrame)
}
