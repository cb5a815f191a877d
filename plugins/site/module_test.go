package site

import (
	"context"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/golden"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
)

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "site", map[string]string{
		`season three`: `season "three": write a number from 1 on, at Caddyfile:3`,
		`social Discord https://chat.example tall`:      `social Discord: "tall" is not known: the third word can only be wide, at Caddyfile:3`,
		"{\nsite\nsite\n}":                              `the site block stands twice: a process serves one site, at Caddyfile:3`,
		"navigation {\nentry {\nnameES Blog\n}\n}":      `unrecognized subdirective: nameES, at Caddyfile:5`,
		`colour green`:                                  `unrecognized subdirective: colour, at Caddyfile:3`,
		"wallets {\nmetamask https://wallet.example\n}": `unrecognized subdirective: metamask, at Caddyfile:4`,
		"wallets {\ncloud_wallet\n}":                    `wrong argument count or unexpected line ending after 'cloud_wallet', at Caddyfile:4`,
		`wallets all`:                                   `wrong argument count or unexpected line ending after 'all', at Caddyfile:3`,
	})
}

func provision(t *testing.T, app *App) error {
	t.Helper()
	ctx, cancel := caddy.NewContext(caddy.Context{Context: context.Background()})
	t.Cleanup(cancel)
	return app.Provision(ctx)
}

func TestAnEmptySiteIsTheSpecifications(t *testing.T) {
	app := new(App)
	must.Do(t, provision(t, app))
	site := app.Settings()
	if site.Network.Name != "mainnet" || site.Product != "Fieldhouse" || site.Countdowns.Sale != "2023-11-27T14:00:00Z" || site.Countdowns.Season != "2023-09-08T04:00:00Z" {
		t.Errorf("settings = %+v", site)
	}
}

func TestThePlaySiteFollowsTheNetwork(t *testing.T) {
	app := &App{Network: "testnet"}
	must.Do(t, provision(t, app))
	if site := app.Settings(); site.Links.PlayGame != site.Network.PlaySite || !strings.HasSuffix(site.Links.PlayNow, settings.TournamentsPath) {
		t.Errorf("links = %+v, play site %s", site.Links, site.Network.PlaySite)
	}
}

func TestAnOwnPlaySiteIsWherePlayGameLeads(t *testing.T) {
	app := &App{PlaySite: "https://arena.example/"}
	must.Do(t, provision(t, app))
	if got := app.Settings().Links.PlayGame; got != "https://arena.example" {
		t.Errorf("play game leads to %s", got)
	}
}

func TestTheWalletsFollowTheNetworkAndCanBeOthers(t *testing.T) {
	app := &App{Network: "testnet", Wallets: settings.Wallets{CloudWallet: "http://localhost:18082/"}}
	must.Do(t, provision(t, app))
	wallets := app.Settings().Wallets
	if wallets.CloudWallet != "http://localhost:18082" || wallets.ResourceProvider != settings.NoResourceProvider || wallets.LinkService != "/link" {
		t.Errorf("wallets = %+v", wallets)
	}
}

func TestOnAChainThatStartsWithTheProcessACountdownCanBeMinutesAhead(t *testing.T) {
	network, _, err := settings.LookUpNetwork("testnet")
	must.Do(t, err)
	network.Name, network.Development = "fresh", true
	settings.Register(network)
	app := &App{Network: "fresh", SaleStart: "+5m", SeasonStart: "+9m"}
	must.Do(t, provision(t, app))
	sale, err := time.Parse(time.RFC3339, app.Settings().Countdowns.Sale)
	must.Do(t, err)
	if want := started.Add(5 * time.Minute); sale.Sub(want).Abs() > time.Second {
		t.Errorf("the sale starts at %v, want %v", sale, want)
	}
}

func TestOnARealNetworkARestartCannotMoveASale(t *testing.T) {
	err := provision(t, &App{Network: "mainnet", SaleStart: "+5m"})
	if err == nil || !strings.Contains(err.Error(), "only the devchain") {
		t.Errorf("Provision() = %v", err)
	}
}

func TestASiteIsStagingWhereItSaysSoAndNeverOnMainnet(t *testing.T) {
	for _, c := range []struct {
		app  App
		want bool
	}{{App{Network: "testnet"}, false}, {App{Network: "testnet", Staging: true}, true}} {
		if err := provision(t, &c.app); err != nil || c.app.Settings().Staging != c.want {
			t.Errorf("%+v: %v, staging is not %v", c.app, err, c.want)
		}
	}
	for _, network := range []string{"", "mainnet", settings.MisspelledMainnet} {
		if err := provision(t, &App{Network: network, Staging: true}); err == nil || !strings.Contains(err.Error(), "mainnet") {
			t.Errorf("on %q: %v", network, err)
		}
	}
}

func TestABadSettingStopsTheConfiguration(t *testing.T) {
	for says, app := range map[string]*App{
		"kylin":      {Network: "kylin"},
		"whitepaper": {Links: settings.Links{Whitepaper: "javascript:alert(1)"}},
		"countdown":  {SaleStart: "soon"},
		"product":    {Product: "a\x00b"},
		"wallets":    {Wallets: settings.Wallets{CloudWallet: "https://wallet.example/app"}},
	} {
		if err := provision(t, app); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Provision() = %v, want an error that names %s", err, says)
		}
	}
}
