package draw_test

import (
	"context"
	"image/color"
	"testing"
	"time"

	"fieldhouse/plugins/editions/picture/draw"
	"fieldhouse/plugins/plugintest/must"
)

func TestADrawingIsDrawn(t *testing.T) {
	began := time.Now()
	drawn := must.Get(draw.SVG(t.Context(), `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0H20V20H0Z" fill="#2b8a47"/><path d="M20 0H40V20H20Z" fill="#ffffff"/></svg>`, nil))(t)
	t.Log(time.Since(began))
	if size := drawn.Bounds().Size(); size.X != 40 || size.Y != 20 {
		t.Errorf("it measures %v", size)
	}
	for x, want := range map[int]color.NRGBA{5: {0x2b, 0x8a, 0x47, 0xff}, 30: {0xff, 0xff, 0xff, 0xff}} {
		if got := drawn.NRGBAAt(x, 10); got != want {
			t.Errorf("at %d: %v, want %v", x, got, want)
		}
	}
}

func TestWhatIsNoDrawingIsAnError(t *testing.T) {
	for _, drawing := range []string{"", "<svg", `<svg xmlns="http://www.w3.org/2000/svg" width="9000000" height="9000000"/>`} {
		if _, err := draw.SVG(t.Context(), drawing, nil); err == nil {
			t.Errorf("%q was drawn", drawing)
		}
	}
}

func TestADrawingEndsWithItsContext(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	end()
	if _, err := draw.SVG(ctx, `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>`, nil); err == nil {
		t.Error("it was drawn")
	}
}
