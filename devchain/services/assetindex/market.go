package assetindex

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/deck"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// SalesPath is the address of the market's list of sales.
const SalesPath = "/atomicmarket/v2/sales"

// The states of a sale, as AtomicMarket counts them.
const (
	stateListed = 1
	stateSold   = 3
)

// Sales are made up of cards that exist, always the same ones of a card: this chain has
// no market's contract. One copy in soldOf was sold, one in listedOf is listed.
const (
	soldOf   = 3
	listedOf = 5
)

// prices are what a copy of each tier costs about, in WAX.
var prices = [deck.Tiers]uint64{4, 14, 60, 420, 3200}

// sale is a sale of one card.
type sale struct {
	id            uint64
	state         int
	seller, buyer antelope.Name
	amount        uint64
	at            time.Time
	card          atomic.History
}

// Sales makes the handler of SalesPath.
func Sales(chain *ledger.Ledger) http.Handler {
	return list(chain, ledger.Lens{}, readSalesQuery, printSale)
}

// salesQuery is which sales are listed: those of a template and a state, unless these
// are zero.
type salesQuery struct {
	query
	template int32
	state    int
	// order is "price" or "updated", and isRising the way of it.
	order    string
	isRising bool
}

func readSalesQuery(parameters url.Values) (wanted salesQuery, err error) {
	err = readEach(parameters, wanted.read, "collection_name", "page", "limit", "template_id", "state", "sort", "order")
	wanted.usePage()
	return wanted, err
}

func (q *salesQuery) read(name, written string) (err error) {
	switch name {
	case "template_id":
		var id uint64
		id, err = strconv.ParseUint(written, 10, 31)
		q.template = int32(id)
	case "state":
		q.state, err = number(written, stateSold+1)
	case "sort":
		if q.order = written; written != "price" && written != "updated" {
			err = badParameter(name)
		}
	case "order":
		if q.isRising = written == "asc"; !q.isRising && written != "desc" {
			err = badParameter(name)
		}
	default:
		err = q.query.read(name, written)
	}
	return err
}

// find gives the sales of the query's page.
func (q salesQuery) find(v ledger.View) (found []sale) {
	for card := range atomic.Histories.In(v, contract, contract).All() {
		if (q.template != 0 && card.TemplateID != q.template) || (q.collection != 0 && card.CollectionName != q.collection) {
			continue
		}
		for _, one := range salesOf(v, card) {
			if q.state == 0 || one.state == q.state {
				found = append(found, one)
			}
		}
	}
	slices.SortFunc(found, func(one, two sale) int {
		if q.isRising {
			one, two = two, one
		}
		if q.order == "price" {
			return cmp.Or(cmp.Compare(two.amount, one.amount), cmp.Compare(two.id, one.id))
		}
		return cmp.Or(two.at.Compare(one.at), cmp.Compare(two.id, one.id))
	})
	first := min(len(found), (q.page-1)*q.limit)
	return found[first:min(len(found), first+q.limit)]
}

// salesOf are the sales of a card that happened by now, the oldest first: at most one by
// which it came to who has it, and at most one that waits for a buyer.
func salesOf(v ledger.View, card atomic.History) (sales []sale) {
	sport := card.SchemaName.String()
	if !slices.Contains(genesis.Editions, sport) || card.TemplateID == atomic.NoTemplate {
		return nil
	}
	// Neighbours differ in everything: the constant is 2^64 divided by the golden ratio.
	chance := card.AssetID * 0x9e3779b97f4a7c15 >> 20
	tier := deck.TraitsOf(sport, card.TemplateID).Tier
	// Between three quarters and one and a half of what its tier costs, in cents of a WAX.
	amount := prices[tier-1] * (75 + chance>>8%75) * 1_000_000
	first := card.Minted.Time.Add(time.Duration(1+chance>>16%20) * time.Second)
	seller := antelope.MustName(genesis.Buyers[chance>>4%uint64(len(genesis.Buyers))])
	// Their ids are of the card's, so that they stay the same.
	add := func(place uint64, made sale) {
		if made.id, made.card = card.AssetID&0xffffffff*2+place, card; !made.at.After(v.Head().Time.Time()) {
			sales = append(sales, made)
		}
	}
	if chance%soldOf == 0 && card.Owner != seller {
		add(1, sale{state: stateSold, seller: seller, buyer: card.Owner, amount: amount, at: first})
	}
	if chance%listedOf == 0 {
		add(2, sale{state: stateListed, seller: card.Owner, amount: amount + amount/8, at: first.Add(5 * time.Second)})
	}
	return sales
}

func printSale(v ledger.View, one sale) object {
	collection, _ := atomic.Collections.In(v, contract, contract).Get(uint64(one.card.CollectionName))
	printed := object{
		"market_contract": "atomicmarket", "assets_contract": contract, "sale_id": text(one.id), "offer_id": text(one.id),
		"seller": one.seller, "buyer": nil, "state": one.state, "is_seller_contract": false,
		"price": object{
			"token_contract": genesis.Token, "token_symbol": "WAX", "token_precision": 8, "median": nil, "amount": text(one.amount),
		},
		"listing_price": text(one.amount), "listing_symbol": "WAX", "maker_marketplace": "", "taker_marketplace": nil,
		"assets": []object{printAsset(v, one.card)}, "collection_name": one.card.CollectionName, "collection": printCollection(collection),
	}
	if one.state == stateSold {
		printed["buyer"], printed["taker_marketplace"] = one.buyer, ""
	}
	stamp(printed, "created", atomic.Stamp{Block: one.card.Minted.Block, Time: one.at})
	return stamp(printed, "updated", atomic.Stamp{Block: one.card.Minted.Block, Time: one.at})
}
