package devchain

import (
	"testing"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/plugins/median"
)

func TestAMonthBeforeTheStartHasAPriceInEachHourThatEndsWhereTheChainBegins(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 10, 0, 0, time.UTC)
	for seed := range uint64(50) {
		points := past(seed, now)
		if len(points) != pastHours || points[0] != (median.Point{Hour: median.HourOf(now) - 1, Median: genesis.StartMedian}) {
			t.Fatalf("%d hours, the newest %v", len(points), points[0])
		}
		for index, point := range points {
			if point.Hour != points[0].Hour-int64(index) || point.Median < genesis.StartMedian/2 || point.Median > genesis.StartMedian*2 {
				t.Fatalf("hour %d is %v", index, point)
			}
		}
	}
}
