package adapter

import (
	"errors"
	"net/http"
	"sync/atomic"

	"fieldhouse/plugins/trace"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.opentelemetry.io/otel/attribute"
	otel "go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"
)

// Tracer begins the traces of requests. Whether one is traced depends on nothing that its client
// sends: no `traceparent` is read.
type Tracer struct {
	// Samples reports whether a request is traced; it is called once for each.
	Samples func(isPush bool) bool
	// Tracer records all spans of it.
	Tracer otel.Tracer
}

var tracer atomic.Pointer[Tracer]

// Trace has requests traced from now on; with nil none are.
func Trace(by *Tracer) { tracer.Store(by) }

// Sampled is what traces a request: nil for one that is not traced. isPush, which may be nil,
// reports whether it changes the chain.
func Sampled(r *http.Request, isPush func(*http.Request) bool) *Tracer {
	by := tracer.Load()
	if by == nil || !by.Samples(isPush != nil && isPush(r)) {
		return nil
	}
	return by
}

// TraceField is the field of the access log that has the trace's id.
const TraceField = "trace"

// Serve has a request answered within the span that begins its trace. route stands for all
// addresses of its kind; the address itself may name somebody.
func (t *Tracer) Serve(w http.ResponseWriter, r *http.Request, route string, serve func(http.ResponseWriter, *http.Request) error) error {
	method := r.Method
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions, http.MethodPut, http.MethodDelete, http.MethodPatch:
	default:
		method = "_OTHER" // as in OpenTelemetry's semantic conventions: a client can make up any
	}
	ctx, span := t.Tracer.Start(r.Context(), method+" "+route, otel.WithNewRoot(), otel.WithSpanKind(otel.SpanKindServer),
		otel.WithAttributes(attribute.String("http.request.method", method), attribute.String("http.route", route)))
	defer span.End()
	if extra, ok := ctx.Value(caddyhttp.ExtraLogFieldsCtxKey).(*caddyhttp.ExtraLogFields); ok {
		extra.Set(zap.String(TraceField, span.SpanContext().TraceID().String()))
	}
	answer := caddyhttp.NewResponseRecorder(w, nil, nil)
	err := serve(answer, r.WithContext(ctx))
	status := answer.Status()
	var failed caddyhttp.HandlerError
	if errors.As(err, &failed) {
		status = failed.StatusCode
	}
	this := trace.Of(ctx)
	this.Number("http.response.status_code", status)
	this.Number("http.response.body.size", answer.Size())
	if status >= http.StatusInternalServerError {
		this.Fail("status")
	}
	return err
}
