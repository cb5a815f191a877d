package serve

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fieldhouse/plugins/chain/chaintest"
)

func TestNeedsAreTheTablesOfThePage(t *testing.T) {
	s := newSetup(t, game)
	for need, body := range map[string]string{
		"rowDrops":      `{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":""}`,
		"medianPrice":   `{"rows":[{"id":7,"median":598,"timestamp":"2024-08-13T16:01:30.000"}],"more":true,"next_key":""}`,
		"partnersCodes": `{"rows":[{"code":"hailmary","share_bps":500}],"more":false,"next_key":""}`,
	} {
		got, version, err := s.Need(context.Background(), need)
		if err != nil || string(got) != body || version == "" || strings.Contains(version, `"`) {
			t.Errorf("%s: %s, %q, %v", need, got, version, err)
		}
		_, again, _ := s.Need(context.Background(), need)
		if again != version {
			t.Errorf("%s: version %s became %s", need, version, again)
		}
	}
	if w := s.get(drops); w.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=1" {
		t.Errorf("the page and the API do not share their entry: %s", w.Header().Get("Cache-Status"))
	}
	if _, _, err := s.Need(context.Background(), "PostsMedium"); err == nil {
		t.Error("a need that is not one of rows was answered")
	}
	ctx, leave := context.WithCancel(context.Background())
	leave()
	s.clock.Move(hard)
	s.node.Set(func(state *chaintest.State) { state.FailRows = chaintest.Stall(nil) })
	if _, _, err := s.Need(ctx, "rowDrops"); !errors.Is(err, context.Canceled) {
		t.Errorf("a need outlasted its context: %v", err)
	}
}
