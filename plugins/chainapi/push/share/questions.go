package share

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/peers"
)

// What the processes ask each other, by the names of Line's methods.
const (
	askPush   = "line-push"
	askSubmit = "line-submit"
	askPlace  = "line-place"
	askStats  = "line-stats"
	askKnows  = "line-knows" // whether a transaction is there, and for how long all that was sent is known
	askTake   = "line-take"  // take what waits
)

// Kind is what a token is of, by what other processes are asked of it.
type Kind struct{ status, leave string }

// The kinds of tokens: of Line.Submit, and of Line.Place.
var (
	OfPush  = Kind{"line-status", "line-leave"}
	OfPlace = Kind{"line-place-status", "line-place-leave"}
)

// letter is a question, and reply its answer.
type letter struct {
	Client  string         `json:"client,omitempty"`
	Call    string         `json:"call,omitempty"`
	Body    []byte         `json:"body,omitempty"`
	Token   string         `json:"token,omitempty"`
	Known   []byte         `json:"known,omitempty"`
	Wait    time.Duration  `json:"wait,omitempty"`
	Account string         `json:"account,omitempty"`
	Drop    string         `json:"drop,omitempty"`
	Life    time.Duration  `json:"life,omitempty"`
	ID      string         `json:"id,omitempty"`
	Line    []push.Waiting `json:"line,omitempty"`
	// From is who gives a Line, and Ended when it had begun if it ends.
	From  string `json:"from,omitempty"`
	Ended int64  `json:"ended,omitempty"`
}

type reply struct {
	// Error is one of those of errorsTold, and IsUnsent says that it is a push.NotSentError.
	Error    string `json:"error,omitempty"`
	IsUnsent bool   `json:"unsent,omitempty"`
	Token    string `json:"token,omitempty"`
	// Push is the status of a push, Place that of a place.
	Push   push.Status   `json:"push,omitzero"`
	Place  push.Status   `json:"place,omitzero"`
	Needed bool          `json:"needed,omitempty"`
	Answer push.Answer   `json:"answer,omitzero"`
	Stats  push.Stats    `json:"stats,omitzero"`
	Has    bool          `json:"has,omitempty"`
	Knows  time.Duration `json:"knows,omitempty"`
	// Now is of an answer to askKnows, in Unix milliseconds.
	Now int64 `json:"now,omitempty"`
	// Refused are of askTake: which of the Line do not wait here.
	Refused []int `json:"refused,omitempty"`
}

// status is that of a token.
func (r reply) status() push.Status {
	if r.Place.State != "" {
		return r.Place
	}
	return r.Push
}

// errorsTold are the errors that are told by their text.
var errorsTold = []error{
	push.ErrEnding, push.ErrExpired, push.ErrUnsent, push.ErrLeft, push.ErrNoToken, push.ErrSent, push.ErrElsewhere, queue.ErrFull, queue.ErrLate,
}

// toldError is what a process answered.
type toldError struct{ error }

func (e *toldError) Unwrap() error { return e.error }

// errBusy: as many questions wait as may.
var errBusy = errors.New("too many questions wait")

// errGone: the process that was asked has left, or this one.
var errGone = errors.New("the process has gone")

// errUnread: the process was asked, and what it answered cannot be read or is an error of no known text.
var errUnread = errors.New("its answer says nothing")

// told is the error that an answer has.
func (r reply) told() error {
	at := slices.IndexFunc(errorsTold, func(known error) bool { return known.Error() == r.Error })
	switch {
	case r.Error == "":
		return nil
	case at < 0:
		return fmt.Errorf("%w: %.200q", errUnread, r.Error)
	case r.IsUnsent:
		return &toldError{&push.NotSentError{Err: errorsTold[at]}}
	}
	return &toldError{errorsTold[at]}
}

// answer has the questions of the others answered.
func (l *Line) answer() {
	for question, answer := range map[string]func(context.Context, letter) (reply, error){
		askPush: func(ctx context.Context, asked letter) (r reply, err error) {
			p, err := transaction.Parse(asked.Call, l.chain, asked.Body)
			l.local.ReadOpenings()
			if err == nil {
				r.Answer, err = l.local.Push(ctx, asked.Client, p)
			}
			return r, err
		},
		askSubmit: func(ctx context.Context, asked letter) (r reply, err error) {
			p, err := transaction.Parse(asked.Call, l.chain, asked.Body)
			l.local.ReadOpenings()
			if err == nil {
				r.Token, r.Push, err = l.submit(ctx, asked.Client, p)
			}
			return r, err
		},
		OfPush.status: func(ctx context.Context, asked letter) (r reply, err error) {
			r.Push, err = l.follow(ctx, asked.Token, asked.Known, asked.Wait)
			return r, err
		},
		OfPush.leave: func(_ context.Context, asked letter) (r reply, err error) {
			r.Push, err = l.local.Leave(asked.Token)
			return r, err
		},
		askPlace: func(_ context.Context, asked letter) (r reply, err error) {
			l.local.ReadOpenings()
			r.Place, r.Token, r.Needed, err = l.place(asked.Account, asked.Drop, asked.Client, asked.Life)
			return r, err
		},
		OfPlace.status: func(ctx context.Context, asked letter) (r reply, err error) {
			r.Place, err = l.follow(ctx, asked.Token, asked.Known, asked.Wait)
			return r, err
		},
		OfPlace.leave: func(_ context.Context, asked letter) (r reply, err error) {
			r.Place, err = l.local.Leave(asked.Token)
			return r, err
		},
		askStats: func(context.Context, letter) (reply, error) { return reply{Stats: l.local.Stats()}, nil },
		askKnows: func(_ context.Context, asked letter) (r reply, err error) {
			id, ok := transaction.ParseID(asked.ID)
			if !ok {
				return r, fmt.Errorf("%.80q is no transaction's id", asked.ID)
			}
			r.Has, r.Knows = l.local.Knows(id)
			r.Now = time.Now().UnixMilli()
			return r, nil
		},
		askTake: func(_ context.Context, asked letter) (r reply, err error) {
			if asked.Ended != 0 {
				l.mutex.Lock()
				l.left[asked.From] = asked.Ended
				l.mutex.Unlock()
			}
			if l.isLeft.Load() {
				return reply{}, push.ErrEnding
			}
			r.Refused = l.local.TakeIn(asked.Line, l.chain)
			if len(r.Refused) == len(asked.Line) {
				err = push.ErrEnding
			}
			return r, err
		},
	} {
		l.peers.Answer(question, func(ctx context.Context, content []byte) ([]byte, error) {
			var asked letter
			if err := json.Unmarshal(content, &asked); err != nil {
				return nil, fmt.Errorf("a question about the line: %w", err)
			}
			asked.Token, _ = parts(asked.Token)
			r, err := answer(ctx, asked)
			if err != nil {
				var unsent *push.NotSentError
				r.IsUnsent = errors.As(err, &unsent)
				r.Error = err.Error()
				for _, known := range errorsTold {
					if errors.Is(err, known) {
						r.Error = known.Error()
					}
				}
			}
			said, err := json.Marshal(r)
			if err == nil && len(said) > peers.MaxContent { // it is done, whatever a node said of it
				said, err = json.Marshal(reply{Error: "the answer is too long"})
			}
			return said, err
		})
	}
}

// ask asks a process. The error is what it answers, a toldError where that is one of errorsTold, or
// that it could not be asked.
func (l *Line) ask(ctx context.Context, process, question string, asked letter, timeout time.Duration) (r reply, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	content, err := json.Marshal(asked)
	if err != nil {
		return r, err
	}
	answer, err := l.peers.Ask(ctx, process, question, content)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(answer, &r); err != nil {
		return r, fmt.Errorf("%w: %w", errUnread, err)
	}
	return r, r.told()
}

// askLong is ask of what the process may wait with. Whoever asks may leave: the process that is
// asked does not learn of it, so that the question counts among those that wait until it ends. The
// error is errBusy if there are too many, and errGone when one of the two has left.
func (l *Line) askLong(ctx context.Context, process, question string, asked letter, timeout time.Duration) (reply, error) {
	select {
	case l.waits <- struct{}{}:
	default:
		return reply{}, errBusy
	}
	type result struct {
		reply
		err error
	}
	answered := make(chan result, 1)
	asking, end := context.WithCancelCause(context.WithoutCancel(ctx))
	isAsked := l.run(func() {
		defer func() { <-l.waits }()
		defer end(nil)
		defer context.AfterFunc(l.life, func() { end(errGone) })()
		r, err := l.ask(asking, process, question, asked, timeout)
		if context.Cause(asking) == errGone {
			err = errGone
		}
		answered <- result{r, err}
	})
	if !isAsked {
		end(nil)
		<-l.waits
		return reply{}, l.life.Err()
	}
	ticker := time.NewTicker(lookInterval)
	defer ticker.Stop()
	for {
		select {
		case r := <-answered:
			return r.reply, r.err
		case <-ctx.Done():
			return reply{}, ctx.Err()
		case <-ticker.C:
			if !slices.Contains(l.peers.Others(), process) {
				end(errGone)
			}
		}
	}
}

// bareLength is how long a token of push.Broadcaster is. What follows names the process that gave it.
const bareLength = 22

func parts(token string) (bare, tag string) {
	if len(token) <= bareLength {
		return token, ""
	}
	return token[:bareLength], token[bareLength:]
}

// tagOf tells processes apart for whom their names are no business; it is empty without a cluster.
func tagOf(process string) string {
	if process == "" {
		return ""
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(process)) // never fails
	return base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[1:])
}
