package adapter

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

// Register lets a configuration's registry, which is new at each reload, take
// collectors. Those that count outlast reloads in a package's variables: a
// counter must not begin anew.
func Register(registry *prometheus.Registry, collectors ...prometheus.Collector) error {
	for _, collector := range collectors {
		var already prometheus.AlreadyRegisteredError
		if err := registry.Register(collector); err != nil && !errors.As(err, &already) {
			return err
		}
	}
	return nil
}
