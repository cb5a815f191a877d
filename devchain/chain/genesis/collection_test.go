package genesis_test

import (
	"slices"
	"testing"

	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/deck"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

var (
	assets     = antelope.MustName(genesis.Assets)
	collection = antelope.MustName(genesis.Collection)

	gameAccount = antelope.MustName(genesis.GameContract)
)

func newChain(t *testing.T, drops int) ledgertest.Chain {
	t.Helper()
	return ledgertest.New(t, genesis.Options{Drops: drops})
}

// templates are the collection's templates with their data.
func templates(t *testing.T, v ledger.View) (all []atomic.Template, data []map[string]any) {
	t.Helper()
	table := atomic.Templates.In(v, assets, collection)
	for template := range table.All() {
		schema, _ := atomic.Schemas.In(v, assets, collection).Get(uint64(template.SchemaName))
		attributes := must.Get(atomic.Deserialize(template.ImmutableSerializedData, schema.Format))(t)
		members := map[string]any{}
		for _, attribute := range attributes {
			members[attribute.Key] = attribute.Value.Go()
		}
		all, data = append(all, template), append(data, members)
	}
	return all, data
}

func TestWhatTheChainSaysOfACardIsWhatItsIdSays(t *testing.T) {
	newChain(t, genesis.DefaultDrops).Read(func(v ledger.View) {
		all, data := templates(t, v)
		tiers := map[string][deck.Tiers]int{}
		for i, template := range all {
			sport := template.SchemaName.String()
			if sport != genesis.Football && sport != genesis.Basketball {
				continue
			}
			traits := deck.TraitsOf(sport, template.TemplateID)
			got := data[i]
			if got["tier"] != uint64(traits.Tier) || got["team"] != traits.Team || got["position"] != traits.Position ||
				got["number"] != uint64(traits.Number) || got["sport"] != sport || got["tier_name"] != deck.TierName(traits.Tier) ||
				template.MaxSupply != deck.Supply(traits.Tier) {
				t.Errorf("template %d says %v, its id %+v", template.TemplateID, got, traits)
			}
			counted := tiers[sport]
			counted[traits.Tier-1]++
			tiers[sport] = counted
		}
		for _, sport := range genesis.Editions {
			sum, counts := 0, tiers[sport]
			for _, count := range counts {
				sum += count
			}
			if sum != genesis.CardsPerEdition || slices.Min(counts[:]) < 2 {
				t.Errorf("%s has cards of the tiers %v", sport, counts)
			}
		}
	})
}

func TestEveryDropMintsAPackOfItsOwn(t *testing.T) {
	for _, count := range []int{genesis.DefaultDrops, 0, 3, 12} {
		chain := newChain(t, count)
		seen := map[int32]bool{}
		chain.Read(func(v ledger.View) {
			all, data := templates(t, v)
			found := map[int32]map[string]any{}
			for i := range all {
				found[all[i].TemplateID] = data[i]
			}
			if found[700101] == nil {
				t.Errorf("with %d drops there is no template 700101, which tests mint", count)
			}
			for _, drop := range ledgertest.All(chain, game.Drops, gameAccount, gameAccount) {
				id := drop.AssetsToMint[0].TemplateID
				if pack := found[id]; pack["name"] != drop.Name || pack["sport"] != drop.Edition.String() || seen[id] {
					t.Errorf("with %d drops %s mints %d: %v", count, drop.Name, id, pack)
				}
				seen[id] = true
			}
		})
	}
}

func TestCollectorsHaveAsManyAssetsAsStated(t *testing.T) {
	newChain(t, genesis.DefaultDrops).Read(func(v ledger.View) {
		for owner, want := range map[string]int{genesis.SmallCollector: 25, genesis.LargeCollector: 1200} {
			table := atomic.Assets.In(v, assets, antelope.MustName(owner))
			loose := 0
			for asset := range table.All() {
				if asset.TemplateID == atomic.NoTemplate {
					loose++
				}
			}
			if table.Len() != want || loose == 0 || loose == want {
				t.Errorf("%s has %d assets, %d of them without a template, want %d", owner, table.Len(), loose, want)
			}
		}
	})
}
