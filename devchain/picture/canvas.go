package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// Width and Height are the size of every picture: a card's.
const (
	Width  = 300
	Height = 420
)

// canvas is a picture of a few colours.
type canvas struct {
	*image.Paletted
}

func newCanvas(colours ...color.RGBA) *canvas {
	palette := make(color.Palette, len(colours))
	for i, colour := range colours {
		palette[i] = colour
	}
	return &canvas{image.NewPaletted(image.Rect(0, 0, Width, Height), palette)}
}

// fill paints a rectangle.
func (c *canvas) fill(area image.Rectangle, ink uint8) {
	area = area.Intersect(c.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			c.Pix[y*c.Stride+x] = ink
		}
	}
}

// frame paints a line of some thickness around a rectangle, inside of it.
func (c *canvas) frame(area image.Rectangle, thick int, ink uint8) {
	c.fill(image.Rect(area.Min.X, area.Min.Y, area.Max.X, area.Min.Y+thick), ink)
	c.fill(image.Rect(area.Min.X, area.Max.Y-thick, area.Max.X, area.Max.Y), ink)
	c.fill(image.Rect(area.Min.X, area.Min.Y, area.Min.X+thick, area.Max.Y), ink)
	c.fill(image.Rect(area.Max.X-thick, area.Min.Y, area.Max.X, area.Max.Y), ink)
}

// encode gives the PNG.
func (c *canvas) encode() []byte {
	var file bytes.Buffer
	if err := png.Encode(&file, c.Paletted); err != nil {
		panic(err) // a picture in memory is always written
	}
	return file.Bytes()
}

// rgb reads the last six digits of a colour as the site's decks write it.
func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}
