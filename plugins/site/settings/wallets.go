package settings

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
)

// NoResourceProvider as Wallets.ResourceProvider means that nobody
// pays for a transaction's resources.
const NoResourceProvider = "none"

// Wallets is where the wallets and their services are. Addresses have no slash
// at the end.
type Wallets struct {
	// LinkService carries requests and answers between a page and a wallet: a
	// path of this site, or an address elsewhere.
	LinkService string `json:"linkService"`
	// CloudWallet is the origin that the Cloud Wallet's popups open on.
	CloudWallet string `json:"cloudWallet"`
	// ResourceProvider is the base address of who covers CPU, NET and RAM
	// (specification, section 7), or NoResourceProvider. Pages choose by the
	// chain's id when it is empty.
	ResourceProvider string `json:"resourceProvider"`
	// Sites are the wallets' own, behind the info icons of the login modal
	// (section 2).
	Sites WalletSites `json:"sites"`
}

// WalletSites are the sites of those who provide the three wallets.
type WalletSites struct {
	Wax    string `json:"wax"`
	Anchor string `json:"anchor"`
	Wombat string `json:"wombat"`
}

// Join answers the wallets with the values given in place of the defaults; an
// empty value keeps its default.
func (w Wallets) Join(given Wallets) Wallets {
	or := func(value, otherwise string) string {
		if value == "" {
			return otherwise
		}
		if value = strings.TrimRight(value, "/"); value == "" {
			return "/"
		}
		return value
	}
	return Wallets{
		LinkService:      or(given.LinkService, w.LinkService),
		CloudWallet:      or(given.CloudWallet, w.CloudWallet),
		ResourceProvider: or(given.ResourceProvider, w.ResourceProvider),
		Sites: WalletSites{
			Wax:    or(given.Sites.Wax, w.Sites.Wax),
			Anchor: or(given.Sites.Anchor, w.Sites.Anchor),
			Wombat: or(given.Sites.Wombat, w.Sites.Wombat),
		},
	}
}

func (w Wallets) validate() error {
	if err := cmp.Or(validateService("link_service", w.LinkService, true), validateService("cloud_wallet", w.CloudWallet, false)); err != nil {
		return err
	}
	if parsed, _ := url.Parse(w.CloudWallet); parsed.Path != "" {
		return fmt.Errorf("cloud_wallet %q: leave the path out, the wallet's answers are known by their origin", w.CloudWallet)
	}
	if w.ResourceProvider != "" && w.ResourceProvider != NoResourceProvider {
		if err := validateService("resource_provider", w.ResourceProvider, false); err != nil {
			return err
		}
	}
	return cmp.Or(validateLink("wax_site", w.Sites.Wax), validateLink("anchor_site", w.Sites.Anchor), validateLink("wombat_site", w.Sites.Wombat))
}

// validateService accepts what scripts may talk to: an address that the pages'
// policy can name, so without a user, a query or letters beyond a host's.
func validateService(where, address string, path bool) error {
	if err := validateLink(where, address); err != nil {
		return err
	}
	parsed, err := url.Parse(address)
	switch {
	case err != nil || parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" || parsed.ForceQuery:
		return fmt.Errorf("%s %q: write an address without a user, a query or a fragment", where, address)
	case parsed.Host == "" && path && address != "/":
		return nil
	case parsed.Host == "":
		return fmt.Errorf("%s %q: use an https address", where, address)
	case strings.ContainsFunc(parsed.Host, notOfHost):
		return fmt.Errorf("%s %q: write the host in lower case letters, digits, dots and dashes", where, address)
	}
	return nil
}

func notOfHost(letter rune) bool {
	return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-.:[]", letter)
}
