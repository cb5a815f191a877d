package devchain

import (
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/plugins/site/settings"
)

func init() {
	settings.Register(settings.Network{
		Name:          settings.Devchain,
		Development:   true,
		ChainID:       genesis.ChainID,
		GameContract:  genesis.GameContract,
		Collection:    genesis.Collection,
		Oracle:        genesis.Oracle,
		OraclePair:    genesis.OraclePair,
		Token:         genesis.Token,
		AssetEndpoint: "http://" + DefaultListen + "/atomicassets/v1",
		PlaySite:      settings.TestnetPlaySite,
		Nodes:         []string{"http://" + DefaultListen},
		// The stand-ins, where `npm start` puts them. The Cloud Wallet's popups need
		// an origin that is not the site's.
		Wallets: settings.Wallets{
			LinkService:      settings.OwnLinkService,
			CloudWallet:      "http://localhost:8082",
			ResourceProvider: "http://localhost:8083",
			Sites:            settings.WalletsOwnSites,
		},
	})
}
