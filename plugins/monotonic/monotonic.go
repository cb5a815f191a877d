// Package monotonic has times as numbers, for atomics and bytes, that do not follow the
// machine's clock when it is set: what is kept for a second is kept for a second.
package monotonic

import "time"

// start is so early that 0 is long ago, whatever clock a test has.
var start = time.Now().Add(-100 * 365 * 24 * time.Hour)

// Nanoseconds is a time of time.Now as a number that grows as time passes.
func Nanoseconds(t time.Time) int64 { return int64(t.Sub(start)) }

// Time is the time of a number that Nanoseconds made.
func Time(nanoseconds int64) time.Time { return start.Add(time.Duration(nanoseconds)) }
