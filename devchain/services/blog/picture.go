package blog

import (
	"fmt"
	"html"
	"net/http"
	"strings"
	"time"

	"fieldhouse/devchain/chain/deck"
)

// PicturePrefix is where an IPFS gateway has its files.
const PicturePrefix = "/ipfs/"

// picture is the hash of a picture by what stands on it.
func picture(name string) string { return deck.Picture("photo", deck.Football, 0, name) }

// plate is what every picture is: a framed plate with a name on it.
const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="420" viewBox="0 0 300 420">` +
	`<rect width="300" height="420" fill="#101210"/><rect x="10" y="10" width="280" height="400" fill="none" stroke="#e9c66b" stroke-width="6"/>` +
	`<g fill="#f4f3ec" text-anchor="middle" font-family="sans-serif"><text x="150" y="190" font-size="120">11</text>` +
	`<text x="150" y="330" font-size="18">%s</text></g></svg>`

// Pictures is a gateway of the posts' pictures. What a hash names never changes.
func Pictures() http.Handler {
	plates := map[string]string{}
	add := func(name string) { plates[picture(name)] = fmt.Sprintf(plate, html.EscapeString(name)) }
	add(publication)
	for _, text := range written {
		for _, found := range marks.FindAllStringSubmatch(text.body, -1) {
			if found[1] == "image" {
				add(found[2])
			}
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("X-Content-Type-Options", "nosniff")
		hash := strings.TrimPrefix(r.URL.Path, PicturePrefix)
		drawn, known := plates[hash]
		if !known {
			http.Error(w, "no picture has this hash", http.StatusNotFound)
			return
		}
		header.Set("ETag", `"`+hash+`"`)
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
		header.Set("Content-Type", "image/svg+xml")
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(drawn))
	})
}
