package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"fieldhouse/plugins/editions/ship/token"

	"github.com/go-chi/chi/v5"
)

func (s *Server) tokens(w http.ResponseWriter, r *http.Request) error {
	if err := mayOperate(user(r)); err != nil {
		return err
	}
	all, err := StoreTokens{s.config.Tokens}.Tokens(r.Context())
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, map[string]any{"tokens": all})
	return nil
}

// makeToken makes one, and shows it this once.
func (s *Server) makeToken(w http.ResponseWriter, r *http.Request) (err error) {
	entry := s.entry(r, "make token", "")
	defer func() { _ = s.record(entry, err) }()
	if err := mayOperate(user(r)); err != nil {
		return err
	}
	var wanted MakeToken
	if err := decode(w, r, &wanted); err != nil {
		return err
	}
	entry.On = wanted.Name
	made, err := StoreTokens{s.config.Tokens}.MakeToken(r.Context(), wanted)
	if errors.Is(err, token.ErrRefused) {
		return badRequest("name it by who ships with it, with an edition or * for all", "%v", err)
	}
	if err != nil {
		return err
	}
	entry.After = map[string]any{"edition": made.Edition, "expires": made.ExpiresAt}
	answer(w, http.StatusCreated, made)
	return nil
}

func (s *Server) revokeToken(w http.ResponseWriter, r *http.Request) (err error) {
	entry := s.entry(r, "revoke token", chi.URLParam(r, "name"))
	defer func() { _ = s.record(entry, err) }()
	if err := mayOperate(user(r)); err != nil {
		return err
	}
	revoked, err := s.config.Tokens.Revoke(chi.URLParam(r, "name"))
	if errors.Is(err, token.ErrName) {
		return problem(http.StatusNotFound, CodeNotFound, "GET "+Path+"/tokens lists them", "%v", err)
	}
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, revoked.Known)
	return nil
}

// StoreTokens makes, lists and revokes the tokens of a store, as the client does those of a
// gateway.
type StoreTokens struct{ Of *token.Tokens }

// MakeToken makes one.
func (s StoreTokens) MakeToken(_ context.Context, wanted MakeToken) (MadeToken, error) {
	secret, made, err := s.Of.Make(wanted.Name, wanted.Edition, wanted.lifetime())
	return MadeToken{secret, made.Known}, err
}

// Tokens are those that were made.
func (s StoreTokens) Tokens(context.Context) ([]token.Known, error) {
	listed, err := s.Of.List()
	all := []token.Known{}
	for _, one := range listed {
		all = append(all, one.Known)
	}
	return all, err
}

// RevokeToken ends one.
func (s StoreTokens) RevokeToken(_ context.Context, name string) (token.Known, error) {
	revoked, err := s.Of.Revoke(name)
	return revoked.Known, err
}

func (m MakeToken) lifetime() time.Duration { return time.Duration(m.Days * 24 * float64(time.Hour)) }
