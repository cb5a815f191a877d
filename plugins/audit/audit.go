// Package audit writes what people did to the process and its store: one line for each
// action, with the same fields whatever the action is. It knows nothing of Caddy.
package audit

import (
	"os/user"
	"sync"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// Outcomes of an action.
const (
	Done    = "done"
	Refused = "refused"
	Failed  = "failed" // nobody's fault but the process's or its disk's
)

// Lines about what was refused or failed: so many a second, and at once.
const (
	refusedPerSecond = 1
	refusedAtOnce    = 50
)

// maxText bounds each text of a line, in bytes: what was refused is a stranger's word.
const maxText = 500

// Entry is an action. No field may have a secret. What is empty is left out.
type Entry struct {
	// Action is what was done, such as "make token".
	Action string
	// By is who did it: a token's name, "the admin endpoint", or a user of the machine.
	By string
	// From is the address that it came from.
	From string
	// On is what it was done to: an edition, a token's name, a cache.
	On string
	// Reason is why: in the person's words, or why it was not done.
	Reason string
	// Outcome is Done, Refused or Failed.
	Outcome string
	// Before and After are short values that changed.
	Before, After any
}

// Log writes entries. Those that were not carried out are bounded, so that nobody fills
// the disk with them: the next line of them says how many were left out. Nil writes
// nothing.
type Log struct {
	logger func() *zap.Logger
	now    func() time.Time

	mutex   sync.Mutex
	room    *rate.Limiter
	leftOut int
}

// New writes to the logger of the moment.
func New(logger func() *zap.Logger, now func() time.Time) *Log {
	return &Log{logger: logger, now: now, room: rate.NewLimiter(refusedPerSecond, refusedAtOnce)}
}

// Write writes an entry.
func (l *Log) Write(entry Entry) {
	if l == nil {
		return
	}
	fields := make([]zap.Field, 0, 9)
	for _, text := range []struct{ name, value string }{
		{"by", entry.By}, {"from", entry.From}, {"on", entry.On}, {"outcome", entry.Outcome}, {"reason", entry.Reason},
	} {
		if text.value != "" {
			fields = append(fields, zap.String(text.name, text.value[:min(len(text.value), maxText)]))
		}
	}
	if entry.Before != nil {
		fields = append(fields, zap.Any("before", entry.Before))
	}
	if entry.After != nil {
		fields = append(fields, zap.Any("after", entry.After))
	}
	if entry.Outcome == Done {
		l.logger().Info(entry.Action, fields...)
		return
	}
	leftOut, ok := l.take()
	if !ok {
		return
	}
	if leftOut > 0 {
		fields = append(fields, zap.Int("left_out", leftOut))
	}
	l.logger().Warn(entry.Action, fields...)
}

// SystemUser is who runs a command on the store: a user of the machine.
func SystemUser() string {
	if current, err := user.Current(); err == nil {
		return current.Username
	}
	return "the command line"
}

// take has room for a line about what was not done, and how many had none before it.
func (l *Log) take() (leftOut int, ok bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !l.room.AllowN(l.now(), 1) {
		l.leftOut++
		return 0, false
	}
	leftOut, l.leftOut = l.leftOut, 0
	return leftOut, true
}
