package assetindex

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// MarketPrefix is where people look at an asset (/market/asset/7) and at what an account
// has (/market/account/alice.wam).
const MarketPrefix = "/market/"

// shownRows bounds the table of a page.
const shownRows = 200

//go:embed market-page.html
var pageSource string

var pageTemplate = template.Must(template.New("market").Parse(pageSource))

// page is what a page of the market shows.
type page struct {
	Title   string
	Account antelope.Name
	Head    [3]string
	Rows    []row
	// None stands where there are no rows, and Left counts those that are not shown.
	None string
	Left int
}

// row is one of a table, which begins with an asset or a word.
type row struct {
	Asset             uint64
	What, More, Price string
}

// Market makes the handler of the pages below MarketPrefix.
func Market(chain *ledger.Ledger) http.Handler {
	pages := http.NewServeMux()
	serve := func(pattern string, read func(v ledger.View, name string) (page, bool)) {
		pages.HandleFunc("GET "+MarketPrefix+pattern, func(w http.ResponseWriter, r *http.Request) {
			var shown page
			var isThere bool
			chain.Read(func(v ledger.View) { shown, isThere = read(v, r.PathValue("name")) })
			if !isThere {
				http.NotFound(w, r)
				return
			}
			var body bytes.Buffer
			if err := pageTemplate.Execute(&body, shown); err != nil {
				http.Error(w, "writing the page: "+err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			_, _ = body.WriteTo(w) // a browser that went away needs no answer
		})
	}
	serve("asset/{name}", assetPage)
	serve("account/{name}", accountPage)
	return pages
}

func assetPage(v ledger.View, name string) (page, bool) {
	id, err := strconv.ParseUint(name, 10, 64)
	if err != nil {
		return page{}, false
	}
	asset, exists := atomic.Histories.In(v, contract, contract).Get(id)
	if !exists {
		return page{}, false
	}
	shown := page{
		Title: fmt.Sprintf("%s, copy %d", nameOf(v, asset), asset.Mint), Account: asset.Owner,
		Head: [3]string{"What", "When", "Price"}, None: "Never sold, and not listed.",
	}
	for _, one := range salesOf(v, asset) {
		what := "Listed by " + one.seller.String()
		if one.state == stateSold {
			what = fmt.Sprintf("Sold by %s to %s", one.seller, one.buyer)
		}
		shown.Rows = append(shown.Rows, row{What: what, More: one.at.UTC().Format("2 Jan 2006, 15:04:05 UTC"), Price: wax(one.amount)})
	}
	return shown, true
}

func accountPage(v ledger.View, name string) (page, bool) {
	account, err := antelope.ParseName(name)
	if err != nil {
		return page{}, false
	}
	shown := page{Title: "What " + name + " has", Head: [3]string{"Asset", "Name", "Listed for"}, None: "It has no assets."}
	histories := atomic.Histories.In(v, contract, contract)
	for asset := range atomic.Assets.In(v, contract, account).All() {
		if len(shown.Rows) == shownRows {
			shown.Left++
			continue
		}
		found, _ := histories.Get(asset.AssetID)
		line := row{Asset: asset.AssetID, More: nameOf(v, found)}
		for _, one := range salesOf(v, found) {
			if one.state == stateListed {
				line.Price = wax(one.amount)
			}
		}
		shown.Rows = append(shown.Rows, line)
	}
	return shown, true
}

func nameOf(v ledger.View, asset atomic.History) string {
	name, _ := printAsset(v, asset)["name"].(string)
	return name
}

// wax writes an amount of 10^-8 WAX, which is of whole cents.
func wax(amount uint64) string {
	return fmt.Sprintf("%d.%02d WAX", amount/100_000_000, amount/1_000_000%100)
}
