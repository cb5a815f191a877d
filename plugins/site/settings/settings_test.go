package settings

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/must"
)

// Section 9 of the specification, line by line, for the constants whose home is
// the gateway; the browser's have theirs in packages/contract/src/constants.ts.
func TestConstantsOfSection9HaveTheirValues(t *testing.T) {
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Skip("no time zone data here: ", err)
	}
	for _, constant := range []struct {
		name      string
		got, want any
	}{
		{"SaleStart", SaleStart.Unix(), time.Date(2023, 11, 27, 14, 0, 0, 0, time.UTC).Unix()},
		{"OlderSaleTargets[0]", OlderSaleTargets[0].Unix(), time.Date(2023, 9, 8, 0, 0, 0, 0, newYork).Unix()},
		{"OlderSaleTargets[1]", OlderSaleTargets[1].Unix(), time.Date(2023, 11, 2, 0, 0, 0, 0, newYork).Unix()},
		{"SeasonStart", SeasonStart.Unix(), time.Date(2023, 9, 8, 0, 0, 0, 0, newYork).Unix()},
		{"EarlierSalesTarget", EarlierSalesTarget.Unix(), time.Date(2023, 7, 3, 11, 0, 0, 0, newYork).Unix()},
		{"SeasonNumber", SeasonNumber, 3},
		{"MedianLimit", MedianLimit, 1},
		{"DefaultNetwork", DefaultNetwork, "mainnet"},
		{"MisspelledMainnet", MisspelledMainnet, "mainet"},
	} {
		if constant.got != constant.want {
			t.Errorf("%s = %v, want %v", constant.name, constant.got, constant.want)
		}
	}
}

func TestANetworkSelectsEverythingTogether(t *testing.T) {
	for _, name := range []string{"mainnet", "testnet"} {
		network, misspelled, err := LookUpNetwork(name)
		if err != nil || misspelled {
			t.Fatalf("LookUpNetwork(%q): misspelled %v, %v", name, misspelled, err)
		}
		if network.Name != name || len(network.ChainID) != 64 || network.GameContract == "" || network.Collection == "" ||
			network.AssetEndpoint == "" || network.PlaySite == "" || len(network.Nodes) == 0 ||
			network.Oracle == "" || network.OraclePair == "" || network.Token == "" {
			t.Errorf("network %q is incomplete: %+v", name, network)
		}
	}
}

func TestTheDevelopmentChainIsNotOfThisBinaryAndTheErrorNamesTheOneThatHasIt(t *testing.T) {
	_, _, err := LookUpNetwork(Devchain)
	if err == nil || !strings.Contains(err.Error(), "run fieldhouse-dev") {
		t.Errorf("LookUpNetwork(devchain): %v", err)
	}
}

func TestANetworksNameIsRegisteredOnce(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("mainnet was registered again")
		}
	}()
	Register(Network{Name: "mainnet"})
}

func TestMainetCountsAsMainnetAndIsReported(t *testing.T) {
	network, misspelled, err := LookUpNetwork("mainet")
	if err != nil || !misspelled || network.Name != "mainnet" {
		t.Errorf("LookUpNetwork(mainet) = %s, %v, %v: want mainnet, reported", network.Name, misspelled, err)
	}
}

func TestAnUnknownNetworkNamesTheKnownOnes(t *testing.T) {
	_, _, err := LookUpNetwork("kylin")
	if err == nil || !strings.Contains(err.Error(), "mainnet, testnet") {
		t.Errorf("LookUpNetwork(kylin): %v", err)
	}
}

func TestTheDefaultSiteIsValidAndSpeaksTheContractsNames(t *testing.T) {
	site := complete()
	must.Do(t, site.Validate())
	text, err := json.Marshal(site)
	must.Do(t, err)
	for _, name := range []string{`"nameEN":"Learn More"`, `"NameSP":"Saber más"`, `"content":[`, `"link":"/football/daily-fantasy"`, `"wide":true`, `"chainId":"` + MainnetChainID} {
		if !strings.Contains(string(text), name) {
			t.Errorf("the settings as JSON lack %s: %s", name, text)
		}
	}
	if strings.Contains(string(text), "waxsweden") {
		t.Error("the settings as JSON show the chain's nodes")
	}
}

func TestASettingThatAPageCouldNotShowIsNamed(t *testing.T) {
	for _, bad := range []struct {
		name   string
		change func(*Settings)
		says   string
	}{
		{"empty product", func(s *Settings) { s.Product = " " }, "product"},
		{"control character", func(s *Settings) { s.Product = "Field\nhouse" }, "product"},
		{"long name", func(s *Settings) { s.Developer.Name = strings.Repeat("x", 81) }, "developer"},
		{"script link", func(s *Settings) { s.Links.Whitepaper = "javascript:alert(1)" }, "whitepaper"},
		{"protocol-relative link", func(s *Settings) { s.Links.Community = "//elsewhere.example" }, "community"},
		{"plain http elsewhere", func(s *Settings) { s.Links.PlayGame = "http://elsewhere.example" }, "play_game"},
		{"data link", func(s *Settings) { s.Socials[0].Link = "data:text/html,x" }, "social"},
		{"group in a group", func(s *Settings) {
			s.Navigation[0].Content[0] = NavEntry{NameEN: "a", NameSP: "a", Content: []NavEntry{{NameEN: "b", NameSP: "b", Link: "/"}}}
		}, "inside a group"},
		{"link and content", func(s *Settings) { s.Navigation[0].Link = "/x" }, "not both"},
		{"no link", func(s *Settings) { s.Navigation[1].Link = "" }, "link"},
		{"another host behind slashes", func(s *Settings) { s.Links.Community = "//evil.example" }, "community"},
		{"another host behind more slashes", func(s *Settings) { s.Links.Community = "///evil.example" }, "community"},
		{"link service behind slashes", func(s *Settings) { s.Wallets.LinkService = "///evil.example" }, "link_service"},
		{"link service without a host", func(s *Settings) { s.Wallets.LinkService = "https://" }, "link_service"},
		{"link service at the root", func(s *Settings) { s.Wallets.LinkService = "/" }, "link_service"},
		{"link service with a query", func(s *Settings) { s.Wallets.LinkService = "/link?x=1" }, "link_service"},
		{"link service over plain http", func(s *Settings) { s.Wallets.LinkService = "http://link.example" }, "link_service"},
		{"cloud wallet with a path", func(s *Settings) { s.Wallets.CloudWallet = "https://wallet.example/app" }, "cloud_wallet"},
		{"cloud wallet as a path", func(s *Settings) { s.Wallets.CloudWallet = "/wallet" }, "cloud_wallet"},
		{"cloud wallet with a directive", func(s *Settings) { s.Wallets.CloudWallet = "https://wallet.example;script-src" }, "cloud_wallet"},
		{"resource provider with a user", func(s *Settings) { s.Wallets.ResourceProvider = "https://a:b@fuel.example" }, "resource_provider"},
		{"script as a wallet's site", func(s *Settings) { s.Wallets.Sites.Wombat = "javascript:alert(1)" }, "wombat_site"},
		{"drop text in one language", func(s *Settings) { s.DropTexts = []DropText{{EN: "Five cards."}} }, "drop_text: it is empty"},
		{"drop text that is there twice", func(s *Settings) {
			s.DropTexts = []DropText{{EN: "Five cards.", ES: "Cinco cartas."}, {EN: "5 cards.", ES: "Cinco cartas."}}
		}, "drop_text \"Cinco cartas.\": it is there twice"},
		{"long drop text", func(s *Settings) { s.DropTexts = []DropText{{EN: strings.Repeat("x", 501), ES: "x"}} }, "drop_text"},
		{"too many drop texts", func(s *Settings) { s.DropTexts = make([]DropText, 65) }, "drop_text: 65 texts"},
		{"not a moment", func(s *Settings) { s.Countdowns.Sale = "tomorrow" }, "countdown sale"},
	} {
		t.Run(bad.name, func(t *testing.T) {
			site := complete()
			bad.change(&site)
			if err := site.Validate(); err == nil || !strings.Contains(err.Error(), bad.says) {
				t.Errorf("Validate() = %v, want an error that names %q", err, bad.says)
			}
		})
	}
}

func TestTheWalletsOfANetwork(t *testing.T) {
	for _, network := range []struct {
		name string
		want Wallets
	}{
		{"mainnet", Wallets{LinkService: "/link", CloudWallet: "https://www.mycloudwallet.com", ResourceProvider: "https://wax.greymass.com"}},
		{"testnet", Wallets{LinkService: "/link", CloudWallet: "https://www.mycloudwallet.com", ResourceProvider: "none"}},
	} {
		t.Run(network.name, func(t *testing.T) {
			found, _, err := LookUpNetwork(network.name)
			must.Do(t, err)
			network.want.Sites = WalletsOwnSites
			if found.Wallets != network.want {
				t.Errorf("wallets = %+v, want %+v", found.Wallets, network.want)
			}
			site := complete()
			site.Wallets = found.Wallets
			if err := site.Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAWalletThatIsNotGivenIsTheNetworks(t *testing.T) {
	network := complete().Wallets
	joined := network.Join(Wallets{CloudWallet: "https://wallet.example/", ResourceProvider: NoResourceProvider})
	want := network
	want.CloudWallet, want.ResourceProvider = "https://wallet.example", "none"
	if joined != want {
		t.Errorf("joined = %+v, want %+v", joined, want)
	}
}

func complete() Settings {
	site := Default()
	site.Navigation = []NavEntry{
		{NameEN: "Learn More", NameSP: "Saber más", Content: []NavEntry{{NameEN: "Our System", NameSP: "Nuestro sistema", Link: "/football/daily-fantasy"}}},
		{NameEN: "Blog", NameSP: "Blog", Link: "/football/blog"},
	}
	site.Network, _, _ = LookUpNetwork("")
	site.Wallets = site.Network.Wallets
	site.Links.PlayGame, site.Links.PlayNow = site.Network.PlaySite, Tournaments()
	return site
}

func TestThePriceOfWAXHasABandOnMainnetAlone(t *testing.T) {
	for name, test := range map[string]struct{ within, outside []uint64 }{
		"mainnet": {[]uint64{10, 65, 600, 50_000, 100_000}, []uint64{0, 1, 9, 100_001, 600_000}},
		"testnet": {[]uint64{0, 1, 1 << 62}, nil},
	} {
		network, _, err := LookUpNetwork(name)
		must.Do(t, err)
		for _, median := range test.within {
			if !network.WAXPrice.Holds(median) {
				t.Errorf("%s: %d is outside", name, median)
			}
		}
		for _, median := range test.outside {
			if network.WAXPrice.Holds(median) {
				t.Errorf("%s: %d is within", name, median)
			}
		}
	}
}
