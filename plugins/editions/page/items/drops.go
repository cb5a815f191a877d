package items

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/site/settings"
)

var dropFields = []string{
	"id", "name", "description", "descriptionLanguage", "usd", "usdWhole", "usdCents", "wax", "waxWhole", "waxCents", "agreed", "accountLimit", "left", "total", "percentLeft",
	"startsAt", "endsAt", "startsText", "endsText", "pause", "least", "cards", "print", "index",
	"oddsCommon", "oddsUncommon", "oddsRare", "oddsEpic", "oddsLegendary",
}

var ownDropFields = slices.Concat(dropFields, []string{"rate", "rateAt"})

// unknown stands for a price that is not known.
const unknown = "—"

// lastSecond is the end of the year 9999, the last that RFC 3339 can write.
const lastSecond = 253402300799

// drop is a row of the game's drops. Zero means none for limits and times.
type drop struct {
	ID       integer         `json:"drop_id"`
	Edition  string          `json:"edition"`
	Name     string          `json:"name"`
	Display  json.RawMessage `json:"display_data"`
	Price    string          `json:"listing_price"`
	Settled  string          `json:"settlement_symbol"`
	Most     integer         `json:"max_claimable"`
	PerUser  integer         `json:"account_limit"`
	Claimed  integer         `json:"current_claimed"`
	Start    integer         `json:"start_time"`
	End      integer         `json:"end_time"`
	IsHidden flag            `json:"is_hidden"`
}

// UnmarshalJSON refuses a row with a time that no date is written for, as browsers do.
func (d *drop) UnmarshalJSON(text []byte) error {
	type row drop
	if err := json.Unmarshal(text, (*row)(d)); err != nil {
		return err
	}
	if d.Start > lastSecond || d.End > lastSecond {
		return fmt.Errorf("drop %d: a time after the year 9999", d.ID)
	}
	return nil
}

// integer is a whole number of the chain, which comes as a string when it is
// above 0xffffffff and as a number otherwise.
type integer uint64

func (i *integer) UnmarshalJSON(text []byte) error {
	written := string(text)
	if text[0] == '"' {
		_ = json.Unmarshal(text, &written) // a text of JSON always is one
	}
	number, err := strconv.ParseUint(written, 10, 64)
	*i = integer(number)
	return err
}

type flag bool

func (f *flag) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "0", "false":
		*f = false
	case "1", "true":
		*f = true
	default:
		return fmt.Errorf("%.20s is not 0 or 1", text)
	}
	return nil
}

type dropState uint8

// The states in the order of the list.
const (
	dropLive dropState = iota
	dropSoon
	dropSoldOut
	dropEnded
)

// state is where a drop stands at a second of the chain's clock. What has ended
// is over also when some were left or none were.
func (d *drop) state(now uint64) dropState {
	switch {
	case d.End != 0 && uint64(d.End) <= now:
		return dropEnded
	case d.Most != 0 && d.Claimed >= d.Most:
		return dropSoldOut
	case uint64(d.Start) > now:
		return dropSoon
	}
	return dropLive
}

// readDrops are the rows that can be read, by their ids as addresses have them.
func readDrops(rows []json.RawMessage) map[string]*drop {
	drops := make(map[string]*drop, len(rows))
	for _, row := range rows {
		read := new(drop)
		if json.Unmarshal(row, read) == nil {
			drops[read.id()] = read
		}
	}
	return drops
}

func (d *drop) id() string { return strconv.FormatUint(uint64(d.ID), 10) }

// inLanguage puts the descriptions of drops into the page's language where the settings have
// them in it.
func inLanguage(drops []page.Item, texts []settings.DropText, language release.Language) []page.Item {
	for _, drop := range drops {
		said := drop.Fields["description"]
		for _, text := range texts {
			if said == text.EN || said == text.ES {
				both := map[release.Language]string{release.English: text.EN, release.Spanish: text.ES}
				drop.Fields["description"], drop.Fields["descriptionLanguage"] = both[language], string(language)
				break
			}
		}
	}
	return drops
}

// editionDrops are the drops of an edition as items, in the order that holds
// everywhere, and the moment when one of them changes its state next, zero for
// never. A row that cannot be read is left out: the others still show.
func editionDrops(of *table, median *big.Int, edition string, language release.Language, at time.Time) ([]page.Item, time.Time) {
	now := uint64(max(at.Unix(), 0))
	drops, next := sortedDrops(of.rows, func(read *drop) bool { return read.Edition == edition }, now)
	return dropItems(drops, of.paused, median, language, now), next
}

// sortedDrops are the drops that are shown and wanted, in their order, and the moment
// when one of those that are shown changes its state next.
func sortedDrops(rows []json.RawMessage, isWanted func(*drop) bool, now uint64) ([]drop, time.Time) {
	var drops []drop
	next := uint64(0)
	for _, row := range rows {
		var read drop
		if json.Unmarshal(row, &read) != nil || bool(read.IsHidden) || !isWanted(&read) {
			continue
		}
		drops = append(drops, read)
		next = read.changeAfter(now, next)
	}
	slices.SortFunc(drops, func(a, b drop) int { return compareDrops(&a, &b, now) })
	return drops, second(next)
}

// dropItems are drops as items of their list; one that says so when there is none.
func dropItems(drops []drop, paused pauses, median *big.Int, language release.Language, now uint64) []page.Item {
	items := make([]page.Item, 0, max(1, len(drops)))
	for index := range drops {
		shown := &drops[index]
		price := dropPrice(shown.Price, shown.Settled, median, language)
		items = append(items, shown.item(price, paused, language, now, index))
	}
	if len(items) == 0 {
		items = append(items, page.Item{Variants: []string{"empty"}})
	}
	return items
}

// changeAfter is when the drop changes its state next, or another change before
// that; 0 for never.
func (d *drop) changeAfter(now, other uint64) uint64 {
	for _, change := range []uint64{uint64(d.Start), uint64(d.End)} {
		if change > now && (other == 0 || change < other) {
			other = change
		}
	}
	return other
}

// second is a second of the chain's clock; the zero time for 0.
func second(seconds uint64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0)
}

func compareDrops(a, b *drop, now uint64) int {
	state := a.state(now)
	if order := cmp.Compare(state, b.state(now)); order != 0 {
		return order
	}
	order := 0
	switch state {
	case dropLive:
		// One without an end is the last of the live ones.
		order = cmp.Compare(uint64(a.End)-1, uint64(b.End)-1)
	case dropSoon:
		order = cmp.Compare(a.Start, b.Start)
	case dropSoldOut:
		order = cmp.Compare(b.Start, a.Start)
	case dropEnded:
		order = cmp.Compare(b.End, a.End)
	}
	return cmp.Or(order, cmp.Compare(a.ID, b.ID))
}

// item is the drop in a list, the first of it in the large place.
func (d *drop) item(price price, paused pauses, language release.Language, now uint64, index int) page.Item {
	made := page.Item{Variants: d.variants(price.kind, paused, now), Fields: d.fields(price, language, index)}
	made.Fields["pause"] = paused.notice(d.Edition, language)
	if index == 0 {
		var withLead []string
		for _, name := range made.Variants {
			withLead = append(withLead, name+"-lead", name)
		}
		made.Variants = withLead
	}
	return made
}

// stateNames are the states as the variants call them.
var stateNames = [...]string{dropLive: "live", dropSoon: "soon", dropSoldOut: "soldout", dropEnded: "ended"}

// variants name the partial of a drop, with what it falls back to.
func (d *drop) variants(kind priceKind, paused pauses, now uint64) []string {
	state := d.state(now)
	// What is over shows no price.
	priced := func(names ...string) []string {
		if kind == priceUSD || state == dropSoldOut || state == dropEnded {
			return names
		}
		all := make([]string, 0, 2*len(names))
		for _, name := range names {
			all = append(all, name+"-"+string(kind))
		}
		return append(all, names...)
	}
	names := priced(stateNames[state])
	if state == dropLive && d.Most == 0 {
		names = priced("live-open", "live")
	}
	if _, isPaused := paused[d.Edition]; isPaused && state == dropLive {
		names = append(priced("live-paused"), names...)
	}
	return names
}

// pauses are the editions whose sale ops have paused, with the notice that visitors get.
type pauses map[string]json.RawMessage

// notice is the notice of an edition's pause; empty while there is none, or none that
// can be read.
func (p pauses) notice(edition string, language release.Language) string {
	var said map[release.Language]string
	// Its other members are no texts of a language, and so not asked for.
	if raw, isPaused := p[edition]; !isPaused || json.Unmarshal(raw, &said) != nil {
		return ""
	}
	return cmp.Or(said[language], said[release.English])
}

func (d *drop) fields(price price, language release.Language, index int) map[string]string {
	fields := map[string]string{
		"id":          d.id(),
		"name":        d.Name,
		"description": d.display().Description,
		// Of the chain's own texts; see inLanguage.
		"descriptionLanguage": string(release.English),

		"index":    strconv.Itoa(index),
		"usd":      price.usd,
		"usdWhole": price.usdWhole,
		"usdCents": price.usdCents,
		"wax":      price.wax,
		"waxWhole": price.waxWhole,
		"waxCents": price.waxCents,
		"agreed":   price.agreed,

		"accountLimit": "",
	}
	if d.PerUser != 0 {
		fields["accountLimit"] = grouped(strconv.FormatUint(uint64(d.PerUser), 10), language)
	}
	if d.Most != 0 {
		left := uint64(d.Most - min(d.Claimed, d.Most))
		fields["left"] = grouped(strconv.FormatUint(left, 10), language)
		fields["total"] = grouped(strconv.FormatUint(uint64(d.Most), 10), language)
		share := new(big.Int).Mul(new(big.Int).SetUint64(left), big.NewInt(100))
		fields["percentLeft"] = share.Div(share, new(big.Int).SetUint64(uint64(d.Most))).String()
	} else {
		fields["percentLeft"] = "100"
	}
	fields["least"], fields["cards"] = d.display().contents()
	for tier, chance := range d.display().chances(language) {
		fields[oddsFields[tier]] = chance
	}
	fields["print"] = strconv.FormatUint(uint64(d.ID)%prints, 10)
	fields["startsAt"], fields["startsText"] = dropTime(d.Start, language)
	fields["endsAt"], fields["endsText"] = dropTime(d.End, language)
	return fields
}

type dropDisplay struct {
	Description string `json:"description"`
	// Image is an address or an IPFS hash.
	Image string `json:"img"`
	// Contents say how many cards are in a pack, and which tier one of them has at least.
	Contents json.RawMessage `json:"contents"`
	// Odds are how likely a card of each tier is, basis points.
	Odds json.RawMessage `json:"odds"`
}

// prints is how many prints there are of a pack's wrapper; a drop has one by its id.
const prints = 4

// mostCards is the most that are in a pack: the contract's own bound.
const mostCards = 20

// tiers are the rows' names of the tiers, from the plainest.
var tiers = []string{"common", "uncommon", "rare", "epic", "legendary"}

// contents are the guaranteed tier, 1 for none, and how many cards are in a pack; both
// empty when the row does not say it.
func (d dropDisplay) contents() (least, cards string) {
	var said struct {
		Cards float64 `json:"cards"`
		Least any     `json:"least"`
	}
	if json.Unmarshal(d.Contents, &said) != nil || said.Cards < 1 || said.Cards > mostCards || said.Cards != float64(int(said.Cards)) {
		return "", ""
	}
	name, _ := said.Least.(string)
	return strconv.Itoa(max(slices.Index(tiers, name), 0) + 1), strconv.Itoa(int(said.Cards))
}

// oddsFields are the fields with the chance of a card of each tier.
var oddsFields = dropFields[len(dropFields)-5:]

const certain = 10_000

// chances are how likely a card of each tier is, from the plainest; all empty when the
// row does not say it, or says what does not add up.
func (d dropDisplay) chances(language release.Language) (chances [5]string) {
	var said map[string]*float64
	if json.Unmarshal(d.Odds, &said) != nil || len(said) != len(tiers) {
		return chances
	}
	percents, sum := chances, 0
	for index, tier := range tiers {
		share := said[tier]
		if share == nil || *share < 0 || *share > certain || *share != float64(int(*share)) {
			return chances
		}
		sum += int(*share)
		percents[index] = strconv.FormatFloat(*share/100, 'f', -1, 64) + "%"
		if language == release.Spanish {
			percents[index] = strings.NewReplacer(".", ",", "%", "\u00a0%").Replace(percents[index])
		}
	}
	if sum != certain {
		return chances
	}
	return percents
}

// display is a JSON text inside the row that anybody may have written: what is not
// there is empty.
func (d *drop) display() dropDisplay {
	var text string
	var display dropDisplay
	if json.Unmarshal(d.Display, &text) != nil || json.Unmarshal([]byte(text), &display) != nil {
		return dropDisplay{}
	}
	return display
}

func dropTime(seconds integer, language release.Language) (rfc3339, text string) {
	if seconds == 0 {
		return "", ""
	}
	at := time.Unix(int64(seconds), 0).UTC()
	return at.Format(time.RFC3339), page.Moment(at, language)
}

// ipfsGateway is where a picture is that a row names by its IPFS hash (specification,
// section 3, Chain asset).
const ipfsGateway = "https://ipfs.io/ipfs/"

// ipfsHash is a hash in one of its usual forms, as a row may have it, with a path
// inside.
var ipfsHash = regexp.MustCompile(`^[A-Za-z0-9]{46,64}(/[A-Za-z0-9._~/-]{1,200})?$`)

// availabilities are the states as schema.org names them.
var availabilities = [...]string{dropLive: "InStock", dropSoon: "PreOrder", dropSoldOut: "SoldOut", dropEnded: "Discontinued"}

// Parameter is the id, of which a drop's address has nothing else.
func (d *drop) Parameter(string) string { return d.id() }

// Published is not known of a drop.
func (d *drop) Published() time.Time { return time.Time{} }

// Describe is what a page says of the drop.
func (d *drop) Describe(t page.Context) page.Description {
	now := uint64(max(t.Now.Unix(), 0))
	price := dropPrice(d.Price, d.Settled, median(t.Rows), t.Language)
	state := d.state(now)
	paused := tableOf(t.Rows, release.NeedDrops).paused
	// One of several: it has no lead.
	shown := d.item(price, paused, t.Language, now, 1)
	shown.Fields["index"] = "0"
	fields, display := inLanguage([]page.Item{shown}, t.Site.Settings().DropTexts, t.Language)[0].Fields, d.display()
	fields["rate"], fields["rateAt"] = rate(t.Rows, t.Language)
	described := page.Description{
		Fields:    fields,
		Lists:     map[string][]page.Item{dropList: {shown}},
		ChangesAt: second(d.changeAfter(now, 0)),
		// The release draws the pack as a link's picture; an upright one is cut.
		Image:     webAddress(display.Image),
		Pack:      fields["least"] + "-" + fields["print"],
		OpenGraph: [][2]string{{"og:type", "website"}},
		Structured: map[string]any{
			"@type": "Product", "sku": fields["id"], "name": page.Clipped(d.Name, page.MaxHeadTitle),
			"description": page.Clipped(fields["description"], page.MaxHeadDescription), "brand": map[string]string{"@type": "Brand", "name": t.Site.Settings().Product},
		},
	}
	if hash := strings.TrimPrefix(display.Image, "ipfs://"); ipfsHash.MatchString(hash) {
		described.Image = ipfsGateway + hash
	}
	availability := availabilities[state]
	if _, isPaused := paused[d.Edition]; isPaused && state == dropLive {
		availability = "OutOfStock"
	}
	if amount, token, _ := strings.Cut(d.Price, " "); price.kind != priceOther {
		offer := map[string]string{
			"@type": "Offer", "price": amount, "priceCurrency": token, "availability": "https://schema.org/" + availability,
		}
		for name, at := range map[string]string{"availabilityStarts": fields["startsAt"], "availabilityEnds": fields["endsAt"]} {
			if at != "" {
				offer[name] = at
			}
		}
		described.Structured["offers"] = offer
	}
	return described
}

// Subject is the drop with this id, if it is the edition's and shown; nil for none.
func (t *table) Subject(id, edition string) page.Subject {
	if found := t.drops()[id]; found != nil && found.Edition == edition && !bool(found.IsHidden) {
		return found
	}
	return nil
}

// Subjects are the edition's drops, by id.
func (t *table) Subjects(edition string) (all []page.Subject) {
	drops := slices.SortedFunc(maps.Values(t.drops()), func(a, b *drop) int { return cmp.Compare(a.ID, b.ID) })
	for _, found := range drops {
		if of := t.Subject(found.id(), edition); of != nil {
			all = append(all, of)
		}
	}
	return all
}
