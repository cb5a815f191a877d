package devchain

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/median"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
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

// pastHours is how long before its start the price of the development chain is made up for.
const pastHours = 30 * 24

// historyFolder is where the site keeps a history of the median; empty where it keeps none.
func historyFolder(ctx caddy.Context) (string, error) {
	if _, err := ctx.AppIfConfigured("site"); errors.Is(err, caddy.ErrNotConfigured) {
		return "", nil
	}
	return adapter.StateFolder(ctx, "devchain")
}

// fillHistory gives the site a history of the median where it has hardly any, as one that
// has run for a month would have.
func (a *App) fillHistory() error {
	if a.folder == "" {
		return nil
	}
	network, _, err := settings.LookUpNetwork(settings.Devchain)
	if err != nil {
		return fmt.Errorf("devchain: %w", err)
	}
	history := median.Open(a.folder, network.MedianHistory(), median.Config{})
	if len(history.Points()) >= pastHours/2 {
		return nil
	}
	if err := history.Add(past(seed, time.Now())...); err != nil {
		return fmt.Errorf("devchain: %w", err)
	}
	return nil
}

// past is the median of each hour before a moment, back from the price that the chain
// starts with.
func past(seed uint64, now time.Time) []median.Point {
	random := rand.New(rand.NewPCG(seed, pastHours))
	price, points := int64(genesis.StartMedian), make([]median.Point, 0, pastHours)
	for hour := median.HourOf(now) - 1; len(points) < pastHours; hour-- {
		points = append(points, median.Point{Hour: hour, Median: uint64(price)})
		price += random.Int64N(13) - 6 + (int64(genesis.StartMedian)-price)/40
	}
	return points
}
