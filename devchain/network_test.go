package devchain

import (
	"context"
	"testing"

	"fieldhouse/plugins/site"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
)

func TestASiteOnTheDevelopmentChainIsWhereTheChainAndItsWalletsAre(t *testing.T) {
	ctx, cancel := caddy.NewContext(caddy.Context{Context: context.Background()})
	defer cancel()
	app := &site.App{Network: "devchain", SaleStart: "+5m"}
	if err := app.Provision(ctx); err != nil {
		t.Fatal(err)
	}
	found := app.Settings()
	if found.Network.Nodes[0] != "http://"+DefaultListen || found.Network.AssetEndpoint != "http://"+DefaultListen+"/atomicassets/v1" {
		t.Errorf("network = %+v", found.Network)
	}
	want := settings.Wallets{LinkService: "/link", CloudWallet: "http://localhost:8082", ResourceProvider: "http://localhost:8083", Sites: settings.WalletsOwnSites}
	if found.Wallets != want {
		t.Errorf("wallets = %+v, want %+v", found.Wallets, want)
	}
}
