// Package release reads, checks and stores what a team ships: a manifest over
// files that are never changed afterwards, each named by the hash of its content
// (docs/edition-contract.md, "A release folder").
package release

import "fieldhouse/plugins/site/settings"

// The contract that this gateway speaks, which is the version of @fieldhouse/contract. Of
// this major version it takes releases of every minor one: minor versions only add, and
// what a later one has added stays empty (Unknown).
const (
	ContractVersion = 2
	ContractMinor   = 11
)

// The fixed names of a release folder.
const (
	ManifestFile = "release.json"
	BuildFile    = "build.json"
	mountModule  = "./mount"
)

// Manifest is release.json. A path is a file's name, `<name>.<hash>.<extension>`.
// The host's has its entry, what it provides and imports, and styles; no pages.
type Manifest struct {
	Contract int `json:"contract"`
	// Minor is the contract's minor version that it was built for.
	Minor   int    `json:"minor,omitempty"`
	Edition string `json:"edition"`
	// Version is the app's own, a semantic version.
	Version string `json:"version"`
	// Entry is the federation container's script; the host's, the first of every page.
	Entry string `json:"entry"`
	// Mount is the exposed module that holds `mount`: always ./mount.
	Mount string `json:"mount,omitempty"`
	// Federation is the version of @module-federation/enhanced it was built with.
	Federation string `json:"federation,omitempty"`
	// Shared are the libraries that it takes from the host.
	Shared []SharedLibrary `json:"shared,omitempty"`
	// Provides are the libraries that every container has from it; the host's only.
	Provides []ProvidedLibrary `json:"provides,omitempty"`
	// Imports are what the host loads by a name of the import map; the host's only.
	Imports map[string]string `json:"imports,omitempty"`
	// Worker is the site's service worker; the host's only.
	Worker string `json:"worker,omitempty"`
	// Icon is the site's, an SVG; the shell's only.
	Icon string `json:"icon,omitempty"`
	// Icons are the same as pictures, for what shows no SVG; the shell's only.
	Icons []Icon `json:"icons,omitempty"`
	// CardPictures is what pictures of links to its cards are put together of.
	CardPictures string `json:"cardPictures,omitempty"`
	// Preload are the scripts that mount a root or an island, the entry first.
	Preload []string `json:"preload,omitempty"`
	Styles  []string `json:"styles"`
	Fonts   []string `json:"fonts,omitempty"`
	Routes  []Route  `json:"routes,omitempty"`
	// Navigation is what its pages add to the site's menu; the settings can say
	// another menu.
	Navigation []settings.NavEntry `json:"navigation,omitempty"`
	// Frame is the shell's only.
	Frame *Frame `json:"frame,omitempty"`
	// Storey is an edition's only.
	Storey *Storey `json:"storey,omitempty"`
	// Partials are the markup of one list item by list, variant and language.
	Partials map[string]map[string]Texts `json:"partials,omitempty"`
	// Files are all others but compressed forms, which stand beside.
	Files []File `json:"files"`

	unknown Unknown
}

// ProvidedLibrary is a library that the host gives to every container.
type ProvidedLibrary struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// SharedLibrary is a library that the container takes from the host: the version
// it was built with, and those that it runs with.
type SharedLibrary struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Range   string `json:"range"`
}

// Icon is a square PNG of the site's icon.
type Icon struct {
	Path string `json:"path"`
	// Size is the pixels on a side.
	Size int `json:"size"`
	// Purpose is IconAny or IconMaskable.
	Purpose string `json:"purpose"`
}

// The purposes of an icon (W3C, Web Application Manifest, "purpose member"): one that is
// shown as it is, and one that may be cut to any shape.
const (
	IconAny      = "any"
	IconMaskable = "maskable"
)

// PictureWidth and PictureHeight are what a route's picture measures, in pixels.
const (
	PictureWidth  = 1200
	PictureHeight = 630
)

// ShowsCard says that an address names a card, as CardParameter of its query, and ShowsWall that
// it names an account, whose wall the page is.
const (
	ShowsCard     = "card"
	ShowsWall     = "wall"
	CardParameter = "asset"
)

// Route is one page of an edition.
type Route struct {
	// Path is absolute, without a trailing slash; the shell's home is `/`. Segments
	// such as `:slug` are those of an item: each has a page of its own.
	Path   string `json:"path"`
	Header Look   `json:"header"`
	Footer Look   `json:"footer"`
	// Item is the list whose items have the pages of a pattern; one of Items.
	Item        string `json:"item,omitempty"`
	Title       Texts  `json:"title"`
	Description Texts  `json:"description"`
	// Picture is what a shared link shows by language: a PNG of PictureWidth by
	// PictureHeight.
	Picture Texts `json:"picture,omitempty"`
	// PackPictures are shown before it, for drops whose packs are of a kind: the
	// guaranteed tier, 1 to 5, and the print, 0 to 3, such as 3-0.
	PackPictures map[string]Texts `json:"packPictures,omitempty"`
	// Shows is ShowsCard or ShowsWall for the page of one card or of one account's, which its
	// address names.
	Shows string `json:"shows,omitempty"`
	// NoIndex keeps the page out of search engines and the sitemap: it is somebody's own.
	NoIndex bool `json:"noindex,omitempty"`
	// Fragment is the main fragment's file by language.
	Fragment Texts `json:"fragment"`
	// Sheet has the rules of the release's Styles that its markup uses. It stands in the
	// page, which gets the others after its first paint; empty for a page that has them
	// from the beginning.
	Sheet string `json:"sheet,omitempty"`
	// Scripts are those of its islands that the page loads in any case, the entry
	// first; none for a page that is only markup.
	Scripts []string `json:"scripts"`
	// Data are the needs whose rows go into the page's snapshot.
	Data []string `json:"data"`
}

// Frame is what stands around every main fragment, and the not-found page. Header
// and footer have the same looks, DefaultLook among them.
type Frame struct {
	Header        map[Look]Texts `json:"header"`
	Footer        map[Look]Texts `json:"footer"`
	NotFound      Texts          `json:"notFound"`
	NotFoundTitle Texts          `json:"notFoundTitle"`
}

// Storey is what the shell's pages show of an edition.
type Storey struct {
	// Sheet has the edition's colours and what Painted needs: for pages in its look, or that
	// show Painted, and are not its own.
	Sheet string `json:"sheet"`
	// Floor is the fragment of its floor on the front page, and FloorSheet its style sheet.
	Floor      Texts  `json:"floor"`
	FloorSheet string `json:"floorSheet"`
	// Painted is the fragment of the painted floor alone, in the footer and behind pages.
	Painted Texts `json:"painted"`
	// Sport is what the sport is called inside of a sentence, and Ground what it is played on.
	Sport  Texts `json:"sport"`
	Ground Texts `json:"ground"`
}

// File is one listed file.
type File struct {
	Path string `json:"path"`
	// SHA384 is in the form of Subresource Integrity: `sha384-` and base64.
	SHA384 string `json:"sha384"`
	// Size is in bytes.
	Size int64 `json:"size"`
}

// Texts is one string for each language.
type Texts map[Language]string

// Language is one of the site's two, as a BCP 47 tag.
type Language string

// The languages of the site.
const (
	English Language = "en"
	Spanish Language = "es"
)

// Languages are all of them, the default first.
var Languages = [...]Language{English, Spanish}

// Look is which header, footer and colours a route has (specification, section 2): that of
// the edition of this name, whose release has a Storey, or one that the shell's frame has. One
// of neither is DefaultLook, so edition and shell may be shipped in any order.
type Look string

// DefaultLook is the look that every shell has.
const DefaultLook Look = "default"

// The two releases that every page has besides its edition's. They are shipped, stored
// and named in a lineup as an edition's is.
const (
	// Host is the first script of every page, with the federation runtime and the
	// shared libraries. It has no pages.
	Host = "host"
	// Shell is the edition that has every path that no other one has.
	Shell = "shell"
)

// The data a route can ask for: names of the shared app data (specification, section 3).
const (
	NeedDrops    = "rowDrops"
	NeedMedian   = "medianPrice"
	NeedPartners = "partnersCodes"
	NeedPosts    = "PostsMedium"
	NeedHistory  = "medianHistory"
)

// Needs are all of them.
var Needs = [...]string{NeedDrops, NeedMedian, NeedPartners, NeedPosts, NeedHistory}

// Item is what a page of a pattern is about.
type Item struct {
	// Need has the list, which alone says which of the pages exist. It is empty where the names
	// alone say that (page.About).
	Need string
	// Key is the parameter that tells its items apart: every pattern has it.
	Key string
	// Parameters are those that a pattern may have.
	Parameters []string
}

// Items are what pages of a pattern can be about, by their list.
var Items = map[string]Item{
	// Of accounts nobody has a list: whoever can be one has a page.
	"accounts": {Key: "account", Parameters: []string{"account"}},
	"drops":    {Need: NeedDrops, Key: "id", Parameters: []string{"id"}},
	"posts":    {Need: NeedPosts, Key: "slug", Parameters: []string{"slug", "year"}},
}
