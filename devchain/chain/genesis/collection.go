package genesis

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/deck"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// Template ids: fifty cards of each edition, then the packs.
const (
	FirstTemplate   = 700001
	CardsPerEdition = 50
	firstPack       = FirstTemplate + 2*CardsPerEdition
)

// leastPacks is how many pack templates each edition has at least, however few
// drops there are: tests add drops of their own that mint them.
const leastPacks = 4

// Schemas of the collection besides one for the cards of each edition, which has
// the edition's name.
const (
	SchemaPacks     = "packs"
	SchemaSouvenirs = "souvenirs"
)

var (
	atomicName     = antelope.MustName(Assets)
	collectionName = antelope.MustName(Collection)
)

var (
	cardFormat = []atomic.Format{
		{Name: "name", Type: "string"}, {Name: "img", Type: "image"}, {Name: "sport", Type: "string"},
		{Name: game.AttributeTier, Type: "uint8"}, {Name: "tier_name", Type: "string"}, {Name: "team", Type: "string"},
		{Name: "position", Type: "string"}, {Name: "number", Type: "uint8"}, {Name: "season", Type: "uint16"},
		{Name: game.AttributeLevel, Type: "uint8"}, {Name: game.AttributePoints, Type: "uint64"},
	}
	packFormat = []atomic.Format{
		{Name: "name", Type: "string"}, {Name: "img", Type: "image"}, {Name: "description", Type: "string"},
		{Name: "sport", Type: "string"}, {Name: "cards", Type: "uint8"}, {Name: "least", Type: "string"},
		{Name: game.AttributeDrop, Type: "uint64"},
	}
	// souvenirFormat is for assets without a template; their data look like
	// numbers where they are none, and the other way round.
	souvenirFormat = []atomic.Format{
		{Name: "name", Type: "string"}, {Name: "img", Type: "image"}, {Name: "section", Type: "string"},
		{Name: "seat", Type: "string"}, {Name: "ticket", Type: "string"}, {Name: "attendance", Type: "uint32"},
		{Name: "serial", Type: "uint64"},
	}
)

// season is the season of every card.
const season = 3

// CardTemplate is the template id of an edition's card, by its place from 0 to
// CardsPerEdition - 1.
func CardTemplate(edition string, place int) int32 {
	return FirstTemplate + int32(slices.Index(Editions, edition)*CardsPerEdition+place)
}

// PackTemplate is the template id of the packs of an edition's drop, on a chain
// that started with so many drops.
func PackTemplate(edition string, place, drops int) int32 {
	return firstPack + int32(slices.Index(Editions, edition)*len(packsOf(edition, drops))+place)
}

// packsOf are the drops that have a pack template.
func packsOf(edition string, count int) []drop {
	if count != DefaultDrops {
		count = max(count, leastPacks)
	}
	return dropsOf(edition, count)
}

func packPicture(edition string, place, drops int) string {
	return deck.Picture("pack", edition, PackTemplate(edition, place, drops), packsOf(edition, drops)[place].name)
}

// newCollection makes the game's collection with its schemas and templates.
func newCollection(drops int) []ledger.Action {
	act := func(data any) ledger.Action { return ledger.NewAction(gameName, atomicName, data) }
	actions := []ledger.Action{
		ledger.NewAction(atomicName, atomicName, atomic.Init{}),
		act(atomic.CreateCol{
			Author: gameName, CollectionName: collectionName, AllowNotify: true,
			AuthorizedAccounts: []antelope.Name{gameName}, NotifyAccounts: []antelope.Name{}, MarketFee: 0.05,
			Data: []atomic.Attribute{
				{Key: "name", Value: atomic.Text("Fieldhouse")}, {Key: "img", Value: atomic.Text(deck.Picture("photo", Football, 0, "Fieldhouse"))},
				{Key: "description", Value: atomic.Text("Cards of teams that never played, for games that do.")},
				{Key: "url", Value: atomic.Text("https://fieldhouse.example")},
			},
		}),
	}
	schema := func(name string, format []atomic.Format) {
		actions = append(actions, act(atomic.CreateSchema{
			AuthorizedCreator: gameName, CollectionName: collectionName, SchemaName: antelope.MustName(name), SchemaFormat: format,
		}))
	}
	template := func(schema string, supply uint32, data []atomic.Attribute) {
		actions = append(actions, act(atomic.CreateTempl{
			AuthorizedCreator: gameName, CollectionName: collectionName, SchemaName: antelope.MustName(schema),
			Transferable: true, Burnable: true, MaxSupply: supply, ImmutableData: data,
		}))
	}
	schema(SchemaPacks, packFormat)
	schema(SchemaSouvenirs, souvenirFormat)
	for _, edition := range Editions {
		schema(edition, cardFormat)
		for place := range CardsPerEdition {
			id := CardTemplate(edition, place)
			template(edition, deck.Supply(deck.TraitsOf(edition, id).Tier), cardData(edition, id))
		}
	}
	for _, edition := range Editions {
		for place, drop := range packsOf(edition, drops) {
			template(SchemaPacks, 0, []atomic.Attribute{
				{Key: "name", Value: atomic.Text(drop.name)},
				{Key: "img", Value: atomic.Text(packPicture(edition, place, drops))},
				{Key: "description", Value: atomic.Text(drop.description)},
				{Key: "sport", Value: atomic.Text(edition)},
				{Key: "cards", Value: atomic.Uint8(uint8(drop.pack.contents.Cards))},
				{Key: "least", Value: atomic.Text(drop.pack.contents.Least)},
			})
		}
	}
	return actions
}

// cardData is the immutable data of a card: what its template id says.
func cardData(edition string, id int32) []atomic.Attribute {
	traits := deck.TraitsOf(edition, id)
	return []atomic.Attribute{
		{Key: "name", Value: atomic.Text(fmt.Sprintf("%s %s %d", traits.Team, traits.Position, traits.Number))},
		{Key: "img", Value: atomic.Text(deck.Picture("card", edition, id, ""))},
		{Key: "sport", Value: atomic.Text(edition)},
		{Key: game.AttributeTier, Value: atomic.Uint8(uint8(traits.Tier))},
		{Key: "tier_name", Value: atomic.Text(deck.TierName(traits.Tier))},
		{Key: "team", Value: atomic.Text(traits.Team)},
		{Key: "position", Value: atomic.Text(traits.Position)},
		{Key: "number", Value: atomic.Uint8(uint8(traits.Number))},
		{Key: "season", Value: atomic.Uint16(season)},
	}
}

// collector is an account with a collection at the start.
type collector struct {
	name                    string
	cards, packs, souvenirs int
}

// Accounts with collections: one that fits a page of the asset index many times
// over, and one that needs two pages of the largest size.
const (
	// SmallCollector has 25 assets: 20 cards, 2 packs, 3 souvenirs.
	SmallCollector = "binder25.wam"
	// LargeCollector has 1,200 assets: 1,150 cards, 40 packs, 10 souvenirs.
	LargeCollector = "vault.wam"
)

var collectors = []collector{
	{SmallCollector, 20, 2, 3},
	{LargeCollector, 1150, 40, 10},
	{"alice.wam", 6, 2, 0},
}

// newAssets mints the collections that the chain starts with.
func newAssets(drops int) []ledger.Action {
	var actions []ledger.Action
	chance := rand.New(rand.NewPCG(1, 2)) // the same collections on every chain
	mint := func(owner, schema string, template int32, immutable, mutable []atomic.Attribute) {
		actions = append(actions, ledger.NewAction(gameName, atomicName, atomic.MintAsset{
			AuthorizedMinter: gameName, CollectionName: collectionName, SchemaName: antelope.MustName(schema),
			TemplateID: template, NewAssetOwner: antelope.MustName(owner), ImmutableData: immutable, MutableData: mutable,
		}))
	}
	for _, collector := range collectors {
		for place := range collector.cards {
			edition := Editions[place%len(Editions)]
			template := CardTemplate(edition, place/len(Editions)%CardsPerEdition)
			mint(collector.name, edition, template, nil, game.NewCardData(chance.Uint64N(10_000_000_000)))
		}
		for place := range collector.packs {
			edition := Editions[place%len(Editions)]
			drop := uint64(1 + slices.Index(Editions, edition)*len(dropsOf(edition, drops)))
			mint(collector.name, SchemaPacks, PackTemplate(edition, 0, drops),
				[]atomic.Attribute{{Key: game.AttributeDrop, Value: atomic.Uint64(drop)}}, nil)
		}
		for place := range collector.souvenirs {
			mint(collector.name, SchemaSouvenirs, atomic.NoTemplate, souvenirData(place), nil)
		}
	}
	return actions
}

// souvenirData are the traps of the asset index in one asset: texts that look
// like numbers and are none, and a number that no JavaScript number holds.
func souvenirData(place int) []atomic.Attribute {
	return []atomic.Attribute{
		{Key: "name", Value: atomic.Text("Opening Night Ticket")},
		{Key: "img", Value: atomic.Text(deck.Picture("souvenir", Editions[place%len(Editions)], 0, "Opening Night"))},
		{Key: "section", Value: atomic.Text("1e5")},
		{Key: "seat", Value: atomic.Text(fmt.Sprintf("%03d", 7+place))},
		{Key: "ticket", Value: atomic.Text("")},
		{Key: "attendance", Value: atomic.Uint32(18_204)},
		{Key: "serial", Value: atomic.Uint64(18_446_744_073_709_551_600 + uint64(place))},
	}
}
