// Package beat has what is done again and again done at the same moments, in all rooms and by all
// processes: an idle process spends more on waking up than on what it then does.
package beat

import (
	"context"
	"time"
)

// After sends the time at the next whole multiple of every, by the clock, or at the one after it if
// that is within a tenth: a timer may end a little before the clock says so.
func After(every time.Duration) <-chan time.Time {
	return time.After(until(time.Now(), every))
}

func until(now time.Time, every time.Duration) time.Duration {
	wait := every - time.Duration(now.UnixNano()%int64(every))
	if wait < every/10 {
		wait += every
	}
	return wait
}

// Pause waits for a time of its own, and reports whether the context goes on.
func Pause(ctx context.Context, long time.Duration) bool {
	timer := time.NewTimer(long)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
