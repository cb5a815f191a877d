package share

import "time"

// SetClock has the clock of a line's process be so much ahead when it begins; called before Use.
func (l *Line) SetClock(ahead time.Duration) { l.began += ahead.Milliseconds() }
