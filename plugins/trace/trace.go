// Package trace records the steps of requests that are sampled, as OpenTelemetry spans. A
// request that is not sampled, and every request where no app `traces` is configured, has none
// in its context: then all functions do nothing and allocate nothing. It knows nothing of Caddy.
//
// Spans leave the machine. Nothing secret and nothing of a person may be in one: no cookie, token
// or signature, no account, channel or address of a client, no query.
package trace

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	otel "go.opentelemetry.io/otel/trace"
)

// Scope is the name that the spans are recorded under.
const Scope = "fieldhouse"

// Span is one step. The zero Span records nothing.
type Span struct{ of otel.Span }

// Start begins a span below the context's.
func Start(ctx context.Context, name string) (context.Context, Span) {
	return start(ctx, Of(ctx), name)
}

// Ask begins a span of a request to another server.
func Ask(ctx context.Context, name string) (context.Context, Span) {
	if parent := Of(ctx); parent.of != nil {
		return start(ctx, parent, name, otel.WithSpanKind(otel.SpanKindClient))
	}
	return ctx, Span{}
}

// Apart begins a span for work in the context that from caused and does not wait for: a trace
// of its own with a link to from's span, if that is sampled.
func Apart(ctx, from context.Context, name string) (context.Context, Span) {
	if cause := Of(from); cause.of != nil {
		return start(ctx, cause, name, otel.WithNewRoot(), otel.WithLinks(otel.Link{SpanContext: cause.of.SpanContext()}))
	}
	return ctx, Span{}
}

func start(ctx context.Context, parent Span, name string, options ...otel.SpanStartOption) (context.Context, Span) {
	if parent.of == nil {
		return ctx, Span{}
	}
	ctx, span := parent.of.TracerProvider().Tracer(Scope).Start(ctx, name, options...)
	return ctx, Span{span}
}

// Of is the context's span.
func Of(ctx context.Context) Span {
	// A span that has ended still has spans below it, and so a context's is asked whether it was
	// sampled and not whether it is recording.
	if span := otel.SpanFromContext(ctx); span.SpanContext().IsSampled() {
		return Span{span}
	}
	return Span{}
}

// Join is the context ctx with the span of from: for work that outlasts from.
func Join(ctx, from context.Context) context.Context {
	if span := Of(from); span.of != nil {
		return otel.ContextWithSpan(ctx, span.of)
	}
	return ctx
}

// Inject writes the header `traceparent` (W3C Trace Context, section 3.2) of the context's span.
func Inject(ctx context.Context, header http.Header) {
	if Of(ctx).of != nil {
		propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(header))
	}
}

// Text sets an attribute. Its value must be bounded.
func (s Span) Text(key, value string) {
	if s.of != nil {
		s.of.SetAttributes(attribute.String(key, value))
	}
}

// Number sets an attribute.
func (s Span) Number(key string, value int) {
	if s.of != nil {
		s.of.SetAttributes(attribute.Int(key, value))
	}
}

// Flag sets an attribute.
func (s Span) Flag(key string, value bool) {
	if s.of != nil {
		s.of.SetAttributes(attribute.Bool(key, value))
	}
}

// Link links the span to another one, which it waits for and which is below another.
func (s Span) Link(to Span) {
	if s.of != nil && to.of != nil {
		s.of.AddLink(otel.Link{SpanContext: to.of.SpanContext()})
	}
}

// Fail says that the step failed, by a word of a fixed list: the text of an error may name
// somebody.
func (s Span) Fail(reason string) {
	if s.of != nil {
		s.of.SetStatus(codes.Error, "")
		s.of.SetAttributes(attribute.String("error.type", reason))
	}
}

// End ends the span. A second call does nothing.
func (s Span) End() {
	if s.of != nil {
		s.of.End()
	}
}
