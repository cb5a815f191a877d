// Package settings holds what one site is: its names, links, countdowns and
// network. The Caddyfile, the pages and the wallets read the same value.
package settings

// Settings is the site as pages receive it, in the JSON form of the contract's
// SiteSettings.
type Settings struct {
	Product   string    `json:"product"`
	Developer NamedLink `json:"developer"`
	// Editions are the site's, by where they begin; whoever shows them adds them.
	Editions   []NavEntry `json:"editions"`
	Navigation []NavEntry `json:"navigation"`
	// Own are the paths of pages that are their visitor's own; whoever shows them
	// adds them.
	Own        []string   `json:"own"`
	Links      Links      `json:"links"`
	Socials    []Social   `json:"socials"`
	Countdowns Countdowns `json:"countdowns"`
	Network    Network    `json:"network"`
	Wallets    Wallets    `json:"wallets"`
	// Staging: it is there to try things out, and says so to who asks; pages never see it.
	Staging bool `json:"-"`
	// DropTexts are texts of drops and claims in the language that the chain's rows lack.
	DropTexts []DropText `json:"dropTexts,omitempty"`
}

// DropText is a text of a drop, or of why there is a claim, in both languages; a row has one of them.
type DropText struct {
	EN string `json:"en"`
	ES string `json:"es"`
}

// NamedLink is a name and where it leads.
type NamedLink struct {
	Name string `json:"name"`
	Link string `json:"link"`
}

// NavEntry is a navigation entry with the specification's own field names
// (section 3), and a text: what is there, in a few words, which stand below the
// name in an open group. An entry with Content is a dropdown group.
type NavEntry struct {
	NameEN  string     `json:"nameEN"`
	NameSP  string     `json:"NameSP"`
	TextEN  string     `json:"textEN,omitempty"`
	TextSP  string     `json:"textSP,omitempty"`
	Link    string     `json:"link"`
	Content []NavEntry `json:"content,omitempty"`
}

// Edition is an edition of the site besides the shell.
type Edition struct {
	// Name is also where its pages begin: `/<name>`.
	Name string `json:"name"`
	// NameEN and NameSP are what people call it.
	NameEN string `json:"nameEN"`
	NameSP string `json:"NameSP"`
}

// Entry is the edition as pages show it.
func (e Edition) Entry() NavEntry {
	return NavEntry{NameEN: e.NameEN, NameSP: e.NameSP, Link: "/" + e.Name}
}

// Links are the site's single addresses outside the navigation.
type Links struct {
	Whitepaper    string `json:"whitepaper"`
	PlayGame      string `json:"playGame"`
	PlayNow       string `json:"playNow"`
	CreateAccount string `json:"createAccount"`
	Community     string `json:"community"`
}

// Social is a social link of the footer; Wide ones show on desktop only
// (section 2, Footer).
type Social struct {
	NamedLink
	Wide bool `json:"wide"`
}

// Countdowns are the targets of the header's two clocks, RFC 3339 in UTC
// (section 9).
type Countdowns struct {
	Sale         string `json:"sale"`
	Season       string `json:"season"`
	SeasonNumber int    `json:"seasonNumber"`
}

// Network is everything that depends on which chain the site runs on.
type Network struct {
	Name         string `json:"name"`
	ChainID      string `json:"chainId"`
	GameContract string `json:"gameContract"`
	Collection   string `json:"collection"`
	Oracle       string `json:"oracle"`
	OraclePair   string `json:"oraclePair"`
	Token        string `json:"token"`
	// AssetEndpoint is the AtomicAssets API's base address (section 3).
	AssetEndpoint string `json:"assetEndpoint"`
	PlaySite      string `json:"playSite"`

	// Development says that the chain starts anew with the process, so that times
	// may be relative to its start.
	Development bool `json:"-"`
	// WAXPrice is what the oracle's median can be; pages never see it.
	WAXPrice PriceBand `json:"-"`
	// Nodes are the chain API servers; pages never see them.
	Nodes []string `json:"-"`
	// Wallets are the network's own; a site can have others, which pages see
	// as Settings.Wallets.
	Wallets Wallets `json:"-"`
}

// PriceBand bounds what one WAX can cost, both included, in 10^-4 US dollars, which is what the
// oracle's medians count. A bound of 0 is none.
type PriceBand struct {
	Floor   uint64 `json:"floor,omitempty"`
	Ceiling uint64 `json:"ceiling,omitempty"`
}

// Holds reports whether a median lies between the bounds.
func (b PriceBand) Holds(median uint64) bool {
	return median >= b.Floor && (b.Ceiling == 0 || median <= b.Ceiling)
}
