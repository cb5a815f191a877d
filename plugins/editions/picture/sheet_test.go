//go:build !race

// Pictures are drawn on one goroutine: there is nothing for the race detector, which takes half
// a minute for them.

package picture_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/picture"
	"fieldhouse/plugins/editions/picture/draw"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// positions are those of football, which has six teams.
var positions = []string{"QB", "RB", "WR", "LB", "K", "TE", "S"}

// drawings is a sheet whose cards say which they are.
func drawings() *picture.Sheet {
	sheet := &picture.Sheet{
		Fonts: [][]byte{}, Positions: positions,
		Tiers:  map[release.Language][]string{"en": {"ONE", "TWO", "THREE", "FOUR", "FIVE"}, "es": {"UNO", "DOS", "TRES", "CUATRO", "CINCO"}},
		Frames: map[release.Language][]string{},
		Wall:   release.Texts{"en": "{ACCOUNT}: {CARD1}{CARD2}{CARD3}{CARD4}{CARD5}", "es": "{ACCOUNT}"},
	}
	for _, poses := range []int{3, 3, 3, 3, 1} {
		var tier [][][]string
		for range 6 {
			var team [][]string
			for range positions {
				var drawn []string
				for pose := range poses {
					drawn = append(drawn, fmt.Sprintf("[{ID} {TIER} {POSITION} {NUMBER} {WIDTH} %d]", pose))
				}
				team = append(team, drawn)
			}
			tier = append(tier, team)
		}
		sheet.Cards = append(sheet.Cards, tier)
	}
	for _, language := range release.Languages {
		for team := range 6 {
			sheet.Frames[language] = append(sheet.Frames[language], "team "+string(rune('0'+team))+", {TIER}: {CARD}")
		}
	}
	return sheet
}

func TestACardIsTheOneThatThePagesDraw(t *testing.T) {
	for template, want := range map[uint32]string{
		700001:     "team 3, FIVE: [c FIVE WR 54 268 0]",
		700031:     "team 4, THREE: [c THREE RB 8 140 0]",
		2147483647: "team 1, FIVE: [c FIVE LB 95 268 0]",
	} {
		got, err := drawings().Card(template, "en")
		if err != nil || got != want {
			t.Errorf("%d: %q, %v; want %q", template, got, err, want)
		}
	}
}

func TestAWallHasItsRarestCards(t *testing.T) {
	sheet := drawings()
	templates := sheet.Rarest([]uint32{700278, 700163, 700150, 700151, 700152, 700153, 700154})
	if len(templates) != picture.WallCards {
		t.Fatalf("%d cards", len(templates))
	}
	got, err := sheet.WallOf("fieldhouse.w", templates, "en")
	if err != nil || !strings.HasPrefix(got, "fieldhouse.w: [c0 ") || strings.Count(got, "[") != 5 {
		t.Errorf("%q, %v", got, err)
	}
	order := []string{"FIVE", "FOUR", "THREE", "TWO", "ONE"}
	var tiers []int
	for _, card := range strings.Split(got, "[")[1:] {
		tiers = append(tiers, slices.Index(order, strings.Fields(card)[1]))
	}
	if !slices.IsSorted(tiers) {
		t.Errorf("%q is not in the order of the tiers", got)
	}
	if got, err := sheet.WallOf("nobody", nil, "en"); err != nil || got != "nobody: " {
		t.Errorf("an empty wall: %q, %v", got, err)
	}
}

// A sheet of 8 MiB could ask for more than a machine has.
func TestADrawingThatIsTooLongIsNotMade(t *testing.T) {
	for name, change := range map[string]func(*picture.Sheet){
		"a name":         func(s *picture.Sheet) { s.Tiers["en"][4] = strings.Repeat("x", 60<<10) },
		"cards":          func(s *picture.Sheet) { s.Frames["en"][3] = strings.Repeat("{CARD}", 1000) },
		"cards of walls": func(s *picture.Sheet) { s.Wall["en"] = strings.Repeat("{CARD1}", 1000) },
	} {
		sheet := drawings()
		sheet.Cards[4][3][2][0] = strings.Repeat("{TIER}", 1000)
		sheet.Tiers["en"][4] = strings.Repeat("x", 600)
		change(sheet)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, ofCard := sheet.Card(700001, "en")
		_, ofWall := sheet.WallOf("fieldhouse.w", []uint32{700001}, "en")
		runtime.ReadMemStats(&after)
		if made := after.TotalAlloc - before.TotalAlloc; ofCard == nil && ofWall == nil || made > 8<<20 {
			t.Errorf("%s: %d bytes were made (%v, %v)", name, made, ofCard, ofWall)
		}
	}
}

func TestASheetThatLacksADrawingIsRefused(t *testing.T) {
	for name, change := range map[string]func(*picture.Sheet){
		"no cards":   func(s *picture.Sheet) { s.Cards = nil },
		"no team":    func(s *picture.Sheet) { s.Cards[3] = s.Cards[3][:2] },
		"a position": func(s *picture.Sheet) { s.Cards[3][2] = s.Cards[3][2][:1] },
		"a pose":     func(s *picture.Sheet) { s.Cards[3][2][1] = nil },
		"a tier":     func(s *picture.Sheet) { s.Tiers["es"] = s.Tiers["es"][:1] },
		"a frame":    func(s *picture.Sheet) { delete(s.Frames, "es") },
	} {
		sheet := drawings()
		change(sheet)
		content := must.Get(json.Marshal(sheet))(t)
		if _, err := picture.Read(content); err == nil {
			t.Errorf("%s: it was read", name)
		}
	}
	content := must.Get(json.Marshal(drawings()))(t)
	if _, err := picture.Read(content); err != nil {
		t.Error(err)
	}
}

func TestAReleaseWhosePicturesOfCardsCannotBeReadIsRefused(t *testing.T) {
	draft := releasetest.Sport(releasetest.Football)
	draft.Content["cards.json"], draft.Manifest.CardPictures = "{}", "cards.json"
	releases := store.NewStore(t.TempDir(), picture.Check)
	if _, err := releases.Take(draft.Write(t)); err == nil || !strings.Contains(err.Error(), "cardPictures: cards.") {
		t.Errorf("the error is %v", err)
	}
	// A later contract may have another sheet.
	draft.Manifest.Minor++
	if _, err := releases.Take(draft.Write(t)); err != nil {
		t.Error(err)
	}
}

func TestTemplatesHaveOtherPictures(t *testing.T) {
	sheet := drawings()
	for _, language := range release.Languages {
		for team := range sheet.Frames[language] {
			sheet.Frames[language][team] = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><path d="M0 0H{NUMBER}V{WIDTH}H0Z" fill="#2b8a47"/></svg>`
		}
	}
	var before []byte
	for _, template := range []uint32{700278, 700163} {
		drawing := must.Get(sheet.Card(template, "en"))(t)
		drawn := must.Get(draw.PNG(t.Context(), drawing, nil))(t)
		decoded := must.Get(png.Decode(bytes.NewReader(drawn)))(t)
		if size := decoded.Bounds().Size(); size.X != release.PictureWidth || size.Y != release.PictureHeight {
			t.Errorf("it measures %v", size)
		}
		if bytes.Equal(drawn, before) {
			t.Error("two templates have the same picture")
		}
		before = drawn
	}
}
