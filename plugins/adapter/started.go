package adapter

import (
	"slices"
	"sync"
)

// Started is kept beside what outlasts reloads, and keeps it to the settings of
// the newest configuration that runs. Its zero value is ready.
//
// Caddy starts a new configuration before the one before ends, and a reload can
// still fail when some of its apps have started: then that one holds again.
type Started struct {
	mu sync.Mutex
	// configurations are those that have started and not yet ended, the newest
	// last.
	configurations []configuration
}

type configuration struct {
	who    any
	settle func() error
}

// Start lets a configuration hold by its settle, from its Start. Provisioning
// is too early: it could still be refused. who tells configurations apart with
// ==. The error is settle's, and then the one before holds on.
func (s *Started) Start(who any, settle func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := settle(); err != nil {
		return err
	}
	s.configurations = append(s.configurations, configuration{who, settle})
	return nil
}

// End takes a configuration out, from its Cleanup: when it is the newest, the
// one before holds again. One that never started is no matter.
func (s *Started) End(who any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.configurations, func(c configuration) bool { return c.who == who })
	if i < 0 {
		return nil
	}
	newest := i == len(s.configurations)-1
	s.configurations = slices.Delete(s.configurations, i, i+1)
	if newest && i > 0 {
		return s.configurations[i-1].settle()
	}
	return nil
}
