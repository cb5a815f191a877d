package mesh

import (
	"fmt"
	"strings"

	"go.uber.org/zap"
)

// serverLog passes on what the NATS server says. Nothing of it ends the process.
type serverLog struct{ logger func() *zap.Logger }

func (l serverLog) Noticef(format string, about ...any) {
	l.logger().Debug(fmt.Sprintf(format, about...))
}

// Warnf leaves out what is no matter of who operates the process: the passwords of the server's
// configuration are made at each start.
func (l serverLog) Warnf(format string, about ...any) {
	if text := fmt.Sprintf(format, about...); !strings.HasPrefix(text, "Plaintext passwords detected") {
		l.logger().Warn(text)
	}
}

func (l serverLog) Errorf(format string, about ...any) {
	l.logger().Error(fmt.Sprintf(format, about...))
}
func (l serverLog) Fatalf(format string, about ...any) {
	l.logger().Error(fmt.Sprintf(format, about...))
}
func (l serverLog) Debugf(string, ...any) {}
func (l serverLog) Tracef(string, ...any) {}
