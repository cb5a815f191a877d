package settings

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The chain ids of the networks, 64 hex digits each.
const (
	MainnetChainID = "1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4"
	TestnetChainID = "f16b1833c747c43682f4386fca9cbb327929334a762755ebec17f6f23c9b8a12"
)

// TestnetPlaySite is also where the mobile menu's 'Play Now!' leads on every
// network (specification, section 2).
const TestnetPlaySite = "https://test.play.fieldhouse.example"

// TournamentsPath is the tournaments page of a play site.
const TournamentsPath = "/tournaments"

// OwnLinkService is the gateway's own link service.
const OwnLinkService = "/link"

// WalletsOwnSites are the sites of those who provide the wallets.
var WalletsOwnSites = WalletSites{
	Wax:    "https://www.mycloudwallet.com",
	Anchor: "https://www.greymass.com/anchor",
	Wombat: "https://www.wombat.app",
}

// Devchain is the name of the development chain's network, which only the binary
// fieldhouse-dev has: it registers itself there.
const Devchain = "devchain"

// mainnetWAXPrice is from 0.001 to 10 US dollars. The price must never leave it by itself, since
// the sale stops then: WAX has cost between 0.01 and 5 dollars since 2017. It has to be narrow
// enough that a price which is wrong by a thousand is outside.
var mainnetWAXPrice = PriceBand{Floor: 10, Ceiling: 100_000}

// networks is the one table of what depends on the network. Accounts,
// collections and the play site are not shown by the specification.
var networks = map[string]Network{
	"mainnet": {
		Name:          "mainnet",
		ChainID:       MainnetChainID,
		GameContract:  "fieldhousegm",
		Collection:    "fieldhousegm",
		Oracle:        "delphioracle",
		OraclePair:    "waxpusd",
		Token:         "eosio.token",
		AssetEndpoint: "https://wax.api.atomicassets.io/atomicassets/v1",
		PlaySite:      "https://play.fieldhouse.example",
		WAXPrice:      mainnetWAXPrice,
		Nodes:         []string{"https://wax.greymass.com", "https://api.waxsweden.org", "https://wax.eosusa.io", "https://wax.eosrio.io"},
		Wallets: Wallets{
			LinkService:      OwnLinkService,
			CloudWallet:      "https://www.mycloudwallet.com",
			ResourceProvider: "https://wax.greymass.com",
			Sites:            WalletsOwnSites,
		},
	},
	"testnet": {
		Name:          "testnet",
		ChainID:       TestnetChainID,
		GameContract:  "fieldhousegt",
		Collection:    "fieldhousegt",
		Oracle:        "delphioracle",
		OraclePair:    "waxpusd",
		Token:         "eosio.token",
		AssetEndpoint: "https://test.wax.api.atomicassets.io/atomicassets/v1",
		PlaySite:      TestnetPlaySite,
		Nodes:         []string{"https://testnet.waxsweden.org", "https://waxtest.eosusa.io"},
		// The four chains that have a resource provider do not include it (section 7).
		Wallets: Wallets{
			LinkService:      OwnLinkService,
			CloudWallet:      "https://www.mycloudwallet.com",
			ResourceProvider: NoResourceProvider,
			Sites:            WalletsOwnSites,
		},
	},
}

// MedianHistory names the history of the median of the network's oracle: that of another
// chain or pair is another one.
func (n Network) MedianHistory() string { return n.ChainID[:8] + "-" + n.OraclePair }

// Register adds a network to those that a site can name, from an init function.
// It panics when the name is taken.
func Register(network Network) {
	if _, taken := networks[network.Name]; taken {
		panic("settings: the network " + network.Name + " is registered already")
	}
	networks[network.Name] = network
}

// LookUpNetwork answers the network of that name; the empty name is
// DefaultNetwork. misspelled reports that name was MisspelledMainnet, which
// counts as mainnet (section 9) and deserves a warning.
func LookUpNetwork(name string) (network Network, misspelled bool, err error) {
	switch name {
	case "":
		name = DefaultNetwork
	case MisspelledMainnet:
		name, misspelled = "mainnet", true
	}
	network, known := networks[name]
	if !known && name == Devchain {
		return Network{}, false, fmt.Errorf("network %q is the development chain, which this binary does not have: run fieldhouse-dev", name)
	}
	if !known {
		names := slices.Sorted(maps.Keys(networks))
		return Network{}, false, fmt.Errorf("network %q is not known: use one of %s", name, strings.Join(names, ", "))
	}
	network.Nodes = slices.Clone(network.Nodes)
	return network, misspelled, nil
}

// OnChain answers the network of a chain's id, 64 hex digits; false when none has it.
func OnChain(id string) (Network, bool) {
	for _, network := range networks {
		if strings.EqualFold(network.ChainID, id) {
			return network, true
		}
	}
	return Network{}, false
}

// Tournaments is where 'Play Now!' leads: the testnet tournaments page of the
// play site (specification, section 2, Mobile).
func Tournaments() string { return TestnetPlaySite + TournamentsPath }
