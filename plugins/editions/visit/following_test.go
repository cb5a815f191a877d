package visit

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
)

const median = `{"rows":[{"id":7,"median":598,"timestamp":"2026-11-27T13:59:30.000"}],"more":true,"next_key":""}`

// followers are pages that follow what a source has.
type followers struct {
	*source
	clock *clock.Clock
	of    *following
}

func newFollowers() *followers {
	now := clock.New(at)
	all := &followers{source: &source{bodies: map[string]string{}, readAt: at, block: 12}, clock: now}
	all.of = newFollowing(NewData(all.source, time.Minute, now.Now, func(error) {}))
	return all
}

func (f *followers) ask(query string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	f.of.serve(w, httptest.NewRequest(http.MethodGet, "/_page/data?"+query, nil), nil, "")
	return w
}

// told is the answer to who has these versions.
func (f *followers) told(t *testing.T, versions url.Values) map[string]change {
	t.Helper()
	w := f.ask(versions.Encode())
	var told map[string]change
	if err := json.Unmarshal(w.Body.Bytes(), &told); err != nil || w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v %s: %v", w.Code, w.Header(), w.Body, err)
	}
	return told
}

func TestAPageIsToldOfAllThatItFollowsWhatChanged(t *testing.T) {
	f := newFollowers()
	drops := envelope(row(1, nil))
	f.set(release.NeedDrops, drops)
	f.set(release.NeedMedian, median)
	has := url.Values{release.NeedDrops: {""}, release.NeedMedian: {""}}
	first := f.told(t, has)
	for need, body := range map[string]string{release.NeedDrops: drops, release.NeedMedian: median} {
		if told := first[need]; string(told.Value) != body || told.At != at.UnixMilli() || told.Block != 12 || told.Version == "" {
			t.Errorf("%s: %+v, want %s", need, told, body)
		}
		has.Set(need, first[need].Version)
	}

	// Nothing changed: that it was read again is all that is told.
	f.readAt, f.block = at.Add(3*time.Second), 18
	f.clock.Move(3 * time.Second)
	for need, told := range f.told(t, has) {
		if told.Value != nil || told.Version != has.Get(need) || told.At != f.readAt.UnixMilli() || told.Block != 18 {
			t.Errorf("%s, unchanged: %+v", need, told)
		}
	}

	f.set(release.NeedDrops, envelope(row(1, map[string]any{"current_claimed": 3797})))
	f.clock.Move(3 * time.Second)
	told := f.told(t, has)
	if !strings.Contains(string(told[release.NeedDrops].Value), "3797") || told[release.NeedMedian].Value != nil {
		t.Errorf("one pack was sold: %+v", told)
	}
	// Another page has an older version of it still.
	if old := f.told(t, url.Values{release.NeedDrops: {"old"}}); len(old) != 1 || string(old[release.NeedDrops].Value) != string(told[release.NeedDrops].Value) {
		t.Errorf("a page that is behind: %+v", old)
	}
}

func TestWhatCannotBeReadIsLeftOutAndTheRestIsTold(t *testing.T) {
	f := newFollowers()
	f.set(release.NeedDrops, envelope(row(1, nil)))
	if told := f.told(t, url.Values{release.NeedDrops: {""}, release.NeedMedian: {""}}); len(told) != 1 || told[release.NeedDrops].Value == nil {
		t.Errorf("%+v", told)
	}
	// An answer that is none never reaches a page.
	f.set(release.NeedDrops, "<!DOCTYPE html>")
	f.clock.Move(2 * keepFor)
	if told := f.told(t, url.Values{release.NeedDrops: {""}}); len(told) != 0 {
		t.Errorf("%+v", told)
	}
}

// A cache that is asked seldom answers what it has, and reads anew meanwhile.
func TestAPageThatAsksSeldomIsToldWhatItsQuestionHadReadAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rows := &seldom{at: time.Now()}
		f := newFollowing(NewData(rows, time.Second, time.Now, func(error) {}))
		told := func() change {
			w := httptest.NewRecorder()
			f.serve(w, httptest.NewRequest(http.MethodGet, "/_page/data?rowDrops=", nil), nil, "")
			var told map[string]change
			must.Do(t, json.Unmarshal(w.Body.Bytes(), &told))
			return told[release.NeedDrops]
		}
		told()
		for range 3 {
			time.Sleep(15 * time.Second)
			began := time.Now()
			if at := time.UnixMilli(told().At); time.Since(at) > time.Second {
				t.Errorf("it is told what was read %s ago", time.Since(at))
			}
			if took := time.Since(began); took != refreshWithin {
				t.Errorf("the answer took %s", took)
			}
		}
		// Nobody waits longer when there is nothing newer, and not at all for what is new.
		rows.isBroken = true
		time.Sleep(15 * time.Second)
		began := time.Now()
		told()
		if took := time.Since(began); took != refreshWithin {
			t.Errorf("without newer rows the answer took %s", took)
		}
		rows.isBroken = false
		time.Sleep(time.Second)
		told()
		time.Sleep(time.Second)
		began = time.Now()
		if told(); time.Since(began) != 0 {
			t.Errorf("for what is new the answer took %s", time.Since(began))
		}
	})
}

// seldom are rows as a cache has them: the first question after a while is answered what is
// there, and has it read anew.
type seldom struct {
	at       time.Time
	isBroken bool
}

func (s *seldom) Need(context.Context, string) (needs.Answer, error) {
	answer := needs.Answer{Body: []byte(`{"rows":[],"more":false}`), Version: "1", ReadAt: s.at, Block: 1}
	if !s.isBroken {
		s.at = time.Now()
	}
	return answer, nil
}

func TestPagesThatAreToldTheSameShareOneAnswer(t *testing.T) {
	f := newFollowers()
	f.set(release.NeedDrops, envelope(row(1, nil)))
	made := func(version string) *followed {
		return f.of.make(f.of.data.Answers(t.Context(), []string{release.NeedDrops}), versions{release.NeedDrops: version})
	}
	first := made("")
	if again := made("an older one"); again != first {
		t.Error("two pages that are told the same have an answer each")
	}
	if other := made(first.changes[0].Version); other == first {
		t.Error("a page that has it is told it once more")
	}
	// However pages ask, few answers are kept.
	for i := range 1 << len(release.Needs) {
		query := url.Values{}
		for bit, need := range release.Needs {
			f.set(need, fmt.Sprintf(`{"status":"ok","items":[],"rows":[],"of":%d}`, i))
			if i>>bit&1 == 1 {
				query.Set(need, "")
			}
		}
		f.ask(query.Encode())
	}
	if kept := len(f.of.kept); kept > maxFollowed {
		t.Errorf("%d answers are kept, want at most %d", kept, maxFollowed)
	}
}

// Each second brings answers of its own, as what pages follow was read anew: they cost what is new in them.
func TestALargeValueIsMadeAndCompressedOnceForAllAnswersThatHaveIt(t *testing.T) {
	now := clock.New(at)
	posts := []byte(`{"status":"ok","items":["` + strings.Repeat("a post ", 100_000) + `"]}`)
	f := newFollowing(NewData(asked(func(need string) needs.Answer {
		if need == release.NeedPosts {
			return needs.Answer{Body: posts, Version: "1"}
		}
		return needs.Answer{Body: []byte(median), Version: "1", ReadAt: now.Now(), Block: 1}
	}), time.Minute, now.Now, func(error) {}))
	ask := func(w http.ResponseWriter, coding string) {
		now.Move(time.Second)
		r := httptest.NewRequest(http.MethodGet, "/_page/data?medianPrice=&PostsMedium=", nil)
		r.Header.Set("Accept-Encoding", coding)
		f.serve(w, r, nil, "")
	}
	for _, coding := range []string{"gzip, br, zstd", "identity"} {
		ask(nobody{}, coding)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 20 {
			ask(nobody{}, coding)
		}
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 600_000 {
			t.Errorf("%s: twenty answers with a value of 700 kB take %d kB", coding, (after.TotalAlloc-before.TotalAlloc)/1000)
		}
	}
	w := httptest.NewRecorder()
	ask(w, "gzip")
	reader := must.Get(gzip.NewReader(w.Body))(t)
	body, err := io.ReadAll(reader)
	var told map[string]change
	if json.Unmarshal(body, &told) != nil || err != nil || told[release.NeedMedian].At != now.Now().UnixMilli() || len(told[release.NeedPosts].Value) < 700_000 {
		t.Errorf("told is %.200s, then %v", body, err)
	}
}

// asked is a source that is never waited for.
type asked func(need string) needs.Answer

func (a asked) Need(_ context.Context, need string) (needs.Answer, error) { return a(need), nil }

// nobody takes an answer and leaves it.
type nobody struct{}

func (nobody) Header() http.Header               { return http.Header{} }
func (nobody) WriteHeader(int)                   {}
func (nobody) Write(written []byte) (int, error) { return len(written), nil }

func TestAQuestionAboutWhatNobodyFollowsIsRefusedAndSaysSo(t *testing.T) {
	f := newFollowers()
	for _, query := range []string{"", "balance=", "rowDrops=&balance=", "rowDrops=%zz"} {
		if w := f.ask(query); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "?rowDrops=") {
			t.Errorf("%q: %d %s", query, w.Code, w.Body)
		}
	}
	if f.asked > 0 {
		t.Error("the source was asked")
	}
}
