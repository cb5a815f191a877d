package monotonic_test

import (
	"testing"
	"time"

	"fieldhouse/plugins/monotonic"
	"fieldhouse/plugins/plugintest/clock"
)

func TestTimesGoOnWhenTheClockIsSetBack(t *testing.T) {
	before := time.Now()
	after := clock.SetBack(before.Add(time.Second), 3600)
	if wall := after.Round(0).Sub(before.Round(0)); wall != time.Second-time.Hour {
		t.Fatalf("the clock is %s later, so that this tests nothing", wall)
	}
	if passed := monotonic.Nanoseconds(after) - monotonic.Nanoseconds(before); passed != int64(time.Second) {
		t.Errorf("%s passed, want 1s", time.Duration(passed))
	}
	kept := monotonic.Time(monotonic.Nanoseconds(before))
	if passed := after.Sub(kept); passed != time.Second || !kept.Equal(before) {
		t.Errorf("%s passed since %s, want 1s since %s", passed, kept, before)
	}
}

func TestZeroIsLongAgoForEveryClock(t *testing.T) {
	for _, now := range []time.Time{time.Now(), time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if now := time.Duration(monotonic.Nanoseconds(now)); now < 24*time.Hour {
			t.Errorf("%s after 0", now)
		}
	}
}
