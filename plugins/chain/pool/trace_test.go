package pool

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/must"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// traced reads rows within a trace, and answers its spans as their names with attributes.
func (w *world) traced() (spans []string) {
	w.t.Helper()
	recorder := tracetest.NewSpanRecorder()
	ctx, root := sdk.NewTracerProvider(sdk.WithSpanProcessor(recorder)).Tracer("test").Start(context.Background(), "request")
	must.Get(w.TableRows(ctx, request))(w.t)
	root.End()
	synctest.Wait() // the loser's request ends after the read
	for _, span := range recorder.Ended() {
		text := span.Name()
		for _, attribute := range span.Attributes() {
			text += fmt.Sprintf(" %s=%v", attribute.Key, attribute.Value.AsInterface())
		}
		spans = append(spans, text)
		if span.Name() != "request" && span.Parent().SpanID() != root.SpanContext().SpanID() {
			w.t.Errorf("%s is not below the request", text)
		}
	}
	slices.Sort(spans)
	return spans
}

func TestATraceTellsAHedgedRequestFromTheFirstOne(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.warm(80 * time.Millisecond)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.Stall(nil) })
		want := []string{
			"chain.request chain.node=http://a chain.kind=read chain.attempt=1 chain.hedge=false chain.given_up=true",
			"chain.request chain.node=http://b chain.kind=read chain.attempt=2 chain.hedge=true http.response.status_code=200",
			"chain.wait", "request",
		}
		if got := w.traced(); !slices.Equal(got, want) {
			t.Errorf("the spans are %q", got)
		}
	})
}

func TestATraceHasTheWaitForAToken(t *testing.T) {
	inBubble(t, 1, Config{Rate: 2, Burst: 2, CheckEvery: 20 * time.Second}, func(t *testing.T, w *world) {
		w.reads(0) // the check and this one take both
		want := []string{
			"chain.request chain.node=http://a chain.kind=read chain.attempt=1 chain.hedge=false http.response.status_code=200",
			"chain.wait chain.token=true", "request",
		}
		if got := w.traced(); !slices.Equal(got, want) {
			t.Errorf("the spans are %q", got)
		}
	})
}
