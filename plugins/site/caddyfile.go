package site

import (
	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

func init() { adapter.RegisterApp[App]("a process serves one site") }

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	site {
//		network        mainnet|testnet|devchain
//		staging
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
	return adapter.ParseBlock(d, adapter.Subdirectives{
		"network":        adapter.Texts(&a.Network),
		"staging":        adapter.Flag(&a.Staging),
		"product":        adapter.Texts(&a.Product),
		"sale_start":     adapter.Texts(&a.SaleStart),
		"season_start":   adapter.Texts(&a.SeasonStart),
		"season":         adapter.Arguments(adapter.Number(&a.Season, 0)),
		"play_site":      adapter.Texts(&a.PlaySite),
		"whitepaper":     adapter.Texts(&a.Links.Whitepaper),
		"play_game":      adapter.Texts(&a.Links.PlayGame),
		"play_now":       adapter.Texts(&a.Links.PlayNow),
		"create_account": adapter.Texts(&a.Links.CreateAccount),
		"community":      adapter.Texts(&a.Links.Community),
		"state":          adapter.Texts(&a.State),
		"navigation":     navigation(&a.Navigation),
		"wallets": adapter.Block(adapter.Subdirectives{
			"link_service":      adapter.Texts(&a.Wallets.LinkService),
			"cloud_wallet":      adapter.Texts(&a.Wallets.CloudWallet),
			"resource_provider": adapter.Texts(&a.Wallets.ResourceProvider),
			"wax_site":          adapter.Texts(&a.Wallets.Sites.Wax),
			"anchor_site":       adapter.Texts(&a.Wallets.Sites.Anchor),
			"wombat_site":       adapter.Texts(&a.Wallets.Sites.Wombat),
		}),
		"developer": func(d *caddyfile.Dispenser, option string) error {
			a.Developer = new(settings.NamedLink)
			return adapter.Texts(&a.Developer.Name, &a.Developer.Link)(d, option)
		},
		"drop_text": func(d *caddyfile.Dispenser, option string) error {
			var text settings.DropText
			err := adapter.Texts(&text.EN, &text.ES)(d, option)
			a.DropTexts = append(a.DropTexts, text)
			return err
		},
		"social": a.social,
	})
}

func (a *App) social(d *caddyfile.Dispenser, _ string) error {
	args := d.RemainingArgs()
	if len(args) < 2 || len(args) > 3 {
		return d.ArgErr()
	}
	social := settings.Social{NamedLink: settings.NamedLink{Name: args[0], Link: args[1]}, Wide: len(args) == 3}
	if social.Wide && args[2] != "wide" {
		return d.Errf("social %s: %q is not known: the third word can only be wide", args[0], args[2])
	}
	a.Socials = append(a.Socials, social)
	return nil
}

// navigation reads a block of entries, which replaces those of an earlier block.
func navigation(into *[]settings.NavEntry) adapter.Subdirective {
	return func(d *caddyfile.Dispenser, option string) error {
		*into = []settings.NavEntry{}
		return adapter.Block(adapter.Subdirectives{"entry": func(d *caddyfile.Dispenser, option string) error {
			var entry settings.NavEntry
			err := adapter.Block(adapter.Subdirectives{
				"nameEN":  adapter.Texts(&entry.NameEN),
				"NameSP":  adapter.Texts(&entry.NameSP),
				"textEN":  adapter.Texts(&entry.TextEN),
				"textSP":  adapter.Texts(&entry.TextSP),
				"link":    adapter.Texts(&entry.Link),
				"content": navigation(&entry.Content),
			})(d, option)
			*into = append(*into, entry)
			return err
		}})(d, option)
	}
}
