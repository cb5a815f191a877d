package trace

import (
	"context"
	"net/http"
	"testing"
)

type key struct{}

func TestARequestThatIsNotTracedAllocatesNothing(t *testing.T) {
	request, life, header := context.WithValue(t.Context(), key{}, 1), t.Context(), http.Header{}
	if allocations := testing.AllocsPerRun(1000, func() {
		ctx, span := Start(request, "cache.get")
		span.Text("cache.class", "drops")
		span.Number("chain.attempt", 1)
		span.Flag("chain.hedge", false)
		_, apart := Apart(life, ctx, "cache.refresh")
		_, asked := Ask(Join(life, ctx), "chain.request")
		span.Link(asked)
		Inject(ctx, header)
		asked.Fail("timeout")
		apart.End()
		span.End()
	}); allocations != 0 || len(header) != 0 {
		t.Errorf("it allocates %v times, and writes %v", allocations, header)
	}
}
