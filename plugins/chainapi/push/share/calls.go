package share

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/transaction"
)

// ErrUnsure: another process was given it and did not answer, so that it may be sent. The same may be
// pushed again.
var ErrUnsure = errors.New("another process has it, and does not answer")

// Push is push.Broadcaster.Push in the line of the cluster, or ErrUnsure.
func (l *Line) Push(ctx context.Context, client string, p *transaction.Push) (push.Answer, error) {
	deadline := time.Duration(l.deadline.Load())
	for _, process := range l.before(p) {
		answer, err := l.askLong(ctx, process, askPush, letter{Client: client, Call: p.Call, Body: p.Body}, deadline+askTimeout)
		switch {
		case ctx.Err() != nil:
			return push.Answer{}, ctx.Err()
		case isUnsure(err):
			return push.Answer{}, ErrUnsure
		case err == nil || isWord(err):
			return answer.Answer, err
		}
	}
	return l.local.Push(ctx, client, p)
}

// Submit is push.Broadcaster.Submit in the line of the cluster, with the status, or ErrUnsure.
func (l *Line) Submit(ctx context.Context, client string, p *transaction.Push) (token string, status push.Status, err error) {
	for _, process := range l.before(p) {
		answer, err := l.ask(context.WithoutCancel(ctx), process, askSubmit, letter{Client: client, Call: p.Call, Body: p.Body}, askTimeout)
		switch {
		case isUnsure(err):
			return "", status, ErrUnsure
		case err == nil || isWord(err):
			return answer.Token, answer.Push, err
		}
	}
	return l.submit(ctx, client, p)
}

// before are the processes to which a push goes before it waits in this one.
func (l *Line) before(p *transaction.Push) []string {
	if len(p.Body) > mostCarried {
		return nil
	}
	return l.above()
}

// isWord reports whether an error is what a process says of what it was asked, which another one
// need not be asked: not that it could not be asked, or takes nothing any more.
func isWord(err error) bool {
	var told *toldError
	return errors.As(err, &told) && !errors.Is(err, push.ErrEnding)
}

// isUnsure reports whether a process that was asked something may have done it, and did not say so in
// words that are known here. What it says itself, or was not asked at all, is no such error.
func isUnsure(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errGone) || errors.Is(err, errUnread)
}

// submit is Submit in the line of this process.
func (l *Line) submit(ctx context.Context, client string, p *transaction.Push) (token string, status push.Status, err error) {
	if token, err = l.local.Submit(ctx, client, p); err == nil {
		status, err = l.local.Status(token)
		token += tagOf(l.peers.Name())
	}
	return token, status, err
}

// Status is push.Broadcaster.Status of a token of Submit or Place. To whoever knows one already, as
// JSON, it is answered when it is another one, or the wait is over. known is nil to have it at once.
func (l *Line) Status(ctx context.Context, of Kind, token string, known []byte, wait time.Duration) (push.Status, error) {
	return l.find(token, func(bare string) (push.Status, error) {
		return l.follow(ctx, bare, known, wait)
	}, func(process string) (push.Status, error) {
		return l.followAt(ctx, process, of.status, token, known, wait)
	})
}

// Leave is push.Broadcaster.Leave of a token of Submit or Place.
func (l *Line) Leave(ctx context.Context, of Kind, token string) (push.Status, error) {
	return l.find(token, l.local.Leave, func(process string) (push.Status, error) {
		answer, err := l.ask(ctx, process, of.leave, letter{Token: token}, askTimeout)
		return answer.status(), err
	})
}

// Place is push.Broadcaster.Place in the line of the cluster.
func (l *Line) Place(ctx context.Context, account, drop, client string, life time.Duration) (s push.Status, token string, needed bool, err error) {
	for _, process := range l.above() {
		answer, err := l.ask(context.WithoutCancel(ctx), process, askPlace, letter{Account: account, Drop: drop, Client: client, Life: life}, askTimeout)
		if err == nil || isWord(err) {
			return answer.Place, answer.Token, answer.Needed, err
		}
	}
	return l.place(account, drop, client, life)
}

// place is Place in the line of this process.
func (l *Line) place(account, drop, client string, life time.Duration) (s push.Status, token string, needed bool, err error) {
	if s, token, needed, err = l.local.Place(account, drop, client, life); token != "" {
		token += tagOf(l.peers.Name())
	}
	return s, token, needed, err
}

// Stats is push.Broadcaster.Stats of the process that has the line, or else of this one, and says
// which it is: nothing without a cluster.
func (l *Line) Stats(ctx context.Context) (s push.Stats, process string) {
	own, first := l.peers.Name(), l.first()
	if first != own {
		if answer, err := l.ask(ctx, first, askStats, letter{}, askTimeout); err == nil {
			return answer.Stats, first
		}
	}
	return l.local.Stats(), own
}

// find does what is asked of a token in the process that has it: in this one, in the one that gave
// it, or in the one that has the line, to which what waited in the other may have gone.
func (l *Line) find(token string, here, at func(string) (push.Status, error)) (push.Status, error) {
	bare, tag := parts(token)
	status, err := here(bare)
	if !isNoToken(err) {
		return status, err
	}
	isHanded := false
	for _, process := range l.having(tag) {
		there, failed := at(process)
		switch {
		case failed == nil || isWord(failed) && !isNoToken(failed):
			return there, failed
		case !errors.Is(failed, push.ErrNoToken): // it may have it
			err = push.ErrElsewhere
			isHanded = isHanded || errors.Is(failed, push.ErrElsewhere)
		}
	}
	if l.wasHanded(isHanded) || l.isJoining() {
		err = push.ErrElsewhere
	}
	return status, err
}

// isJoining reports whether this process has just begun and has not heard of all others of its cluster yet:
// one of them may have what it is asked for.
func (l *Line) isJoining() bool {
	if len(l.peers.Others())+1 >= l.peers.Size() {
		l.hasMet.Store(true)
	}
	return !l.hasMet.Load() && time.Since(l.started) < meetsWithin
}

// wasHanded reports whether a process handed its line over a moment ago to a successor, which joins the
// cluster after it has gone: it may have what none has that can be asked, whoever gave the token. isSaid
// is that one just said so.
func (l *Line) wasHanded(isSaid bool) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if isSaid {
		l.handedAt = time.Now()
	}
	return time.Since(l.handedAt) < joinsWithin
}

func isNoToken(err error) bool {
	return errors.Is(err, push.ErrNoToken) || errors.Is(err, push.ErrElsewhere)
}

// having are the others that may have what has a token with that tag.
func (l *Line) having(tag string) (processes []string) {
	own := l.peers.Name()
	if own == "" {
		return nil
	}
	for _, process := range l.peers.Others() {
		if tagOf(process) == tag {
			processes = append(processes, process)
		}
	}
	// One that ends has the line by the word of another one for a moment.
	for i, m := range l.members() {
		if i < 2 && m.name != own && tagOf(m.name) != tag {
			processes = append(processes, m.name)
		}
	}
	return processes
}

// follow reads a status of this process until it is another one than is known, or for so long.
func (l *Line) follow(ctx context.Context, token string, known []byte, wait time.Duration) (push.Status, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if known == nil {
		return l.local.Status(token)
	}
	for {
		changes := l.local.Changes(token)
		status, err := l.local.Status(token)
		if err != nil || !isKnown(status, known) || ctx.Err() != nil || l.local.IsEnding() {
			return status, err
		}
		changes(ctx)
	}
}

// followAt is follow of a status of another process.
func (l *Line) followAt(ctx context.Context, process, question, token string, known []byte, wait time.Duration) (push.Status, error) {
	until := time.Now().Add(wait)
	for {
		asked := letter{Token: token, Known: known}
		var answer reply
		var err error
		began := time.Now()
		if asked.Wait = min(time.Until(until), longestWait); known != nil && asked.Wait > 0 {
			answer, err = l.askLong(ctx, process, question, asked, asked.Wait+askTimeout)
		}
		if known == nil || asked.Wait <= 0 || errors.Is(err, errBusy) {
			asked.Wait = 0
			answer, err = l.ask(ctx, process, question, asked, askTimeout)
		}
		status := answer.status()
		if err != nil || !isKnown(status, known) || ctx.Err() != nil || !time.Now().Before(until) {
			return status, err
		}
		// Sooner than it changes it is answered by a process that does not wait, or tells it otherwise.
		if early := lookInterval - time.Since(began); early > 0 {
			select {
			case <-time.After(min(early, time.Until(until))):
			case <-ctx.Done():
			}
		}
	}
}

// isKnown reports whether a status is the one that is known.
func isKnown(status push.Status, known []byte) bool {
	return known != nil && bytes.Equal(Told(status), known)
}

// Told is a status as pages have it.
func Told(status push.Status) []byte {
	told, _ := json.Marshal(status) // strings, numbers and JSON always have a form
	return told
}
