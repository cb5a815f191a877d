package crowd

import (
	"testing"
	"time"
)

func TestSpreadIsOfTheNearestRank(t *testing.T) {
	var all []time.Duration
	for i := 200; i > 0; i-- {
		all = append(all, time.Duration(i)*time.Millisecond)
	}
	if got, want := SpreadOf(all), (Spread{200, 100, 198, 200}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := SpreadOf(all[:1]), (Spread{1, 1, 1, 1}); got != want {
		t.Errorf("of one: %+v, want %+v", got, want)
	}
	if got := SpreadOf(nil); got != (Spread{}) {
		t.Errorf("of none: %+v", got)
	}
}
