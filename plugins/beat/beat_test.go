package beat

import (
	"testing"
	"time"
)

func TestWhoeverWaitsGoesOnAtTheSameMoment(t *testing.T) {
	whole := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for after, want := range map[time.Duration]time.Duration{
		0:                      time.Second,
		time.Nanosecond:        time.Second - time.Nanosecond,
		300 * time.Millisecond: 700 * time.Millisecond,
		900 * time.Millisecond: 100 * time.Millisecond,
		999 * time.Millisecond: 1001 * time.Millisecond, // a timer that ended early
	} {
		if got := until(whole.Add(after), time.Second); got != want {
			t.Errorf("%s after a whole second it waits for %s, want %s", after, got, want)
		}
	}
}
