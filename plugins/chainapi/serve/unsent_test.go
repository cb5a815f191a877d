package serve

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/push/share"
	"fieldhouse/plugins/chainapi/shape"
	"fieldhouse/plugins/chainapi/transaction"
)

// Told that nothing was sent a buyer buys again. The line can be given to another process between a
// push and the question where it stands.
func TestOnlyWhatWasNotSentIsSaidNotToBe(t *testing.T) {
	tx := chainapitest.Push(t, transaction.SendTransaction, chainapitest.Packed(time.Now().Add(time.Minute), chainapitest.First-3, "a"))
	for err, want := range map[error]string{
		push.ErrElsewhere: shape.NameUnknown, push.ErrNoToken: shape.NameUnknown, share.ErrUnsure: shape.NameUnknown,
		&push.NotSentError{Err: queue.ErrFull}: shape.NameNotSent, &push.NotSentError{Err: push.ErrEnding}: shape.NameNotSent,
	} {
		answer := httptest.NewRecorder()
		failPush(answer, tx, err)
		if !strings.Contains(answer.Body.String(), `"name":"`+want+`"`) {
			t.Errorf("of %q it says %d %s, want %s", err, answer.Code, answer.Body, want)
		}
	}
}
