package deck_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/deck"
	"fieldhouse/plugins/plugintest/must"
)

// packages is the folder of the site's own cards and looks.
const packages = "../../../packages/"

// TestACardIsWhatTheSiteDraws compares with what the site's traitsOf gave for the
// same template ids.
func TestACardIsWhatTheSiteDraws(t *testing.T) {
	content := must.Get(os.ReadFile("testdata/traits.json"))(t)
	var drawn []struct {
		Sport      string
		TemplateID int32 `json:"template_id"`
		Tier       int
		Team       string
		Position   string
		Number     int
	}
	if err := json.Unmarshal(content, &drawn); err != nil || len(drawn) < 200 {
		t.Fatalf("%d cards, %v", len(drawn), err)
	}
	for _, card := range drawn {
		got := deck.TraitsOf(card.Sport, card.TemplateID)
		if got.Tier != card.Tier || got.Team != card.Team || got.Position != card.Position || got.Number != card.Number {
			t.Errorf("%s %d is %+v, the site draws %+v", card.Sport, card.TemplateID, got, card)
		}
	}
}

// source reads one of the site's files. They are in the same repository.
func source(t *testing.T, name string) string {
	t.Helper()
	content := must.Get(os.ReadFile(packages + name))(t)
	return string(content)
}

func TestTeamsAndPositionsAreTheSitesDecks(t *testing.T) {
	for _, sport := range []string{deck.Football, deck.Basketball} {
		text := source(t, "look-"+sport+"/src/deck.ts")
		var teams, positions []string
		for _, found := range regexp.MustCompile(`name: '([^']+)'`).FindAllStringSubmatch(text, -1) {
			teams = append(teams, found[1])
		}
		named := map[string]string{}
		for _, found := range regexp.MustCompile(`const (\w+) = \['([A-Z]+)', `).FindAllStringSubmatch(text, -1) {
			named[found[1]] = found[2]
		}
		_, list, _ := strings.Cut(text, "  positions: [\n")
		list, _, _ = strings.Cut(list, "\n  ],")
		for _, found := range regexp.MustCompile(`(?m)^ +(?:\['([A-Z]+)', .*|(\w+)),`).FindAllStringSubmatch(list, -1) {
			positions = append(positions, cmp.Or(found[1], named[found[2]]))
		}
		haveTeams, havePositions := deck.Teams(sport), deck.Positions(sport)
		if strings.Join(teams, "|") != strings.Join(haveTeams, "|") || strings.Join(positions, "|") != strings.Join(havePositions, "|") {
			t.Errorf("%s: %v %v, the site has %v %v", sport, haveTeams, havePositions, teams, positions)
		}
	}
}

func TestTiersAreTheSites(t *testing.T) {
	texts, tiers := source(t, "design/src/card/texts.ts"), source(t, "design/src/card/tier.ts")
	for number := 1; number <= deck.Tiers; number++ {
		name := fmt.Sprintf("tier%d: '%s'", number, deck.TierName(number))
		if !strings.Contains(texts, name) {
			t.Errorf("the site's texts have no %s", name)
		}
		supply := fmt.Sprintf("%d: %d", number, deck.Supply(number))
		if !strings.Contains(tiers, supply) {
			t.Errorf("the site's tiers have no supply %s", supply)
		}
	}
}
