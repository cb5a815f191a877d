package share_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/push/share"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var contract = antelope.MustName("gamecontract")

const (
	client = "203.0.113.9"
	// heard is when all processes know of each other, or that one has gone.
	heard = 5 * time.Second
)

// process is one of a cluster, with a line and nodes of its own. Its nodes take a push a second.
type process struct {
	*share.Line
	local *push.Broadcaster
	chain *chainapitest.Chain
	peers *peers.Process
	mesh  *peerstest.Mesh
}

// cluster are three processes, of which the first has run longest.
type cluster struct {
	t     *testing.T
	room  *peerstest.Room
	chain *chainapitest.Chain // of times alone
	all   []*process
	// ahead is by how much the clock of a process is, by its name.
	ahead map[string]time.Duration
	// late is how long what a process tells is under way.
	late time.Duration
}

func run(t *testing.T, test func(t *testing.T, c *cluster, a, b, d *process)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &cluster{t: t, room: peerstest.NewRoom(3), chain: chainapitest.NewChain(), ahead: map[string]time.Duration{}}
		defer func() {
			c.quit(slices.Clone(c.all)...)
			time.Sleep(silence)
		}()
		for _, name := range []string{"z", "y", "x"} { // not by the alphabet
			c.start(name)
			time.Sleep(time.Second)
		}
		time.Sleep(heard)
		test(t, c, c.all[0], c.all[1], c.all[2])
	})
}

func (c *cluster) start(name string) *process {
	p := &process{chain: chainapitest.NewChain(), peers: new(peers.Process), mesh: c.room.Mesh(name)}
	var mutex sync.Mutex
	next := time.Now()
	p.chain.OnTurn = func(ctx context.Context) error {
		mutex.Lock()
		if now := time.Now(); next.Before(now) {
			next = now
		}
		next = next.Add(time.Second)
		wait := time.Until(next)
		mutex.Unlock()
		select {
		case <-time.After(wait):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	p.answers(202, "")
	p.mesh.Late = c.late
	p.mesh.Connect(true)
	p.peers.Join(p.mesh)
	p.local = push.New(push.Settings{Chain: p.chain, Contract: contract})
	p.Line = share.New(p.local, p.peers, chainapitest.ChainID)
	p.SetClock(c.ahead[name])
	p.Use(push.DefaultDeadline)
	c.all = append(c.all, p)
	return p
}

// answers has a process's nodes answer so; an empty body is that they took it.
func (p *process) answers(code int, body string) {
	p.chain.Lock()
	defer p.chain.Unlock()
	p.chain.OnSend = func(_ context.Context, node string, sent []byte) (pool.Raw, error) {
		text := body
		if text == "" {
			tx, err := transaction.Parse(transaction.SendTransaction, chainapitest.ChainID, sent)
			if err != nil {
				return pool.Raw{}, err
			}
			text = fmt.Sprintf(`{"transaction_id":"%s","processed":{"id":"%s","block_num":324182170,"receipt":{"status":"executed"},"except":null}}`, tx.ID, tx.ID)
		}
		return pool.Raw{Status: code, Body: []byte(text), Node: node}, nil
	}
}

// silent is an answer that comes when nobody waits for it any more.
func silent(_ string, answer []byte) []byte {
	time.Sleep(silence)
	return answer
}

const silence = time.Minute

// quit is a process that is killed.
func (c *cluster) quit(gone ...*process) {
	for _, p := range gone {
		p.mesh.Connect(false)
		p.Close()
		p.local.Close()
		p.peers.Leave(p.mesh)
		c.all = slices.DeleteFunc(c.all, func(other *process) bool { return other == p })
	}
}

// by is a push that somebody signed and that lives three minutes; the name tells it apart.
func (c *cluster) by(holder byte, name string) *transaction.Push {
	c.t.Helper()
	body := chainapitest.Packed(time.Now().Add(3*time.Minute), c.chain.Head()-3, name)
	return chainapitest.Push(c.t, transaction.SendTransaction, body, chainapitest.OtherSignature(holder))
}

func (c *cluster) submit(at *process, p *transaction.Push) string {
	c.t.Helper()
	token, _, err := at.Submit(c.t.Context(), client, p)
	must.Do(c.t, err)
	return token
}

// place is the token of a place in line that an account is given.
func (c *cluster) place(at *process) (token string) {
	c.t.Helper()
	_, token, _, err := at.Place(c.t.Context(), "alice.wam", "5", client, 30*time.Second)
	if err != nil || token == "" {
		c.t.Fatalf("a place: %q, %v", token, err)
	}
	return token
}

// wantState fails unless all of these processes tell it of a token.
func (c *cluster) wantState(token string, want push.State, at ...*process) (s push.Status) {
	c.t.Helper()
	for i, p := range at {
		var err error
		if s, err = p.Status(c.t.Context(), share.OfPush, token, nil, 0); s.State != want || err != nil {
			c.t.Errorf("process %d tells %+v, %v, want %s", i, s, err, want)
		}
	}
	return s
}

func (p *process) sent() (ids []transaction.ID) {
	for _, body := range p.chain.Sent() {
		tx, err := transaction.Parse(transaction.SendTransaction, chainapitest.ChainID, []byte(body))
		if err != nil {
			panic(err)
		}
		ids = append(ids, tx.ID)
	}
	return ids
}

func TestAllProcessesHaveOneLine(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		var ids []transaction.ID
		var tokens []string
		for i := range 9 {
			tx := c.by(byte(i), fmt.Sprint(i))
			ids, tokens = append(ids, tx.ID), append(tokens, c.submit(c.all[i%3], tx))
			synctest.Wait()
		}
		c.wantState(tokens[4], push.Queued, a, b, d)
		if !a.Busy() || !a.local.Busy() || b.local.Busy() || d.local.Busy() {
			t.Error("the line is not the first process's alone")
		}
		time.Sleep(2 * time.Second)
		if !d.Busy() {
			t.Error("a process does not know that another one's line is busy")
		}
		first := c.wantState(tokens[7], push.Queued, a)
		if again := c.wantState(tokens[7], push.Queued, d); again.Place != first.Place || first.Place < 3 || again.SendsIn != first.SendsIn {
			t.Errorf("two processes tell the same place %+v and %+v", first, again)
		}
		if s, err := b.Leave(t.Context(), share.OfPush, tokens[8]); s.State != push.Left || err != nil {
			t.Errorf("leaving at another process: %+v, %v", s, err)
		}
		time.Sleep(10 * time.Second)
		if got := a.sent(); !slices.Equal(got, ids[:8]) || len(b.sent())+len(d.sent()) > 0 {
			t.Errorf("sent were %v, want %v", got, ids[:8])
		}
		if _, err := d.Leave(t.Context(), share.OfPush, tokens[0]); !errors.Is(err, push.ErrSent) {
			t.Errorf("leaving after it was sent: %v", err)
		}
		if stats, process := d.Stats(t.Context()); process != "z" || stats.Sent != 8 {
			t.Errorf("%s has sent %d", process, stats.Sent)
		}
	})
}

func TestAPlaceHoldsAtAnyProcess(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		c.submit(b, c.by(1, "somebody waits"))
		synctest.Wait()
		if _, _, needed, err := d.Place(t.Context(), "alice.wam", "5", client, 3*time.Minute); needed || err != nil {
			t.Errorf("a place in no line that matters: %v, %v", needed, err)
		}
		s, token, needed, err := d.Place(t.Context(), "alice.wam", "5", client, 30*time.Second)
		if token == "" || !needed || err != nil || s.State == "" {
			t.Fatalf("a place: %+v, %q, %v, %v", s, token, needed, err)
		}
		again, none, _, err := b.Place(t.Context(), "alice.wam", "5", client, 30*time.Second)
		if none != "" || again.State != s.State || err != nil {
			t.Errorf("asked again at another process: %+v, %q, %v", again, none, err)
		}
		for _, p := range c.all {
			if told, err := p.Status(t.Context(), share.OfPlace, token, nil, 0); told.State != queue.Waits && told.State != queue.Turn || err != nil {
				t.Errorf("its status: %+v, %v", told, err)
			}
		}
		if left, err := b.Leave(t.Context(), share.OfPlace, token); left.State != queue.Ended || err != nil {
			t.Errorf("leaving: %+v, %v", left, err)
		}
		if _, err := d.Status(t.Context(), share.OfPlace, "invented"+token[8:], nil, 0); !errors.Is(err, push.ErrNoToken) {
			t.Errorf("an invented token: %v", err)
		}
	})
}

// As when a configuration for another chain takes the place of this one.
func TestALineIsClosedWhileSomebodyGoesOnFromOneProcessToTheNext(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, _, _, d *process) {
		c.submit(d, c.by(1, "before"))
		tx := c.by(2, "waits")
		for range 3000 {
			line := share.New(d.local, d.peers, chainapitest.ChainID)
			ctx, leave := context.WithCancel(t.Context())
			var all sync.WaitGroup
			all.Go(func() { _, _ = line.Push(ctx, client, tx) })
			synctest.Wait()
			line.Close()
			leave()
			all.Wait()
		}
	})
}

// No page has asked the process that has the line of anything.
func TestWhatComesToAnotherProcessBeforeAnOpeningIsHeld(t *testing.T) {
	for how, comes := range map[string]func(*testing.T, *process, *transaction.Push){
		"with a status": func(t *testing.T, at *process, tx *transaction.Push) {
			if _, _, err := at.Submit(t.Context(), client, tx); err != nil {
				t.Error(err)
			}
		},
		"without one": func(t *testing.T, at *process, tx *transaction.Push) {
			go func() { _, _ = at.Push(t.Context(), client, tx) }()
		},
		"not before a place": func(t *testing.T, at *process, _ *transaction.Push) {
			if _, _, _, err := at.Place(t.Context(), "alice.wam", "5", client, 30*time.Second); err != nil {
				t.Error(err)
			}
		},
	} {
		run(t, func(t *testing.T, c *cluster, a, _, d *process) {
			opens, isRead := time.Now().Add(10*time.Second), new(atomic.Bool)
			a.local.Update(push.Settings{
				Chain: a.chain, Contract: contract, ReadOpenings: func() { isRead.Store(true) },
				Openings: func(string) (time.Time, bool) { return opens, isRead.Load() },
			})
			packed := chainapitest.Purchase(time.Now().Add(3*time.Minute), c.chain.Head()-3, "gamecontract", "alice.wam", 5)
			comes(t, d, chainapitest.Push(t, transaction.SendTransaction, packed))
			time.Sleep(9 * time.Second)
			if sent := len(a.sent()); !isRead.Load() || sent > 0 {
				t.Errorf("%s: the openings are read: %t, and %d are sent", how, isRead.Load(), sent)
			}
		})
	}
}

func TestAStatusIsFollowedFromAnotherProcess(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, _, d *process) {
		token := c.submit(d, c.by(1, "first"))
		known := c.told(d, token)
		began := time.Now()
		s, err := d.Status(t.Context(), share.OfPush, token, known, 20*time.Second)
		if s.State != push.SentState || err != nil || time.Since(began) > time.Second {
			t.Errorf("after %s: %+v, %v", time.Since(began), s, err)
		}
		synctest.Wait()
		known, began = c.told(d, token), time.Now()
		if s, err = d.Status(t.Context(), share.OfPush, token, known, 12*time.Second); s.State != push.SentState || err != nil || time.Since(began) != 12*time.Second {
			t.Errorf("what does not change: %+v, %v after %s", s, err, time.Since(began))
		}
		ctx, leave := context.WithTimeout(t.Context(), 3*time.Second)
		defer leave()
		began = time.Now()
		if _, _ = d.Status(ctx, share.OfPush, token, known, 20*time.Second); time.Since(began) != 3*time.Second {
			t.Errorf("who left waited for %s", time.Since(began))
		}
		// What is told otherwise by a process of another version is asked for once a second.
		asked := 0
		a.mesh.Tamper(func(_ string, answer []byte) []byte { asked++; return answer })
		if _, err = d.Status(t.Context(), share.OfPush, token, append(known, ' '), 0); err != nil {
			t.Error(err)
		}
		if asked != 1 {
			t.Errorf("%d questions for one that does not wait", asked)
		}
	})
}

// told is a status as a page has it.
func (c *cluster) told(at *process, token string) []byte {
	c.t.Helper()
	s := must.Get(at.Status(c.t.Context(), share.OfPush, token, nil, 0))(c.t)
	return share.Told(s)
}

// A wallet of somebody else's waits for what became of its push, and reads errors.
func TestWhatIsWaitedForIsAnsweredByTheLineOfAnotherProcess(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, _ *process) {
		tx := c.by(1, "first")
		answer, err := b.Push(t.Context(), client, tx)
		if err != nil || answer.Status != 202 || answer.Outcome != push.Landed || answer.Block != 324182170 || !strings.Contains(string(answer.Body), tx.ID.String()) {
			t.Errorf("answer %+v, %v", answer, err)
		}
		if len(a.sent()) != 1 || len(b.sent()) != 0 {
			t.Error("it was not sent by the first process")
		}
		late := c.by(1, "late")
		time.Sleep(4 * time.Minute)
		if _, err := b.Push(t.Context(), client, late); !errors.Is(err, push.ErrExpired) {
			t.Errorf("what has expired: %v", err)
		}
		for i := range 30 {
			c.submit(a, c.by(byte(i), fmt.Sprint("before ", i)))
		}
		var unsent *push.NotSentError
		began := time.Now()
		if _, err := b.Push(t.Context(), client, c.by(99, "for too long")); !errors.As(err, &unsent) || !errors.Is(err, push.ErrUnsent) || time.Since(began) != push.DefaultDeadline {
			t.Errorf("what waited for %s: %v", time.Since(began), err)
		}
		a.local.End()
		if _, err := b.Push(t.Context(), client, c.by(1, "second")); err != nil || len(b.sent()) != 1 {
			t.Errorf("past a process that ends: %v", err)
		}
	})
}

func TestALargePushIsSentByTheProcessThatItCameTo(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, _ *process) {
		tx := c.by(1, strings.Repeat("large", 40<<10))
		token := c.submit(b, tx)
		time.Sleep(2 * time.Second)
		c.wantState(token, push.SentState, a, b)
		if len(b.sent()) != 1 || len(a.sent()) != 0 {
			t.Error("it went to the first process")
		}
	})
}

func TestTheNextProcessHasTheLineOfOneThatDies(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		var tokens []string
		for i := range 3 {
			tokens = append(tokens, c.submit(d, c.by(byte(i), fmt.Sprint(i))))
		}
		c.quit(a)
		// It is not known at once that it has gone: what it had is not told to be unknown yet.
		if _, err := d.Status(t.Context(), share.OfPush, tokens[2], nil, 0); !errors.Is(err, push.ErrNoToken) && !errors.Is(err, push.ErrElsewhere) {
			t.Errorf("the status of what died with it: %v", err)
		}
		token := c.submit(d, c.by(2, "2"))
		if !b.local.Busy() && len(b.sent()) == 0 {
			t.Error("the second process does not have it")
		}
		time.Sleep(heard)
		c.wantState(token, push.SentState, b, d)
		if _, err := d.Status(t.Context(), share.OfPush, tokens[2], nil, 0); !errors.Is(err, push.ErrNoToken) {
			t.Errorf("the status of what died with it: %v", err)
		}
	})
}

func TestAProcessThatEndsGivesItsLineToTheNext(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		var ids []transaction.ID
		var tokens []string
		for i := range 6 {
			tx := c.by(byte(i), fmt.Sprint(i))
			ids, tokens = append(ids, tx.ID), append(tokens, c.submit(d, tx))
		}
		place := c.place(b)
		time.Sleep(1500 * time.Millisecond)
		a.End()
		// The next one does not give it back, though it hears that the other has left a moment later.
		a.mesh.Tamper(silent)
		time.Sleep(900 * time.Millisecond)
		a.mesh.Tamper(nil)
		c.wantState(tokens[5], push.Queued, a, b, d)
		c.wantState(tokens[0], push.SentState, a, b, d)
		if _, err := d.Status(t.Context(), share.OfPlace, place, nil, 0); err != nil {
			t.Errorf("the place: %v", err)
		}
		last := c.by(9, "last")
		tokens, ids = append(tokens, c.submit(d, last)), append(ids, last.ID)
		time.Sleep(10 * time.Second)
		c.wantState(tokens[6], push.SentState, b, d)
		if got := append(a.sent(), b.sent()...); !slices.Equal(got, ids) {
			t.Errorf("sent were %v, want %v", got, ids)
		}
	})
}

// stop has the nodes of a process take nothing.
func (p *process) stop() {
	p.chain.Lock()
	defer p.chain.Unlock()
	p.chain.OnTurn = func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
}

// fill leaves room for one more in the line of a process, of which nothing is sent, and returns the token of the last.
func (c *cluster) fill(p *process) (token string) {
	c.t.Helper()
	p.stop()
	const large, room = 65, queue.MaxBytes / queue.MaxPushes
	each := (queue.MaxBytes-room)/large - len(c.by(0, "").Body)
	for i := range large {
		token = must.Get(p.local.Submit(c.t.Context(), client, c.by(byte(i), strings.Repeat(string('0'+rune(i)), each/2-4))))(c.t)
	}
	return token
}

func TestWhatTheNextProcessHasNoRoomForGoesToTheOneAfterIt(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		c.fill(b)
		var tokens []string
		for i := range 3 {
			tokens = append(tokens, c.submit(a, c.by(byte(200+i), fmt.Sprint(i))))
		}
		time.Sleep(1500 * time.Millisecond)
		a.End()
		c.wantState(tokens[0], push.SentState, a)
		c.wantState(tokens[1], push.Queued, a, b, d)
		c.wantState(tokens[2], push.Queued, a, b, d)
	})
}

// Two that were cut off from each other may have more than one line holds.
func TestAProcessWithoutRoomIsNotAskedForItEachSecond(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		last := c.fill(a)
		b.stop()
		var asked atomic.Int32
		a.mesh.Tamper(func(question string, answer []byte) []byte {
			if question == "line-take" {
				asked.Add(1)
			}
			return answer
		})
		var tokens []string
		for i := range 4 { // more than go in one question
			tokens = append(tokens, must.Get(b.local.Submit(t.Context(), client, c.by(byte(200+i), strings.Repeat(fmt.Sprint(i), 100<<10))))(t))
		}
		time.Sleep(29500 * time.Millisecond)
		if times := asked.Load(); times < 2 || times > 4 {
			t.Errorf("it is asked %d times in half a minute", times)
		}
		for _, token := range tokens {
			c.wantState(token, push.Queued, b)
		}
		must.Get(a.local.Leave(last))(t)
		time.Sleep(12 * time.Second)
		for _, token := range tokens {
			c.wantState(token, push.Queued, a)
		}
		if b.local.Busy() {
			t.Error("it does not have the line when it has room again")
		}
	})
}

// Caddy ends a process without waiting for what its servers run when they shut down.
func TestWhoEndsALineThatIsBeingGivenAwayWaitsForIt(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		c.submit(d, c.by(1, "first"))
		token := c.submit(d, c.by(2, "second"))
		const slow = time.Second
		b.mesh.Tamper(func(_ string, answer []byte) []byte {
			time.Sleep(slow)
			return answer
		})
		go a.End()
		synctest.Wait()
		began := time.Now()
		if a.End(); time.Since(began) != slow {
			t.Errorf("it had ended after %s, and the other one answers after %s", time.Since(began), slow)
		}
		a.Close()
		b.mesh.Tamper(nil)
		c.wantState(token, push.Queued, b, d)
	})
}

func TestALineGoesToTheProcessThatDoesNotEndAsWell(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		c.submit(d, c.by(1, "first"))
		token := c.submit(d, c.by(2, "second"))
		b.End()
		a.End() // which has not heard that the other one ends
		c.wantState(token, push.Queued, a, b, d)
	})
}

// What it gave away has another one, which was asked of it.
func TestWhatAProcessDidNotGiveAwayIsUnknownOnceItHasGone(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		c.submit(d, c.by(1, "first"))
		token := c.submit(d, c.by(2, "second"))
		a.End()
		c.wantState(token, push.Queued, b, d)
		c.quit(a)
		time.Sleep(heard)
		if _, err := d.Status(t.Context(), share.OfPush, "invented"+token[8:], nil, 0); !errors.Is(err, push.ErrNoToken) {
			t.Errorf("it answers %v", err)
		}
	})
}

// A process that is upgraded gives its line to its successor, which joins the cluster once it has ended.
func TestWhatASuccessorHasIsNotUnknownBeforeItJoins(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		c.submit(d, c.by(1, "first"))
		token := c.submit(d, c.by(2, "second"))
		synctest.Wait()
		line := a.local.HandOver(math.MaxInt)
		if len(line) == 0 {
			t.Fatal("nothing is handed over")
		}
		elsewhere := func() {
			t.Helper()
			for _, p := range []*process{b, d} {
				if _, err := p.Status(t.Context(), share.OfPush, token, nil, 0); !errors.Is(err, push.ErrElsewhere) {
					t.Fatalf("%s answers %v", p.peers.Name(), err)
				}
			}
		}
		elsewhere()
		c.quit(a)
		for range 5 {
			time.Sleep(time.Second)
			elsewhere()
		}
		next := c.start("z")
		if lost := next.local.TakeOver(line, chainapitest.ChainID); lost > 0 {
			t.Errorf("%d are lost", lost)
		}
		time.Sleep(200 * time.Millisecond)
		c.wantState(token, push.Queued, next)
		time.Sleep(heard)
		if _, err := d.Status(t.Context(), share.OfPush, token, nil, 0); err != nil {
			t.Error(err)
		}
		c.quit(next)
		time.Sleep(20 * time.Second)
		if _, err := d.Status(t.Context(), share.OfPush, "invented"+token[8:], nil, 0); !errors.Is(err, push.ErrNoToken) {
			t.Errorf("what no process has is %v", err)
		}
	})
}

// Such as where all processes are upgraded, one after the other.
func TestWhatASuccessorHasIsNotUnknownWhicheverProcessGaveItsToken(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		var token string
		for i := range 30 {
			token = c.submit(d, c.by(byte(i), fmt.Sprint(i)))
		}
		a.End() // the second one has the line from now on
		c.quit(a)
		time.Sleep(heard)
		c.wantState(token, push.Queued, d)
		if len(b.local.HandOver(math.MaxInt)) == 0 {
			t.Fatal("nothing is handed over")
		}
		elsewhere := func() {
			t.Helper()
			if _, err := d.Status(t.Context(), share.OfPush, token, nil, 0); !errors.Is(err, push.ErrElsewhere) {
				t.Fatalf("it answers %v", err)
			}
		}
		elsewhere()
		c.quit(b)
		for range 5 {
			time.Sleep(time.Second)
			elsewhere()
		}
	})
}

// Such as one that is started anew while the others go on, or the successor of one, which joins the cluster once that has ended.
func TestWhatTheOthersHaveIsNotUnknownToAProcessThatHasNotHeardOfThemYet(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		var token string
		for i := range 30 {
			token = c.submit(b, c.by(byte(i), fmt.Sprint(i)))
		}
		place := c.place(b)
		c.quit(b)
		time.Sleep(heard)
		connect := func(connected bool) {
			a.mesh.Connect(connected)
			d.mesh.Connect(connected)
		}
		connect(false)
		next := c.start("y")
		for kind, token := range map[share.Kind]string{share.OfPush: token, share.OfPlace: place} {
			if s, err := next.Status(t.Context(), kind, token, nil, 0); !errors.Is(err, push.ErrElsewhere) {
				t.Errorf("at first it answers %+v, %v", s, err)
			}
			if _, err := next.Leave(t.Context(), kind, token); !errors.Is(err, push.ErrElsewhere) {
				t.Errorf("who leaves at first is answered %v", err)
			}
		}
		connect(true)
		time.Sleep(heard)
		c.wantState(token, push.Queued, a, d, next)
		connect(false)
		time.Sleep(heard)
		if _, err := next.Status(t.Context(), share.OfPush, token, nil, 0); !errors.Is(err, push.ErrNoToken) {
			t.Errorf("when all others have gone it answers %v", err)
		}
	})
}

// One that is upgraded lives on for some seconds, and the others still take it for the one that has the line.
func TestAProcessThatHandedItsLineOverTakesNothingOfAnother(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		a.local.HandOver(math.MaxInt)
		var token string
		for i := range 30 {
			token = c.submit(b, c.by(byte(i), fmt.Sprint(i)))
		}
		place := c.place(b)
		time.Sleep(3 * time.Second)
		synctest.Wait()
		c.wantState(token, push.Queued, b, d)
		if a.local.Busy() {
			t.Error("it has a line again")
		}
		if s, err := d.Status(t.Context(), share.OfPlace, place, nil, 0); err != nil || s.State != queue.Waits && s.State != queue.Turn {
			t.Errorf("the place is %+v, %v", s, err)
		}
	})
}

// As long as the process that ends may take, so long the other one may: nobody knows of it otherwise.
func TestALineIsGivenAwayToAProcessThatIsSlow(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		c.submit(d, c.by(1, "first"))
		token := c.submit(d, c.by(2, "second"))
		slow := func() { time.Sleep(4 * time.Second) }
		b.local.Update(push.Settings{Chain: b.chain, Contract: contract, ReadOpenings: slow})
		a.End()
		c.wantState(token, push.Queued, b, d)
	})
}

// again is a process that is killed and started again, with a clock that is so much ahead.
func (c *cluster) again(p *process, ahead time.Duration) *process {
	name := p.peers.Name()
	c.quit(p)
	time.Sleep(heard)
	c.ahead[name] = ahead
	return c.start(name)
}

func TestTheProcessThatHasRunLongestHasTheLineWhateverTheClocksSay(t *testing.T) {
	wantLine := func(t *testing.T, want string, at ...*process) {
		t.Helper()
		for _, p := range at {
			if _, has := p.Stats(t.Context()); has != want {
				t.Fatalf("%s has the line by the word of %s, want %s", has, p.peers.Name(), want)
			}
		}
	}
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		for _, ahead := range []time.Duration{-time.Minute, time.Minute, 0} {
			d = c.again(d, ahead)
			for range 100 {
				time.Sleep(100 * time.Millisecond)
				wantLine(t, "z", a, b)
			}
			wantLine(t, "z", d)
		}
	})
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		a = c.again(a, time.Minute)
		time.Sleep(heard)
		d = c.again(d, 0)
		time.Sleep(heard)
		wantLine(t, "y", a, b, d)
		b = c.again(b, -time.Minute)
		for range 100 {
			time.Sleep(100 * time.Millisecond)
			wantLine(t, "z", a, d)
		}
		wantLine(t, "z", b)
	})
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		c.quit(a, b, d)
		c.late = 10 * time.Millisecond // all look and tell at whole seconds, so that what they know then is a second old
		a = c.start("z")
		time.Sleep(300 * time.Millisecond)
		c.ahead["y"] = -time.Minute
		b = c.start("y")
		time.Sleep(heard)
		for range 10 {
			time.Sleep(time.Until(time.Now().Truncate(time.Second).Add(1900 * time.Millisecond)))
			wantLine(t, "z", a, b)
		}
	})
}

func TestLinesOfProcessesThatMeetAgainBecomeOne(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		d.mesh.Connect(false)
		time.Sleep(heard)
		var tokens []string
		for i := range 12 {
			tokens = append(tokens, c.submit(d, c.by(byte(i), fmt.Sprint(i))))
		}
		synctest.Wait()
		if !d.local.Busy() {
			t.Fatal("a process that is cut off has no line")
		}
		d.mesh.Connect(true)
		time.Sleep(heard)
		if d.local.Busy() {
			t.Error("it still has a line of its own")
		}
		c.wantState(tokens[11], push.Queued, a, b, d)
		time.Sleep(10 * time.Second)
		if sent := len(a.sent()) + len(d.sent()); sent != 12 || len(a.sent()) == 0 {
			t.Errorf("%d were sent of 12", sent)
		}
	})
}

// Its page has asked for it at both.
func TestAPlaceThatTwoProcessesGaveHoldsByBothOfItsAddresses(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, _, d *process) {
		d.mesh.Connect(false)
		time.Sleep(heard)
		var tokens []string
		for _, at := range []*process{a, d} {
			for i := range 20 {
				c.submit(at, c.by(byte(i), fmt.Sprint(at.peers.Name(), i)))
			}
			tokens = append(tokens, c.place(at))
		}
		d.mesh.Connect(true)
		time.Sleep(heard + 2*time.Second)
		for _, token := range tokens {
			if s, err := d.Status(t.Context(), share.OfPlace, token, nil, 0); err != nil || s.State != queue.Waits && s.State != queue.Turn {
				t.Errorf("its status is %+v, %v", s, err)
			}
		}
		if s := a.local.Stats(); s.Places+s.Turns != 1 || d.local.Busy() {
			t.Errorf("there are %d places and %d turns, and another process has some: %t", s.Places, s.Turns, d.local.Busy())
		}
	})
}

// A page takes a place of which nothing is known for one that is over, and its turn for missed.
func TestNothingIsUnknownWhileLinesBecomeOne(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		d.mesh.Connect(false)
		time.Sleep(heard)
		var token string
		for i := range 30 {
			token = c.submit(d, c.by(byte(i), fmt.Sprint(i)))
		}
		place := c.place(d)
		slow := func() { time.Sleep(500 * time.Millisecond) }
		a.local.Update(push.Settings{Chain: a.chain, Contract: contract, ReadOpenings: slow})
		d.mesh.Connect(true)
		for !slices.Contains(a.peers.Others(), "x") || !slices.Contains(b.peers.Others(), "x") {
			time.Sleep(10 * time.Millisecond)
		}
		for range 500 {
			time.Sleep(10 * time.Millisecond)
			for _, p := range []*process{a, b, d} {
				for of, token := range map[share.Kind]string{share.OfPush: token, share.OfPlace: place} {
					if s, err := p.Status(t.Context(), of, token, nil, 0); err != nil && !errors.Is(err, push.ErrElsewhere) {
						t.Fatalf("%s tells %+v, %v", p.peers.Name(), s, err)
					}
				}
			}
		}
		if d.local.Busy() {
			t.Error("it still has a line of its own")
		}
		c.wantState(token, push.Queued, a, b, d)
		time.Sleep(time.Second)
		if _, err := d.Status(t.Context(), share.OfPlace, "invented"+place[8:], nil, 0); !errors.Is(err, push.ErrNoToken) {
			t.Errorf("an invented token: %v", err)
		}
	})
}

// Told that nothing was sent a buyer buys again: neither of the two may be told of what another
// process may have taken.
func TestWhatAnotherProcessMayHaveTakenIsNotToldToBeUnsent(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		a.mesh.Tamper(silent)
		tx := c.by(1, "first")
		if _, _, err := d.Submit(t.Context(), client, tx); !errors.Is(err, share.ErrUnsure) || d.local.Busy() {
			t.Errorf("submitted: %v", err)
		}
		if _, err := b.Push(t.Context(), client, c.by(2, "second")); !errors.Is(err, share.ErrUnsure) || b.local.Busy() {
			t.Errorf("pushed: %v", err)
		}
		for i, answer := range []string{`{"error":"in the words of another version"}`, `<`, `{"answer":`} {
			a.mesh.Tamper(func(string, []byte) []byte { return []byte(answer) })
			if _, _, err := d.Submit(t.Context(), client, c.by(byte(10+i), fmt.Sprint("submitted ", i))); !errors.Is(err, share.ErrUnsure) || d.local.Busy() {
				t.Errorf("submitted, and answered %s: %v", answer, err)
			}
			if _, err := b.Push(t.Context(), client, c.by(byte(20+i), fmt.Sprint("pushed ", i))); !errors.Is(err, share.ErrUnsure) || b.local.Busy() {
				t.Errorf("pushed, and answered %s: %v", answer, err)
			}
			time.Sleep(2 * time.Second)
		}
		a.mesh.Tamper(silent)
		if len(a.sent()) != 8 {
			t.Errorf("%d of 8 were sent by the process that did not answer", len(a.sent()))
		}
		// The line of one that ends.
		token := c.submit(a, c.by(3, "third"))
		c.submit(a, c.by(4, "fourth"))
		a.mesh.Tamper(nil)
		b.mesh.Tamper(silent)
		a.End()
		if s, err := a.Leave(t.Context(), share.OfPush, token); err == nil {
			t.Errorf("what the next process may have is told to be %+v", s)
		}
	})
}

func TestWhatAnotherProcessHasIsNotToldToBeUnsentByOneThatCloses(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, _ *process) {
		for i := range 5 {
			c.submit(a, c.by(byte(i), fmt.Sprint("before ", i)))
		}
		waiting := make(chan error)
		go func() {
			_, err := b.Push(t.Context(), client, c.by(9, "waits"))
			waiting <- err
		}()
		synctest.Wait()
		b.End()
		b.Close()
		if err := <-waiting; !errors.Is(err, share.ErrUnsure) {
			t.Errorf("it is answered %v", err)
		}
		if time.Sleep(10 * time.Second); len(a.sent()) != 6 {
			t.Errorf("the other one sent %d", len(a.sent()))
		}
	})
}

func TestARefusalIsSureIfNoOtherProcessHadIt(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, d *process) {
		const no = `{"code":500,"error":{"code":3050003,"name":"n","what":"w","details":[]}}`
		refused := func(what string, at *process, tx *transaction.Push) int64 {
			t.Helper()
			at.answers(500, no)
			token := c.submit(at, tx)
			time.Sleep(2 * time.Second)
			s := c.wantState(token, push.RefusedState, at)
			time.Sleep(2 * time.Minute) // by then a refusal is none of the same bytes any more
			return s.KnowsSince
		}
		began := time.Now()
		if since := refused("first", a, c.by(1, "first")); since < began.UnixMilli() {
			t.Errorf("all is known since %s, and others were not asked before %s", time.UnixMilli(since), began)
		}
		known := time.Now()
		all := refused("second", a, c.by(2, "second"))
		if all == 0 || all > began.Add(3*time.Second).UnixMilli() {
			t.Errorf("all is known since %s, want what the others said first, at %s", time.UnixMilli(all), began)
		}
		// A page may have the time from one whose clock is ahead.
		for i, ahead := range []time.Duration{0, time.Minute, -time.Minute} {
			d.mesh.Tamper(func(_ string, answer []byte) []byte {
				var told map[string]any
				if err := json.Unmarshal(answer, &told); err != nil {
					t.Error(err)
				}
				told["now"] = time.Now().Add(ahead).UnixMilli()
				answer, _ = json.Marshal(told) // it was JSON
				return answer
			})
			what := fmt.Sprint("one is ahead by ", ahead)
			if since, want := refused(what, a, c.by(byte(7+i), what)), all+max(ahead, 0).Milliseconds(); since != want {
				t.Errorf("%s: all is known since %d, want %d", what, since, want)
			}
		}
		d.mesh.Tamper(nil)
		// Another one that was started again knows since then.
		c.quit(d)
		time.Sleep(heard)
		if since := refused("one is away", a, c.by(3, "third")); since != 0 {
			t.Errorf("all is known since %s without the word of one", time.UnixMilli(since))
		}
		again := time.Now()
		d = c.start("x")
		time.Sleep(heard)
		if since := refused("one is new", a, c.by(4, "fourth")); since < again.UnixMilli() || since < known.UnixMilli() {
			t.Errorf("all is known since %s, and one was started at %s", time.UnixMilli(since), again)
		}
		// One that was cut off sent it.
		tx := c.by(5, "fifth")
		d.mesh.Connect(false)
		time.Sleep(heard)
		c.submit(d, tx)
		time.Sleep(2 * time.Second)
		d.mesh.Connect(true)
		time.Sleep(heard)
		if since := refused("another one sent it", a, tx); since != 0 || len(d.sent()) != 1 {
			t.Errorf("all is known since %s of what another process sent", time.UnixMilli(since))
		}
		// One that does not answer.
		b.mesh.Tamper(silent)
		if since := refused("one is silent", a, c.by(6, "sixth")); since != 0 {
			t.Errorf("all is known since %s without the word of one", time.UnixMilli(since))
		}
	})
}

// What a node says of a transaction can be longer than what goes from one process to another.
func TestAnAnswerThatIsTooLongForTheWayIsNotTakenForNone(t *testing.T) {
	run(t, func(t *testing.T, c *cluster, a, b, _ *process) {
		tx := c.by(1, "first")
		a.answers(202, fmt.Sprintf(`{"transaction_id":"%s","processed":{"id":"%[1]s","block_num":324182170,"receipt":{"status":"executed"},"except":null,"traces":"%s"}}`,
			tx.ID, strings.Repeat("x", 500<<10)))
		if _, err := b.Push(t.Context(), client, tx); !errors.Is(err, share.ErrUnsure) {
			t.Errorf("it is answered %v", err)
		}
		if len(a.sent()) != 1 || len(b.sent()) != 0 {
			t.Errorf("it was sent %d and %d times", len(a.sent()), len(b.sent()))
		}
	})
}
