// Package site is the Caddy app that holds the site's settings: the one place
// that the gateway's other modules, the pages and the wallets read them from.
package site

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/listeners"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/caddytls"
	"go.uber.org/zap"
)

// App is the Caddy app `site`. Fields left out have the specification's values.
type App struct {
	// Which chain the site runs on: `mainnet`, `testnet` or, in the binary
	// fieldhouse-dev alone, `devchain`. Default: `mainnet`. It selects chain id, nodes, game contract, collection, asset
	// endpoint and play site together. `mainet` counts as mainnet, with a warning
	// (specification, section 9).
	Network string `json:"network,omitempty"`

	// Whether the site is there to try things out: `/readyz` then has the line `staging`, without
	// which `fieldhouse rehearse` refuses a site. Not on mainnet. Default: false; a site on
	// the devchain always is.
	Staging bool `json:"staging,omitempty"`

	// The product's name. Default: `Fieldhouse`.
	Product string `json:"product,omitempty"`

	// Who is named in the footer's 'Developed by'.
	Developer *settings.NamedLink `json:"developer,omitempty"`

	// The header's entries, in order. Given, they replace those that the editions'
	// pages have.
	Navigation []settings.NavEntry `json:"navigation,omitempty"`

	// Single addresses; an empty one keeps its default.
	Links settings.Links `json:"links,omitzero"`

	// The footer's social links, in order. Given, they replace all the default ones.
	Socials []settings.Social `json:"socials,omitempty"`

	// What rows of drops and claims say, in both languages: a row has one of them. Up to 64.
	DropTexts []settings.DropText `json:"drop_texts,omitempty"`

	// When the next sale starts: RFC 3339, or on the devchain a duration after the
	// process started, such as `+5m`. Default: 2023-11-27T14:00:00Z.
	SaleStart string `json:"sale_start,omitempty"`

	// When the next season starts, in the same form. Default: 2023-09-08T04:00:00Z.
	SeasonStart string `json:"season_start,omitempty"`

	// The number of that season. Default: 3.
	Season int `json:"season,omitempty"`

	// The external play site. Default: the network's.
	PlaySite string `json:"play_site,omitempty"`

	// Where the wallets and their services are; what is empty is the network's:
	// the link service `/link` of this site, the Cloud Wallet at
	// `https://www.mycloudwallet.com`, the resource provider that the chain has,
	// and on the devchain its stand-ins at `http://localhost:8082` and `:8083`.
	Wallets settings.Wallets `json:"wallets,omitzero"`

	// The folder that keeps what outlasts a restart and is no release, such as which
	// sales are paused: the releases' store, as a rule. Placeholders are replaced.
	// Default: nothing of that is kept.
	State string `json:"state,omitempty"`

	settings     *settings.Settings
	ctx          caddy.Context
	certificates *certificates
}

// started is when the process began: a reload does not move a relative target.
var started = time.Now()

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("site") }

// Provision joins the given settings with the specification's.
func (a *App) Provision(ctx caddy.Context) error {
	network, misspelled, err := settings.LookUpNetwork(a.Network)
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	if misspelled {
		ctx.Logger().Warn("the network is spelled 'mainet': taken as mainnet", zap.String("write", "network mainnet"))
	}
	if a.PlaySite != "" {
		network.PlaySite = strings.TrimSuffix(a.PlaySite, "/")
	}

	if a.Staging && network.ChainID == settings.MainnetChainID {
		return errors.New("site: staging: the site is on mainnet, where purchases cost money: name another network, or take staging out")
	}

	site := settings.Default()
	site.Staging = a.Staging || network.Development
	site.Network = network
	site.Product = cmp.Or(a.Product, site.Product)
	if a.Developer != nil {
		site.Developer = *a.Developer
	}
	site.Navigation = a.Navigation
	site.DropTexts = a.DropTexts
	if a.Socials != nil {
		site.Socials = a.Socials
	}
	site.Links = settings.Links{
		Whitepaper:    cmp.Or(a.Links.Whitepaper, site.Links.Whitepaper),
		PlayGame:      cmp.Or(a.Links.PlayGame, network.PlaySite),
		PlayNow:       cmp.Or(a.Links.PlayNow, settings.Tournaments()),
		CreateAccount: cmp.Or(a.Links.CreateAccount, site.Links.CreateAccount),
		Community:     cmp.Or(a.Links.Community, site.Links.Community),
	}
	site.Wallets = network.Wallets.Join(a.Wallets)
	site.Countdowns.SeasonNumber = cmp.Or(a.Season, site.Countdowns.SeasonNumber)
	for _, target := range []struct {
		name, given string
		into        *string
	}{
		{"sale", a.SaleStart, &site.Countdowns.Sale},
		{"season", a.SeasonStart, &site.Countdowns.Season},
	} {
		if target.given == "" {
			continue
		}
		when, err := countdownTarget(target.given, network.Development)
		if err != nil {
			return fmt.Errorf("site: countdown %s: %w", target.name, err)
		}
		*target.into = when
	}
	if err := site.Validate(); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	a.settings, a.ctx, a.certificates = &site, ctx, new(certificates)
	if err := adapter.Register(ctx.GetMetricsRegistry(), a.certificates.collector()); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	return canAnswerChallenges(ctx)
}

// canAnswerChallenges refuses certificate authorities whose challenges would be answered at a host named
// after the network `shared`, which is none: no certificate would be obtained, or renewed.
func canAnswerChallenges(ctx caddy.Context) error {
	certificates, found, err := adapter.Configured[*caddytls.TLS](ctx, "site", "tls")
	if err != nil || !found || certificates.Automation == nil {
		return err
	}
	for _, policy := range certificates.Automation.Policies {
		for _, issuer := range policy.Issuers {
			authority, is := issuer.(*caddytls.ACMEIssuer)
			if is && authority.Challenges != nil && authority.Challenges.DNS == nil && strings.HasPrefix(authority.Challenges.BindHost, listeners.Network+"/") {
				return fmt.Errorf("site: no certificate would come, as an authority's challenges would be answered at the host %q: write `bind shared/` into each site instead of `default_bind`, and no address or issuer into `tls` of a site", authority.Challenges.BindHost)
			}
		}
	}
	return nil
}

// Settings is the site as every other module reads it. It is not to be changed.
func (a *App) Settings() *settings.Settings { return a.settings }

// StateFolder is State, for adapter.StateFolder.
func (a *App) StateFolder() string { return a.State }

// Start finds the names that need certificates.
func (a *App) Start() error {
	sites, found, err := adapter.Configured[*caddyhttp.App](a.ctx, "site", "http")
	if err != nil || !found {
		return err
	}
	a.certificates.setNames(namesOverTLS(sites))
	return nil
}

// Stop implements caddy.App.
func (a *App) Stop() error {
	a.certificates.setNames(nil)
	return nil
}

// countdownTarget reads a moment, or a duration after the process started where
// that is allowed: on a real network a restart must not move a sale.
func countdownTarget(given string, relative bool) (string, error) {
	if strings.HasPrefix(given, "+") {
		if !relative {
			return "", fmt.Errorf("%q is relative to the start, which only the devchain allows: write a moment such as 2023-11-27T14:00:00Z", given)
		}
		after, err := time.ParseDuration(given[1:])
		if err != nil {
			return "", fmt.Errorf("%q is not a duration: write it as +5m", given)
		}
		return started.Add(after).UTC().Truncate(time.Second).Format(time.RFC3339), nil
	}
	when, err := time.Parse(time.RFC3339, given)
	if err != nil {
		return "", fmt.Errorf("%q is not a moment: write it as 2023-11-27T14:00:00Z", given)
	}
	return when.UTC().Format(time.RFC3339), nil
}
