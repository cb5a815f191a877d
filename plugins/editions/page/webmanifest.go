package page

import (
	"strconv"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
)

// webManifest is what an operating system shows of the site once it is installed (W3C, Web
// Application Manifest).
type webManifest struct {
	Name       string    `json:"name"`
	ShortName  string    `json:"short_name"`
	ID         string    `json:"id"`
	StartURL   string    `json:"start_url"`
	Scope      string    `json:"scope"`
	Display    string    `json:"display"`
	Background string    `json:"background_color"`
	Theme      string    `json:"theme_color"`
	Icons      []webIcon `json:"icons"`
}

type webIcon struct {
	Source string `json:"src"`
	Sizes  string `json:"sizes"`
	Type   string `json:"type"`
	// Purpose is release.IconAny where there is none.
	Purpose string `json:"purpose,omitempty"`
}

// boardColor is the header's, which is dark in daylight too (packages/design/src/tokens.css,
// --board).
const boardColor = "#060807"

// WebManifest is the site's web app manifest; nil where there is no shell with an icon.
func (c *Composer) WebManifest(shown *Lineup) []byte {
	shell := shown.Releases[release.Shell]
	if shell == nil || shell.Manifest.Icon == "" {
		return nil
	}
	product := c.Site.settings.Product
	icons := []webIcon{{shell.Base() + shell.Manifest.Icon, "any", "image/svg+xml", ""}}
	for _, icon := range shell.Manifest.Icons {
		if icon.Size > touchIcon {
			purpose := icon.Purpose
			if purpose == release.IconAny {
				purpose = ""
			}
			icons = append(icons, webIcon{shell.Base() + icon.Path, squareOf(icon), "image/png", purpose})
		}
	}
	return MustScriptJSON(webManifest{
		// A wallet needs the browser's own bar: it opens windows and says whose they are.
		Name: product, ShortName: product, ID: "/", StartURL: "/", Scope: "/", Display: "minimal-ui",
		Background: boardColor, Theme: boardColor,
		Icons: icons,
	})
}

// touchIcon is how many pixels a side of a home screen's icon has (Apple, Human Interface
// Guidelines, "App icons"). A smaller icon is a tab's, a larger one the manifest's.
const touchIcon = 180

func squareOf(icon release.Icon) string {
	side := strconv.Itoa(icon.Size)
	return side + "x" + side
}

// icons appends the site's icon, for what shows no SVG also as pictures, and where the
// manifest is. Browsers that can choose prefer what has any size (HTML, section 4.6.8.8,
// "Link type icon").
func (w *writer) icons(shell *Edition) {
	if shell.Manifest.Icon == "" {
		// Without one browsers would ask for /favicon.ico.
		w.tag("link", "rel", "icon", "href", "data:,")
		return
	}
	for _, icon := range shell.Manifest.Icons {
		switch {
		case icon.Size < touchIcon:
			w.tag("link", "rel", "icon", "type", "image/png", "sizes", squareOf(icon), "href", shell.Base()+icon.Path)
		case icon.Size == touchIcon:
			w.tag("link", "rel", "apple-touch-icon", "href", shell.Base()+icon.Path)
		}
	}
	w.tag("link", "rel", "icon", "type", "image/svg+xml", "sizes", "any", "href", shell.Base()+shell.Manifest.Icon)
	w.tag("link", "rel", "manifest", "href", paths.WebManifest)
}
