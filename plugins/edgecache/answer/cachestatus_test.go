package answer

import (
	"testing"
	"time"

	"fieldhouse/plugins/edgecache"

	"github.com/dunglas/httpsfv"
)

func TestCacheStatusSaysHowAnAnswerCameAbout(t *testing.T) {
	for _, test := range []struct {
		status edgecache.Status
		ttl    time.Duration
		kept   bool
		want   string
	}{
		{edgecache.Miss, time.Second, true, "fieldhouse;fwd=miss;stored"},
		{edgecache.Miss, time.Second, false, "fieldhouse;fwd=miss"},
		{edgecache.Coalesced, time.Second, true, "fieldhouse;fwd=miss;collapsed"},
		{edgecache.Hit, 2 * time.Second, true, "fieldhouse;hit;ttl=2"},
		{edgecache.Hit, 1999 * time.Millisecond, true, "fieldhouse;hit;ttl=1"},
		{edgecache.Hit, 0, true, "fieldhouse;hit;ttl=0"},
		{edgecache.Hit, 48 * time.Hour, true, "fieldhouse;hit;ttl=172800"},
		{edgecache.Stale, -time.Millisecond, true, "fieldhouse;hit;ttl=-1"},
		{edgecache.Stale, -time.Hour, true, "fieldhouse;hit;ttl=-3600"},
		{edgecache.StaleError, -1500 * time.Millisecond, true, "fieldhouse;hit;ttl=-2;detail=refresh-failed"},
		{edgecache.StaleError, -time.Hour, true, "fieldhouse;hit;ttl=-3600;detail=refresh-failed"},
	} {
		if got := cacheStatus(test.status, &edgecache.Entry{Soft: noon.Add(test.ttl), Kept: test.kept}, noon); got != test.want {
			t.Errorf("%s with %s left: %s, want %s", test.status, test.ttl, got, test.want)
		}
	}
}

func TestEveryCacheStatusIsAStructuredField(t *testing.T) {
	lines := []string{missLine, unkeptLine, coalescedLine, failedLine, tooOldLine, budgetLine, busyLine}
	for _, line := range []ttlLine{hitLine, staleErrorLine, rememberedLine} {
		for _, ttl := range []int64{0, 1, -1, 60, 61, -60, -61, 604800, -604800} {
			lines = append(lines, line.with(ttl))
			list, err := httpsfv.UnmarshalList([]string{line.with(ttl)})
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := list[0].(httpsfv.Item).Params.Get("ttl"); got != ttl {
				t.Errorf("%s: ttl %v", line.with(ttl), got)
			}
		}
	}
	for _, line := range append(lines, hitLines[:]...) {
		list, err := httpsfv.UnmarshalList([]string{line})
		if err != nil || len(list) != 1 || list[0].(httpsfv.Item).Value != httpsfv.Token("fieldhouse") {
			t.Errorf("%q: %v, %v", line, list, err)
		}
		written, err := httpsfv.Marshal(list)
		if err != nil || written != line {
			t.Errorf("%q is written %q, %v", line, written, err)
		}
	}
}
