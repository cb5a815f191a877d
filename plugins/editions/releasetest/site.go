package releasetest

import (
	"testing"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// Site is a store in which host, shell and football are live, with who may change that.
type Site struct {
	T       testing.TB
	Store   *store.Store
	Journal *journal.File
	Tokens  *token.Tokens
	// Secrets by the names of their tokens: ops, football, basketball.
	Secrets map[string]string
}

// NewSite is a new site, of a store with these checks, whose journal and tokens go by a clock.
func NewSite(t testing.TB, now func() time.Time, checks ...store.Check) *Site {
	t.Helper()
	opened := store.NewStore(t.TempDir(), checks...)
	s := &Site{
		T: t, Store: opened, Secrets: map[string]string{},
		Journal: journal.Open(opened.Folder(), journal.Options{Now: now}), Tokens: token.New(opened.Folder(), now),
	}
	names := map[string]string{}
	for _, draft := range []*Draft{Host(), Shell(), Sport(Football)} {
		names[draft.Manifest.Edition] = s.Take(draft)
	}
	must.Get(s.Journal.SetLive(journal.Change{By: "odalys"}, names, s.Checks()))(t)
	for name, edition := range map[string]string{"ops": token.All, Football: Football, Basketball: Basketball} {
		s.Secrets[name] = Secret(t, s.Tokens, name, edition, 0)
	}
	return s
}

// Secret is that of a new token.
func Secret(t testing.TB, tokens *token.Tokens, name, edition string, lifetime time.Duration) string {
	t.Helper()
	secret, _, err := tokens.Make(name, edition, lifetime)
	must.Do(t, err)
	return secret
}

// Checks are what a change of the lineup asks of releases.
func (s *Site) Checks() journal.Checks { return journal.ChecksOf(s.Store) }

// Take takes a draft into the store, and answers its name.
func (s *Site) Take(draft *Draft) string {
	s.T.Helper()
	return must.Get(s.Store.Take(draft.Write(s.T)))(s.T).Name
}

// State is what the journal says now.
func (s *Site) State() journal.State {
	s.T.Helper()
	return must.Get(s.Journal.Read())(s.T)
}
