package editions

import (
	"testing"

	"fieldhouse/plugins/editions/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/reports"

	"github.com/prometheus/client_golang/prometheus"
)

func TestMetricsHaveEachReleaseOfTheLineupOnce(t *testing.T) {
	store := release.NewStore(t.TempDir())
	taken, err := store.Take(releasetest.Sport(releasetest.Football).Write(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := journal.SetLive(journal.Open(store.Folder(), journal.Options{}), journal.Change{By: "test"}, map[string]string{"football": taken.Name}, journal.ChecksOf(store)); err != nil {
		t.Fatal(err)
	}
	// Pages and API each join the store.
	for range 2 {
		joined, err := joinReleases(store.Folder())
		if err != nil {
			t.Fatal(err)
		}
		defer joined.Leave()
		joined.Value.Reports().AddView(&reports.View{
			Releases: map[string]string{"football": taken.Name}, Errors: map[string]map[reports.Kind]int{"football": {reports.Hang: 1}},
		}, reports.Visitor{Gets: func(string, string) (shown, now bool) { return true, true }})
	}
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(reported, fallbacks)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			name := family.GetName()
			for _, label := range metric.GetLabel() {
				if label.GetValue() == taken.Name || label.GetName() == "edition" && label.GetValue() == "football" {
					continue
				}
				name += " " + label.GetValue()
			}
			found[name] += metric.GetCounter().GetValue() + metric.GetGauge().GetValue()
		}
	}
	for name, want := range map[string]float64{
		"fieldhouse_editions_views_total": 2, "fieldhouse_editions_erroneous_views_total": 2, "fieldhouse_editions_errors_total hang": 2,
		"fieldhouse_editions_errors_total remote": 0, "fieldhouse_editions_fallback": 0, "fieldhouse_editions_vital_p75 lcp": 0,
	} {
		if got, there := found[name]; !there || got != want {
			t.Errorf("%s is %v (%v), want %v", name, got, there, want)
		}
	}
}
