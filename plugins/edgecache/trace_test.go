package edgecache

import (
	"context"
	"testing"
	"testing/synctest"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// A fetch is in the trace of the request that began it; who joins it has a link to it.
func TestAFetchThatTwoWaitForIsInOneTraceAndLinkedFromTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := newEngine(t, nil)
		recorder := tracetest.NewSpanRecorder()
		tracer := sdk.NewTracerProvider(sdk.WithSpanProcessor(recorder)).Tracer("test")
		gate := make(chan struct{})
		fetch := func(context.Context) (Content, error) {
			<-gate
			return Content{Body: []byte("body")}, nil
		}
		for _, name := range []string{"first", "second"} {
			ctx, span := tracer.Start(context.Background(), name)
			go func() {
				defer span.End()
				if _, _, err := engine.Get(ctx, Lookup{Key: "k", Class: rows}, fetch); err != nil {
					t.Error(err)
				}
			}()
			synctest.Wait()
		}
		close(gate)
		synctest.Wait()
		spans := make(map[string]sdk.ReadOnlySpan) // by name, and of one cache.get by its status
		for _, span := range recorder.Ended() {
			name := span.Name()
			if name == "cache.get" {
				name = span.Attributes()[1].Value.AsString()
			}
			spans[name] = span
		}
		began, fetched, joined := spans["miss"], spans["cache.fetch"], spans["coalesced"]
		if len(recorder.Ended()) != 5 || began == nil || fetched == nil || joined == nil {
			t.Fatalf("the spans are %v", spans)
		}
		if fetched.Parent().SpanID() != began.SpanContext().SpanID() || began.Parent().SpanID() != spans["first"].SpanContext().SpanID() {
			t.Error("the fetch is not below the request that began it")
		}
		if links := joined.Links(); len(links) != 1 || !links[0].SpanContext.Equal(fetched.SpanContext()) || joined.SpanContext().TraceID() == began.SpanContext().TraceID() {
			t.Errorf("who joined it has the links %v", links)
		}
	})
}
