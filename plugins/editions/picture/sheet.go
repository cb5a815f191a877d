// Package picture puts together what shared links show of a card and of somebody's wall: of
// drawings that the edition's release ships, with marks in them (docs/edition-contract.md,
// "Pictures of cards"). It knows no server.
package picture

import (
	"errors"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/strictjson"
)

const maxSheet = 8 << 20

const maxDrawing = 1 << 20

// WallCards is how many cards the picture of a wall has at most.
const WallCards = 5

// Sheet is what an edition's pictures are put together of.
type Sheet struct {
	// Fonts are those of its texts.
	Fonts [][]byte `json:"fonts"`
	// Tiers are their names, the plainest first, and Positions theirs.
	Tiers     map[release.Language][]string `json:"tiers"`
	Positions []string                      `json:"positions"`
	// Cards are drawings by tier, team, position and pose.
	Cards [][][][]string `json:"cards"`
	// Frames stand around a card, by its team.
	Frames map[release.Language][]string `json:"frames"`
	Wall   release.Texts                 `json:"wall"`
}

// Read reads a sheet and makes sure that it has a drawing for every card.
func Read(content []byte) (*Sheet, error) {
	if len(content) > maxSheet {
		return nil, fmt.Errorf("it has %d bytes, at most %d", len(content), maxSheet)
	}
	sheet := new(Sheet)
	if err := strictjson.Decode(content, sheet); err != nil {
		return nil, err
	}
	if len(sheet.Cards) == 0 || len(sheet.Cards[0]) == 0 || len(sheet.Positions) == 0 {
		return nil, errors.New("it has no cards")
	}
	teams := len(sheet.Cards[0])
	for _, tier := range sheet.Cards {
		if len(tier) != teams || slices.ContainsFunc(tier, sheet.lacks) {
			return nil, errors.New("cards: every tier has the same teams, every team the same positions, and each of them a pose")
		}
	}
	for _, language := range release.Languages {
		if len(sheet.Tiers[language]) != len(sheet.Cards) || len(sheet.Frames[language]) != teams {
			return nil, fmt.Errorf("%s: it has a name for each tier and a frame for each team", language)
		}
	}
	return sheet, nil
}

// Check is the check of a release that is about to be taken: its sheet, if it has one, can be read.
// That of a later minor version of the contract may have what is not known here.
func Check(opened *release.Folder) error {
	name := opened.Manifest.CardPictures
	if name == "" || opened.Unknown != nil {
		return nil
	}
	content, err := opened.ReadFile(name)
	if err == nil {
		_, err = Read(content)
	}
	if err != nil {
		return fmt.Errorf("cardPictures: %s: %w", name, err)
	}
	return nil
}

// lacks says whether a team has no drawing for a position.
func (s *Sheet) lacks(team [][]string) bool {
	return len(team) != len(s.Positions) || slices.ContainsFunc(team, func(poses []string) bool { return len(poses) == 0 })
}

// traits are what a card shows, all of it from its template: places in the sheet's lists, and
// its number.
type traits struct{ tier, team, position, number, pose int }

// traitsOf deals as the pages do (packages/design/src/card/deck.ts).
func (s *Sheet) traitsOf(template uint32) traits {
	deal := dealer(template)
	team := int(deal() % uint32(len(s.Cards[0])))
	position := int(deal() % uint32(len(s.Positions)))
	tier := int(deal() % uint32(len(s.Cards)))
	number := int(1 + deal()%99)
	pose := int(deal() % uint32(len(s.Cards[tier][team][position])))
	return traits{tier, team, position, number, pose}
}

// dealer gives 32-bit numbers from a seed: the mixing function of splitmix32.
func dealer(state uint32) func() uint32 {
	return func() uint32 {
		state += 0x9e3779b9
		mixed := (state ^ state>>16) * 0x21f0aaad
		mixed = (mixed ^ mixed>>15) * 0x735a2d97
		return mixed ^ mixed>>15
	}
}

// The widths of a number of one digit and of two (NUMBER_WIDTHS of the pages).
const oneDigit, twoDigits = "140", "268"

// fill puts what a card has into the marks of a drawing.
func (s *Sheet) fill(drawing string, of traits, language release.Language, id string) (string, error) {
	width := oneDigit
	if of.number > 9 {
		width = twoDigits
	}
	return replaced(drawing,
		"{NUMBER}", strconv.Itoa(of.number), "{WIDTH}", width, "{ID}", id,
		"{TIER}", html.EscapeString(s.Tiers[language][of.tier]), "{POSITION}", html.EscapeString(s.Positions[of.position]),
	)
}

func (s *Sheet) card(template uint32, language release.Language, id string) (string, error) {
	of := s.traitsOf(template)
	return s.fill(s.Cards[of.tier][of.team][of.position][of.pose], of, language, id)
}

// Card is the drawing of a template's card.
func (s *Sheet) Card(template uint32, language release.Language) (string, error) {
	of := s.traitsOf(template)
	frame, err := s.fill(s.Frames[language][of.team], of, language, "f")
	if err != nil {
		return "", err
	}
	card, err := s.card(template, language, "c")
	if err != nil {
		return "", err
	}
	return replaced(frame, "{CARD}", card)
}

// Rarest are the templates that a wall's picture has, the rarest first.
func (s *Sheet) Rarest(templates []uint32) []uint32 {
	all := slices.Clone(templates)
	slices.SortStableFunc(all, func(a, b uint32) int { return s.traitsOf(b).tier - s.traitsOf(a).tier })
	return all[:min(len(all), WallCards)]
}

// WallOf is the drawing of an account's wall with these templates' cards, WallCards at most.
func (s *Sheet) WallOf(account string, templates []uint32, language release.Language) (string, error) {
	marks := []string{"{ACCOUNT}", html.EscapeString(account), "{ID}", "f"}
	for place := range WallCards {
		card := ""
		if place < len(templates) {
			var err error
			if card, err = s.card(templates[place], language, "c"+strconv.Itoa(place)); err != nil {
				return "", err
			}
		}
		marks = append(marks, "{CARD"+strconv.Itoa(place+1)+"}", card)
	}
	return replaced(s.Wall[language], marks...)
}

// replaced is a drawing with each mark replaced by what comes after it. One that would be too
// long is not made: each mark may stand in it a million times.
func replaced(drawing string, marks ...string) (string, error) {
	size := len(drawing)
	for at := 0; at < len(marks); at += 2 {
		size += strings.Count(drawing, marks[at]) * (len(marks[at+1]) - len(marks[at]))
	}
	if size > maxDrawing {
		return "", fmt.Errorf("the drawing has %d bytes, at most %d", size, maxDrawing)
	}
	return strings.NewReplacer(marks...).Replace(drawing), nil
}
