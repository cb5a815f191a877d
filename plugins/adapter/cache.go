package adapter

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fieldhouse/plugins/edgecache"

	"github.com/caddyserver/caddy/v2"
)

// engines holds the caches over reloads: the new configuration is provisioned,
// and joins its cache, before the old one lets go of it.
var engines = caddy.NewUsagePool()

// engine lives as long as a configuration that fits it. Its life is not any
// configuration's context, which ends with the reload.
type engine struct {
	*edgecache.Engine
	started Started
}

// Destruct implements caddy.Destructor.
func (e *engine) Destruct() error {
	e.Close()
	return nil
}

// Shared is a configuration's part in a living cache.
type Shared struct {
	name     string
	key      string
	engine   *engine
	settings edgecache.Settings
	left     sync.Once
}

// Join answers the living cache of a plugin ("rows", "feed", "assets",
// "chain"), or makes one. A cache outlasts reloads while key and the sizes in
// config stay the same; key holds what else cannot change in a living cache,
// and is empty as a rule. Lifetimes and budgets can change: see Update. Prepare
// and Now are those of the first configuration, so they must not hold on to it.
// The cache's metrics join the configuration's registry.
func Join(ctx caddy.Context, name, key string, config edgecache.Config) (*Shared, error) {
	settings := config.Settings()
	config.Fetched = observe(name, config.Fetched)
	poolKey := poolKey(name, key, config)
	loaded, _, err := engines.LoadOrNew(poolKey, func() (caddy.Destructor, error) {
		made, err := edgecache.New(config)
		if err != nil {
			return nil, err
		}
		return &engine{Engine: made}, nil
	})
	if err != nil {
		return nil, fmt.Errorf("the cache of %s: %w", name, err)
	}
	s := &Shared{name: name, key: poolKey, engine: loaded.(*engine), settings: settings}
	if err := register(ctx.GetMetricsRegistry()); err != nil {
		_, _ = engines.Delete(poolKey)
		return nil, fmt.Errorf("the cache of %s: %w", name, err)
	}
	living.add(s)
	return s, nil
}

// poolKey holds everything that is settled when a cache is made.
func poolKey(name, key string, config edgecache.Config) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q %d", name, key, config.MaxFetches)
	for _, class := range config.Classes {
		fmt.Fprintf(&b, " %q %d %d %d", class.Name, class.Size, class.HotEntries, class.HotSize)
	}
	return b.String()
}

// Engine is the cache.
func (s *Shared) Engine() *edgecache.Engine { return s.engine.Engine }

// Update lets the configuration's lifetimes and budgets hold; from Start.
// Provisioning is too early: the configuration could still be refused.
func (s *Shared) Update() error {
	if err := s.engine.started.Start(s, func() error { return s.engine.Update(s.settings) }); err != nil {
		return fmt.Errorf("the cache of %s: %w", s.name, err)
	}
	return nil
}

// Leave lets go of the cache, from Cleanup; when no configuration is left that
// joined it, it ends. When a reload fails after Update, the settings of the
// configuration before hold again. A second Leave, or one of nil, does nothing.
func (s *Shared) Leave() error {
	if s == nil {
		return nil
	}
	var err error
	s.left.Do(func() {
		living.remove(s)
		ended := s.engine.started.End(s)
		_, deleted := engines.Delete(s.key)
		err = errors.Join(ended, deleted)
	})
	return err
}

// living lists who joined a cache, for ops. Of several configurations of one
// name, as they are during a reload, the last one counts.
var living members

type members struct {
	mu     sync.Mutex
	byName map[string][]*Shared
}

func (m *members) add(s *Shared) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byName == nil {
		m.byName = make(map[string][]*Shared)
	}
	m.byName[s.name] = append(m.byName[s.name], s)
}

func (m *members) remove(s *Shared) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rest := slices.DeleteFunc(m.byName[s.name], func(other *Shared) bool { return other == s })
	if len(rest) == 0 {
		delete(m.byName, s.name)
		return
	}
	m.byName[s.name] = rest
}

// get is the cache of a name; nil for none.
func (m *members) get(name string) *Shared {
	m.mu.Lock()
	defer m.mu.Unlock()
	if all := m.byName[name]; len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

// all lists the caches in the order of their names.
func (m *members) all() []*Shared {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := make([]*Shared, 0, len(m.byName))
	for _, all := range m.byName {
		list = append(list, all[len(all)-1])
	}
	slices.SortFunc(list, func(a, b *Shared) int { return strings.Compare(a.name, b.name) })
	return list
}
