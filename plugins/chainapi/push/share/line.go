// Package share makes one line of those of the processes of a cluster: whichever process a request
// comes to, what it pushes waits in the line of one of them, which sends it. Without a cluster
// that is the process's own.
package share

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/peers"

	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"
)

const (
	// askTimeout is how long a process has to answer what does not wait.
	askTimeout = 2 * time.Second
	// knowsTimeout is how long the others have to say whether they have a transaction.
	knowsTimeout = 500 * time.Millisecond
	// lookInterval is how often a process looks who has the line, and is how long one that is asked
	// something that waits may be gone unnoticed.
	lookInterval = time.Second
	// saidWithin is how old the word of a process that lives can be.
	saidWithin = 5 * time.Second
	// longestWait bounds a question that waits for a change of a status: who has left is noticed
	// after it.
	longestWait = 5 * time.Second
	// mostWaits bounds the questions of this process that wait. Beyond it a status is looked at each
	// second, and a push is sent by this process itself.
	mostWaits = 512
	// mostCarried is the largest push that goes to another process, and about the most of a line that
	// does in one question, in bytes; written as JSON both must be shorter than peers.MaxContent.
	mostCarried = 320 << 10
	// joinsWithin is how long the successor of a process that handed its line over may take to join,
	// from when that was heard last.
	joinsWithin = 15 * time.Second
	// refusedFor is how long a process is not given a line of which it had no room for a part.
	refusedFor = 10 * time.Second
	// meetsWithin is how long a process may take to hear of all others after it began: it joins the cluster
	// once the one before it has ended, half a minute later at most.
	meetsWithin = 30*time.Second + joinsWithin
	// leaveTimeout is how long a line may take to go to another process when this one ends.
	leaveTimeout = 5 * time.Second
	// said is the name under which the processes tell since when they run, and whether anybody waits.
	said = "line-since"
)

// Line is the line of all processes of a cluster, as one of them has it. Its process is the one
// that has run longest: who joins moves nothing. What cannot reach that one goes to the next that
// can be reached, or waits here.
type Line struct {
	local    *push.Broadcaster
	peers    *peers.Process
	chain    antelope.Checksum256
	started  time.Time
	deadline atomic.Int64 // of Use
	waits    chan struct{}
	serve    sync.Once
	life     context.Context
	end      context.CancelFunc
	running  sync.WaitGroup
	isLeft   atomic.Bool
	hasMet   atomic.Bool   // all others at once, since it began
	ended    chan struct{} // closed by End

	mutex sync.Mutex
	// began is when this process began, in Unix milliseconds: by the clock of one that began before, if
	// by its own it would have begun before that.
	began int64
	// left are processes that gave their line away when they ended, with when they had begun: they may
	// be heard of for a moment yet.
	left map[string]int64
	// handedAt is when a process last answered that another one has what it was asked for, and no other
	// one had.
	handedAt time.Time
}

// New makes the line of a process, over its own.
func New(local *push.Broadcaster, process *peers.Process, chain antelope.Checksum256) *Line {
	l := &Line{local: local, peers: process, chain: chain, started: time.Now(), waits: make(chan struct{}, mostWaits), ended: make(chan struct{}), left: map[string]int64{}}
	l.began = l.started.UnixMilli()
	l.life, l.end = context.WithCancel(context.Background())
	l.deadline.Store(int64(push.DefaultDeadline))
	local.AskOthers(l.elsewhere)
	return l
}

// Use has the others served from now on. deadline is push.Settings.Deadline.
func (l *Line) Use(deadline time.Duration) {
	l.deadline.Store(int64(deadline))
	l.serve.Do(func() {
		l.answer()
		l.peers.Exchange(said, l.say, l.hear)
		l.run(l.watch)
	})
}

// End gives the line to another process, if there is one, and ends what still waits in this one. Whoever
// calls it again waits until that is done.
func (l *Line) End() {
	if l.isLeft.Swap(true) {
		<-l.ended
		return
	}
	defer close(l.ended)
	if others := l.above(); len(others) > 0 { // who has left comes after all of them
		ctx, cancel := context.WithTimeout(l.life, leaveTimeout)
		l.give(ctx, leaveTimeout, others, l.local.HandOver(mostCarried), l.ownBegan())
		cancel()
	} else if waiting := l.local.Stats().Waiting; l.peers.Name() != "" && waiting > 0 {
		l.local.Logger().Warn("no other process is there to take the line", zap.Int("waiting", waiting))
	}
	l.local.End()
}

// Close ends this process's part. Its own line is not closed.
func (l *Line) Close() {
	l.mutex.Lock()
	l.end()
	l.mutex.Unlock()
	l.running.Wait()
}

// run runs what Close waits for, and reports whether it did: not after Close.
func (l *Line) run(what func()) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.life.Err() != nil {
		return false
	}
	l.running.Go(what)
	return true
}

// say is what the others are told: nothing by who has left.
func (l *Line) say() []byte {
	if l.isLeft.Load() || l.life.Err() != nil {
		return []byte{}
	}
	waiting := "0"
	if l.local.Busy() {
		waiting = "1"
	}
	return fmt.Appendf(nil, "%d %d %s", l.ownBegan(), time.Since(l.started).Milliseconds(), waiting)
}

// hear has this process begin after one that has run longer, whatever their clocks say. That one's age is
// compared as it is heard: later it would be too low by up to a second.
func (l *Line) hear(_ string, content []byte) {
	began, ago, ok := parseSaid(content)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if age := time.Since(l.started).Milliseconds(); ok && ago > age && began >= l.began {
		l.began = began + ago - age
	}
}

func (l *Line) ownBegan() int64 {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.began
}

// member is a process that can have the line.
type member struct {
	name  string
	began int64
}

// members are the living processes, the one that has the line first; none without a cluster.
func (l *Line) members() (all []member) {
	own := l.peers.Name()
	if own == "" {
		return nil
	}
	l.mutex.Lock()
	age := time.Since(l.started).Milliseconds()
	for process, content := range l.peers.Said(said) {
		began, ago, ok := parseSaid(content)
		if !ok || l.left[process] == began {
			continue
		}
		if ago >= 0 && ago+saidWithin.Milliseconds() < age && began <= l.began {
			continue // its clock is another one, and it has not heard of this process yet
		}
		all = append(all, member{process, began})
	}
	if !l.isLeft.Load() {
		all = append(all, member{own, l.began})
	}
	l.mutex.Unlock()
	slices.SortFunc(all, func(a, b member) int { return cmp.Or(cmp.Compare(a.began, b.began), cmp.Compare(a.name, b.name)) })
	return all
}

// parseSaid reads what say tells. ago is for how many milliseconds that process has run, or -1 if it
// does not tell.
func parseSaid(content []byte) (began, ago int64, ok bool) {
	fields := strings.Fields(string(content))
	if len(fields) == 0 {
		return 0, 0, false
	}
	began, err := strconv.ParseInt(fields[0], 10, 64)
	ago = -1
	if err == nil && len(fields) > 2 {
		ago, err = strconv.ParseInt(fields[1], 10, 64)
	}
	return began, ago, err == nil
}

// first is the process that has the line, which is this one when there is no other.
func (l *Line) first() string {
	if all := l.members(); len(all) > 0 {
		return all[0].name
	}
	return l.peers.Name()
}

// above are the processes that stand before this one: the one that has the line, and those that it
// would fall to before it falls to this one.
func (l *Line) above() (others []string) {
	own := l.peers.Name()
	for _, m := range l.members() {
		if m.name == own {
			break
		}
		others = append(others, m.name)
	}
	return others
}

// Busy reports whether anybody waits, in the line of any process.
func (l *Line) Busy() bool {
	if l.local.Busy() {
		return true
	}
	for _, content := range l.peers.Said(said) {
		if strings.HasSuffix(string(content), " 1") {
			return true
		}
	}
	return false
}

// elsewhere is since when all other processes of the cluster know of all that they sent; not known if
// one of them has a transaction, so that it may have sent it or may yet, or does not say. ahead is how
// far one of their clocks is ahead of this one's at most.
func (l *Line) elsewhere(id transaction.ID) (since time.Time, ahead time.Duration, known bool) {
	others, size := l.peers.Others(), l.peers.Size()
	if len(others)+1 < size {
		return time.Time{}, 0, false
	}
	var mutex sync.Mutex
	var asking errgroup.Group
	for _, process := range others {
		asking.Go(func() error {
			// By this process's clock: theirs may be another one.
			asked := time.Now()
			answer, err := l.ask(l.life, process, askKnows, letter{ID: id.String()}, knowsTimeout)
			if err == nil && answer.Has {
				err = errHas
			}
			mutex.Lock()
			defer mutex.Unlock()
			if answer.Now > 0 { // with the time that the answer took, as nobody knows how long each way was
				ahead = max(ahead, time.Duration(answer.Now-asked.UnixMilli())*time.Millisecond)
			}
			if from := asked.Add(-answer.Knows); from.After(since) {
				since = from
			}
			return err
		})
	}
	known = asking.Wait() == nil
	return since, ahead, known
}

var errHas = errors.New("it has the transaction")

// watch gives what waits here to the process that has the line, as after a start, or when
// processes that were cut off from each other meet again.
func (l *Line) watch() {
	before, next := "", time.Time{} // next is when the line may be given
	for {
		select {
		case <-l.life.Done():
			return
		case <-beat.After(lookInterval):
		}
		l.isJoining() // which notes when it is over
		own, first := l.peers.Name(), l.first()
		isSettled := first == before
		before = first
		if !isSettled {
			next = time.Time{}
		}
		if own == "" || first == own || !isSettled || l.isLeft.Load() || time.Now().Before(next) {
			continue
		}
		if stats := l.local.Stats(); stats.Waiting+stats.Places+stats.Turns > 0 {
			line, given := l.local.TakeOut(mostCarried)
			if !l.give(l.life, askTimeout, []string{first}, line, 0) {
				next = time.Now().Add(refusedFor)
			}
			given()
		}
	}
}

// give has other processes take what waits, each the first of these that does not refuse it; each has so long
// to answer. What none of them was given waits here again. Of what one may have taken without an answer
// nothing is known here any more, as after a crash: it must not be told that it is not sent. ended is
// when this process began if it ends; one that goes on gives no more once something was refused, and
// isGiven says that nothing was.
func (l *Line) give(ctx context.Context, timeout time.Duration, processes []string, line []push.Waiting, ended int64) (isGiven bool) {
	isGiven = true
	for len(line) > 0 {
		size, n := 0, 0
		for n < len(line) && (n == 0 || size+len(line[n].Body) <= mostCarried) {
			size += len(line[n].Body) + leastSize
			n++
		}
		part := line[:n]
		line = line[n:]
		if refused := l.offer(ctx, timeout, processes, letter{Line: part, From: l.peers.Name(), Ended: ended}); len(refused) > 0 {
			isGiven = false
			if ended == 0 {
				refused, line = slices.Concat(refused, line), nil
			}
			l.local.TakeOver(refused, l.chain)
		}
	}
	return isGiven
}

// offer has the processes take a part of the line, and answers what none of them took nor may have.
func (l *Line) offer(ctx context.Context, timeout time.Duration, processes []string, part letter) (refused []push.Waiting) {
	for _, process := range processes {
		if ctx.Err() != nil {
			break // it would not be asked
		}
		answer, err := l.ask(ctx, process, askTake, part, timeout)
		if err == nil {
			given := part.Line
			part.Line = nil
			for _, i := range answer.Refused {
				if i >= 0 && i < len(given) {
					part.Line = append(part.Line, given[i])
				}
			}
			if len(part.Line) == 0 {
				return nil
			}
			continue
		}
		l.local.Logger().Warn("another process was given a part of the line and did not say that it has it", zap.String("process", process), zap.Int("waiting", len(part.Line)), zap.Error(err))
		if isUnsure(err) {
			return nil
		}
	}
	return part.Line
}

// leastSize is about what one that waits takes beside its body, in bytes.
const leastSize = 300
