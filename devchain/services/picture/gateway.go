package picture

import (
	"bytes"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Prefix is where an IPFS gateway has its files.
const Prefix = "/ipfs/"

// Gateway serves pictures by their hash. It is safe for use by many goroutines.
type Gateway struct {
	// pictures draw themselves once, when they are first asked for; there are as
	// many as there are subjects, at about 2 KB.
	pictures map[string]func() []byte
}

// NewGateway makes the handler of Prefix for these subjects.
func NewGateway(subjects []Subject) *Gateway {
	g := &Gateway{pictures: map[string]func() []byte{}}
	for _, subject := range subjects {
		g.pictures[subject.Hash()] = sync.OnceValue(subject.Draw)
	}
	return g
}

// ServeHTTP answers a picture, for good: what a hash names never changes.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "pictures can only be read", http.StatusMethodNotAllowed)
		return
	}
	hash, inside := strings.CutPrefix(r.URL.Path, Prefix)
	draw, known := g.pictures[hash]
	if !inside || !known {
		http.Error(w, "no picture has this hash", http.StatusNotFound)
		return
	}
	header.Set("ETag", `"`+hash+`"`)
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Content-Type", "image/png")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(draw()))
}
