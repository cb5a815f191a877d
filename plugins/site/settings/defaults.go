package settings

import "time"

// The countdown targets of the specification (section 9). The ones in New York
// time were midnight on the day, four hours behind UTC in summer.
var (
	// SaleStart is the target of the sale countdown.
	SaleStart = time.Date(2023, time.November, 27, 14, 0, 0, 0, time.UTC)
	// SeasonStart is the target of the season 3 countdown: 8 Sep 2023 00:00 in
	// New York.
	SeasonStart = time.Date(2023, time.September, 8, 4, 0, 0, 0, time.UTC)
	// OlderSaleTargets were the sale countdown's targets before SaleStart: 8 Sep
	// and 2 Nov 2023 in New York. An operator can set them again by hand.
	OlderSaleTargets = [...]time.Time{
		time.Date(2023, time.September, 8, 4, 0, 0, 0, time.UTC),
		time.Date(2023, time.November, 2, 4, 0, 0, 0, time.UTC),
	}
	// EarlierSalesTarget, 3 Jul 2023 11:00 in New York, is computed but never
	// displayed.
	EarlierSalesTarget = time.Date(2023, time.July, 3, 15, 0, 0, 0, time.UTC)
)

const (
	// SeasonNumber is the season that the season countdown announces.
	SeasonNumber = 3
	// MedianLimit is the `limit` of the datapoints route (section 9), with which
	// pages are given the median.
	MedianLimit = 1
	// DefaultNetwork is the network of a site that names none (section 1).
	DefaultNetwork = "mainnet"
	// MisspelledMainnet counts as mainnet wherever a network is named (section 9).
	MisspelledMainnet = "mainet"
)

// Default is the site as the specification describes it, without a network: names
// and links. The menu is what the pages say unless an operator says another. Accounts
// that the specification does not show stand on a reserved domain, for the operator
// to replace.
func Default() Settings {
	return Settings{
		Product:   "Fieldhouse",
		Developer: NamedLink{Name: "Sideline Works", Link: "https://sidelineworks.example"},
		Links: Links{
			Whitepaper:    "https://docs.fieldhouse.example/whitepaper",
			CreateAccount: "https://www.mycloudwallet.com/",
			Community:     "https://fieldhouse.example/discord",
		},
		Socials: []Social{
			{NamedLink: NamedLink{"Discord", "https://fieldhouse.example/discord"}},
			{NamedLink: NamedLink{"Twitter", "https://fieldhouse.example/twitter"}},
			{NamedLink: NamedLink{"Telegram", "https://fieldhouse.example/telegram"}},
			{NamedLink: NamedLink{"YouTube", "https://fieldhouse.example/youtube"}},
			{NamedLink: NamedLink{"Medium", "https://fieldhouse.example/medium"}},
			{NamedLink: NamedLink{"Twitch", "https://fieldhouse.example/twitch"}, Wide: true},
			{NamedLink: NamedLink{"Facebook", "https://fieldhouse.example/facebook"}, Wide: true},
			{NamedLink: NamedLink{"Instagram", "https://fieldhouse.example/instagram"}, Wide: true},
			{NamedLink: NamedLink{"Reddit", "https://fieldhouse.example/reddit"}, Wide: true},
		},
		Countdowns: Countdowns{
			Sale:         SaleStart.Format(time.RFC3339),
			Season:       SeasonStart.Format(time.RFC3339),
			SeasonNumber: SeasonNumber,
		},
	}
}
