package serve

import (
	"context"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
)

func TestWhatAnotherProcessHasReadIsTakenIfItAnswersTheQuery(t *testing.T) {
	var other edgecache.Content
	var maxAge time.Duration
	var taken bool
	s := newSetup(t, func(caching *edgecache.Config, _ *Config, _ *index.Config) {
		caching.Together = func(ctx context.Context, _ edgecache.Class, _ string, age time.Duration, take func(*edgecache.Content) bool, fetch edgecache.Fetch) (edgecache.Content, error) {
			content := other
			maxAge = age
			if taken = take(&content); taken {
				return content, nil
			}
			return fetch(ctx)
		}
	})
	s.index.Set(func(state *indextest.State) {
		state.Sales = map[string][]string{"3": {indextest.Sale(8, "3", "7", indextest.SoldAsset(102, 14))}}
		state.Burned = []string{indextest.Burned(9, "alice.wam")}
	})
	const burned = paths.Burned + "?burner=alice.wam&schema_name=packs"
	bodies := map[string]string{}
	for _, target := range []string{paths.Assets + "?owner=alice.wam", paths.Assets + "?owner=bob.wam", paths.Sales + "?template_id=700360&state=sold", burned} {
		w := s.do("GET", target)
		if bodies[target] = w.Body.String(); w.Code != 200 {
			t.Fatalf("%s: %d %s", target, w.Code, w.Body)
		}
	}
	alices, bobs := bodies[paths.Assets+"?owner=alice.wam"], bodies[paths.Assets+"?owner=bob.wam"]
	sales := bodies[paths.Sales+"?template_id=700360&state=sold"]
	for name, test := range map[string]struct {
		target, body, meta string
		taken              bool
		maxAge             time.Duration
	}{
		"alice's":                    {paths.Assets + "?owner=alice.wam", alices, "1700000000500 ", true, time.Second},
		"everybody's":                {paths.Assets, bobs, "1700000000500 bytes", true, 15 * time.Second},
		"bob's for alice":            {paths.Assets + "?owner=alice.wam", bobs, "1700000000500 ", false, time.Second},
		"another asset":              {paths.Assets + "?asset_id=7", bobs, "1700000000500 ", false, time.Second},
		"another collection":         {paths.Assets, strings.ReplaceAll(bobs, indextest.Collection, "farmersworld"), "1700000000500 ", false, 15 * time.Second},
		"no data":                    {paths.Assets, `{"success":true}`, "1700000000500 ", false, 15 * time.Second},
		"no success":                 {paths.Assets, `{"success":false,"data":[]}`, "1700000000500 ", false, 15 * time.Second},
		"no JSON":                    {paths.Assets, "nonsense", "1700000000500 ", false, 15 * time.Second},
		"an unknown cut":             {paths.Assets, alices, "1700000000500 today", false, 15 * time.Second},
		"no meta":                    {paths.Assets, alices, "", false, 15 * time.Second},
		"sales":                      {paths.Sales + "?template_id=700360&state=sold", sales, "1700000000500 ", true, 15 * time.Second},
		"an amount that is a number": {paths.Sales + "?template_id=700360&state=sold", strings.Replace(sales, `"7"`, `7`, 1), "1700000000500 ", false, 15 * time.Second},
		"assets for sales":           {paths.Sales + "?template_id=700360&state=sold", alices, "1700000000500 ", false, 15 * time.Second},
		"what was burned":            {burned, bodies[burned], "1700000000500 ", true, time.Second},
		"sales for what was burned":  {burned, sales, "1700000000500 ", false, time.Second},
	} {
		s.clock.Move(hard) // nothing is kept
		other = edgecache.Content{Body: []byte(test.body), Meta: test.meta, Age: time.Millisecond}
		w := s.do("GET", test.target)
		if taken != test.taken || maxAge != test.maxAge || w.Code != 200 && w.Code != 404 {
			t.Errorf("%s: taken is %v, asked for one that is %s old, %d %.300s", name, taken, maxAge, w.Code, w.Body)
		}
		if taken && w.Body.String() != test.body {
			t.Errorf("%s: the answer is %.300s", name, w.Body)
		}
		if purged := s.config.Engine.Purge("collection:" + indextest.Collection); taken && purged == 0 {
			t.Errorf("%s: a purge by its tag does not find it", name)
		}
	}
}
