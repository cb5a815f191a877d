package items

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/plugintest/must"
)

func TestTheLineHasFewStepsAndNoneWhereNoHourIsKnown(t *testing.T) {
	var rows []map[string]any
	for hour := range 90 * 24 {
		if hour < 500 || hour >= 1000 {
			rows = append(rows, map[string]any{"at": at.Add(time.Duration(hour) * time.Hour), "median": 500 + hour%7})
		}
	}
	points := must.Get(readHistory(release.NeedHistory, page.MustScriptJSON(map[string]any{"rows": rows})))(t)
	path := historyItems(points.(history), release.English)[0].Fields["path"]
	if strings.Count(path, "M") != 2 || len(path) > 3000 {
		t.Errorf("in %d bytes it has %d parts: %s", len(path), strings.Count(path, "M"), path)
	}
	before := -1
	for _, to := range regexp.MustCompile(`H(\d+)`).FindAllStringSubmatch(path, -1) {
		x, _ := strconv.Atoi(to[1])
		if x <= before || x > historyWidth {
			t.Errorf("after %d it goes to %d", before, x)
		}
		before = x
	}
	if before != historyWidth {
		t.Errorf("it ends at %d", before)
	}
}

func TestTheAxisAndTheExtremesStandWhereTheLineHasThem(t *testing.T) {
	points := make(history, 100)
	for hour := range points {
		points[hour] = pricePoint{at.Add(time.Duration(hour) * time.Hour), 15_000}
	}
	points[25].wax, points[75].wax = 20_000, 10_000
	fields := historyItems(points, release.Spanish)[0].Fields
	for name, want := range map[string]string{
		"most": "200,00", "mostX": "25.0%", "mostY": "20.0%", "least": "100,00", "leastX": "75.0%", "leastY": "60.0%",
		"axis": "200", "axisY": "20.0%",
	} {
		if fields[name] != want {
			t.Errorf("%s is %q, want %q", name, fields[name], want)
		}
	}
}

func TestTheAxisHasARoundNumberThatTheLineReaches(t *testing.T) {
	for most, want := range map[int64]int64{99: 0, 100: 100, 19_456: 10_000, 20_000: 20_000, 49_999: 20_000, 55_600: 50_000, 1_234_567: 1_000_000} {
		if got := roundBelow(most); got != want {
			t.Errorf("below %d it is %d, want %d", most, got, want)
		}
	}
}
