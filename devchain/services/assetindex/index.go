// Package assetindex is an index of the assets that a ledger's AtomicAssets
// contract minted, with the HTTP API of the public ones. Like those it follows
// the contract's log actions block by block, some time behind the chain.
package assetindex

import (
	"slices"
	"sync"
	"time"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// keptBurned is how many burned assets are remembered; public indexes keep all.
const keptBurned = 5000

// Index is safe for use by many goroutines.
type Index struct {
	account antelope.Name
	lag     time.Duration

	mutex   sync.RWMutex
	waiting []sealed
	// head is the newest block that was indexed.
	head stamp

	collections map[antelope.Name]*collection
	templates   map[int32]*template
	assets      map[uint64]*asset
	owned       map[antelope.Name]map[uint64]*asset
	burned      []uint64 // in the order they were burned

	indexed []indexed // the newest last
}

// sealed is a block that waits to be indexed.
type sealed struct {
	at      stamp
	actions []ledger.Action
}

// stamp is when something happened.
type stamp struct {
	block uint32
	time  antelope.TimePoint
}

// collection is a collection with its schemas.
type collection struct {
	atomic.CreateCol
	created stamp
	schemas map[antelope.Name]*schema
}

type schema struct {
	name    antelope.Name
	format  []atomic.Format
	created stamp
}

type template struct {
	atomic.LogNewTempl
	created stamp
	schema  *schema
	issued  uint32
}

type asset struct {
	id         uint64
	owner      antelope.Name // empty when it was burned
	collection *collection
	schema     *schema
	template   *template // nil for an asset without one
	mint       uint32
	immutable  []atomic.Attribute
	mutable    []atomic.Attribute

	minted, updated, transferred stamp
	burned                       stamp // of block 0 unless it was burned
	burnedBy                     antelope.Name
}

// New makes an empty index of the contract at the account. It knows a block when
// the chain's newest one is at least lag later.
func New(account antelope.Name, lag time.Duration) *Index {
	return &Index{
		account: account, lag: lag,
		collections: map[antelope.Name]*collection{}, templates: map[int32]*template{},
		assets: map[uint64]*asset{}, owned: map[antelope.Name]map[uint64]*asset{},
	}
}

// Sealed is the index's part in ledger.Observer.
func (x *Index) Sealed(block ledger.Block, executed []ledger.Executed) {
	next := sealed{at: stamp{block.Number, block.Time}}
	for i := range executed {
		for _, trace := range executed[i].Traces {
			if trace.Receiver == x.account && trace.Action.Account == x.account {
				next.actions = append(next.actions, trace.Action)
			}
		}
	}
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.waiting = append(x.waiting, next)
	due := block.Time - antelope.TimePoint(x.lag.Microseconds())
	for len(x.waiting) > 0 && x.waiting[0].at.time <= due {
		x.take(x.waiting[0])
		x.waiting = x.waiting[1:]
	}
}

func (x *Index) take(block sealed) {
	x.begin(block.at)
	for _, action := range block.actions {
		on(action, func(data atomic.CreateCol) {
			x.collections[data.CollectionName] = &collection{data, block.at, map[antelope.Name]*schema{}}
			x.remember(func() { delete(x.collections, data.CollectionName) })
		})
		on(action, func(data atomic.CreateSchema) {
			schemas := x.collections[data.CollectionName].schemas
			schemas[data.SchemaName] = &schema{data.SchemaName, data.SchemaFormat, block.at}
			x.remember(func() { delete(schemas, data.SchemaName) })
		})
		on(action, func(data atomic.LogNewTempl) {
			x.templates[data.TemplateID] = &template{
				LogNewTempl: data, created: block.at, schema: x.collections[data.CollectionName].schemas[data.SchemaName],
			}
			x.remember(func() { delete(x.templates, data.TemplateID) })
		})
		on(action, func(data atomic.LogMint) { x.minted(data, block.at) })
		on(action, func(data atomic.LogTransfer) { x.transferred(data, block.at) })
		on(action, func(data atomic.LogBurnAsset) { x.burn(data, block.at) })
	}
}

// on runs for an action of these data. The contract has run it already, so that
// what does not fit is a mistake in the program.
func on[Data any](action ledger.Action, run func(Data)) {
	if action.Name != ledger.ActionName[Data]() {
		return
	}
	var data Data
	if err := antelope.Unmarshal(action.Data, &data); err != nil {
		panic(err)
	}
	run(data)
}

func (x *Index) minted(data atomic.LogMint, at stamp) {
	in := x.collections[data.CollectionName]
	made := &asset{
		id: data.AssetID, owner: data.NewAssetOwner, collection: in, schema: in.schemas[data.SchemaName],
		immutable: data.ImmutableData, mutable: data.MutableData, minted: at, updated: at, transferred: at,
	}
	if data.TemplateID != atomic.NoTemplate {
		made.template = x.templates[data.TemplateID]
		made.template.issued++
		made.mint = made.template.issued
	}
	x.assets[made.id] = made
	x.give(made, data.NewAssetOwner)
	x.remember(func() {
		x.leave(made)
		delete(x.assets, made.id)
		if made.template != nil {
			made.template.issued--
		}
	})
}

func (x *Index) give(moved *asset, to antelope.Name) {
	if x.owned[to] == nil {
		x.owned[to] = map[uint64]*asset{}
	}
	x.owned[to][moved.id] = moved
	moved.owner = to
}

func (x *Index) leave(moved *asset) {
	delete(x.owned[moved.owner], moved.id)
	if len(x.owned[moved.owner]) == 0 {
		delete(x.owned, moved.owner)
	}
}

func (x *Index) transferred(data atomic.LogTransfer, at stamp) {
	for _, id := range data.AssetIDs {
		moved := x.assets[id]
		x.rememberAsset(moved)
		x.leave(moved)
		x.give(moved, data.To)
		moved.transferred, moved.updated = at, at
	}
}

func (x *Index) burn(data atomic.LogBurnAsset, at stamp) {
	gone := x.assets[data.AssetID]
	x.rememberAsset(gone)
	x.leave(gone)
	gone.owner, gone.burned, gone.updated, gone.burnedBy = 0, at, at, data.AssetOwner
	x.burned = append(x.burned, gone.id)
	x.remember(func() { x.burned = x.burned[:len(x.burned)-1] })
	if len(x.burned) > keptBurned {
		forgotten := x.assets[x.burned[0]]
		delete(x.assets, forgotten.id)
		x.burned = x.burned[1:]
		x.remember(func() {
			x.assets[forgotten.id] = forgotten
			x.burned = slices.Insert(x.burned, 0, forgotten.id)
		})
	}
}
