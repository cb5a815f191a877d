package channel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest/must"
)

// member is a process of a cluster of tests.
type member struct {
	*Hub
	peers *peers.Process
	mesh  *peerstest.Mesh
	name  string
	apart apart
}

// apart has who answers a question not know when the one that asked has gone, as over a network.
// One that is deaf hears nothing of the others, which hear it. Messages and listeners of one that is
// delayed come when the test has them come, and one that is slow has its answers later.
type apart struct {
	*peers.Process
	deaf, delayed *atomic.Bool
	slow          *atomic.Int64 // how much later
	late          chan func()
}

func (a apart) Said(name string) map[string][]byte {
	if a.deaf.Load() {
		return nil
	}
	return a.Process.Said(name)
}

func (a apart) Ask(ctx context.Context, process, question string, content []byte) (answer []byte, err error) {
	delayed := a.delayed.Load() && (question == askSend || question == askListen)
	if delayed {
		a.late <- func() { _, _ = a.Process.Ask(context.WithoutCancel(ctx), process, question, content) }
	}
	if a.deaf.Load() || delayed {
		return nil, errors.New("nothing is heard")
	}
	answered := make(chan struct{})
	var said []byte
	var failed error
	go func() {
		defer close(answered)
		said, failed = a.Process.Ask(context.WithoutCancel(ctx), process, question, content)
		time.Sleep(time.Duration(a.slow.Load()))
	}()
	select {
	case <-answered:
		return said, failed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// kill has the process be gone for the others.
func (m *member) kill() {
	m.mesh.Connect(false)
	m.peers.Leave(m.mesh)
	m.Close()
}

// inCluster runs a test with three processes: the channel of tests is at home.
func inCluster(t *testing.T, test func(t *testing.T, home, one, other *member), change ...func(*Settings)) {
	t.Helper()
	settings := testSettings()
	for _, change := range change {
		change(&settings)
	}
	synctest.Test(t, func(t *testing.T) {
		room := peerstest.NewRoom(3)
		var all []*member
		for _, name := range []string{"a", "b", "c"} {
			m := &member{New(settings), new(peers.Process), room.Mesh(name), name, apart{}}
			m.apart = apart{m.peers, new(atomic.Bool), new(atomic.Bool), new(atomic.Int64), make(chan func(), 8)}
			m.Join(m.apart)
			m.mesh.Connect(true)
			m.peers.Join(m.mesh)
			all = append(all, m)
		}
		time.Sleep(2500 * time.Millisecond)
		home := all[0].peers.Owner("link " + testName)
		at := slices.IndexFunc(all, func(m *member) bool { return m.name == home })
		all[0], all[at] = all[at], all[0]
		test(t, all[0], all[1], all[2])
		for _, m := range all {
			m.kill()
		}
		synctest.Wait()
	})
}

// settled lets the processes notice who lives.
func settled() {
	time.Sleep(10 * second)
	synctest.Wait()
}

func (m *member) sends(t *testing.T, payload string, wait Wait) <-chan sent {
	t.Helper()
	return sending(t.Context(), m.Hub, payload, wait)
}

func (m *member) listens(t *testing.T) (*testSink, *Listener) {
	t.Helper()
	sink := newSink(false)
	l := listen(t, m.Hub, testName, sink)
	synctest.Wait()
	return sink, l
}

func (s *testSink) wantNothing(t *testing.T) {
	t.Helper()
	if len(s.got) > 0 {
		t.Errorf("it gets %q as well", <-s.got)
	}
}

func wantNoneKept(t *testing.T, all ...*member) {
	t.Helper()
	synctest.Wait()
	for _, m := range all {
		m.mu.Lock()
		if kept, copies := m.places.Held(), len(m.cluster.copies); kept != 0 || copies != 0 {
			t.Errorf("%s has %d messages and %d copies", m.name, kept, copies)
		}
		m.mu.Unlock()
	}
}

// Each of the three in turn listens, and each sends.
func TestAMessageReachesAListenerOfAnyProcess(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		all := []*member{home, one, other}
		for _, listens := range all {
			sink, l := listens.listens(t)
			for _, sends := range all {
				(<-sends.sends(t, "from "+sends.name, Wait{})).want(t, Delivered, nil, 0)
				sink.want(t, "from "+sends.name)
				sink.wantNothing(t)
			}
			l.Close()
			synctest.Wait()
			for _, sends := range all {
				(<-sends.sends(t, "for nobody", Wait{Required: true})).want(t, "", ErrUndelivered, 0)
			}
		}
		wantNoneKept(t, all...)
		for _, m := range all {
			if s := m.Stats(); s.Channels != 0 {
				t.Errorf("%s has %d channels", m.name, s.Channels)
			}
		}
	})
}

func TestAKeptMessageIsTakenAtAnyProcessOnce(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		all := []*member{home, one, other}
		for _, sends := range all {
			for _, listens := range all {
				(<-sends.sends(t, "older", Wait{})).want(t, Buffered, nil, 0)
				(<-sends.sends(t, "kept", Wait{})).want(t, Buffered, nil, 0)
				sink, l := listens.listens(t)
				sink.want(t, "kept")
				wantNoneKept(t, all...)
				l.Close()
				synctest.Wait()
				next, l := one.listens(t)
				next.wantNothing(t)
				sink.wantNothing(t)
				l.Close()
				synctest.Wait()
			}
		}
	})
}

func TestASenderThatWaitsIsAnsweredWhenSomebodyListensElsewhere(t *testing.T) {
	inCluster(t, func(t *testing.T, _, one, other *member) {
		first := one.sends(t, "first", Wait{For: 30 * second})
		time.Sleep(second)
		newer := one.sends(t, "second", Wait{For: 30 * second})
		(<-first).want(t, "", ErrReplaced, second)
		time.Sleep(second)
		sink, _ := other.listens(t)
		(<-newer).want(t, Delivered, nil, second)
		sink.want(t, "second")
	})
}

// Its place is with the home or with its copy, whichever is left.
func TestTheLossOfOneProcessLosesNoKeptMessage(t *testing.T) {
	for sends := range 3 {
		for killed := range 3 {
			t.Run(fmt.Sprint(sends, killed), func(t *testing.T) {
				inCluster(t, func(t *testing.T, home, one, other *member) {
					all := []*member{home, one, other}
					(<-all[sends].sends(t, "kept", Wait{})).want(t, Buffered, nil, 0)
					all[killed].kill()
					settled()
					left := slices.Delete(slices.Clone(all), killed, killed+1)
					// The loss of another one, later, loses nothing either.
					left[0].kill()
					settled()
					sink, _ := left[1].listens(t)
					sink.want(t, "kept")
					wantNoneKept(t, left[1])
				})
			})
		}
	}
}

func TestASenderThatWaitsOutlastsTheLossOfTheKeeper(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		result := one.sends(t, "waits", Wait{For: 60 * second})
		synctest.Wait()
		home.kill()
		settled()
		sink, _ := other.listens(t)
		(<-result).want(t, Delivered, nil, anyTime)
		sink.want(t, "waits")
	})
}

func TestAListenerGoesOnWhenTheHomeOfItsChannelIsLost(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		sink, _ := one.listens(t)
		home.kill()
		settled()
		(<-other.sends(t, "hello", Wait{})).want(t, Delivered, nil, anyTime)
		sink.want(t, "hello")
	})
}

// The listener's process notices nothing of it, and has no reason to say again who listens.
func TestAListenerGoesOnWhenTheHomeOfItsChannelHeardNothingForAWhile(t *testing.T) {
	for what, deaf := range map[string]time.Duration{"a question failed": 0, "the others were gone": 2 * second} {
		t.Run(what, func(t *testing.T) {
			inCluster(t, func(t *testing.T, home, one, _ *member) {
				sink, _ := one.listens(t)
				(<-one.sends(t, "before", Wait{})).want(t, Delivered, nil, 0)
				sink.want(t, "before")
				home.apart.deaf.Store(true)
				time.Sleep(deaf)
				(<-home.sends(t, "meanwhile", Wait{})).want(t, Buffered, nil, anyTime)
				home.apart.deaf.Store(false)
				settled()
				if len(sink.got) != 1 {
					t.Errorf("the listener has %d messages", len(sink.got))
					return
				}
				sink.want(t, "meanwhile")
				(<-home.sends(t, "afterwards", Wait{})).want(t, Delivered, nil, 0)
				sink.want(t, "afterwards")
				wantNoneKept(t, home, one)
			})
		})
	}
}

func TestAMessageThatComesLateFromAProcessThatWasAwayReplacesNoNewerOne(t *testing.T) {
	for what, isBack := range map[string]bool{"while it is away": false, "with it, before anybody has looked who lives": true} {
		t.Run(what, func(t *testing.T) {
			inCluster(t, func(t *testing.T, home, one, _ *member) {
				one.apart.delayed.Store(true)
				(<-one.sends(t, "older", Wait{})).want(t, Buffered, nil, anyTime)
				home.apart.deaf.Store(true)
				if isBack {
					settled()
				}
				(<-home.sends(t, "newer", Wait{})).want(t, Buffered, nil, anyTime)
				home.apart.deaf.Store(!isBack)
				for len(one.apart.late) > 0 {
					(<-one.apart.late)()
				}
				one.apart.delayed.Store(false)
				home.apart.deaf.Store(false)
				settled()
				sink, _ := home.listens(t)
				sink.want(t, "newer")
				sink.wantNothing(t)
				wantNoneKept(t, home, one)
			})
		})
	}
}

// Who lives is the same before and after.
func TestAMessageThatCouldNotBeSentHomeComesThereLater(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		settled()
		one.apart.delayed.Store(true)
		(<-one.sends(t, "kept", Wait{})).want(t, Buffered, nil, anyTime)
		one.apart.delayed.Store(false)
		settled()
		sink, _ := other.listens(t)
		if len(sink.got) != 1 { // later it would come with what is told again
			t.Fatalf("the listener has %d messages", len(sink.got))
		}
		sink.want(t, "kept")
		wantNoneKept(t, home, one, other)
	})
}

// Each of two that were apart has a message of the channel.
func TestOfTwoMessagesTheNewerOneIsKept(t *testing.T) {
	for _, newer := range []string{"home", "one"} {
		t.Run(newer, func(t *testing.T) {
			inCluster(t, func(t *testing.T, home, one, other *member) {
				one.mesh.Connect(false)
				settled()
				sends := map[string]*member{"home": home, "one": one}
				for name, first := range sends {
					if name != newer {
						(<-first.sends(t, "older", Wait{})).want(t, Buffered, nil, 0)
					}
				}
				time.Sleep(second)
				(<-sends[newer].sends(t, "newer", Wait{})).want(t, Buffered, nil, 0)
				one.mesh.Connect(true)
				settled()
				sink, _ := other.listens(t)
				sink.want(t, "newer")
				sink.wantNothing(t)
				wantNoneKept(t, home, one, other)
			})
		})
	}
}

// The home has heard that nobody listens any more, and of the next one nothing.
func TestAListenerThatCouldNotBeToldOfIsToldOfLater(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, _ *member) {
		_, first := one.listens(t)
		one.apart.slow.Store(int64(100 * time.Millisecond))
		first.Close()
		time.Sleep(50 * time.Millisecond)
		one.apart.delayed.Store(true)
		sink, _ := one.listens(t)
		time.Sleep(100 * time.Millisecond)
		one.apart.delayed.Store(false)
		settled()
		(<-home.sends(t, "hello", Wait{})).want(t, Delivered, nil, anyTime)
		sink.want(t, "hello")
	})
}

// wantNoChannels wants nothing to be left of listeners that are gone.
func wantNoChannels(t *testing.T, all ...*member) {
	t.Helper()
	for _, m := range all {
		if s := m.Stats(); s.Channels != 0 || s.Listeners != 0 {
			t.Errorf("%s has %d channels and %d listeners", m.name, s.Channels, s.Listeners)
		}
	}
}

func TestThatNobodyListensAnyMoreIsToldAgainWhenItWasNotHeard(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		_, l := one.listens(t)
		one.apart.delayed.Store(true)
		l.Close()
		synctest.Wait()
		one.apart.delayed.Store(false)
		settled()
		wantNoChannels(t, home, one, other)
	})
}

// Each of the two others has the channel while its home is away, or is told of who listens at the other.
func TestAChannelThatIsAtItsHomeAgainIsForgottenElsewhere(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		sink, first := one.listens(t)
		_, second := other.listens(t)
		home.mesh.Connect(false)
		settled()
		home.mesh.Connect(true)
		settled()
		second.Close()
		settled()
		(<-other.sends(t, "hello", Wait{})).want(t, Delivered, nil, anyTime)
		sink.want(t, "hello")
		first.Close()
		settled()
		wantNoChannels(t, home, one, other)
	})
}

// The home gives the listener's process up while that hears that it knows of the listener.
func TestAListenerThatIsGivenUpAtOnceIsToldOfAgain(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, _ *member) {
		one.apart.slow.Store(int64(800 * time.Millisecond))
		time.Sleep(lookInterval - 100*time.Millisecond)
		sink, _ := one.listens(t)
		time.Sleep(90 * time.Millisecond)
		home.apart.deaf.Store(true)
		time.Sleep(20 * time.Millisecond) // and it looks
		home.apart.deaf.Store(false)
		settled()
		(<-home.sends(t, "hello", Wait{})).want(t, Delivered, nil, anyTime)
		sink.want(t, "hello")
	})
}

// The home has not noticed yet that the process was started again.
func TestAMessageComesOnceToAProcessThatWasStartedAgain(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, _ *member) {
		sink := newSink(true)
		listen(t, one.Hub, testName, sink)
		synctest.Wait()
		must.Get(home.heardListener(t.Context(), letter{Kept: Kept{Channel: testName}, From: one.name + " before"}))(t)
		result := home.sends(t, "hello", Wait{})
		sink.want(t, "hello")
		synctest.Wait()
		sink.wantNothing(t)
		(<-sink.open).Acknowledge()
		(<-result).want(t, Delivered, nil, 0)
		wantNoneKept(t, home, one)
	})
}

func TestWhatTheListenersProcessDidNotAcknowledgeIsKept(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		silent := newSink(true)
		listen(t, one.Hub, testName, silent)
		synctest.Wait()
		result := other.sends(t, "hello", Wait{})
		silent.want(t, "hello")
		one.kill()
		(<-result).want(t, Buffered, nil, anyTime)
		sink, _ := home.listens(t)
		sink.want(t, "hello")
		wantNoneKept(t, home, other)
	})
}

// A poll has its message when its connection asks again.
func TestAPollAtAnotherProcessHasItsMessageWhenItAsksAgain(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		(<-other.sends(t, "hello", Wait{})).want(t, Buffered, nil, 0)
		poll := func() {
			sink := newSink(true)
			l := start(t, one.Hub, testName, sink, true)
			sink.want(t, "hello")
			(<-sink.open).Handed("192.0.2.1:5")
			l.Close()
			synctest.Wait()
		}
		poll()
		one.Received(testName, "192.0.2.9:5") // somebody else's
		poll()
		one.Received(testName, "192.0.2.1:5")
		wantNoneKept(t, home, one, other)
	})
}

func TestASenderThatGoesAwayLeavesNothingThatInsists(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		ctx, leave := context.WithCancel(t.Context())
		result := sending(ctx, one.Hub, "insists", Wait{For: 60 * second, Required: true})
		synctest.Wait()
		leave()
		if answer := <-result; answer.err == nil {
			t.Errorf("it is answered %q", answer.outcome)
		}
		wantNoneKept(t, home, one, other)
	})
}

func TestTheHomeOfAChannelBoundsWhatItKeeps(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		(<-one.sends(t, string(make([]byte, 600)), Wait{})).want(t, Buffered, nil, 0)
		(<-one.sends(t, string(make([]byte, 1001)), Wait{})).want(t, "", ErrFull, 0)
		wantCopies := func(m *member, want int) {
			t.Helper()
			m.mu.Lock()
			defer m.mu.Unlock()
			if len(m.cluster.copies) != want {
				t.Errorf("%s has %d copies, want %d", m.name, len(m.cluster.copies), want)
			}
		}
		wantCopies(one, 1)
		for i := range 9 {
			_ = one.hold(Kept{Channel: testName, Client: testClient, Payload: make([]byte, 100), ID: fmt.Sprint(i)}, "")
		}
		one.mu.Lock()
		if held := one.cluster.copyBytes.Held(); held != 1000 {
			t.Errorf("its copies have %d bytes, want 1000", held)
		}
		one.mu.Unlock()
		// For one that has no room the home finds another process.
		(<-one.sends(t, string(make([]byte, 700)), Wait{})).want(t, Buffered, nil, 0)
		wantCopies(other, 1)
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if s := home.Stats(); s.Expired != 1 {
			t.Errorf("%+v, want one that expired", s)
		}
	})
}

func TestAProcessThatIsAloneGoesOnAndBringsItsMessagesBack(t *testing.T) {
	inCluster(t, func(t *testing.T, home, one, other *member) {
		one.mesh.Connect(false)
		settled()
		(<-one.sends(t, "alone", Wait{})).want(t, Buffered, nil, 0)
		one.mesh.Connect(true)
		settled()
		sink, _ := other.listens(t)
		sink.want(t, "alone")
		wantNoneKept(t, home, one, other)
	})
}
