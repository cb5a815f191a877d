package editions

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"

	"github.com/prometheus/client_golang/prometheus"
)

func TestMetricsHaveEachReleaseOfTheLineupOnce(t *testing.T) {
	store := store.NewStore(t.TempDir())
	taken := must.Get(store.Take(releasetest.Sport(releasetest.Football).Write(t)))(t)
	must.Get(journal.Open(store.Folder(), journal.Options{}).SetLive(journal.Change{By: "test"}, map[string]string{"football": taken.Name}, journal.ChecksOf(store)))(t)
	// Pages and API each join the store.
	for range 2 {
		joined := must.Get(joinStore(store.Folder()))(t)
		defer joined.Leave()
		joined.Value.Start()
		joined.Value.Reports().AddView(&health.View{
			Releases: map[string]string{"football": taken.Name}, Errors: map[string]map[health.Kind]int{"football": {health.Hang: 1}},
			Vitals: map[string]json.RawMessage{"lcp": json.RawMessage("2500"), "cls": json.RawMessage("0.07")},
		}, health.Visitor{Gets: func(string, string) (shown, now bool) { return true, true }})
	}
	found := gathered(t, metrics.Answered, metrics.Reported, metrics.Editions, metrics.Spaces)
	for name, want := range map[string]float64{
		"views_total": 2, "erroneous_views_total": 2, "errors_total hang": 2, "errors_total remote": 0, "fallback": 0, "canaries_withdrawn_total": 0,
		"lcp_seconds": 2, "lcp_seconds up to 2.5": 2, "lcp_seconds up to 2": 0, "inp_seconds": 0, "cls up to 0.1": 2, "cls up to 0.05": 0,
		"answers_total page 200": 0, "answers_total navigation 503": 0, "sent_bytes_total page": 0, "composing_seconds page": 0,
	} {
		if got, there := found[name]; !there || got != want {
			t.Errorf("%s is %v (%v), want %v", name, got, there, want)
		}
	}
	free, size := found["store_free_bytes "+store.Folder()], found["store_size_bytes "+store.Folder()]
	if runtime.GOOS == "linux" && (free <= 0 || size < free) {
		t.Errorf("the store's disk has %v bytes, %v of them free", size, free)
	}
}

// gathered are the numbers of the metrics of editions, by name and labels besides edition and
// release, those of all releases together. Of a histogram it is how many values it has, and
// how many up to each bound.
func gathered(t *testing.T, collectors ...prometheus.Collector) map[string]float64 {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(collectors...)
	families := must.Get(registry.Gather())(t)
	found := map[string]float64{}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			name := strings.TrimPrefix(family.GetName(), "fieldhouse_editions_")
			for _, label := range metric.GetLabel() {
				if label.GetName() != "edition" && label.GetName() != "release" {
					name += " " + label.GetValue()
				}
			}
			found[name] += metric.GetCounter().GetValue() + metric.GetGauge().GetValue() + float64(metric.GetHistogram().GetSampleCount())
			for _, bucket := range metric.GetHistogram().GetBucket() {
				found[fmt.Sprint(name, " up to ", bucket.GetUpperBound())] += float64(bucket.GetCumulativeCount())
			}
		}
	}
	return found
}

func TestTheMetricsAreOfTheReleasesThatVisitorsGet(t *testing.T) {
	s := run(t, "")
	for range 3 {
		s.ask("GET", "/football")
	}
	s.ask("GET", "/football/nowhere")
	s.ask("GET", "/_page?path=/basketball")
	page := len(s.ask("GET", "/football").body)
	// What is sent is counted after it.
	plugintest.Eventually(t, "all is counted", func() bool {
		found := gathered(t, metrics.Answered)
		return found["answers_total page 200"] == 4 && found["answers_total page 404"] == 1 && found["answers_total navigation 200"] == 1 &&
			found["sent_bytes_total page"] >= 4*float64(page) && found["composing_seconds page"] >= 2 && found["composing_seconds navigation"] == 1
	})
	draft := releasetest.Sport(releasetest.Football)
	draft.Manifest.Version = "2.0.0"
	s.take(draft)
	// What left the lineup is told no more, such as the 404.
	plugintest.Eventually(t, "the next release is told alone", func() bool {
		shown := strings.Contains(s.ask("GET", "/football").body, s.names["football"])
		found := gathered(t, metrics.Answered)
		return shown && found["answers_total page 404"] == 0 && found["answers_total page 200"] > 0
	})
	releases := 0
	for range stores.All()[0].Shown("football") {
		releases++
	}
	if releases != 1 {
		t.Errorf("%d releases of football are told", releases)
	}
}

// One that both have is live's; one that no release has which visitors get is nobody's.
func TestTheFilesThatAreSentAreCountedByTheReleaseThatVisitorsGet(t *testing.T) {
	s := run(t, "")
	live := s.names["football"]
	gone, shared := s.fileAddress("football", "mount.js"), s.fileAddress("football", "remoteEntry.js")
	ship := func(version string, makeCanary bool) *release.Manifest {
		t.Helper()
		draft := releasetest.Sport(releasetest.Football)
		draft.Content["mount.js"] = "// " + version
		store := store.NewStore(s.store)
		taken, err := store.Take(draft.Write(t))
		if err == nil && makeCanary {
			_, err = stores.All()[0].Journal().SetCanary(journal.Change{}, "football", journal.Canary{Release: taken.Name, Share: 10}, journal.ChecksOf(store))
		} else if err == nil {
			_, err = stores.All()[0].Journal().SetLive(journal.Change{}, map[string]string{"football": taken.Name}, journal.ChecksOf(store))
			live = taken.Name
		}
		if err != nil {
			t.Fatal(err)
		}
		return taken.Manifest
	}
	own := releasetest.Address(ship("2.0.0", false), "mount.js")
	canarys := releasetest.Address(ship("3.0.0", true), "mount.js")
	packed := []string{"Accept-Encoding", "br"}
	sent := map[bool]int{}
	for _, address := range []string{gone, shared, own, canarys, canarys} {
		got := s.ask("GET", address, packed...)
		if got.StatusCode != 200 || len(got.body) == 0 {
			t.Fatalf("%s is answered %d", address, got.StatusCode)
		}
		if address != gone {
			sent[address == canarys] += len(got.body)
		}
		if again := s.ask("GET", address, append(packed, "If-None-Match", got.Header.Get("Etag"))...); again.StatusCode != 304 {
			t.Fatal(again.StatusCode)
		}
	}
	s.ask("HEAD", own, packed...)
	s.ask("GET", strings.Replace(own, "mount", "other", 1))
	// What is sent is counted after it.
	plugintest.Eventually(t, "all is counted", func() bool {
		for _, shown := range stores.All()[0].Shown("football") {
			want := map[bool][3]int{true: {3, 2, sent[false]}, false: {2, 2, sent[true]}}[shown.Name == live]
			traffic := shown.Release.Traffic()
			if got := [3]int{int(traffic.Files.Count(200)), int(traffic.Files.Count(304)), int(traffic.Files.Bytes())}; got != want {
				return false
			}
		}
		found := gathered(t, metrics.Answered)
		_, composed := found["composing_seconds file"]
		return found["answers_total file 200"] == 5 && found["answers_total file 304"] == 4 && found["sent_bytes_total file"] == float64(sent[false]+sent[true]) && !composed
	})
}
