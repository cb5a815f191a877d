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

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/devchain/internal/recorded"
	"fieldhouse/devchain/services/assetindex"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

// bench is an index beside the chain that it follows.
type bench struct {
	ledgertest.Chain
	index http.Handler
}

func newBench(t *testing.T, lag time.Duration) bench {
	t.Helper()
	chain := ledgertest.New(t, genesis.Options{Drops: genesis.DefaultDrops})
	chain.Seal(1 + int(lag/antelope.SlotLength))
	return bench{chain, assetindex.New(chain.Ledger, lag)}
}

func (b bench) get(query string) (int, []byte) {
	b.Helper()
	answer := httptest.NewRecorder()
	b.index.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, assetindex.Path+"?"+query, nil))
	if kind := answer.Header().Get("Content-Type"); kind != "application/json; charset=utf-8" || !json.Valid(answer.Body.Bytes()) {
		b.Fatalf("%s: %s %s", query, kind, answer.Body)
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
	status, body := b.get(query)
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
	b.Must(ledger.NewAction(account, account, game.NewClaim{DropID: 1, Claimer: dave, Amount: amount, Reason: "test"}))
	claims := ledgertest.All(b.Chain, game.Claims, account, account)
	b.Must(ledger.NewAction(dave, account, game.Claim{Claimer: dave, ClaimID: claims[len(claims)-1].ClaimID}))
}

func TestWhatWasMintedAppearsAfterTheLag(t *testing.T) {
	b := newBench(t, 2*time.Second)
	b.claim(2)
	for blocks, want := range []int{0, 0, 0, 0, 0, 2} {
		if blocks > 0 {
			b.Seal(1)
		}
		if got := len(b.assets("owner=dave.wam")); got != want {
			t.Errorf("%d blocks later the index has %d packs, want %d", blocks, got, want)
		}
	}
}

func TestOpeningTransferringAndBurningAreFollowed(t *testing.T) {
	b := newBench(t, 0)
	b.claim(1)
	b.Seal(1)
	pack := b.assets("owner=dave.wam")[0]
	number, err := strconv.ParseUint(pack.AssetID, 10, 64)
	if err != nil || pack.Data["drop_id"] != "1" || pack.Name != "Opening Drive" {
		t.Fatalf("pack %+v", pack)
	}
	b.Must(ledger.NewAction(dave, antelope.MustName(genesis.GameContract), game.Open{Owner: dave, AssetIDs: []uint64{number}}))
	b.Seal(1)
	cards := b.assets("owner=dave.wam")
	if len(cards) != 8 || cards[0].Data["level"] != float64(1) || cards[0].Data["points"] != "0" || cards[0].Mint != "0" {
		t.Fatalf("opened %d cards, %+v", len(cards), cards[0])
	}
	b.Seal(ledger.IrreversibleLag)
	if final := b.assets("ids=" + cards[0].AssetID); len(final) != 1 || final[0].Mint == "0" {
		t.Errorf("a card of a final block is %+v", final)
	}
	gone := b.assets("ids=" + pack.AssetID)
	if len(gone) != 1 || gone[0].Owner != nil || gone[0].BurnedBy == nil || *gone[0].BurnedBy != "dave.wam" {
		t.Errorf("the opened pack is %+v", gone)
	}
	first := must.Get(strconv.ParseUint(cards[0].AssetID, 10, 64))(t)
	b.Must(ledger.NewAction(dave, owns, atomic.Transfer{From: dave, To: antelope.MustName("carol.wam"), AssetIDs: []uint64{first}}))
	b.Seal(1)
	if moved := b.assets("owner=carol.wam"); ids(moved) != cards[0].AssetID || len(b.assets("owner=dave.wam")) != 7 {
		t.Errorf("carol has %s", ids(moved))
	}
}

func TestWhatAnAccountBurnedIsListedByWhenItDid(t *testing.T) {
	b := newBench(t, 0)
	b.claim(3)
	b.Seal(1)
	var packs []uint64
	for _, one := range b.assets("owner=dave.wam") {
		number := must.Get(strconv.ParseUint(one.AssetID, 10, 64))(t)
		packs = append(packs, number)
	}
	slices.Sort(packs)
	gameAccount := antelope.MustName(genesis.GameContract)
	b.Must(ledger.NewAction(dave, gameAccount, game.Open{Owner: dave, AssetIDs: packs[2:]}))
	b.Seal(1)
	b.Must(ledger.NewAction(dave, gameAccount, game.Open{Owner: dave, AssetIDs: packs[:2]}))
	b.Seal(1)
	card := must.Get(strconv.ParseUint(b.assets("owner=dave.wam")[0].AssetID, 10, 64))(t)
	b.Must(ledger.NewAction(dave, owns, atomic.BurnAsset{AssetOwner: dave, AssetID: card}))
	b.Seal(1)
	burned := "burned=true&burner=dave.wam&sort=updated&order=desc&collection_name=fieldhousegm"
	for query, want := range map[string][]uint64{
		burned + "&schema_name=packs":                {packs[1], packs[0], packs[2]},
		burned + "&schema_name=packs&page=2&limit=2": {packs[2]},
		burned:                                                     {card, packs[1], packs[0], packs[2]},
		"burner=dave.wam&schema_name=packs":                        {packs[2], packs[1], packs[0]},
		"burner=dave.wam&schema_name=football":                     {card},
		"burner=dave.wam&burned=false":                             nil,
		"burner=carol.wam":                                         nil,
		fmt.Sprintf("burned=true&ids=%d", packs[0]):                {packs[0]},
		fmt.Sprintf("burned=false&ids=%d", packs[0]):               nil,
		fmt.Sprintf("owner=dave.wam&ids=%d&burned=true", packs[0]): nil,
	} {
		var expected []string
		for _, id := range want {
			expected = append(expected, strconv.FormatUint(id, 10))
		}
		if got := ids(b.assets(query)); got != strings.Join(expected, " ") {
			t.Errorf("%s: %s, want %v", query, got, want)
		}
	}
}

func TestWhatAnUndonePackWasOpenedToIsGoneAndThePackIsBack(t *testing.T) {
	b := newBench(t, 0)
	b.claim(1)
	b.Seal(1)
	pack := ids(b.assets("owner=dave.wam"))
	number := must.Get(strconv.ParseUint(pack, 10, 64))(t)
	b.Must(ledger.NewAction(dave, antelope.MustName(genesis.GameContract), game.Open{Owner: dave, AssetIDs: []uint64{number}}))
	b.Seal(1)
	if opened := b.assets("owner=dave.wam"); len(opened) != 8 {
		t.Fatalf("opened %d cards", len(opened))
	}
	must.Get(b.Undo(1))(t)
	if after := b.assets("ids=" + pack); ids(after) != pack || after[0].BurnedBy != nil || ids(b.assets("owner=dave.wam")) != pack {
		t.Errorf("dave has %+v, want the pack %s", after, pack)
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

func TestAssetsWithoutATemplateAreListedTheNewestFirst(t *testing.T) {
	b := newBench(t, 0)
	all := b.assets("owner=binder25.wam&collection_name=fieldhousegm")
	loose := 0
	for _, one := range all {
		if one.Template != nil {
			continue
		}
		loose++
		if one.Mint != "0" || !strings.HasPrefix(one.Data["seat"].(string), "00") || len(one.Data["serial"].(string)) != 20 {
			t.Errorf("an asset without a template: %+v", one)
		}
	}
	if !slices.IsSortedFunc(all, func(one, two asset) int { return strings.Compare(two.AssetID, one.AssetID) }) || loose != 3 {
		t.Errorf("%d assets without a template among %s", loose, ids(all))
	}
	if found := b.assets("collection_name=other"); len(found) != 0 {
		t.Errorf("another collection has %d assets", len(found))
	}
}

func TestAParameterThatCannotBeUsedIsRefusedInThePublicIndexesWords(t *testing.T) {
	b := newBench(t, 0)
	for query, parameter := range map[string]string{
		"limit=0": "limit", "limit=1001": "limit", "page=0": "page", "page=9999999999": "page", "order=asc": "order",
		"sort=name": "sort", "owner=NOT.A.NAME": "owner", "collection_name=NOT.A.NAME": "collection_name", "ids=x": "ids",
		"schema_name=NOT.A.NAME": "schema_name", "burner=NOT.A.NAME": "burner", "burned=yes": "burned",
	} {
		want := fmt.Sprintf(`400 {"success":false,"message":"Invalid value for parameter %s"}`, parameter)
		if status, body := b.get(query); fmt.Sprintf("%d %s", status, body) != want {
			t.Errorf("%s: %d %s, want %s", query, status, body, want)
		}
	}
}

func TestAnAssetHasTheShapeOfARecordedOne(t *testing.T) {
	b := newBench(t, 0)
	_, body := b.get("owner=binder25.wam")
	var listed struct{ Data []json.RawMessage }
	must.Do(t, json.Unmarshal(body, &listed))
	// The oldest is a card. What is in data of assets is theirs.
	recorded.SameFields(t, fmt.Appendf(nil, `{"success":true,"data":%s,"query_time":1}`, listed.Data[len(listed.Data)-1]),
		recorded.Body(t, "atomic_asset.farmersworld-number-and-string-data.200.json"),
		".data.data.", ".data.immutable_data.", ".data.mutable_data.", ".data.template.immutable_data.", ".data.collection.notify_accounts[]")
}
