package assetindex_test

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/services/assetindex"
	"fieldhouse/plugins/antelope"
)

// recorder keeps the blocks that stand.
type recorder struct {
	blocks   []ledger.Block
	executed [][]ledger.Executed
}

func (r *recorder) Sealed(block ledger.Block, executed []ledger.Executed) {
	r.blocks, r.executed = append(r.blocks, block), append(r.executed, executed)
}

func (r *recorder) Undone(head uint32) {
	for len(r.blocks) > 0 && r.blocks[len(r.blocks)-1].Number > head {
		r.blocks, r.executed = r.blocks[:len(r.blocks)-1], r.executed[:len(r.executed)-1]
	}
}

// says is what an index answers about what the tests change.
func (b bench) says() string {
	b.Helper()
	var text strings.Builder
	for _, query := range []string{"owner=dave.wam&limit=1000", "owner=carol.wam&limit=1000", "limit=1000"} {
		status, body := b.get(query)
		if status != http.StatusOK {
			b.Fatalf("%s: %d %s", query, status, body)
		}
		text.Write(append(body, '\n'))
	}
	return text.String()
}

// fresh is an index that saw the standing blocks alone.
func (b bench) fresh(stands *recorder, lag time.Duration) bench {
	b.index = assetindex.New(antelope.MustName(genesis.Assets), lag)
	for i := range stands.blocks {
		b.index.Sealed(stands.blocks[i], stands.executed[i])
	}
	return b
}

var carol = antelope.MustName("carol.wam")

// act opens, transfers or burns the first of dave's assets, as far as there are any.
func (b bench) act(what int) {
	b.Helper()
	var packs, cards []uint64
	b.chain.Read(func(v ledger.View) {
		for asset := range atomic.Assets.In(v, owns, dave).All() {
			if asset.SchemaName.String() == genesis.SchemaPacks {
				packs = append(packs, asset.AssetID)
			} else {
				cards = append(cards, asset.AssetID)
			}
		}
	})
	switch {
	case what == 0 && len(packs) > 0:
		b.must(ledger.NewAction(dave, antelope.MustName(genesis.GameContract), game.Open{Owner: dave, AssetIDs: packs[:1]}))
	case what == 1 && len(cards) > 0:
		b.must(ledger.NewAction(dave, owns, atomic.Transfer{From: dave, To: carol, AssetIDs: cards[:1]}))
	case what == 2 && len(cards) > 0:
		b.must(ledger.NewAction(dave, owns, atomic.BurnAsset{AssetOwner: dave, AssetID: cards[0]}))
	default:
		b.claim(1)
	}
}

func TestAfterAForkTheIndexSaysWhatOneSaysThatSawTheOtherForkAlone(t *testing.T) {
	for _, lag := range []time.Duration{0, 2 * time.Second} {
		t.Run(lag.String(), func(t *testing.T) {
			chain, err := genesis.New(genesis.Options{Start: start, Drops: genesis.DefaultDrops})
			if err != nil {
				t.Fatal(err)
			}
			stands, random := new(recorder), rand.New(rand.NewPCG(1, 2))
			b := bench{T: t, chain: chain}.fresh(stands, lag)
			chain.Observe(stands)
			chain.Observe(b.index)
			b.blocks(10)
			forks := 0
			for step := range 80 {
				if most := len(stands.blocks) - 1; step%8 < 7 {
					b.act(random.IntN(4))
					b.blocks(1)
					continue
				} else if _, err := chain.Undo(1 + random.IntN(min(most, 12))); err != nil {
					t.Fatal(err)
				}
				forks++
				b.blocks(1 + int(lag/antelope.SlotLength))
				if got, want := b.says(), b.fresh(stands, lag).says(); got != want {
					t.Fatalf("after fork %d it says %s", forks, firstDifference(got, want))
				}
			}
			if all := b.assets("owner=dave.wam&limit=1000"); forks != 10 || len(all) == 0 {
				t.Errorf("after %d forks dave has %d assets", forks, len(all))
			}
		})
	}
}

// firstDifference is the first line that is not as wanted.
func firstDifference(got, want string) string {
	lines := strings.Split(want, "\n")
	place := slices.IndexFunc(strings.Split(got, "\n"), func(line string) bool { return !slices.Contains(lines, line) })
	return strings.Split(got, "\n")[max(0, place)] + "\nwant\n" + lines[max(0, place)]
}

func TestWhatAnUndonePackWasOpenedToIsGoneAndThePackIsBack(t *testing.T) {
	b := newBench(t, 0)
	b.claim(1)
	b.blocks(1)
	pack := ids(b.assets("owner=dave.wam"))
	b.act(0)
	b.blocks(1)
	if opened := b.assets("owner=dave.wam"); len(opened) != 8 {
		t.Fatalf("opened %d cards", len(opened))
	}
	if _, err := b.chain.Undo(1); err != nil {
		t.Fatal(err)
	}
	if after := b.assets("owner=dave.wam"); ids(after) != pack || after[0].BurnedBy != nil {
		t.Errorf("dave has %+v, want the pack %s", after, pack)
	}
}
