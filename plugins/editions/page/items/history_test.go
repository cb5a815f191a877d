package items

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
)

func TestTheLineHasFewStepsAndNoneWhereNoHourIsKnown(t *testing.T) {
	var rows []map[string]any
	for hour := range 90 * 24 {
		if hour < 500 || hour >= 1000 {
			rows = append(rows, map[string]any{"at": at.Add(time.Duration(hour) * time.Hour), "median": 500 + hour%7})
		}
	}
	points, err := readHistory(release.NeedHistory, page.MustScriptJSON(map[string]any{"rows": rows}))
	if err != nil {
		t.Fatal(err)
	}
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
