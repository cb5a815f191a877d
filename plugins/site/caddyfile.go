package site

import (
	"strconv"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

func init() { adapter.RegisterApp[App]("a process serves one site") }

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	site {
//		network        mainnet|testnet|devchain
//		product        <name>
//		developer      <name> <address>
//		sale_start     <RFC 3339, or on the devchain +<duration>>
//		season_start   <RFC 3339, or on the devchain +<duration>>
//		season         <number>
//		play_site      <address>
//		whitepaper     <address>
//		play_game      <address>
//		play_now       <address>
//		create_account <address>
//		community      <address>
//		state          <folder>
//		social         <name> <address> [wide]
//		drop_text      <English> <Spanish>
//		wallets {
//			link_service      <path of this site or https address>
//			cloud_wallet      <origin>
//			resource_provider <address>|none
//			wax_site          <address>
//			anchor_site       <address>
//			wombat_site       <address>
//		}
//		navigation {
//			entry {
//				nameEN <text>
//				NameSP <text>
//				textEN <text>
//				textSP <text>
//				link   <path or https address>
//				content {
//					entry { ... }
//				}
//			}
//		}
//	}
//
// A navigation replaces the menu that the editions' pages make together, and a
// social line all the default ones. `wide` shows a
// social link on desktop only. An entry has a link or content. The wallets that
// are not named are the network's. A drop_text, of which there may be 64, is a
// description of drops, or a reason of claims, in both languages: where a row has
// one of them, pages in the other language show the other.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		switch option := d.Val(); option {
		case "navigation":
			entries, err := navigation(d)
			if err != nil {
				return err
			}
			a.Navigation = entries
		case "wallets":
			if err := a.wallets(d); err != nil {
				return err
			}
		case "social":
			social, err := social(d)
			if err != nil {
				return err
			}
			a.Socials = append(a.Socials, social)
		case "drop_text":
			var text settings.DropText
			if !d.AllArgs(&text.EN, &text.ES) {
				return d.ArgErr()
			}
			a.DropTexts = append(a.DropTexts, text)
		case "developer":
			a.Developer = new(settings.NamedLink)
			if !d.AllArgs(&a.Developer.Name, &a.Developer.Link) {
				return d.ArgErr()
			}
		case "season":
			var number string
			if !d.AllArgs(&number) {
				return d.ArgErr()
			}
			season, err := strconv.Atoi(number)
			if err != nil || season < 1 {
				return d.Errf("season %q: write a number from 1 on", number)
			}
			a.Season = season
		default:
			into := a.text(option)
			if into == nil {
				return d.Errf("unrecognized subdirective: %s", option)
			}
			if !d.AllArgs(into) {
				return d.ArgErr()
			}
		}
	}
	return nil
}

// text answers where the value of an option with one plain argument goes.
func (a *App) text(option string) *string {
	switch option {
	case "network":
		return &a.Network
	case "state":
		return &a.State
	case "product":
		return &a.Product
	case "sale_start":
		return &a.SaleStart
	case "season_start":
		return &a.SeasonStart
	case "play_site":
		return &a.PlaySite
	case "whitepaper":
		return &a.Links.Whitepaper
	case "play_game":
		return &a.Links.PlayGame
	case "play_now":
		return &a.Links.PlayNow
	case "create_account":
		return &a.Links.CreateAccount
	case "community":
		return &a.Links.Community
	}
	return nil
}

func (a *App) wallets(d *caddyfile.Dispenser) error {
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		into := map[string]*string{
			"link_service":      &a.Wallets.LinkService,
			"cloud_wallet":      &a.Wallets.CloudWallet,
			"resource_provider": &a.Wallets.ResourceProvider,
			"wax_site":          &a.Wallets.Sites.Wax,
			"anchor_site":       &a.Wallets.Sites.Anchor,
			"wombat_site":       &a.Wallets.Sites.Wombat,
		}[d.Val()]
		if into == nil {
			return d.Errf("unrecognized subdirective: %s", d.Val())
		}
		if !d.AllArgs(into) {
			return d.ArgErr()
		}
	}
	return nil
}

func social(d *caddyfile.Dispenser) (settings.Social, error) {
	args := d.RemainingArgs()
	if len(args) < 2 || len(args) > 3 {
		return settings.Social{}, d.ArgErr()
	}
	social := settings.Social{NamedLink: settings.NamedLink{Name: args[0], Link: args[1]}}
	if len(args) == 3 {
		if args[2] != "wide" {
			return settings.Social{}, d.Errf("social %s: %q is not known: the third word can only be wide", args[0], args[2])
		}
		social.Wide = true
	}
	return social, nil
}

func navigation(d *caddyfile.Dispenser) ([]settings.NavEntry, error) {
	if d.NextArg() {
		return nil, d.ArgErr()
	}
	entries := []settings.NavEntry{}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		if d.Val() != "entry" {
			return nil, d.Errf("unrecognized subdirective: %s", d.Val())
		}
		entry, err := navEntry(d)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

func navEntry(d *caddyfile.Dispenser) (settings.NavEntry, error) {
	var entry settings.NavEntry
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		var into *string
		switch d.Val() {
		case "nameEN":
			into = &entry.NameEN
		case "NameSP":
			into = &entry.NameSP
		case "textEN":
			into = &entry.TextEN
		case "textSP":
			into = &entry.TextSP
		case "link":
			into = &entry.Link
		case "content":
			content, err := navigation(d)
			if err != nil {
				return entry, err
			}
			entry.Content = content
			continue
		default:
			return entry, d.Errf("unrecognized subdirective: %s", d.Val())
		}
		if !d.AllArgs(into) {
			return entry, d.ArgErr()
		}
	}
	return entry, nil
}
