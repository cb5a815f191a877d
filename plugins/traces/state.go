package traces

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/trace"

	"github.com/caddyserver/caddy/v2"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// Bounds of sending.
const (
	// flushWithin is how long the end waits for the collector to take what is left.
	flushWithin = 5 * time.Second
	// noteEvery is how often the log says that the collector takes nothing.
	noteEvery = time.Minute
	maxNote   = 500 // bytes
)

// states hold what records over reloads.
var states = adapter.NewStates((*tracing).end)

// tracing is what records and sends. The queue of spans outlasts reloads that keep the
// collector; with another collector a new one begins, and the old one sends what it has.
type tracing struct{ current *sender }

// use records as an app says. It is called for one configuration at a time.
func (t *tracing) use(a *App) error {
	if t.current == nil || t.current.endpoint != a.endpoint {
		next, err := newSender(a.endpoint)
		if err != nil {
			return fmt.Errorf("traces: %w", err)
		}
		if t.current != nil {
			go t.current.close()
		}
		t.current = next
	}
	t.current.logger.Store(a.logger)
	otel.SetErrorHandler(otel.ErrorHandlerFunc(t.current.note)) // what the SDK has nobody to return it to
	ratio, pushes := *a.Ratio, rate.NewLimiter(rate.Limit(*a.Pushes), *a.Pushes)
	adapter.Trace(&adapter.Tracer{
		Samples: func(isPush bool) bool { return rand.Float64() < ratio || isPush && pushes.Allow() },
		Tracer:  t.current.provider.Tracer(trace.Scope),
	})
	return nil
}

// end stops recording. The process waits for what is left to be sent, a reload does not.
func (t *tracing) end() {
	adapter.Trace(nil)
	switch {
	case t.current == nil:
	case caddy.Exiting():
		t.current.close()
	default:
		go t.current.close()
	}
}

// sender sends spans to one collector.
type sender struct {
	sdk.SpanExporter
	endpoint string
	provider *sdk.TracerProvider
	logger   atomic.Pointer[zap.Logger]
	noted    rate.Sometimes
	// life ends what is being sent when the sender ends.
	life context.Context
	end  context.CancelFunc
}

// newSender makes a sender; it opens no connection.
func newSender(endpoint string) (*sender, error) {
	exporter, err := otlptracehttp.New(context.Background(), otlptracehttp.WithEndpointURL(endpoint))
	if err != nil {
		return nil, fmt.Errorf("sending to the collector at %s: %w", endpoint, err)
	}
	_, version := caddy.Version()
	of, err := resource.New(context.Background(), resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "fieldhouse"), attribute.String("service.version", version)),
		resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("reading OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	s := &sender{SpanExporter: exporter, endpoint: endpoint, noted: rate.Sometimes{First: 1, Interval: noteEvery}}
	s.life, s.end = context.WithCancel(context.Background())
	s.provider = sdk.NewTracerProvider(sdk.WithSampler(sdk.AlwaysSample()), sdk.WithResource(of),
		sdk.WithSpanProcessor(counting{sdk.NewBatchSpanProcessor(s)}))
	return s, nil
}

// ExportSpans implements sdk.SpanExporter.
func (s *sender) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.life, cancel)()
	if err := s.SpanExporter.ExportSpans(ctx, spans); err != nil {
		counted.failed.Add(uint64(len(spans)))
		s.note(err)
		return nil
	}
	counted.sent.Add(uint64(len(spans)))
	return nil
}

// note logs what went wrong, once in a while.
func (s *sender) note(err error) {
	s.noted.Do(func() {
		text := err.Error()
		s.logger.Load().Warn("spans do not reach the collector; while that is so they are thrown away, and this is said once a minute",
			zap.String("endpoint", s.endpoint), zap.String("error", text[:min(len(text), maxNote)]))
	})
}

// close sends what is left, as far as the collector takes it in time.
func (s *sender) close() {
	ctx, cancel := context.WithTimeout(context.Background(), flushWithin)
	defer cancel()
	if err := s.provider.Shutdown(ctx); err != nil && !errors.Is(err, context.Canceled) {
		s.note(err)
	}
	s.end()
}

// counting counts the spans that are recorded.
type counting struct{ sdk.SpanProcessor }

// OnEnd implements sdk.SpanProcessor.
func (c counting) OnEnd(span sdk.ReadOnlySpan) {
	counted.recorded.Add(1)
	c.SpanProcessor.OnEnd(span)
}
