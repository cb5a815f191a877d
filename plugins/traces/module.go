// Package traces is the Caddy app that records traces of requests and sends them to an
// OpenTelemetry collector.
package traces

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

func init() { adapter.RegisterApp[App]("a process sends its traces to one collector") }

// App is the Caddy app `traces`. Of the requests that the plugins answer it records a sample,
// each with the steps that it waited for, and sends them by OTLP over HTTP. Without it nothing is
// recorded.
//
// Which requests are recorded is chosen by chance alone. What a client sends to take part in
// traces (`traceparent`, `tracestate`, `baggage`) is not read.
//
// The OpenTelemetry SDK's variables hold for what has no setting here, such as
// OTEL_EXPORTER_OTLP_HEADERS (the collector's credentials), OTEL_EXPORTER_OTLP_CERTIFICATE,
// OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES and OTEL_BSP_MAX_QUEUE_SIZE. They are those that the
// process was started with. OTEL_TRACES_SAMPLER and OTEL_PROPAGATORS are not read.
type App struct {
	// The collector's address for traces; without a path it is /v1/traces. Default: that of
	// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, else /v1/traces below OTEL_EXPORTER_OTLP_ENDPOINT,
	// else below http://localhost:4318.
	Endpoint string `json:"endpoint,omitempty"`

	// The share of requests that are recorded, from 0 to 1. Default: 0.001.
	Ratio *float64 `json:"ratio,omitempty"`

	// Up to how many pushes a second are recorded besides, from 0 to 1000: all of them but in a
	// rush. Default: 10.
	Pushes *int `json:"pushes,omitempty"`

	endpoint string
	state    *adapter.State[*tracing]
	logger   *zap.Logger
}

// The defaults and bounds of App.
const (
	defaultEndpoint = "http://localhost:4318"
	tracesPath      = "/v1/traces"
	defaultRatio    = 0.001
	defaultPushes   = 10
	maxPushes       = 1000
)

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("traces") }

// Provision joins what is recorded already. Nothing is sent before Start.
func (a *App) Provision(ctx caddy.Context) (err error) {
	a.logger = ctx.Logger()
	if err := a.complete(); err != nil {
		return fmt.Errorf("traces: %w", err)
	}
	a.state = states.JoinValue("traces", func() *tracing { return new(tracing) })
	return adapter.Register(ctx.GetMetricsRegistry(), collected)
}

// complete fills in defaults and refuses what cannot work.
func (a *App) complete() (err error) {
	ratio, pushes := defaultRatio, defaultPushes
	a.Ratio, a.Pushes = cmp.Or(a.Ratio, &ratio), cmp.Or(a.Pushes, &pushes)
	switch {
	case !(*a.Ratio >= 0 && *a.Ratio <= 1):
		return fmt.Errorf("ratio %v must be from 0 to 1", *a.Ratio)
	case *a.Pushes < 0 || *a.Pushes > maxPushes:
		return fmt.Errorf("pushes %d must be from 0 to %d", *a.Pushes, maxPushes)
	}
	a.endpoint, err = address(cmp.Or(a.Endpoint, os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")))
	if err == nil && a.endpoint == "" {
		a.endpoint, err = address(cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"), defaultEndpoint))
		if err == nil && !strings.HasSuffix(a.endpoint, tracesPath) { // it is a base address
			a.endpoint = strings.TrimSuffix(a.endpoint, "/") + tracesPath
		}
	}
	return err
}

// address is where traces go for an endpoint that was given; empty for none.
func address(endpoint string) (string, error) {
	if endpoint == "" {
		return "", nil
	}
	parsed, err := url.Parse(endpoint)
	const write = "write one such as " + defaultEndpoint + ", and credentials into OTEL_EXPORTER_OTLP_HEADERS"
	if err != nil { // it has the address, and so its credentials
		return "", errors.New("the address of the collector cannot be read: " + write)
	}
	if parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "" || parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return "", fmt.Errorf("%q is not the address of a collector: %s", parsed.Redacted(), write)
	}
	if parsed.Path == "" || parsed.Path == "/" {
		parsed.Path = tracesPath
	}
	return parsed.String(), nil
}

// Start has requests recorded as this configuration says.
func (a *App) Start() error {
	return a.state.Start(func() error { return a.state.Value.use(a) })
}

// Stop implements caddy.App.
func (*App) Stop() error { return nil }

// Cleanup lets go of what records; the last configuration that has it ends that.
func (a *App) Cleanup() error { return a.state.Leave() }
