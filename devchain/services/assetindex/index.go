// Package assetindex is an index of the assets that a chain's AtomicAssets contract
// has, with the HTTP API of the public ones. Like those it is some time behind the
// chain.
package assetindex

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/httpjson"
	"fieldhouse/plugins/antelope"
)

// Path is the address of the list of assets.
const Path = "/atomicassets/v1/assets"

// contract is the account whose assets are indexed.
var contract = antelope.MustName(genesis.Assets)

// New makes the handler of Path, which knows a block when the chain's newest one is
// later by the lag.
func New(chain *ledger.Ledger, lag time.Duration) http.Handler {
	return list(chain, ledger.Lens{Behind: int(lag / antelope.SlotLength)}, readQuery, printAsset)
}

// finder gives the page of a list that a query asks for.
type finder[Found any] interface{ find(v ledger.View) []Found }

// list answers a list. Like the public indexes it lets every page read.
func list[Query finder[Found], Found any](
	chain *ledger.Ledger, lens ledger.Lens, read func(url.Values) (Query, error), show func(ledger.View, Found) object,
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		wanted, err := read(r.URL.Query())
		if err != nil {
			Refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		data := []object{}
		var at time.Time
		chain.ReadThrough(lens, func(v ledger.View) {
			for _, found := range wanted.find(v) {
				data = append(data, show(v, found))
			}
			at = v.Head().Time.Time()
		})
		// The time of the newest block that is indexed, so that the same state gives the
		// same answer.
		write(w, http.StatusOK, object{"success": true, "data": data, "query_time": at.UnixMilli()})
	})
}

// Refuse answers an error as the public indexes do.
func Refuse(w http.ResponseWriter, status int, message string) {
	write(w, status, struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
	}{false, message})
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	httpjson.Write(w, status, body)
}

// object is a JSON object. Ids, mints, blocks and times are strings in it, times in
// milliseconds since 1970.
type object = map[string]any

func printAsset(v ledger.View, asset atomic.History) object {
	collection, _ := atomic.Collections.In(v, contract, contract).Get(uint64(asset.CollectionName))
	schema, _ := atomic.Schemas.In(v, contract, asset.CollectionName).Get(uint64(asset.SchemaName))
	immutable, mutable := attributes(asset.ImmutableSerializedData, schema.Format), attributes(asset.MutableSerializedData, schema.Format)
	if asset.Minted.Block > v.Head().Irreversible {
		asset.Mint = 0 // Indexes number the copies of final blocks.
	}
	printed := object{
		"contract": contract, "asset_id": text(asset.AssetID), "owner": asset.Owner, "is_transferable": true, "is_burnable": true,
		"collection": printCollection(collection), "schema": printSchema(schema), "template": nil,
		"mutable_data": members(mutable), "immutable_data": members(immutable),
		"template_mint": text(uint64(asset.Mint)), "backed_tokens": []any{},
		"burned_by_account": nil, "burned_at_block": nil, "burned_at_time": nil,
	}
	stamp(printed, "updated", asset.Updated)
	stamp(printed, "transferred", asset.Transferred)
	stamp(printed, "minted", asset.Minted)
	// What the template says goes before what the asset says.
	data := members(mutable, immutable)
	if template, has := atomic.Templates.In(v, contract, asset.CollectionName).Get(uint64(asset.TemplateID)); has {
		fixed := attributes(template.ImmutableSerializedData, schema.Format)
		data = members(mutable, immutable, fixed)
		printed["template"] = printTemplate(template, fixed)
		printed["is_transferable"], printed["is_burnable"] = template.Transferable, template.Burnable
	}
	printed["data"], printed["name"] = data, data["name"]
	if asset.Burned.Block != 0 {
		printed["owner"], printed["burned_by_account"] = nil, asset.Owner
		stamp(printed, "burned", asset.Burned)
	}
	return printed
}

func printCollection(collection atomic.Collection) object {
	data := members(attributes(collection.SerializedData, atomic.CollectionFormat))
	return stamp(object{
		"collection_name": collection.CollectionName, "name": data["name"], "img": data["img"], "author": collection.Author,
		"allow_notify": collection.AllowNotify, "authorized_accounts": collection.AuthorizedAccounts,
		"notify_accounts": collection.NotifyAccounts, "market_fee": collection.MarketFee,
	}, "created", collection.Created)
}

func printSchema(schema atomic.Schema) object {
	return stamp(object{"schema_name": schema.SchemaName, "format": schema.Format}, "created", schema.Created)
}

func printTemplate(template atomic.Template, data []atomic.Attribute) object {
	return stamp(object{
		"template_id": text(uint64(template.TemplateID)), "max_supply": text(uint64(template.MaxSupply)),
		"is_transferable": template.Transferable, "is_burnable": template.Burnable,
		"issued_supply": text(uint64(template.IssuedSupply)), "immutable_data": members(data),
	}, "created", template.Created)
}

// stamp adds when something happened.
func stamp(to object, what string, at atomic.Stamp) object {
	to[what+"_at_block"], to[what+"_at_time"] = text(uint64(at.Block)), text(uint64(at.Time.UnixMilli()))
	return to
}

// attributes are serialized data, which the contract wrote.
func attributes(data []byte, format []atomic.Format) []atomic.Attribute {
	read, err := atomic.Deserialize(data, format)
	if err != nil {
		panic(err)
	}
	return read
}

// members are attributes as a JSON object.
func members(lists ...[]atomic.Attribute) object {
	all := object{}
	for _, list := range lists {
		for _, attribute := range list {
			all[attribute.Key] = attribute.Value.Go()
		}
	}
	return all
}

const (
	// defaultLimit and maxLimit are the rows of a page.
	defaultLimit = 100
	maxLimit     = 1000
	// maxPage keeps page times limit far from the end of the integers.
	maxPage = 1_000_000
)

// badParameter is a parameter that cannot be used: 400.
type badParameter string

func (name badParameter) Error() string { return "Invalid value for parameter " + string(name) }

// query is which assets are listed: all that fit what is not zero, the newest first.
type query struct {
	owner, collection, schema antelope.Name
	// burner is who burned them, and burned, "true" or "false", whether they were.
	burner antelope.Name
	burned string
	id     uint64
	// byChange has those first that changed last.
	byChange    bool
	page, limit int
}

func readQuery(parameters url.Values) (wanted query, err error) {
	err = readEach(parameters, wanted.read, "owner", "collection_name", "schema_name", "burner", "burned", "ids", "page", "limit", "sort", "order")
	wanted.usePage()
	return wanted, err
}

// readEach has the parameters read that are written, up to the first that is none.
func readEach(parameters url.Values, read func(name, written string) error, names ...string) error {
	for _, name := range names {
		if written := parameters.Get(name); written != "" && read(name, written) != nil {
			return badParameter(name)
		}
	}
	return nil
}

// usePage takes the first page, of the usual length, where none was asked for.
func (q *query) usePage() {
	q.page, q.limit = max(1, q.page), cmp.Or(q.limit, defaultLimit)
}

func (q *query) read(name, written string) (err error) {
	switch name {
	case "owner":
		q.owner, err = antelope.ParseName(written)
	case "collection_name":
		q.collection, err = antelope.ParseName(written)
	case "schema_name":
		q.schema, err = antelope.ParseName(written)
	case "burner":
		q.burner, err = antelope.ParseName(written)
	case "burned":
		if q.burned = written; written != "true" && written != "false" {
			err = badParameter(name)
		}
	case "ids":
		q.id, err = strconv.ParseUint(written, 10, 64)
	case "page":
		q.page, err = number(written, maxPage)
	case "limit":
		q.limit, err = number(written, maxLimit)
	case "sort":
		if q.byChange = written == "updated"; !q.byChange && written != "asset_id" {
			err = badParameter(name)
		}
	default:
		if written != "desc" {
			err = badParameter(name)
		}
	}
	return err
}

// number reads a whole number from 1 to most.
func number(written string, most uint64) (int, error) {
	value, err := strconv.ParseUint(written, 10, 32)
	if err == nil && (value < 1 || value > most) {
		err = strconv.ErrRange
	}
	return int(value), err
}

// find gives the assets of the query's page.
func (q query) find(v ledger.View) (found []atomic.History) {
	histories, buried := atomic.Histories.In(v, contract, contract), atomic.Buried.In(v, contract, contract)
	add := func(asset atomic.History, exists bool) {
		if exists && q.fits(asset) {
			found = append(found, asset)
		}
	}
	switch {
	case q.owner != 0:
		for asset := range atomic.Assets.In(v, contract, q.owner).All() {
			add(histories.Get(asset.AssetID))
		}
	case q.id != 0:
		add(histories.Get(q.id))
		add(buried.Get(q.id))
	default:
		for _, all := range []ledger.Rows[atomic.History]{histories, buried} {
			for asset := range all.All() {
				add(asset, true)
			}
		}
	}
	slices.SortFunc(found, func(one, two atomic.History) int {
		if changed := two.Updated.Time.Compare(one.Updated.Time); q.byChange && changed != 0 {
			return changed
		}
		return cmp.Compare(two.AssetID, one.AssetID)
	})
	first := min(len(found), (q.page-1)*q.limit)
	return found[first:min(len(found), first+q.limit)]
}

// fits tells whether an asset is asked for, whoever owns it.
func (q query) fits(asset atomic.History) bool {
	isBurned := asset.Burned.Block != 0
	return (q.id == 0 || asset.AssetID == q.id) &&
		(q.collection == 0 || asset.CollectionName == q.collection) &&
		(q.schema == 0 || asset.SchemaName == q.schema) &&
		(q.burner == 0 || isBurned && asset.Owner == q.burner) &&
		(q.burned == "" || isBurned == (q.burned == "true"))
}

func text(number uint64) string { return strconv.FormatUint(number, 10) }
