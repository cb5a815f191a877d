package queue_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fieldhouse/plugins/chainapi/push/queue"
)

var began = time.Unix(1_700_000_000, 0)

// line is a queue whose clock is the test's.
type line struct {
	*queue.Queue
	t   testing.TB
	now time.Time
	// opens are the openings of drops.
	opens map[string]time.Time
}

func newLine(t testing.TB) *line {
	l := &line{t: t, now: began, opens: make(map[string]time.Time)}
	l.Queue = queue.New(func(drop string) (time.Time, bool) { at, known := l.opens[drop]; return at, known })
	return l
}

// push is an entry whose value is its name.
func push(name, holder, client string) *queue.Entry {
	return &queue.Entry{Holder: holder, Client: client, Size: 500, Latest: began.Add(time.Hour), Value: name}
}

func (l *line) add(e *queue.Entry) *queue.Entry {
	l.t.Helper()
	if _, err := l.Add(e, l.now); err != nil {
		l.t.Fatalf("%v: %v", e.Value, err)
	}
	return e
}

// next takes so many out, at a pace, and gives their names; fewer when no more wait.
func (l *line) next(n int, pace time.Duration) (names []string) {
	l.t.Helper()
	for range n {
		e, expired := l.Next(l.now)
		if len(expired) > 0 {
			l.t.Errorf("%d are too late", len(expired))
		}
		if e == nil {
			break
		}
		l.Sent(l.now)
		names = append(names, e.Value.(string))
		l.now = l.now.Add(pace)
	}
	return names
}

func (l *line) wantNext(want ...string) {
	l.t.Helper()
	if got := l.next(len(want), 0); !slices.Equal(got, want) {
		l.t.Errorf("next are %v, want %v", got, want)
	}
}

// pace is one at which those may go that are too many of one address.
const pace = 34 * time.Millisecond

func address(i int) string { return fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&0xff, i&0xff) }

func TestEachSignersFirstGoesBeforeAnybodysSecond(t *testing.T) {
	l := newLine(t)
	for i, holder := range []string{"a", "a", "a", "b", "c", "b"} {
		l.add(push(fmt.Sprint(holder, i), holder, address(i)))
	}
	l.wantNext("a0", "b3", "c4")
	// Who had one sent has had a first one, and who comes anew goes before a second.
	l.add(push("a6", "a", address(0)))
	l.add(push("d7", "d", address(7)))
	l.wantNext("d7", "a1", "b5", "a2", "a6")
	if e, _ := l.Next(l.now); e != nil {
		t.Errorf("%v waits", e.Value)
	}
}

func TestAFirstThatWentAsTheLineBeganWasOneAndOneOfLongAgoWasNot(t *testing.T) {
	for since, want := range map[time.Duration][]string{
		2 * time.Second:  {"b2", "a1"},
		11 * time.Second: {"a1", "b2"},
	} {
		l := newLine(t)
		l.add(push("a0", "a", address(0)))
		l.wantNext("a0")
		l.Tick(l.now) // nobody waits
		l.now = l.now.Add(since)
		l.add(push("a1", "a", address(0)))
		l.add(push("b2", "b", address(1)))
		l.wantNext(want...)
	}
}

func TestWhenAFirstLeavesTheSecondIsTheFirst(t *testing.T) {
	l := newLine(t)
	first := l.add(push("a0", "a", address(0)))
	l.add(push("a1", "a", address(0)))
	l.add(push("b2", "b", address(1)))
	l.Remove(first)
	l.Remove(first)
	l.wantNext("a1", "b2")
	if l.Waiting() != 0 || l.Busy() {
		t.Error("somebody waits")
	}
}

func TestWhatCouldNotBeSentIsNextAgainWhereItWas(t *testing.T) {
	l := newLine(t)
	l.add(push("a0", "a", address(0)))
	l.add(push("b1", "b", address(1)))
	l.add(push("a2", "a", address(0)))
	e, _ := l.Next(l.now)
	l.Restore(e)
	l.wantNext("a0", "b1", "a2")
	l.Again(e)
	l.add(push("c3", "c", address(2)))
	l.wantNext("a0", "c3")

	// A signer's first is the first again, though the second has gone as well.
	var gone []*queue.Entry
	l = newLine(t)
	for i, holder := range []string{"a", "b", "a"} {
		l.add(push(fmt.Sprint(holder, i), holder, address(i)))
	}
	for range 3 {
		e, _ := l.Next(l.now)
		gone = append(gone, e)
	}
	l.Restore(gone[0]) // a0
	l.Restore(gone[2]) // a2
	l.Restore(gone[1])
	l.wantNext("a0", "b1", "a2")

	// It was forgotten that it went, and one that went since is the signer's first.
	l = newLine(t)
	l.add(push("a0", "a", address(0)))
	e, _ = l.Next(l.now)
	l.now = l.now.Add(11 * time.Second)
	l.add(push("a1", "a", address(0)))
	l.wantNext("a1")
	l.Restore(e)
	l.add(push("b2", "b", address(1)))
	l.wantNext("b2", "a0")

	// No signers of an address are too many for having gone in vain.
	l = newLine(t)
	var want []string
	gone = nil
	for i := range 30 {
		name := fmt.Sprint("x", i)
		l.add(push(name, name, address(i/25)))
		want = append(want, name)
	}
	for range want {
		e, _ := l.Next(l.now)
		gone = append(gone, e)
	}
	for _, e := range gone {
		l.Restore(e)
	}
	for i := range 7 { // who come after them are not, either
		name := fmt.Sprint("y", i)
		l.add(push(name, name, address(0)))
		want = append(want, name)
	}
	l.wantNext(want...)
}

// The addresses of an IPv6 /48 are one.
func TestFromThe33rdSignerOnAnAddressTakesTurns(t *testing.T) {
	for name, client := range map[string]func(i int) string{
		"one IPv4 address": func(int) string { return "192.0.2.1" },
		"one IPv6 /48":     func(i int) string { return fmt.Sprintf("2001:db8:1:%x::1", i) },
	} {
		l := newLine(t)
		for i := range 5000 {
			l.add(push("x", fmt.Sprint("x", i), client(i)))
		}
		for i := range 40 {
			l.add(push(fmt.Sprint("other", i), fmt.Sprint("other", i), address(i)))
		}
		got := l.next(80, pace)
		before := slices.Index(got, "other0")
		if before > 33 {
			t.Errorf("%s: %d went before the first of the others", name, before)
		}
		// 40 others, who wait for nobody but the 32 and a turn while half of them go.
		if last := slices.Index(got, "other39"); last < 0 || last > 32+40+6 {
			t.Errorf("%s: the last of the others is %d", name, last)
		}
		// A newcomer goes after one turn at most, and the address is not starved.
		l.add(push("late", "late", address(50)))
		if at := slices.Index(l.next(3, pace), "late"); at < 0 || at > 1 {
			t.Errorf("%s: a newcomer is number %d", name, at)
		}
		if rest := l.next(10_000, pace); len(rest) != 5000+40+1-80-3 {
			t.Errorf("%s: %d went after", name, len(rest))
		}
	}
}

func TestTheAddressesWithTooManySignersTakeTurnsAmongThemselves(t *testing.T) {
	l := newLine(t)
	for i := range 200 {
		l.add(push("x", fmt.Sprint("x", i), "192.0.2.1"))
		l.add(push("y", fmt.Sprint("y", i), "192.0.2.2"))
	}
	l.next(64, pace)
	counts := make(map[string]int)
	for _, name := range l.next(100, pace) {
		counts[name]++
	}
	if counts["x"] != 50 || counts["y"] != 50 {
		t.Errorf("turns %v", counts)
	}
}

func TestAnAddressThatPushesWithWrongKeysComesLast(t *testing.T) {
	l := newLine(t)
	for i := range 40 {
		l.add(push("bad", fmt.Sprint("bad", i), "192.0.2.1"))
	}
	l.next(3, 0)
	for range 3 {
		l.Blame("192.0.2.1", l.now)
	}
	l.add(push("good", "good", "192.0.2.2"))
	l.add(push("bad", "bad again", "192.0.2.1"))
	l.wantNext("good", "bad", "bad")
	if rest := l.next(100, 0); len(rest) != 36 {
		t.Errorf("%d are left", len(rest))
	}
	l.now = l.now.Add(11 * time.Minute)
	l.Tick(l.now)
	l.add(push("forgiven", "forgiven", "192.0.2.1"))
	l.add(push("good", "another", "192.0.2.2"))
	l.wantNext("forgiven", "good")
}

func TestTheLineIsBoundedAndWhoHasMostMakesRoom(t *testing.T) {
	l := newLine(t)
	for i := range queue.MaxPushes - 10 {
		l.add(push("x", fmt.Sprint("x", i), "192.0.2.1"))
	}
	for i := range 10 {
		l.add(push("y", fmt.Sprint("y", i), address(i)))
	}
	displaced, err := l.Add(push("new", "new", address(99)), l.now)
	if err != nil || len(displaced) != 1 || displaced[0].Holder != fmt.Sprint("x", queue.MaxPushes-11) || l.Waiting() != queue.MaxPushes {
		t.Errorf("%v, displaced %d", err, len(displaced))
	}
	if _, err := l.Add(push("x", "x more", "192.0.2.1"), l.now); err != queue.ErrFull {
		t.Errorf("who has most: %v", err)
	}
	large := push("large", "large", address(100))
	large.Size = queue.MaxBytes
	if _, err := l.Add(large, l.now); err != queue.ErrFull {
		t.Errorf("too large: %v", err)
	}
}

func TestNobodyMakesRoomForWhatIsRefusedAllTheSame(t *testing.T) {
	l := newLine(t)
	for i := range 18 {
		l.add(push("x", fmt.Sprint("x", i), "192.0.2.1"))
	}
	for i := range queue.MaxPushes - 18 {
		l.add(push("y", fmt.Sprint("y", i), address(i)))
	}
	large := push("large", "large", address(queue.MaxPushes))
	large.Size = 70 << 10 // as much as 17.5 others
	if displaced, err := l.Add(large, l.now); err != queue.ErrFull || len(displaced) > 0 {
		t.Errorf("%v, displaced %d", err, len(displaced))
	}
	if names := l.next(queue.MaxPushes, 0); len(names) != queue.MaxPushes {
		t.Errorf("%d of %d are sent in the end", len(names), queue.MaxPushes)
	}
}

func TestWhatWaitsUntilItIsTooLateExpires(t *testing.T) {
	l := newLine(t)
	soon := push("soon", "a", address(0))
	soon.Latest = l.now.Add(10 * time.Second)
	l.add(soon)
	l.add(push("later", "b", address(1)))
	l.now = l.now.Add(11 * time.Second)
	if expired := l.Tick(l.now); len(expired) != 1 || expired[0] != soon {
		t.Errorf("expired %v", expired)
	}
	l.wantNext("later")
}

// paced lets a line be measured at ten a second while others wait.
func (l *line) paced() {
	for i := range 30 {
		l.add(push("measure", fmt.Sprint("measure", i), address(1000+i)))
	}
	l.next(29, 100*time.Millisecond)
}

func TestWhoCannotBeSentInTimeIsToldAtOnceAndNobodyElse(t *testing.T) {
	l := newLine(t)
	l.paced()
	refused := 0
	for i := range 400 {
		e := push("x", fmt.Sprint("x", i), address(i))
		e.Latest = l.now.Add(20 * time.Second)
		if _, err := l.Add(e, l.now); err == queue.ErrLate {
			refused++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if refused < 190 || refused > 215 {
		t.Errorf("%d of 400 were refused at 10 a second and 20 s", refused)
	}
	sent := 0
	for {
		e, expired := l.Next(l.now)
		if len(expired) > 0 {
			t.Fatalf("%d of those that were taken are too late", len(expired))
		}
		if e == nil {
			break
		}
		l.Sent(l.now)
		l.now, sent = l.now.Add(99*time.Millisecond), sent+1
	}
	if sent != 400-refused+1 {
		t.Errorf("%d were sent", sent)
	}
}

func TestNobodyIsRefusedForAnOutageThatIsOver(t *testing.T) {
	l := newLine(t)
	l.behind(700)
	l.next(200, 100*time.Millisecond)
	l.now = l.now.Add(2 * time.Minute) // no node takes any
	l.next(10, 100*time.Millisecond)
	e := push("new", "new", address(9999))
	e.Latest = l.now.Add(160 * time.Second)
	if _, err := l.Add(e, l.now); err != nil {
		t.Errorf("behind 490 at ten a second, with 160 s: %v", err)
	}
}

func TestASignersFirstIsNotRefusedForOthersSeconds(t *testing.T) {
	l := newLine(t)
	l.paced()
	for range 1000 {
		l.add(push("many", "one signer", address(0)))
	}
	e := push("first", "somebody", address(1))
	e.Latest = l.now.Add(5 * time.Second)
	l.add(e)
	if s := l.Standing(e, l.now); s.Place != 3 || s.Of != 1002 || s.In > time.Second {
		t.Errorf("at once it is told that it stands at %+v", s)
	}
	if names := l.next(3, 0); !slices.Contains(names, "first") {
		t.Errorf("next are %v", names)
	}

	// Nor is that of one of many signers of an address.
	for i := range 34 {
		e := push("neighbour", fmt.Sprint("neighbour", i), address(2))
		e.Latest = l.now.Add(10 * time.Second)
		if l.add(e); l.Standing(e, l.now).Place > 50 {
			t.Errorf("neighbour %d stands at %+v", i, l.Standing(e, l.now))
		}
	}
	if names := l.next(40, 100*time.Millisecond); len(slices.DeleteFunc(names, func(name string) bool { return name == "many" })) != 34 {
		t.Errorf("next are %v", names)
	}
}

func TestWhereOneStands(t *testing.T) {
	l := newLine(t)
	l.paced()
	l.next(1, 0)
	var entries []*queue.Entry
	for i := range 100 {
		entries = append(entries, l.add(push("x", fmt.Sprint("x", i), address(i))))
	}
	s := l.Standing(entries[99], l.now)
	if s.Place != 100 || s.Of != 100 || s.In < 9*time.Second || s.In > 11*time.Second || !s.IsMoving {
		t.Errorf("%+v", s)
	}
	l.next(50, 10*time.Millisecond)
	if again := l.Standing(entries[99], l.now); again != s {
		t.Errorf("within a second: %+v", again)
	}
	l.now = l.now.Add(4 * time.Second)
	if later := l.Standing(entries[99], l.now); later.Place != 50 || later.Of != 50 {
		t.Errorf("later: %+v", later)
	}
	l.now = l.now.Add(10 * time.Second)
	if later := l.Standing(entries[99], l.now); later.IsMoving || later.In != 0 {
		t.Errorf("when nothing moves: %+v", later)
	}
}

// The order by the rule alone: rounds, and arrivals in them.
func TestNothingIsOutOfOrderNorLostNorSentTwiceWhateverHappens(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 0))
		l := newLine(t)
		type waiting struct {
			name, holder string
			entry        *queue.Entry
		}
		var all []waiting
		had := make(map[string]int)
		sent := make(map[string]bool)
		added := 0
		expected := func() string {
			best, least := -1, 0
			before := make(map[string]int)
			for i, w := range all {
				before[w.holder]++
				if round := had[w.holder] + before[w.holder]; best < 0 || round < least {
					best, least = i, round
				}
			}
			if best < 0 {
				return ""
			}
			return all[best].name
		}
		for range 400 {
			switch random.IntN(5) {
			case 0, 1, 2:
				holder := fmt.Sprint(random.IntN(20))
				w := waiting{name: fmt.Sprint(holder, " ", added), holder: holder}
				w.entry = l.add(push(w.name, holder, address(random.IntN(200))))
				added++
				all = append(all, w)
			case 3:
				if len(all) > 0 {
					i := random.IntN(len(all))
					l.Remove(all[i].entry)
					all = slices.Delete(all, i, i+1)
				}
			case 4:
				want := expected()
				e, _ := l.Next(l.now)
				if e == nil {
					if want != "" {
						t.Fatalf("seed %d: nothing is next, want %s", seed, want)
					}
					continue
				}
				if e.Value != want || sent[want] {
					t.Fatalf("seed %d: %v is next, want %s", seed, e.Value, want)
				}
				sent[want] = true
				i := slices.IndexFunc(all, func(w waiting) bool { return w.name == want })
				had[all[i].holder]++
				all = slices.Delete(all, i, i+1)
			}
		}
		if rest := l.next(len(all)+1, 0); len(rest) != len(all) {
			t.Errorf("seed %d: %d of %d went in the end", seed, len(rest), len(all))
		}
	}
}

// With addresses of too many signers: what is told is what happens.
func TestThePlacesThatAreToldAreTheOrderThatFollows(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		l := newLine(t)
		var entries []*queue.Entry
		for i := range 600 {
			client := address(random.IntN(40))
			if random.IntN(2) == 0 {
				client = fmt.Sprint("192.0.2.", random.IntN(3))
			}
			entries = append(entries, l.add(push(fmt.Sprint(i), fmt.Sprint(client, random.IntN(30)), client)))
			if random.IntN(8) == 0 {
				if e, _ := l.Next(l.now); e != nil {
					entries = slices.DeleteFunc(entries, func(other *queue.Entry) bool { return other == e })
				}
			}
		}
		l.now = l.now.Add(2 * time.Second)
		slices.SortFunc(entries, func(a, b *queue.Entry) int { return l.Standing(a, l.now).Place - l.Standing(b, l.now).Place })
		for at, want := range entries {
			if place := l.Standing(want, l.now).Place; place != at+1 {
				t.Fatalf("seed %d: place %d is told as %d", seed, at+1, place)
			}
		}
		for at, want := range entries {
			l.now = l.now.Add(pace)
			if e, _ := l.Next(l.now); e != want {
				t.Fatalf("seed %d: at place %d is %v, want %v", seed, at+1, e.Value, want.Value)
			}
		}
	}
}
