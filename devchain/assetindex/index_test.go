package assetindex_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/assetindex"
	"fieldhouse/devchain/contract/atomic"
	"fieldhouse/devchain/contract/game"
	"fieldhouse/devchain/genesis"
	"fieldhouse/devchain/internal/recorded"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

var start = time.Unix(1_700_000_000, 0).UTC()

// bench is an index beside the chain that it follows.
type bench struct {
	*testing.T
	chain   *ledger.Ledger
	index   *assetindex.Index
	trouble *assetindex.Trouble
	api     http.Handler
}

func newBench(t *testing.T, lag time.Duration) bench {
	t.Helper()
	chain, err := genesis.New(genesis.Options{Start: start, Drops: genesis.DefaultDrops})
	if err != nil {
		t.Fatal(err)
	}
	trouble := new(assetindex.Trouble)
	index := assetindex.New(antelope.MustName(genesis.Assets), lag)
	chain.Observe(index)
	b := bench{t, chain, index, trouble, assetindex.NewAPI(index, func() assetindex.Trouble { return *trouble })}
	b.blocks(1 + int(lag/antelope.SlotLength))
	return b
}

// blocks makes some blocks.
func (b bench) blocks(count int) {
	b.Helper()
	for range count {
		var next antelope.TimePoint
		b.chain.Read(func(v ledger.View) { next = v.NextSlot() })
		if err := b.chain.ProduceBlock(next); err != nil {
			b.Fatal(err)
		}
	}
}

func (b bench) must(actions ...ledger.Action) {
	b.Helper()
	if _, err := b.chain.Act(actions...); err != nil {
		b.Fatal(err)
	}
}

func (b bench) get(path string) (int, []byte) {
	b.Helper()
	answer := httptest.NewRecorder()
	b.api.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	if kind := answer.Header().Get("Content-Type"); kind != "application/json; charset=utf-8" || !json.Valid(answer.Body.Bytes()) {
		b.Fatalf("%s: %s %s", path, kind, answer.Body)
	}
	return answer.Code, answer.Body.Bytes()
}

// asset is the part of an answer that most tests look at.
type asset struct {
	AssetID  string `json:"asset_id"`
	Owner    *string
	Template *struct {
		TemplateID string `json:"template_id"`
		Issued     string `json:"issued_supply"`
	}
	Mint     string  `json:"template_mint"`
	BurnedBy *string `json:"burned_by_account"`
	Data     map[string]any
	Mutable  map[string]any `json:"mutable_data"`
	Name     string
}

func (b bench) assets(query string) []asset {
	b.Helper()
	status, body := b.get("/atomicassets/v1/assets?" + query)
	var answer struct {
		Success bool
		Data    []asset
	}
	if err := json.Unmarshal(body, &answer); err != nil || status != http.StatusOK || !answer.Success {
		b.Fatalf("%s: %d %.300s %v", query, status, body, err)
	}
	return answer.Data
}

func ids(assets []asset) string {
	var found []string
	for _, one := range assets {
		found = append(found, one.AssetID)
	}
	return strings.Join(found, " ")
}

var (
	dave = antelope.MustName("dave.wam")
	owns = antelope.MustName(genesis.Assets)
)

// claim lets dave have packs, which takes one transaction.
func (b bench) claim(amount uint64) {
	b.Helper()
	account := antelope.MustName(genesis.GameContract)
	b.must(ledger.NewAction(account, account, game.NewClaim{DropID: 1, Claimer: dave, Amount: amount, Reason: "test"}))
	var last uint64
	b.chain.Read(func(v ledger.View) {
		for claim := range game.Claims.In(v, account, account).All() {
			last = claim.ClaimID
		}
	})
	b.must(ledger.NewAction(dave, account, game.Claim{Claimer: dave, ClaimID: last}))
}

func TestWhatWasMintedAppearsAfterTheLag(t *testing.T) {
	b := newBench(t, 2*time.Second)
	b.claim(2)
	for blocks, want := range []int{0, 0, 0, 0, 0, 2} {
		if blocks > 0 {
			b.blocks(1)
		}
		if got := len(b.assets("owner=dave.wam")); got != want {
			t.Errorf("%d blocks later the index has %d packs, want %d", blocks, got, want)
		}
	}
	b.index.SetLag(0)
	b.claim(1)
	b.blocks(1)
	if got := len(b.assets("owner=dave.wam")); got != 3 {
		t.Errorf("without a lag it has %d packs", got)
	}
}

func TestOpeningTransferringAndBurningAreFollowed(t *testing.T) {
	b := newBench(t, 0)
	b.claim(1)
	b.blocks(1)
	pack := b.assets("owner=dave.wam")[0]
	number, err := strconv.ParseUint(pack.AssetID, 10, 64)
	if err != nil || pack.Data["drop_id"] != "1" || pack.Name != "Opening Drive" {
		t.Fatalf("pack %+v", pack)
	}
	b.must(ledger.NewAction(dave, antelope.MustName(genesis.GameContract), game.Open{Owner: dave, AssetIDs: []uint64{number}}))
	b.blocks(1)
	cards := b.assets("owner=dave.wam")
	if len(cards) != 8 || cards[0].Data["level"] != float64(1) || cards[0].Data["points"] != "0" || cards[0].Mint == "0" {
		t.Fatalf("opened %d cards, %+v", len(cards), cards[0])
	}
	gone := b.assets("ids=" + pack.AssetID)
	if len(gone) != 1 || gone[0].Owner != nil || gone[0].BurnedBy == nil || *gone[0].BurnedBy != "dave.wam" {
		t.Errorf("the opened pack is %+v", gone)
	}
	if kept := b.assets("burned=false&ids=" + pack.AssetID); len(kept) != 0 {
		t.Error("a burned asset is among those that are not")
	}
	first, err := strconv.ParseUint(cards[0].AssetID, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	b.must(ledger.NewAction(dave, owns, atomic.Transfer{From: dave, To: antelope.MustName("carol.wam"), AssetIDs: []uint64{first}}))
	b.blocks(1)
	if moved := b.assets("owner=carol.wam"); ids(moved) != cards[0].AssetID || len(b.assets("owner=dave.wam")) != 7 {
		t.Errorf("carol has %s", ids(moved))
	}
}

func TestCollectionsArePagedUntilAShortPage(t *testing.T) {
	b := newBench(t, 0)
	seen, pages := map[string]bool{}, []int{}
	for page := 1; ; page++ {
		rows := b.assets(fmt.Sprintf("collection_name=fieldhousegm&owner=vault.wam&page=%d&limit=1000&order=desc&sort=asset_id", page))
		pages = append(pages, len(rows))
		for _, one := range rows {
			seen[one.AssetID] = true
		}
		if len(rows) < 1000 {
			break
		}
	}
	if fmt.Sprint(pages) != "[1000 200]" || len(seen) != 1200 {
		t.Errorf("pages of %v with %d assets", pages, len(seen))
	}
	if small := b.assets("owner=binder25.wam"); len(small) != 25 {
		t.Errorf("the small collection has %d assets", len(small))
	}
	if beyond := b.assets("owner=binder25.wam&page=2&limit=25"); len(beyond) != 0 {
		t.Errorf("behind the last page are %d assets", len(beyond))
	}
}

func TestAssetsAreFilteredAndSorted(t *testing.T) {
	b := newBench(t, 0)
	all := b.assets("owner=binder25.wam")
	descending := slices.IsSortedFunc(all, func(one, two asset) int { return strings.Compare(two.AssetID, one.AssetID) })
	ascending := b.assets("owner=binder25.wam&order=asc")
	slices.Reverse(ascending)
	if !descending || ids(all) != ids(ascending) {
		t.Error("the order is neither the default nor turned round")
	}
	loose, templated := 0, map[string]int{}
	for _, one := range all {
		if one.Template == nil {
			loose++
			if one.Mint != "0" || one.Data["seat"] == nil || !strings.HasPrefix(one.Data["seat"].(string), "00") || len(one.Data["serial"].(string)) != 20 || one.Data["degrees"] != float64(-3) {
				t.Errorf("an asset without a template: %+v", one)
			}
			continue
		}
		templated[one.Template.TemplateID]++
	}
	if loose != 3 {
		t.Errorf("%d assets without a template", loose)
	}
	if found := b.assets("owner=binder25.wam&template_id=700001,700051"); len(found) != templated["700001"]+templated["700051"] || len(found) != 2 {
		t.Errorf("two templates have %d assets, %v", len(found), templated)
	}
	if found := b.assets("owner=binder25.wam&schema_name=packs"); len(found) != 2 {
		t.Errorf("%d packs", len(found))
	}
	if found := b.assets("owner=binder25.wam,binder25.wam,alice.wam"); len(found) != 25+8 {
		t.Errorf("two owners have %d assets", len(found))
	}
	if found := b.assets("collection_name=other"); len(found) != 0 {
		t.Errorf("another collection has %d assets", len(found))
	}
	names := b.assets("owner=binder25.wam&sort=name&order=asc")
	if !slices.IsSortedFunc(names, func(one, two asset) int { return strings.Compare(one.Name, two.Name) }) {
		t.Error("they are not sorted by name")
	}
	if found := b.assets("owner=binder25.wam&template_id=null"); len(found) != loose {
		t.Errorf("%d assets of no template", len(found))
	}
	if unknown := b.assets("owner=binder25.wam&sort=colour"); ids(unknown) != ids(all) {
		t.Error("an unknown sort is not that by id")
	}
	if minted := b.assets("owner=binder25.wam&sort=minted"); ids(minted) != ids(all) {
		t.Error("they are not sorted by when they were minted")
	}
	if with, without := b.assets("owner=vault.wam&nonce=123&unknown=x"), b.assets("owner=vault.wam"); ids(with) != ids(without) || len(with) != 100 {
		t.Errorf("a nonce changed the %d assets of the default page", len(with))
	}
}

func TestAssetsThatAreEqualAreSortedByTheirIDsUpwards(t *testing.T) {
	b := newBench(t, 0)
	for _, order := range []string{"asc", "desc"} {
		var equal []asset // those that have no template and so no number of one
		for _, one := range b.assets("owner=binder25.wam&sort=template_mint&order=" + order) {
			if one.Mint == "0" {
				equal = append(equal, one)
			}
		}
		if len(equal) < 2 || !slices.IsSortedFunc(equal, func(one, two asset) int { return strings.Compare(one.AssetID, two.AssetID) }) {
			t.Errorf("%s: %s", order, ids(equal))
		}
	}
}

func TestAccountsWithAsManyAssetsAreSortedByName(t *testing.T) {
	b := newBench(t, 0)
	b.claim(8) // as many as alice has
	b.blocks(1)
	const want = `{"account":"alice.wam","assets":"8"},{"account":"dave.wam","assets":"8"}]`
	if status, body := b.get("/atomicassets/v1/accounts"); status != 200 || !strings.Contains(string(body), want) {
		t.Errorf("%d %s, want %s", status, body, want)
	}
}

func TestBurnedAssetsAreAskedForInSeveralWords(t *testing.T) {
	b := newBench(t, 0)
	b.claim(2)
	b.blocks(1)
	packs := b.assets("owner=dave.wam")
	number, err := strconv.ParseUint(packs[0].AssetID, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	b.must(ledger.NewAction(dave, antelope.MustName(genesis.GameContract), game.Open{Owner: dave, AssetIDs: []uint64{number}}))
	b.blocks(1)
	for burned, want := range map[string]string{"true": ids(packs[:1]), "1": ids(packs[:1]), "false": ids(packs[1:]), "0": ids(packs[1:]), "empty": ids(packs), "": ids(packs)} {
		if found := b.assets("ids=" + packs[0].AssetID + "," + packs[1].AssetID + "&burned=" + burned); ids(found) != want {
			t.Errorf("burned=%s gives %s, want %s", burned, ids(found), want)
		}
	}
}

func TestErrorsAreThePublicIndexes(t *testing.T) {
	b := newBench(t, 0)
	for path, want := range map[string]string{
		"assets?limit=0":                 `400 {"success":false,"message":"Invalid value for parameter limit"}`,
		"assets?limit=1001":              `400 {"success":false,"message":"Invalid value for parameter limit"}`,
		"assets?page=0":                  `400 {"success":false,"message":"Invalid value for parameter page"}`,
		"assets?page=9999999999":         `400 {"success":false,"message":"Invalid value for parameter page"}`,
		"assets?order=up":                `400 {"success":false,"message":"Invalid value for parameter order"}`,
		"templates?sort=colour":          `400 {"success":false,"message":"Invalid value for parameter sort"}`,
		"assets?owner=NOT.A.NAME":        `400 {"success":false,"message":"Invalid value for parameter owner"}`,
		"assets?ids=1,x":                 `400 {"success":false,"message":"Invalid value for parameter ids"}`,
		"assets?template_id=99999999999": `400 {"success":false,"message":"Invalid value for parameter template_id"}`,
		"assets?burned=maybe":            `400 {"success":false,"message":"Invalid value for parameter burned"}`,
		"assets/x":                       `400 {"success":false,"message":"Invalid value for parameter asset_id"}`,
		"assets/1":                       `416 {"success":false,"message":"Asset not found"}`,
		"collections/nobody":             `416 {"success":false,"message":"Collection not found"}`,
		"templates/fieldhousegm/1":       `416 {"success":false,"message":"Template not found"}`,
		"offers":                         `404 {"success":false,"message":"Route not found"}`,
		"accounts/NOBODY":                `400 {"success":false,"message":"Invalid value for parameter account"}`,
		"assets?ids=" + strings.Repeat("1,", 100) + "1": `400 {"success":false,"message":"Invalid value for parameter ids"}`,
	} {
		if status, body := b.get("/atomicassets/v1/" + path); fmt.Sprintf("%d %s", status, strings.TrimSpace(string(body))) != want {
			t.Errorf("%.60s: %d %s, want %s", path, status, body, want)
		}
	}
}

func TestTroubleAndTheHealthThatLies(t *testing.T) {
	b := newBench(t, 0)
	for _, c := range []struct {
		trouble assetindex.Trouble
		status  int
		health  string
	}{
		{assetindex.Trouble{}, 200, "OK"},
		{assetindex.Trouble{Timeout: true}, 408, "OK"},
		{assetindex.Trouble{Down: true}, 500, "ERROR"},
		{assetindex.Trouble{LyingHealth: true}, 500, "OK"},
	} {
		*b.trouble = c.trouble
		status, _ := b.get("/atomicassets/v1/assets?owner=binder25.wam")
		healthy, body := b.get("/health")
		var health struct {
			Data struct{ Postgres, Redis, Chain struct{ Status string } }
		}
		if err := json.Unmarshal(body, &health); err != nil {
			t.Fatal(err)
		}
		if status != c.status || healthy != 200 || health.Data.Postgres.Status != c.health || health.Data.Chain.Status != c.health {
			t.Errorf("%+v: %d, health %d %s", c.trouble, status, healthy, body)
		}
	}
}

func TestAccountsCollectionsAndTemplates(t *testing.T) {
	b := newBench(t, 0)
	for path, want := range map[string]string{
		"accounts?collection_name=fieldhousegm&limit=2":           `"data":[{"account":"vault.wam","assets":"1200"},{"account":"binder25.wam","assets":"25"}]`,
		"accounts/binder25.wam":                                   `{"collection_name":"fieldhousegm","template_id":null,"assets":"3"}`,
		"accounts/dave.wam":                                       `"data":{"collections":[],"templates":[],"assets":"0"}`,
		"collections":                                             `"collection_name":"fieldhousegm"`,
		"collections/fieldhousegm":                                `"author":"fieldhousegm"`,
		"schemas?collection_name=fieldhousegm":                    `"schema_name":"souvenirs"`,
		"templates/fieldhousegm/700101":                           `"name":"Opening Drive"`,
		"templates?schema_name=packs&sort=name&order=asc&limit=1": `"name":"Autumn Kickoff"`,
	} {
		if status, body := b.get("/atomicassets/v1/" + path); status != 200 || !strings.Contains(string(body), want) {
			t.Errorf("%s: %d %.400s, want %s", path, status, body, want)
		}
	}
}

// kinds are the members of a JSON object with their kinds; what is below data of
// assets is theirs.
func kinds(t *testing.T, text []byte) map[string]string {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	var walk func(path string, value any)
	walk = func(path string, value any) {
		if strings.HasSuffix(path, "data") && path != "" && path != ".data" {
			return
		}
		found[path] = fmt.Sprintf("%T", value)
		switch value := value.(type) {
		case map[string]any:
			for name, member := range value {
				walk(path+"."+name, member)
			}
		case []any:
			for _, member := range value {
				walk(path+"[]", member)
			}
		}
	}
	walk("", value)
	return found
}

func TestAnswersHaveTheShapeOfRecordedOnes(t *testing.T) {
	b := newBench(t, 0)
	card := b.assets("owner=binder25.wam&schema_name=football")[0]
	_, one := b.get("/atomicassets/v1/assets/" + card.AssetID)
	*b.trouble = assetindex.Trouble{Down: true}
	_, health := b.get("/health")
	for name, got := range map[string][]byte{
		"atomic_asset.farmersworld-number-and-string-data.200.json": one, "atomic_health.case1.200.json": health,
	} {
		have, want := kinds(t, got), kinds(t, recorded.Body(t, name))
		for path, kind := range want {
			if have[path] != kind && !strings.HasPrefix(path, ".data.collection.notify_accounts[]") {
				t.Errorf("%s: %s is %q, recorded %q", name, path, have[path], kind)
			}
		}
		for path := range have {
			if want[path] == "" {
				t.Errorf("%s: %s is not in the recorded answer", name, path)
			}
		}
	}
}
