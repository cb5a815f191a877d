package genesis

import (
	"encoding/json"
	"fmt"
	"time"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/plugins/antelope"
)

// state is where a drop stands when the chain starts.
type state uint8

const (
	live state = iota
	soon
	nearlySoldOut
	ended
	soldOut
	unlimited
	states
)

// pack is what a kind of drop costs and holds.
type pack struct {
	price    string
	contents game.Contents
	odds     game.Odds
}

var (
	big    = pack{"24.99 USD", game.Contents{Cards: 8, Least: "rare"}, game.Odds{Common: 5200, Uncommon: 3000, Rare: 1400, Epic: 330, Legendary: 70}}
	middle = pack{"14.99 USD", game.Contents{Cards: 5, Least: "uncommon"}, game.Odds{Common: 6200, Uncommon: 2600, Rare: 950, Epic: 210, Legendary: 40}}
	small  = pack{"9.99 USD", game.Contents{Cards: 3, Least: "common"}, game.Odds{Common: 7000, Uncommon: 2200, Rare: 650, Epic: 130, Legendary: 20}}
)

// drop is a drop before its times are known.
type drop struct {
	name, description string
	pack              pack
	state             state
}

// shelf is the four drops of each edition that the chain starts with.
var shelf = map[string][]drop{
	Football: {
		{"Opening Drive", "Eight cards to build a first squad around, one of them a Captain or rarer.", big, live},
		{"Two-Minute Drill", "Five quick cards for the end of a close game. Almost gone.", middle, nearlySoldOut},
		{"First Snap", "Three cards to find out if this is your sport.", small, soon},
		{"Autumn Kickoff", "The pack that opened last season. Here for the record.", small, ended},
	},
	Basketball: {
		{"Tip-Off", "Eight cards to start a team with, one of them a Captain or rarer.", big, live},
		{"Shot Clock", "Five cards and not much time: only a few packs are left.", middle, nearlySoldOut},
		{"Open Gym", "Three cards for anybody who walks in.", small, soon},
		{"Last Buzzer", "The pack that closed last season. Here for the record.", small, ended},
	},
}

// generated are the names of as many drops as a test asks for.
var generated = map[string][]string{
	Football: {
		"Opening Drive", "First Snap", "Two-Minute Drill", "Autumn Kickoff", "Red Zone", "Long Count",
		"Fourth and One", "Night Game", "Hard Yards", "Goal Line", "Play Action", "Extra Point",
	},
	Basketball: {
		"Tip-Off", "Open Gym", "Shot Clock", "Last Buzzer", "Fast Break", "Corner Three",
		"Full Court", "High Post", "Bank Shot", "Home Stand", "Sixth Man", "Overtime",
	},
}

// MaxDrops is the most drops of an edition that the chain can start with.
const MaxDrops = 100

// DefaultDrops asks for the four drops of each edition that Fieldhouse starts
// with instead of a number of generated ones.
const DefaultDrops = -1

func dropsOf(edition string, count int) []drop {
	if count == DefaultDrops {
		return shelf[edition]
	}
	names, packs := generated[edition], []pack{big, small, middle}
	drops := make([]drop, count)
	for i := range drops {
		name := names[i%len(names)]
		if round := i / len(names); round > 0 {
			name = fmt.Sprintf("%s %d", name, round+1)
		}
		drops[i] = drop{name, "A pack of cards for whoever comes to the game tonight.", packs[i%len(packs)], state(i) % states}
	}
	return drops
}

const day = 24 * time.Hour

// cooldown, in seconds, is after how long the account limit of a long sale counts
// anew: shorter than a simulated buyer usually stays away, so that sales go on.
const cooldown = 60

// soonAfter is when the first sale of each edition that has not started yet
// starts, after the chain's start; the football one together with the sale
// countdown of a development site.
var soonAfter = map[string]time.Duration{Football: 4 * time.Minute, Basketball: 6 * time.Minute}

// action makes the drop's newdrop. The place in its edition, of so many drops,
// keeps generated drops of one state apart.
func (d drop) action(edition string, place, drops int, start time.Time) game.NewDrop {
	at := func(offset time.Duration) uint32 { return uint32(antelope.TimePointSecOf(start.Add(offset))) }
	described, err := json.Marshal(game.Display{
		Name: d.name, Description: d.description, Img: packPicture(edition, place, drops),
		Odds: d.pack.odds, Contents: d.pack.contents,
	})
	if err != nil {
		panic(err) // plain strings and numbers always have a JSON form
	}
	later := time.Duration(place/int(states)) * time.Minute
	made := game.NewDrop{Sale: game.Sale{
		Edition: antelope.MustName(edition), Name: d.name, DisplayData: string(described),
		AssetsToMint: []game.Mint{{TemplateID: PackTemplate(edition, place, drops), Amount: 1}},
		ListingPrice: antelope.MustAsset(d.pack.price), SettlementSymbol: Symbol, PriceRecipient: antelope.MustName(Treasury),
	}}
	switch d.state {
	case live:
		made.MaxClaimable, made.AlreadyClaimed = 12_000, 1_377
		made.AccountLimit, made.AccountLimitCooldown = 20, cooldown
		made.StartTime, made.EndTime = at(-2*day), at(3*day+later)
	case soon:
		made.MaxClaimable = 5_000
		made.AccountLimit, made.AccountLimitCooldown = 10, cooldown
		made.StartTime, made.EndTime = at(soonAfter[edition]+later), at(7*day+later)
	case nearlySoldOut:
		made.MaxClaimable, made.AlreadyClaimed, made.AccountLimit = 500, 480, 2
		made.StartTime, made.EndTime = at(-1*day), at(2*day+later)
	case ended:
		made.MaxClaimable, made.AlreadyClaimed = 3_000, 2_911
		made.StartTime, made.EndTime = at(-90*day), at(-30*day+later)
	case soldOut:
		made.MaxClaimable, made.AlreadyClaimed, made.AccountLimit = 250, 250, 5
		made.StartTime, made.EndTime = at(-3*day), at(5*day+later)
	case unlimited:
		made.AlreadyClaimed = 8_042
		made.StartTime, made.EndTime = at(-5*day), 0
	}
	return made
}
