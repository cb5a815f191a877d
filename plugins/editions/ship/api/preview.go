package api

import (
	"net/http"
	"slices"
	"time"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/ship/token"
)

// How long a link leads to its preview, and at most.
const (
	defaultPreview = 7 * 24 * time.Hour
	MaxPreview     = 30 * 24 * time.Hour
)

// linkPreview answers what leads to a release that is a preview. It changes nothing: a link
// ends with the preview, or by itself.
func (s *Server) linkPreview(w http.ResponseWriter, r *http.Request) error {
	edition, err := shippedOf(r)
	if err != nil {
		return err
	}
	var wanted LinkPreview
	if err := decode(w, r, &wanted); err != nil {
		return err
	}
	within := defaultPreview
	if wanted.For != "" {
		if within, err = time.ParseDuration(wanted.For); err != nil || within <= 0 || within > MaxPreview {
			return badRequest("write a duration from 1s to 720h, such as 48h", "for %.40q is none", wanted.For)
		}
	}
	link, err := s.Link(user(r), edition, wanted.Release, within)
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, link)
	return nil
}

// Link leads to a release that is a preview, for who ships the edition.
func (s *Server) Link(who token.Token, edition, name string, within time.Duration) (PreviewLink, error) {
	if err := mayShip(who, edition); err != nil {
		return PreviewLink{}, err
	}
	state, err := s.config.Journal.Read()
	if err != nil {
		return PreviewLink{}, err
	}
	if !slices.Contains(state.Editions[edition].Previews, name) {
		return PreviewLink{}, problem(http.StatusUnprocessableEntity, CodeNothing, "make it one first: the action preview, or fieldhouse preview", "%.40q is no preview of %s", name, edition)
	}
	return s.linkOf(edition, name, within), nil
}

func (s *Server) linkOf(edition, name string, within time.Duration) PreviewLink {
	until := s.config.Now().Add(within).UTC().Truncate(time.Second)
	path := s.config.LinkPreview(lineup.Preview{Edition: edition, Release: name, Until: until})
	return PreviewLink{Edition: edition, Release: name, See: s.config.Origin() + path, Until: until}
}
