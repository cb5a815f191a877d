package devchain

import (
	"context"
	"testing"

	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
)

func TestASiteOnTheDevelopmentChainIsWhereTheChainAndItsWalletsAre(t *testing.T) {
	ctx, cancel := caddy.NewContext(caddy.Context{Context: context.Background()})
	defer cancel()
	app := &site.App{Network: "devchain", SaleStart: "+5m"}
	must.Do(t, app.Provision(ctx))
	found := app.Settings()
	if found.Network.Nodes[0] != "http://"+DefaultListen || found.Network.AssetEndpoint != "http://"+DefaultListen+"/atomicassets/v1" {
		t.Errorf("network = %+v", found.Network)
	}
	want := settings.Wallets{LinkService: "/link", CloudWallet: "http://localhost:8082", ResourceProvider: "http://localhost:8083", Sites: settings.WalletsOwnSites}
	if found.Wallets != want {
		t.Errorf("wallets = %+v, want %+v", found.Wallets, want)
	}
}
