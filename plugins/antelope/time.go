package antelope

import (
	"fmt"
	"time"
)

// SlotLength is the time between two blocks.
const SlotLength = 500 * time.Millisecond

// TimePoint is a time in microseconds since 1970.
type TimePoint int64

// TimePointSec is a time in seconds since 1970.
type TimePointSec uint32

// Times are printed without a zone and mean UTC.
const (
	timePointLayout    = "2006-01-02T15:04:05.000"
	timePointSecLayout = "2006-01-02T15:04:05"
)

// TimePointOf is the time in chain form, cut to the microsecond.
func TimePointOf(at time.Time) TimePoint { return TimePoint(at.UnixMicro()) }

// Time is the time in Go's form, UTC.
func (at TimePoint) Time() time.Time { return time.UnixMicro(int64(at)).UTC() }

// String prints milliseconds and no zone, as nodes do.
func (at TimePoint) String() string { return at.Time().Format(timePointLayout) }

// ParseTimePoint reads a time with or without fraction and trailing Z.
func ParseTimePoint(text string) (TimePoint, error) {
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04:05Z"} {
		if at, err := time.Parse(layout, text); err == nil {
			return TimePointOf(at), nil
		}
	}
	return 0, fmt.Errorf("reading the time %q: it must be like 2026-01-31T12:00:00.500", clip(text))
}

// TimePointSecOf is the time cut to the second. Times before 1970 become 0.
func TimePointSecOf(at time.Time) TimePointSec { return TimePointSec(max(at.Unix(), 0)) }

// Time is the time in Go's form, UTC.
func (at TimePointSec) Time() time.Time { return time.Unix(int64(at), 0).UTC() }

// String prints whole seconds and no zone, as nodes do.
func (at TimePointSec) String() string { return at.Time().Format(timePointSecLayout) }

// MarshalText makes times strings in JSON.
func (at TimePointSec) MarshalText() ([]byte, error) { return []byte(at.String()), nil }

// UnmarshalText reads a time from JSON and cuts it to the second.
func (at *TimePointSec) UnmarshalText(text []byte) error {
	parsed, err := ParseTimePoint(string(text))
	if err == nil {
		*at = TimePointSecOf(parsed.Time())
	}
	return err
}
