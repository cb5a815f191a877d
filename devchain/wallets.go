package devchain

import (
	"errors"
	"fmt"
	"net/http"

	"fieldhouse/devchain/chain/faults"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/loopback"
	"fieldhouse/devchain/wallets/anchor"
	"fieldhouse/devchain/wallets/cloudwallet"
	"fieldhouse/devchain/wallets/provider"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/devchain/wallets/wombat"
	"fieldhouse/plugins/antelope"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// Wallets says where the stand-in wallets are, for people and tests. Each has an
// address, and so an origin, of its own, and holds the keys of the named accounts
// of the chain.
type Wallets struct {
	// Host and port of the stand-in Cloud Wallet, loopback only. Default: none,
	// and it does not run.
	Cloud string `json:"cloud,omitempty"`

	// Host and port of the stand-in Anchor and of the resource provider, loopback
	// only. Default: none, and they do not run.
	Anchor string `json:"anchor,omitempty"`

	// Host and port of the stand-in Wombat, an in-app browser that shows `site`,
	// loopback only. Default: none, and it does not run.
	Wombat string `json:"wombat,omitempty"`

	// The origin of the site that uses the wallets, on loopback, such as
	// `http://localhost:8080`. It is required for `wombat`.
	Site string `json:"site,omitempty"`
}

// check reports the first address that is not on loopback.
func (w Wallets) check() error {
	for _, address := range []string{w.Cloud, w.Anchor, w.Wombat} {
		if address == "" {
			continue
		}
		if err := loopback.Address(address); err != nil {
			return fmt.Errorf("wallets: %w", err)
		}
	}
	if w.Wombat != "" && w.Site == "" {
		return errors.New("wallets: wombat needs the site that it shows: write it after the address")
	}
	if w.Site != "" {
		if _, err := wombat.Site(w.Site); err != nil {
			return fmt.Errorf("wallets: %w", err)
		}
	}
	return nil
}

// service is a handler on an address of its own.
type service struct {
	listen  string
	handler http.Handler
	// close, when it is set, lets go of what the handler holds.
	close func() error
}

func (s service) end() error {
	if s.close == nil {
		return nil
	}
	return s.close()
}

// services are the stand-in wallets that have an address.
func (c *runningChain) services(wallets Wallets) ([]service, error) {
	signer := standin.NewSigner(standin.Config{
		Chain: c.Ledger(), Key: genesis.Key, Accounts: genesis.Named(),
		Token: antelope.MustName(genesis.Token), Symbol: genesis.Symbol,
	})
	var services []service
	if wallets.Cloud != "" {
		services = append(services, service{
			listen:  wallets.Cloud,
			handler: cloudwallet.New(cloudwallet.Config{Signer: signer, Site: wallets.Site}),
		})
	}
	if wallets.Anchor != "" {
		one, err := newAnchor(faults.Sight{Ledger: c.Ledger(), Board: c.faults, Node: 1}, signer.ChainID(), wallets.Anchor)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("wallets: %w", err), closeAll(services))
		}
		services = append(services, one)
	}
	if wallets.Wombat != "" {
		browser, err := wombat.New(wombat.Config{
			Signer: signer, Site: wallets.Site, Log: zap.NewStdLog(caddy.Log().Named("devchain.wombat")),
		})
		if err != nil {
			return nil, errors.Join(fmt.Errorf("wallets: %w", err), closeAll(services))
		}
		services = append(services, service{wallets.Wombat, browser, browser.Close})
	}
	return services, nil
}

// newAnchor makes the stand-in Anchor and, on the same address, the resource
// provider. They see the chain as a node does, with what is wrong with it.
func newAnchor(chain standin.Chain, id antelope.Checksum256, listen string) (service, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	client := &http.Client{Transport: transport}
	fuel, err := provider.New(provider.Config{
		Chain: chain, ChainID: id,
		Account: antelope.MustName(genesis.Provider), Permission: antelope.MustName(genesis.ProviderPermission), Key: genesis.ProviderKey(),
		NoopContract: antelope.MustName(genesis.NoopContract),
		Fees:         antelope.MustName(genesis.ProviderFees), Token: antelope.MustName(genesis.Token),
	})
	if err != nil {
		return service{}, err
	}
	wallet, err := anchor.New(anchor.Config{Chain: chain, ChainID: id, Accounts: genesis.Named(), Key: genesis.Key, HTTP: client})
	if err != nil {
		return service{}, err
	}
	routes := http.NewServeMux()
	routes.Handle(provider.Path, fuel)
	routes.Handle(provider.ModePath, fuel)
	routes.Handle("/", wallet)
	return service{listen, routes, func() error {
		err := wallet.Close()
		transport.CloseIdleConnections()
		return err
	}}, nil
}

// closeAll lets go of what services hold that are not going to run.
func closeAll(services []service) (err error) {
	for _, one := range services {
		err = errors.Join(err, one.end())
	}
	return err
}
