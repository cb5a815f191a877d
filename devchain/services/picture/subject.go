// Package picture names what the chain's assets show as IPFS would, by hash, and draws
// and serves the pictures of the blog's posts. Cards and packs are drawn by the site.
package picture

import (
	"crypto/sha256"
	"fmt"

	"fieldhouse/plugins/antelope"
)

// Kind is what a picture shows.
type Kind string

// Kinds of pictures.
const (
	KindCard     Kind = "card"
	KindPack     Kind = "pack"
	KindSouvenir Kind = "souvenir"
	KindPhoto    Kind = "photo"
)

// Subject is what one picture shows.
type Subject struct {
	Kind Kind
	// Sport is football or basketball.
	Sport string
	// Template is the template id of a card or pack.
	Template int32
	// Name stands on a pack, souvenir or photo.
	Name string
}

// Hash is the name of the picture: an IPFS content identifier of version 0. It is
// the SHA-256 of the subject and not of the file, so a gateway elsewhere does not
// have it.
func (s Subject) Hash() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "fieldhouse %s %s %d %s", s.Kind, s.Sport, s.Template, s.Name))
	const sha256Code = 0x12
	return antelope.EncodeBase58(append([]byte{sha256Code, sha256.Size}, sum[:]...))
}
