package answer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/strictjson"
	"fieldhouse/plugins/upstream"

	"github.com/dunglas/httpsfv"
)

func TestEachFailureHasItsStatusAndSaysNothingOfNodes(t *testing.T) {
	node := errors.New("node http://10.0.0.1:8888: connection refused")
	late := fmt.Errorf("asking http://10.0.0.1:8888: %w", context.DeadlineExceeded)
	for name, test := range map[string]struct {
		err        error
		code       int
		retryAfter string
		message    string
		status     string
	}{
		"budget":             {&edgecache.BudgetError{RetryAfter: 1500 * time.Millisecond}, 429, "2", "from this address", "fieldhouse;detail=budget"},
		"busy":               {fmt.Errorf("reading: %w", edgecache.ErrBusy), 503, "1", "too much is being read from the blog feed", "fieldhouse;detail=busy"},
		"no turn":            {fmt.Errorf("asking http://10.0.0.1:8888: %w", &upstream.LimitedError{RetryAfter: 3 * time.Second}), 503, "3", "too much is being read", "fieldhouse;fwd=miss;detail=failed"},
		"closed":             {edgecache.ErrClosed, 503, "1", "try again", "fieldhouse;detail=busy"},
		"not new enough":     {edgecache.ErrNotAccepted, 503, "1", "still older", "fieldhouse;fwd=miss;detail=too-old"},
		"late":               {late, 504, "", "the blog feed did not answer in time", "fieldhouse;fwd=miss;detail=failed"},
		"failed":             {node, 502, "", "the blog feed could not be read", "fieldhouse;fwd=miss;detail=failed"},
		"remembered":         {&edgecache.RememberedError{Err: node, RetryAfter: 200 * time.Millisecond}, 502, "1", "could not be read", "fieldhouse;hit;ttl=1;detail=remembered-failure"},
		"remembered as late": {&edgecache.RememberedError{Err: late, RetryAfter: 3 * time.Second}, 504, "3", "in time", "fieldhouse;hit;ttl=3;detail=remembered-failure"},
	} {
		t.Run(name, func(t *testing.T) {
			w := httptest.NewRecorder()
			code, retryAfter, message := Failure(test.err, "the blog feed")
			SetFailureStatus(w, test.err)
			Refuse(w, code, retryAfter, message)
			var body struct {
				Code    int
				Message string
			}
			must.Do(t, strictjson.Decode(w.Body.Bytes(), &body))
			h := w.Header()
			if w.Code != test.code || body.Code != test.code || !strings.Contains(body.Message, test.message) || strings.Contains(body.Message, "10.0.0.1") {
				t.Errorf("%d %+v", w.Code, body)
			}
			if h.Get("Retry-After") != test.retryAfter || h.Get("Cache-Status") != test.status || h.Get("Cache-Control") != "no-store" || h.Get("Content-Type") != "application/json" || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("ETag") != "" {
				t.Errorf("%v", h)
			}
		})
	}
}

func TestARefusalIsJSONWhateverItsMessage(t *testing.T) {
	w := httptest.NewRecorder()
	Refuse(w, 400, 0, "parameter \"<script>\xff\" is unknown")
	if !json.Valid(w.Body.Bytes()) || strings.Contains(w.Body.String(), "<script>") || w.Header().Get("Content-Length") != fmt.Sprint(w.Body.Len()) || len(w.Header()["Retry-After"]) != 0 {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
}

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
		if got := cacheStatus(test.status, &edgecache.Entry{Soft: noon.Add(test.ttl), Cacheable: test.kept}, noon); got != test.want {
			t.Errorf("%s with %s left: %s, want %s", test.status, test.ttl, got, test.want)
		}
	}
}

func TestEveryCacheStatusIsAStructuredField(t *testing.T) {
	lines := []string{missLine, uncachedLine, coalescedLine, failedLine, tooOldLine, budgetLine, busyLine}
	for _, detail := range []string{"", staleErrorDetail, rememberedDetail} {
		for _, ttl := range []int64{0, 1, -1, 60, 61, -60, -61, 604800, -604800} {
			line := hitLine(ttl, detail)
			lines = append(lines, line)
			list := must.Get(httpsfv.UnmarshalList([]string{line}))(t)
			if got, _ := list[0].(httpsfv.Item).Params.Get("ttl"); got != ttl {
				t.Errorf("%s: ttl %v", line, got)
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
