package settings

import (
	"fmt"
	"sort"
	"strings"
)

// The chain ids of the networks, 64 hex digits each.
const (
	MainnetChainID = "1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4"
	TestnetChainID = "f16b1833c747c43682f4386fca9cbb327929334a762755ebec17f6f23c9b8a12"
	// DevchainChainID is the SHA-256 of "fieldhouse devchain".
	DevchainChainID = "4000d29e35787f1dbd9d6fb12dc67749ba549a964973b307a9e6e74d4cc387c7"
)

// testnetPlaySite is also where the mobile menu's 'Play Now!' leads on every
// network (specification, section 2).
const testnetPlaySite = "https://test.play.fieldhouse.example"

// TournamentsPath is the tournaments page of a play site.
const TournamentsPath = "/tournaments"

// The wallets' services on the real networks. The link service is the gateway's
// own.
var (
	ownLinkService = "/link"
	walletSites    = WalletSites{
		Wax:    "https://www.mycloudwallet.com",
		Anchor: "https://www.greymass.com/anchor",
		Wombat: "https://www.wombat.app",
	}
)

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
		Nodes:         []string{"https://wax.greymass.com", "https://api.waxsweden.org", "https://wax.eosusa.io", "https://wax.eosrio.io"},
		Wallets: Wallets{
			LinkService:      ownLinkService,
			CloudWallet:      "https://www.mycloudwallet.com",
			ResourceProvider: "https://wax.greymass.com",
			Sites:            walletSites,
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
		PlaySite:      testnetPlaySite,
		Nodes:         []string{"https://testnet.waxsweden.org", "https://waxtest.eosusa.io"},
		// The four chains that have a resource provider do not include it (section 7).
		Wallets: Wallets{
			LinkService:      ownLinkService,
			CloudWallet:      "https://www.mycloudwallet.com",
			ResourceProvider: NoResourceProvider,
			Sites:            walletSites,
		},
	},
	"devchain": {
		Name:          "devchain",
		ChainID:       DevchainChainID,
		GameContract:  "fieldhousegm",
		Collection:    "fieldhousegm",
		Oracle:        "delphioracle",
		OraclePair:    "waxpusd",
		Token:         "eosio.token",
		AssetEndpoint: "http://127.0.0.1:8081/atomicassets/v1",
		PlaySite:      testnetPlaySite,
		Nodes:         []string{"http://127.0.0.1:8081"},
		// The stand-ins that the devchain runs, where `npm start` puts them. The
		// Cloud Wallet's popups need an origin that is not the site's.
		Wallets: Wallets{
			LinkService:      ownLinkService,
			CloudWallet:      "http://localhost:8082",
			ResourceProvider: "http://localhost:8083",
			Sites:            walletSites,
		},
	},
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
	if !known {
		names := make([]string, 0, len(networks))
		for known := range networks {
			names = append(names, known)
		}
		sort.Strings(names)
		return Network{}, false, fmt.Errorf("network %q is not known: use one of %s", name, strings.Join(names, ", "))
	}
	network.Nodes = append([]string(nil), network.Nodes...)
	return network, misspelled, nil
}

// Tournaments is where 'Play Now!' leads: the testnet tournaments page of the
// play site (specification, section 2, Mobile).
func Tournaments() string { return testnetPlaySite + TournamentsPath }
