package share

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/atomicfile/powercut"
	"fieldhouse/plugins/atomicfile/step"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
)

// process is one of a cluster in memory.
type process struct {
	arranged
	t       *testing.T
	name    string
	store   *store.Store
	journal *journal.File
	share   *Share

	mutex    sync.Mutex
	reported []string
	// reports is called with each report.
	reports func(string)
}

func newProcess(t *testing.T, room *peerstest.Room, name string) *process {
	folder := t.TempDir()
	p := &process{arranged: arranged{room.Mesh(name), func() {}, func() {}}, t: t, name: name, store: store.NewStore(folder), reports: func(string) {}}
	p.journal = journal.Open(folder, journal.Options{Report: p.report, HoldsUnwritten: true})
	return p
}

// join starts a process that reaches the others.
func (p *process) join() {
	p.Connect(true)
	p.share = Start(Config{Mesh: p.arranged, Journal: p.journal, Store: p.store, Fetched: func() {}, Report: p.report})
	p.t.Cleanup(p.share.Close)
}

// again starts it anew, as it was arranged since.
func (p *process) again() {
	p.share.Close()
	p.join()
}

func (p *process) report(err error) {
	p.mutex.Lock()
	p.reported = append(p.reported, err.Error())
	p.mutex.Unlock()
	p.reports(err.Error())
}

// take takes a release of football with a text, and returns its name.
func (p *process) take(text string) string {
	p.t.Helper()
	draft := releasetest.Next(text)
	return must.Get(p.store.Take(draft.Write(p.t)))(p.t).Name
}

func (p *process) setLive(name string) error {
	_, err := p.journal.SetLive(journal.Change{By: p.name}, map[string]string{"football": name}, journal.Checks{Usable: journal.ChecksOf(p.store).Usable})
	return err
}

func (p *process) withdraw(name string) error {
	_, err := p.journal.Withdraw(journal.Change{By: p.name}, map[string]string{"football": name}, journal.Checks{})
	return err
}

func (p *process) state() journal.State {
	p.t.Helper()
	return must.Get(p.journal.Read())(p.t)
}

// said reports whether a process has reported something.
func (p *process) said(text string) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return slices.ContainsFunc(p.reported, func(one string) bool { return strings.Contains(one, text) })
}

// disk is the journal's files of a process.
func (p *process) disk() string {
	files, _ := filepath.Glob(filepath.Join(p.store.Folder(), "lineup.journal", "*.json"))
	all := ""
	for _, file := range append(files, filepath.Join(p.store.Folder(), "lineup.json")) {
		content, _ := os.ReadFile(file)
		all += filepath.Base(file) + " " + string(content)
	}
	return all
}

func awaitEqual(t *testing.T, version uint64, all ...*process) {
	t.Helper()
	for _, p := range all {
		plugintest.Eventually(t, fmt.Sprint("the journals are equal at version ", version), func() bool {
			return p.state().Version == version && p.disk() == all[0].disk()
		})
	}
}

// arranged is a mesh of which a test arranges what happens before each message that the process
// appends, and before each that it reads.
type arranged struct {
	*peerstest.Mesh
	append, read func()
}

func (a arranged) Append(ctx context.Context, after uint64, id string, content []byte) (uint64, error) {
	a.append()
	return a.Mesh.Append(ctx, after, id, content)
}

func (a arranged) Follow(ctx context.Context, deliver func(uint64, []byte), atEnd func(uint64)) {
	a.Mesh.Follow(ctx, func(sequence uint64, content []byte) {
		a.read()
		deliver(sequence, content)
	}, atEnd)
}

// wantAtOnce wants something to take no time of the bubble that it is done in.
func wantAtOnce(t *testing.T, what string, do func()) {
	t.Helper()
	began := time.Now()
	do()
	if took := time.Since(began); took != 0 {
		t.Errorf("%s in %s", what, took)
	}
}

func (p *process) freeze(scope string) {
	p.t.Helper()
	must.Get(p.journal.SetFreeze(journal.Change{By: p.name, Reason: "a test"}, scope, nil))(p.t)
}

// newThree are three processes of which the first had a release live before.
func newThree(t *testing.T) (a, b, c *process, live string) {
	r := peerstest.NewRoom(3)
	a, b, c = newProcess(t, r, "a"), newProcess(t, r, "b"), newProcess(t, r, "c")
	live = a.take("first")
	must.Do(t, a.setLive(live))
	for _, p := range []*process{c, b, a} {
		p.join()
	}
	awaitEqual(t, 1, a, b, c)
	return a, b, c, live
}

func TestTheListBeginsWithTheHighestVersionOnceAllAreThere(t *testing.T) {
	r := peerstest.NewRoom(3)
	a, b, c := newProcess(t, r, "a"), newProcess(t, r, "b"), newProcess(t, r, "c")
	own := a.take("of a alone")
	must.Do(t, a.setLive(own))
	first, second := c.take("first"), c.take("second")
	must.Do(t, c.setLive(first))
	must.Do(t, c.setLive(second))
	a.join()
	b.join()
	plugintest.Eventually(t, "b knows the list", func() bool {
		return strings.Contains(b.share.missing(), "it begins once all 3 processes are connected, 2 are")
	})
	if err := b.setLive(own); !errors.Is(err, journal.ErrAlone) {
		t.Errorf("before all are there a change is answered %v", err)
	}
	c.join()
	awaitEqual(t, 2, a, b, c)
	for _, p := range []*process{a, b} {
		plugintest.Eventually(t, "it has the files", func() bool {
			_, err := p.store.Open("football", second)
			return err == nil && len(p.share.Lacking()) == 0
		})
	}
	if b.said("it is gone") {
		t.Errorf("b, which never had a lineup, reports %q", b.reported)
	}
	if !a.said("a lineup of its own, which theirs replaces: it had map[football:" + own + "] live") {
		t.Errorf("a reports %q", a.reported)
	}
}

func TestTheListBeginsWithAProcessThatDidNotAnswerAtOnce(t *testing.T) {
	r := peerstest.NewRoom(3)
	a, b, c := newProcess(t, r, "a"), newProcess(t, r, "b"), newProcess(t, r, "c")
	must.Do(t, a.setLive(a.take("first")))
	b.join()
	c.join()
	isLate := true
	b.Tamper(func(question string, answer []byte) []byte {
		if question == peers.StatusQuestion && isLate {
			isLate = false
			return nil
		}
		return answer
	})
	a.join()
	awaitEqual(t, 1, a, b, c)
}

func TestAReleaseIsLiveWhenAMajorityHasItsFiles(t *testing.T) {
	a, b, c, _ := newThree(t)
	next := b.take("next")
	// Of what b sends, one byte is another: the door of the store refuses it.
	b.Tamper(func(question string, answer []byte) []byte {
		if question == "part" && strings.Contains(string(answer), "// next") {
			return []byte(strings.ReplaceAll(string(answer), "// next", "// evil"))
		}
		return answer
	})
	if err := b.setLive(next); !errors.Is(err, journal.ErrAlone) || !strings.Contains(err.Error(), "1 of 3 processes have the files of football "+next) || !strings.Contains(err.Error(), "hash") {
		t.Errorf("a damaged release is answered %v", err)
	}
	if a.store.Has("football", next) || a.state().Version != 1 {
		t.Error("the damaged release was taken in")
	}
	b.Tamper(nil)
	must.Do(t, b.setLive(next))
	awaitEqual(t, 2, a, b, c)
	for _, p := range []*process{a, c} {
		plugintest.Eventually(t, "it has the files", func() bool { _, err := p.store.Open("football", next); return err == nil })
	}
}

func TestWithoutAQuorumNothingIsShippedAndWhatTakesBackHoldsAndIsPassedOn(t *testing.T) {
	a, b, c, live := newThree(t)
	next := a.take("next")
	must.Do(t, a.setLive(next))
	awaitEqual(t, 2, a, b, c)
	a.Connect(false)
	if err := a.setLive(live); !errors.Is(err, journal.ErrAlone) || !strings.Contains(err.Error(), "1 of 3 processes are connected") {
		t.Errorf("shipping alone is answered %v", err)
	}
	must.Do(t, a.withdraw(next))
	if a.state().Editions["football"].Live != live || b.state().Version != 2 || !a.said("version 3 holds at this process alone") {
		t.Errorf("alone: %+v; %q", a.state(), a.reported)
	}
	if status, err := peers.AskStatus(t.Context(), b, "a"); err == nil {
		t.Errorf("a answers %+v", status)
	}
	a.Connect(true)
	awaitEqual(t, 3, a, b, c)
	if status, err := peers.AskStatus(t.Context(), b, "a"); err != nil || status.Version != 3 || len(status.Told) != 1 {
		t.Errorf("a answers %+v, %v", status, err)
	}
}

func TestWhatWasTakenBackAloneIsMadeAgainOrTold(t *testing.T) {
	a, b, c, live := newThree(t)
	for _, also := range []bool{false, true} {
		bad := a.take(fmt.Sprint("bad, which the others see: ", also))
		must.Do(t, a.setLive(bad))
		version := a.state().Version
		awaitEqual(t, version, a, b, c)
		a.Connect(false)
		must.Do(t, a.withdraw(bad))
		must.Get(b.journal.SetFreeze(journal.Change{Reason: "meanwhile"}, fmt.Sprintf("rugby%d", version), nil))(t)
		if also {
			must.Do(t, b.withdraw(bad))
		}
		awaitEqual(t, b.state().Version, b, c)
		a.Connect(true)
		awaitEqual(t, version+2, a, b, c)
		if part := b.state().Editions["football"]; part.Live != live || !slices.Contains(part.Withdrawn, bad) {
			t.Errorf("b has %+v", part)
		}
		if told := "was made again"; !also && !a.said(told) {
			t.Errorf("a reports %q, want %q", a.reported, told)
		}
	}
	plugintest.Eventually(t, "people are told", func() bool {
		return a.said("has nothing to take back any more: what is live is map[football:" + live + "]")
	})
}

func TestAFreezeThatIsOverOrThatOthersEndedIsNotMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, c, _ := newThree(t)
		b.freeze("hockey")
		awaitEqual(t, 2, a, b, c)
		time.Sleep(time.Second)
		a.Connect(false)
		must.Get(a.journal.SetFreeze(journal.Change{By: a.name, Reason: "for a second"}, "golf", new(time.Now().Add(time.Second))))(t)
		a.freeze("rugby")
		must.Get(b.journal.Thaw(journal.Change{By: b.name, Reason: "it is mended"}, "hockey"))(t)
		time.Sleep(time.Second)
		a.Connect(true)
		plugintest.Eventually(t, "people are told", func() bool {
			return a.said("version 3 (frozen, by a) has nothing to take back any more") && a.said("version 4 (frozen, by a) was made again")
		})
		awaitEqual(t, 4, a, b, c)
		if frozen := slices.Sorted(maps.Keys(b.state().Frozen)); !slices.Equal(frozen, []string{"rugby"}) {
			t.Errorf("frozen are %q", frozen)
		}
		if a.said("could not be made again") {
			t.Errorf("a reports %q", a.reported)
		}
		for _, p := range []*process{a, b, c} {
			p.share.Close()
		}
	})
}

// Who makes again what it took back alone is also who reads what the others change: it must not wait
// for that when they change something meanwhile.
func TestWhatIsMadeAgainComesAfterWhatOthersChangeMeanwhile(t *testing.T) {
	a, b, c, live := newThree(t)
	bad := a.take("bad")
	must.Do(t, a.setLive(bad))
	awaitEqual(t, 2, a, b, c)
	a.Connect(false)
	a.freeze("golf")
	must.Do(t, a.withdraw(bad))
	b.freeze("rugby")
	appends := 0
	a.append = func() {
		if appends++; appends == 2 { // of the withdrawal: golf is frozen again
			b.freeze("hockey")
		}
	}
	a.again()
	awaitEqual(t, 6, a, b, c)
	if state := b.state(); state.Editions["football"].Live != live || len(state.Frozen) != 3 {
		t.Errorf("b has %+v", state)
	}
	plugintest.Eventually(t, "people are told", func() bool {
		return a.said("version 3 (frozen, by a) was made again") && a.said("version 4 (withdrawn, by a) was made again")
	})
	if a.said("nothing to take back") {
		t.Errorf("a reports %q", a.reported)
	}
}

// Changes that can be told to the others at once do not hold here alone first.
func TestChangesAreEverybodysHoweverLateTheListIsRead(t *testing.T) {
	a, b, c, _ := newThree(t)
	arrives, goOn := make(chan struct{}), make(chan struct{})
	end := sync.OnceFunc(func() { close(goOn) })
	a.read = func() {
		select {
		case arrives <- struct{}{}:
			<-goOn
		case <-goOn:
		}
	}
	a.again()
	t.Cleanup(end)
	read := func() { goOn <- struct{}{} }
	<-arrives
	read()
	plugintest.Eventually(t, "a has read the list", func() bool { return a.share.missing() == "" })
	a.freeze("golf")
	a.freeze("rugby")
	<-arrives
	read()
	<-arrives // it has the first of both from the list, and not the second
	a.freeze("hockey")
	awaitEqual(t, 4, b, c)
	end()
	awaitEqual(t, 4, a, b, c)
}

func TestAChangeComesAfterWhatWasJustApplied(t *testing.T) {
	a, b, c, _ := newThree(t)
	a.Connect(false)
	a.freeze("golf")
	b.freeze("rugby")
	applied, goOn := make(chan struct{}), make(chan struct{})
	end := sync.OnceFunc(func() { close(goOn) })
	t.Cleanup(end)
	a.reports = func(text string) {
		if strings.Contains(text, "another change has its place") {
			close(applied)
			<-goOn
		}
	}
	a.Connect(true)
	<-applied
	a.freeze("hockey")
	awaitEqual(t, 3, b, c)
	end()
	awaitEqual(t, 4, a, b, c)
}

func TestAChangeWaitsForNothingThatWasAppliedMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, c, _ := newThree(t)
		first := must.Get(a.journal.Pending(true))(t)[0]
		if err := a.share.Append(first, false); !errors.Is(err, journal.ErrBehind) {
			t.Fatalf("what is there already is answered %v", err)
		}
		b.freeze("golf")
		awaitEqual(t, 2, a, b, c)
		synctest.Wait()
		wantAtOnce(t, "what was applied is caught up with", a.share.CatchUp)
	})
}

func TestChangesGoOnAfterTheListLostItsEnd(t *testing.T) {
	a, b, c, live := newThree(t)
	for after := range uint64(2) {
		must.Get(b.Append(t.Context(), 1+after, fmt.Sprint(after), []byte(`{"kind":"of tomorrow"}`)))(t)
	}
	for _, p := range []*process{a, b, c} {
		plugintest.Eventually(t, "it has read all", func() bool { return p.said("message 3 of the cluster's list") })
	}
	a.Lose(1)
	must.Do(t, a.setLive(live))
	awaitEqual(t, 2, a, b, c)
}

// A rollback is made once, whether the disk of who was told takes it or not.
func TestWhatADiskRefusesHoldsEverywhereAndIsWrittenLater(t *testing.T) {
	a, b, c, live := newThree(t)
	second, bad := a.take("second"), a.take("bad")
	must.Do(t, a.setLive(second))
	must.Do(t, a.setLive(bad))
	awaitEqual(t, 3, a, b, c)
	plugintest.Eventually(t, "a has written that the others have it, too", func() bool {
		status, err := peers.AskStatus(t.Context(), b, "a")
		return err == nil && status.Waiting == 0 && status.Unwritten == 0
	})
	before := a.disk()
	makeRoom := powercut.Full(t, a.store.Folder())
	rollback := func(p *process) {
		t.Helper()
		must.Get(p.journal.Rollback(journal.Change{By: p.name}, map[string]string{"football": ""}, false, journal.Checks{}))(t)
	}
	rollback(a)
	awaitEqual(t, 4, b, c)
	must.Get(b.journal.SetFreeze(journal.Change{Reason: "meanwhile"}, "rugby", nil))(t)
	must.Get(a.journal.SetFreeze(journal.Change{Reason: "meanwhile"}, "hockey", nil))(t)
	awaitEqual(t, 6, b, c)
	if err := a.setLive(live); !errors.Is(err, syscall.ENOSPC) || b.state().Version != 6 {
		t.Errorf("shipping is answered %v, and the others are at version %d", err, b.state().Version)
	}
	plugintest.Eventually(t, "a shows what the others do, from memory", func() bool {
		status, err := peers.AskStatus(t.Context(), b, "a")
		return err == nil && status.Version == 6 && status.Unwritten == 3 && status.Waiting == 0 && a.state().Editions["football"].Live == second
	})
	if a.disk() != before {
		t.Error("the full disk has something else")
	}
	// Alone as well.
	a.Connect(false)
	rollback(a)
	a.Connect(true)
	awaitEqual(t, 7, b, c)
	makeRoom()
	awaitEqual(t, 7, a, b, c)
	if part := a.state().Editions["football"]; part.Live != live || !slices.Equal(part.Withdrawn, []string{second, bad}) {
		t.Errorf("a has %+v", part)
	}
}

// A change is the others' although the disk that has it does not take any more that it is.
func TestADiskThatIsFullAtTheEndOfAChangeHasNothingWaitForTheOthers(t *testing.T) {
	a, b, c, _ := newThree(t)
	next := a.take("next")
	var full atomic.Bool
	step.Before(func(operation step.Operation) error {
		if operation.What == step.Rename && operation.To == filepath.Join(a.store.Folder(), "lineup.json") {
			full.Store(true)
		} else if operation.What == step.Write && full.Load() && strings.HasPrefix(operation.Path, a.store.Folder()) {
			return syscall.ENOSPC
		}
		return nil
	})
	t.Cleanup(func() { step.Before(nil) })
	must.Do(t, a.setLive(next))
	awaitEqual(t, 2, a, b, c)
	says := func(waiting, unwritten int) {
		t.Helper()
		plugintest.Eventually(t, fmt.Sprint(waiting, " changes wait for others, and ", unwritten, " for the disk"), func() bool {
			status, err := peers.AskStatus(t.Context(), b, "a")
			return err == nil && status.Waiting == waiting && status.Unwritten == unwritten
		})
	}
	says(0, 1)
	full.Store(false)
	says(0, 0)
}

// One disk that takes its time keeps nobody else from changing anything.
func TestChangesGoOnWithoutAProcessWhoseDiskIsSlow(t *testing.T) {
	a, b, c, live := newThree(t)
	next := b.take("next")
	over := make(chan struct{})
	met := make(chan struct{}, 1)
	t.Cleanup(powercut.Slow(func(path string) {
		if strings.HasPrefix(path, a.store.Folder()) {
			select {
			case met <- struct{}{}:
			default:
			}
			<-over
		}
	}))
	must.Do(t, b.setLive(next))
	<-met
	must.Do(t, c.withdraw(next))
	awaitEqual(t, 3, b, c)
	if strings.Contains(a.disk(), next) {
		t.Error("the slow disk has it already, so that this tests nothing")
	}
	close(over)
	awaitEqual(t, 3, a, b, c)
	if a.state().Editions["football"].Live != live {
		t.Errorf("a has %+v", a.state())
	}
}

func TestWhatIsAnsweredEndsWithTheProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, c, _ := newThree(t)
		question := must.Get(json.Marshal(wanted{Edition: "football", Release: b.take("next"), From: b.name}))(t)
		over, isClosed := make(chan struct{}), false
		t.Cleanup(powercut.Slow(func(path string) {
			if strings.HasPrefix(path, a.store.Folder()) {
				<-over
			}
		}))
		hold := func(p *process) error {
			_, err := p.Ask(t.Context(), p.name, "hold", question)
			return err
		}
		go func() { _ = hold(a) }()
		synctest.Wait()
		go func() {
			a.share.Close()
			isClosed = true
		}()
		synctest.Wait()
		if isClosed {
			t.Error("it has ended while the disk takes files")
		}
		close(over)
		synctest.Wait()
		if err := hold(a); !isClosed || err == nil {
			t.Errorf("it has ended: %v; what it is asked for now is answered %v", isClosed, err)
		}
		b.Answer("parts", func(ctx context.Context, _ []byte) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() })
		go func() { _ = hold(c) }()
		synctest.Wait()
		wantAtOnce(t, "it ends while another process does not answer", c.share.Close)
	})
}

func TestAReleaseWaitsForNoMajorityThatHasGone(t *testing.T) {
	a, b, c, _ := newThree(t)
	asked := make(chan struct{}, 2)
	for _, p := range []*process{b, c} {
		p.Answer("hold", func(ctx context.Context, _ []byte) ([]byte, error) {
			asked <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		})
	}
	refused := make(chan error)
	next := a.take("next")
	go func() { refused <- a.setLive(next) }()
	<-asked
	a.Connect(false)
	if err := <-refused; !errors.Is(err, journal.ErrAlone) || !strings.Contains(err.Error(), "1 of 3 processes are connected") {
		t.Errorf("shipping is answered %v", err)
	}
}

// Processes of two versions run beside each other: what one does not know does not stop it.
func TestMessagesThatANewerProcessWroteStopNobody(t *testing.T) {
	a, b, c, live := newThree(t)
	state := a.state()
	state.Version++
	record := must.Get(json.Marshal(map[string]any{"entry": map[string]any{"version": state.Version, "action": "done tomorrow", "with": "more"}, "state": state}))(t)
	content := must.Get(json.Marshal(map[string]any{"record": json.RawMessage(record), "sha256": fmt.Sprintf("%x", sha256.Sum256(record))}))(t)
	must.Get(b.Append(t.Context(), 1, "action", content))(t)
	must.Get(b.Append(t.Context(), 2, "kind", []byte(`{"kind":"of tomorrow"}`)))(t)
	awaitEqual(t, 2, a, b, c)
	must.Do(t, a.setLive(live))
	awaitEqual(t, 3, a, b, c)
	if !a.said("message 3 of the cluster's list is no record of a journal and is passed over") {
		t.Errorf("a reports %q", a.reported)
	}
}

func TestOneThatWasAwayHasWhatTheOthersChanged(t *testing.T) {
	a, b, c, _ := newThree(t)
	a.Connect(false)
	last, before := "", ""
	for number := range 5 {
		last, before = b.take(fmt.Sprint(number)), last
		must.Do(t, b.setLive(last))
	}
	awaitEqual(t, 6, b, c)
	a.Connect(true)
	awaitEqual(t, 6, a, b, c)
	plugintest.Eventually(t, "it has the files", func() bool { return a.store.Has("football", last) && len(a.share.Lacking()) == 0 })
	must.Do(t, a.setLive(last))
	awaitEqual(t, 7, a, b, c)
	// It can go back as the others can.
	plugintest.Eventually(t, "it has what is gone back to", func() bool { return a.store.Has("football", before) })
	must.Get(a.journal.Rollback(journal.Change{}, map[string]string{"football": ""}, false, journal.ChecksOf(a.store)))(t)
	awaitEqual(t, 8, a, b, c)
	if now := b.state().Editions["football"].Live; now != before {
		t.Errorf("live is %s, want %s", now, before)
	}
}

// Changes of all at the same time come one after the other, and none is lost.
func TestChangesOfAllAtOnceAreAllMade(t *testing.T) {
	a, b, c, _ := newThree(t)
	var changing sync.WaitGroup
	for _, p := range []*process{a, b, c} {
		changing.Go(func() {
			for number := range 3 {
				if _, err := p.journal.SetFreeze(journal.Change{Reason: "all at once"}, fmt.Sprintf("%s%d", p.name, number), nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	changing.Wait()
	awaitEqual(t, 10, a, b, c)
	if frozen := a.state().Frozen; len(frozen) != 9 {
		t.Errorf("frozen are %v", slices.Sorted(maps.Keys(frozen)))
	}
	for _, p := range []*process{a, b, c} {
		if p.said("here alone") {
			t.Errorf("%s reports %q, though it reaches the others", p.name, p.reported)
		}
	}
}

func TestAProcessByItselfAsksNobody(t *testing.T) {
	p := newProcess(t, peerstest.NewRoom(1), "a")
	live := p.take("first")
	must.Do(t, p.setLive(live))
	if pending, err := p.journal.Pending(false); err != nil || len(pending) != 1 {
		t.Errorf("pending are %v, %v", pending, err)
	}
	if _, err := os.Stat(filepath.Join(p.store.Folder(), "lineup.shared.json")); err == nil {
		t.Error("it notes what others have")
	}
}

// A process is asked how it stands at any moment, also while it makes a change.
func TestAProcessSaysHowItStandsWhileItMakesChanges(t *testing.T) {
	a, b, c, _ := newThree(t)
	asking, end := context.WithCancel(t.Context())
	defer end()
	var askers sync.WaitGroup
	for range 4 {
		askers.Go(func() {
			for asking.Err() == nil {
				_, _ = peers.AskStatus(asking, b, "a") // which may be late on a slow disk
			}
		})
	}
	const changes = 20
	for number := range changes {
		must.Get(a.journal.SetFreeze(journal.Change{Reason: "while it is asked"}, fmt.Sprint("rugby", number), nil))(t)
	}
	end()
	askers.Wait()
	awaitEqual(t, 1+changes, a, b, c)
}
