package queue_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/plugintest/must"
)

const (
	long  = 180 * time.Second
	short = 30 * time.Second
)

func (l *line) ask(account string, life time.Duration) *queue.Place {
	l.t.Helper()
	p, _, err := l.Ask(account, "5", address(len(account)*1000), life, l.now)
	must.Do(l.t, err)
	return p
}

func (l *line) want(p *queue.Place, state queue.State, isMissed bool) {
	l.t.Helper()
	if p == nil || p.State != state || p.IsMissed != isMissed {
		l.t.Errorf("the place is %+v, want %s, missed %t", p, state, isMissed)
	}
}

// behind lets so many wait, of signers of their own.
func (l *line) behind(n int) {
	for i := range n {
		l.add(push("other", fmt.Sprint("other", l.Waiting(), " ", i, l.now), address(5000+i)))
	}
}

func TestAPlaceIsGivenWhenWhatIsSignedNowCouldBeTooLate(t *testing.T) {
	l := newLine(t)
	if l.ask("alice.wam", long) != nil || l.ask("alice.wam", short) != nil {
		t.Error("there is a place where nobody waits")
	}
	l.paced() // ten a second, and one waits
	if l.ask("alice.wam", long) != nil {
		t.Error("there is a place before one who waits a tenth of a second")
	}
	if p := l.ask("bob.wam", short); p == nil {
		t.Error("there is no place for a signature that lives 30 s behind somebody who waits")
	}
	l.behind(400)
	if l.ask("carol.wam", long) != nil {
		t.Error("there is a place behind 40 s, which a price holds")
	}
	l.behind(100)
	p := l.ask("carol.wam", long)
	if p == nil {
		t.Fatal("there is no place behind 50 s")
	}
	l.want(p, queue.Waits, false)
	again, isNew, err := l.Ask("carol.wam", "5", "198.51.100.7", long, l.now)
	if again != p || isNew || err != nil {
		t.Errorf("asked again it is %+v, new %t, %v", again, isNew, err)
	}
	if other, isNew, _ := l.Ask("carol.wam", "6", "198.51.100.7", long, l.now); other == p || !isNew {
		t.Error("a place for one drop is one for another")
	}
}

func TestWhoHasAPlaceGoesBeforeThosePushedAfterIt(t *testing.T) {
	l := newLine(t)
	l.paced()
	l.behind(3)
	p := l.ask("alice.wam", short)
	l.behind(3)
	if s := l.PlaceStanding(p, l.now); s.Place != 5 || s.Of != 8 {
		t.Errorf("it stands at %+v", s)
	}
	l.next(4, 0)
	l.want(p, queue.Waits, false)
	l.next(1, 0) // nobody waits for the turn
	l.want(p, queue.Turn, false)
	if !p.TurnEnds.Equal(l.now.Add(time.Minute)) {
		t.Errorf("the turn ends %s later", p.TurnEnds.Sub(l.now))
	}
	l.now = l.now.Add(30 * time.Second)
	l.behind(1)
	signed := l.add(purchase("alice.wam", "5", address(0)))
	l.want(p, queue.Used, false)
	if s := l.Standing(signed, l.now); s.Place != 1 || s.Of != 4 {
		t.Errorf("what is signed in it stands at %+v", s)
	}
	l.wantNext("alice.wam", "other", "other", "other")
}

// Else who waited for a minute would begin at the end of the line.
func TestWhosePriceChangedWhileTheyWaitedHasATurnAtOnceAndOnce(t *testing.T) {
	l := newLine(t)
	refused := func(e *queue.Entry) *queue.Place {
		t.Helper()
		l.Done(e, false, l.now)
		l.Regain(e, l.now)
		return l.ask("alice.wam", short)
	}
	l.paced()
	e := l.add(purchase("alice.wam", "5", address(0)))
	l.next(2, 0)
	l.behind(20)
	l.want(refused(e), queue.Waits, false) // it had not waited
	l.next(21, time.Second)
	l.now = l.now.Add(5 * time.Minute)
	l.Tick(l.now)

	l.paced()
	e = l.add(purchase("alice.wam", "5", address(0)))
	l.now = l.now.Add(40 * time.Second)
	l.next(2, 0)
	l.behind(20)
	p := refused(e)
	l.want(p, queue.Turn, false)
	l.now = l.now.Add(30 * time.Second)
	e = l.add(purchase("alice.wam", "5", address(0)))
	l.wantNext("alice.wam")
	l.now = l.now.Add(30 * time.Second)
	l.want(refused(e), queue.Waits, false) // it was first, and is no more
}

// The wallet has its own two minutes after the minute to press.
func TestATurnThatIsNotUsedGoesToTheEndOnceAndWhatWasPressedInItStillGoesFirst(t *testing.T) {
	l := newLine(t)
	l.paced()
	pressed, missed := l.ask("pressed.wam", short), l.ask("missed.wam", short)
	l.next(1, 0)
	l.Tick(l.now)
	l.want(pressed, queue.Turn, false)
	l.want(missed, queue.Turn, false)
	l.behind(3)
	l.now = l.now.Add(61 * time.Second)
	l.Tick(l.now)
	l.want(pressed, queue.Waits, true)
	l.behind(1)
	if s := l.PlaceStanding(missed, l.now); s.Place != 5 && s.Place != 4 {
		t.Errorf("it stands at %+v", s)
	}
	l.now = l.now.Add(100 * time.Second)
	l.add(purchase("pressed.wam", "5", address(0)))
	l.want(pressed, queue.Used, true)
	l.wantNext("pressed.wam", "other", "other", "other", "other")
	l.Tick(l.now)
	l.want(missed, queue.Turn, true)
	l.now = l.now.Add(time.Minute)
	l.Tick(l.now)
	l.want(missed, queue.Ended, true)
	l.now = l.now.Add(time.Hour)
	l.Tick(l.now)
	if l.Busy() || !missed.IsOver(l.now) {
		t.Error("something is left of it")
	}
}

func TestAPushBeforeItsTurnTakesTheTurnOfItsPlace(t *testing.T) {
	l := newLine(t)
	l.paced()
	l.behind(2)
	p := l.ask("alice.wam", short)
	l.behind(2)
	// Anybody can push a purchase of hers.
	elsewhere := purchase("elsewhere", "5", address(0))
	elsewhere.Buyer = "alice.wam"
	l.add(elsewhere)
	l.want(p, queue.Waits, false)
	l.Remove(elsewhere)
	l.add(purchase("alice.wam", "5", p.Client()))
	l.want(p, queue.Used, false)
	l.next(1, 0)
	l.wantNext("other", "other", "alice.wam", "other", "other")
}

// Of its address nothing waits any more but the push.
func TestAPushThatTakesItsPlaceIsNotForgottenWithIt(t *testing.T) {
	l := newLine(t)
	l.paced()
	l.behind(2)
	p := l.ask("alice.wam", short)
	e := purchase("alice.wam", "5", p.Client())
	e.Latest = l.now.Add(10 * time.Second)
	l.add(e)
	if !slices.Contains(l.All(), e) {
		t.Error("another queue is not given it")
	}
	if expired := l.Tick(l.now.Add(11 * time.Second)); !slices.Contains(expired, e) {
		t.Error("it is never too late")
	}
}

// In the other queue the account had its turn, and its wallet takes its time.
func TestWhatIsSignedInTheTurnOfAnotherQueueGoesFirstThoughThereIsAPlace(t *testing.T) {
	l := newLine(t)
	l.paced()
	l.behind(3)
	p := l.ask("alice.wam", short)
	l.want(p, queue.Waits, false)
	if same, err := l.Reserve("alice.wam", "5", p.Client(), true, time.Time{}, l.now.Add(time.Minute), l.now); same != p || err != nil {
		t.Fatalf("it is %+v, %v", same, err)
	}
	l.add(purchase("alice.wam", "5", p.Client()))
	l.wantNext("alice.wam", "measure", "other")
}

// Anybody can push a purchase that names somebody else, signed with a key of their own.
func TestAPushWithAWrongKeyTakesNobodysPlace(t *testing.T) {
	for name, hasTurn := range map[string]bool{"before the turn": false, "in the turn": true} {
		l := newLine(t)
		l.paced()
		l.behind(2)
		p := l.ask("alice.wam", short)
		l.behind(2)
		state := queue.Waits
		if hasTurn {
			l.next(3, 0)
			l.Tick(l.now)
			state = queue.Turn
		}
		l.want(p, state, false)
		wrong := purchase("wrong", "5", p.Client())
		wrong.Buyer = "alice.wam"
		l.add(wrong)
		l.want(p, queue.Used, false)
		l.add(purchase("alice.wam", "5", p.Client()))
		names := l.next(5, 0)
		if slices.Index(names, "alice.wam") != slices.Index(names, "wrong")+1 {
			t.Errorf("%s: next are %v", name, names)
		}
		l.Done(wrong, true, l.now)
		l.want(p, queue.Used, false)

		// Without hers it is given back.
		p = l.ask("bob.wam", short)
		l.next(10, 0)
		l.Tick(l.now)
		wrong = purchase("wrong again", "5", address(8))
		wrong.Buyer = "bob.wam"
		if p != nil {
			l.add(wrong)
			l.next(1, 0)
			l.Done(wrong, true, l.now)
			l.want(p, queue.Turn, false)
		}
	}
}

func TestAPushWithAWrongKeyThatIsHeldTakesNobodysPlace(t *testing.T) {
	l := newLine(t)
	l.opens["5"] = l.now
	l.add(purchase("bob.wam", "5", address(1)))
	p := l.ask("alice.wam", short)
	wrong := purchase("wrong", "5", p.Client())
	wrong.Buyer = "alice.wam"
	l.add(wrong)
	l.want(p, queue.Used, false)
	l.now = l.now.Add(2 * time.Second)
	l.next(2, 0)
	l.behind(3)
	l.Done(wrong, true, l.now)
	l.Tick(l.now)
	l.want(p, queue.Turn, false)
}

func TestAnAddressThatIsToBlameGoesFirstByNobodyElsesPlace(t *testing.T) {
	l := newLine(t)
	l.behind(1)
	for i := range 50 {
		if _, _, err := l.Ask(fmt.Sprint("fan", i), "5", address(i), short, l.now); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		l.next(1, 0)
		l.now = l.now.Add(time.Second)
		l.Tick(l.now)
	}
	wrong := func(i int) {
		e := purchase(fmt.Sprint("wrong", l.Waiting()), "5", "192.0.2.66")
		e.Buyer = fmt.Sprint("fan", i)
		l.add(e)
	}
	for i := range 100 {
		wrong(i / 4)
	}
	for range 3 {
		l.Blame("192.0.2.66", l.now)
	}
	wrong(30)
	l.add(push("honest", "honest", address(9999)))
	l.add(purchase("fan0", "5", address(0)))
	l.wantNext("fan0", "honest")
	if names := l.next(200, 0); len(names) != 101 {
		t.Errorf("%d of 101 others are sent", len(names))
	}
}

// Anybody can ask for places in the names of buyers, before them.
func TestAPlaceThatManyOthersStandBeforeStandsAsOfWhoWantsIt(t *testing.T) {
	const elsewhere = "192.0.2.66"
	for name, isHeld := range map[string]bool{"in line": false, "around an opening": true} {
		l := newLine(t)
		if l.behind(1); isHeld {
			l.opens["5"] = l.now
		}
		for i := range 300 {
			if _, _, err := l.Ask(fmt.Sprint("fan", i), "5", elsewhere, short, l.now); err != nil {
				t.Fatal(err)
			}
		}
		var places []*queue.Place
		ask := func(i int) {
			p, isNew, err := l.Ask(fmt.Sprint("fan", i), "5", address(i), short, l.now)
			if places = append(places, p); isNew || err != nil {
				t.Fatalf("%s: %+v, %v", name, p, err)
			}
		}
		for i := 280; i < 290; i++ {
			ask(i)
		}
		if !isHeld {
			for range 3 {
				l.Blame(elsewhere, l.now)
			}
			ask(290)
		}
		for i := range 100 {
			l.add(purchase(fmt.Sprint("alone", i), "5", address(1000+i)))
		}
		l.now = l.now.Add(4 * time.Second)
		l.Ready(l.now)
		l.now = l.now.Add(2 * time.Second)
		for i, p := range places {
			if s := l.PlaceStanding(p, l.now); s.Place < 1 || s.Place > 160 {
				t.Errorf("%s: %d stands at %+v", name, i, s)
			}
		}
	}
}

func TestAPlaceThatIsLeftIsNobodys(t *testing.T) {
	l := newLine(t)
	l.paced()
	p := l.ask("alice.wam", short)
	turn := l.ask("bob.wam", short)
	l.Leave(p, l.now)
	l.want(p, queue.Ended, false)
	l.next(1, 0)
	l.Tick(l.now)
	l.want(turn, queue.Turn, false)
	l.Leave(turn, l.now)
	l.Leave(turn, l.now)
	l.behind(1)
	l.add(purchase("bob.wam", "5", address(0)))
	l.wantNext("other", "bob.wam")
	if l.Busy() {
		t.Error("somebody waits")
	}
}

// Turns are given only as fast as what is signed in them can be sent.
func TestTurnsAreGivenAsFastAsTheyCanBeSent(t *testing.T) {
	l := newLine(t)
	l.paced() // ten a second: 600 in a minute
	var places []*queue.Place
	for i := range 1000 {
		p, _, err := l.Ask(fmt.Sprintf("fan%d", i), "5", address(i), short, l.now)
		must.Do(t, err)
		places = append(places, p)
	}
	l.next(1, 0)
	l.Tick(l.now)
	turns := func() (n int) {
		for _, p := range places {
			if p.State == queue.Turn {
				n++
			}
		}
		return n
	}
	seconds := func(n int) {
		for range n {
			l.now = l.now.Add(time.Second)
			l.Tick(l.now)
		}
	}
	if n := turns(); n != 60 {
		t.Errorf("%d turns at once, and thousands of presses would be a flood", n)
	}
	if seconds(10); turns() < 550 || turns() > 660 {
		t.Errorf("%d turns at ten a second", turns())
	}
	if s := l.PlaceStanding(places[999], l.now); s.Place > 450 {
		t.Errorf("the last of the others stands at %+v", s)
	}
	l.behind(2) // which nobody holds up
	l.wantNext("other", "other")
	l.now = l.now.Add(61 * time.Second)
	if seconds(10); turns() < 400 {
		t.Errorf("%d turns after a minute", turns())
	}
}

func TestPlacesAreBoundedAndWhoHasMostMakesRoom(t *testing.T) {
	l := newLine(t)
	l.behind(1)
	for i := range queue.MaxPlaces {
		if _, isNew, err := l.Ask(fmt.Sprintf("x%d", i), "5", "192.0.2.1", short, l.now); err != nil || !isNew {
			t.Fatal(i, err)
		}
	}
	if _, _, err := l.Ask("more", "5", "192.0.2.1", short, l.now); err != queue.ErrFull {
		t.Errorf("the same address: %v", err)
	}
	if _, isNew, err := l.Ask("other", "5", "192.0.2.2", short, l.now); err != nil || !isNew {
		t.Errorf("another address: %v", err)
	}
}

func TestPlacesThatAreOverTakeNobodysRoom(t *testing.T) {
	l := newLine(t)
	l.behind(1)
	for i := range 2 * queue.MaxPlaces { // those that are left
		p, _, err := l.Ask(fmt.Sprintf("x%d", i), "5", "192.0.2.1", short, l.now)
		if err != nil {
			t.Fatal(i, err)
		}
		l.Leave(p, l.now)
	}
	for i := range 2 * queue.MaxPlaces { // those that make room for others
		if _, _, err := l.Ask(fmt.Sprintf("y%d", i), "5", address(i/(queue.MaxPlaces/8)), short, l.now); err != nil && err != queue.ErrFull {
			t.Fatal(i, err)
		}
	}
	if _, isNew, err := l.Ask("other", "5", "192.0.2.2", short, l.now); err != nil || !isNew {
		t.Errorf("another address: %v", err)
	}
}

func TestPlacesAroundAnOpeningAreShuffledWithThePushes(t *testing.T) {
	placeFirst := 0
	for range 200 {
		l := newLine(t)
		l.opens["5"] = began
		l.add(purchase("bob.wam", "5", address(1)))
		p := l.ask("alice.wam", short)
		if p == nil {
			t.Fatal("there is no place")
		}
		if s := l.PlaceStanding(p, l.now); s.Place != 0 {
			t.Fatalf("it is told as %+v", s)
		}
		l.now = l.now.Add(2 * time.Second)
		l.Tick(l.now)
		if p.State == queue.Turn {
			placeFirst++
		}
		l.wantNext("bob.wam")
	}
	if placeFirst < 60 || placeFirst > 140 {
		t.Errorf("the place was first %d times of 200", placeFirst)
	}
}

// Places are given for any drop as soon as somebody waits.
func TestATurnBeforeASaleIsNoWayAroundItsOpening(t *testing.T) {
	turnFirst := 0
	for range 200 {
		l := newLine(t)
		l.behind(1)
		p := l.ask("alice.wam", short)
		l.next(1, 0)
		l.Tick(l.now)
		l.want(p, queue.Turn, false)
		l.opens["5"] = l.now.Add(40 * time.Second)
		early := l.add(purchase("early.wam", "5", address(2)))
		if place := l.ask("early.wam", short); place != nil {
			t.Fatalf("before anything is held there is a place: %+v", place)
		}
		l.next(1, 0)
		l.now = l.now.Add(30 * time.Second)
		l.Done(early, false, l.now)
		l.Regain(early, l.now) // its price is gone, and it went before the others were held
		if place := l.ask("early.wam", short); place != nil {
			t.Fatalf("before the sale there is a turn: %+v", place)
		}
		l.now = l.now.Add(11 * time.Second)
		l.add(purchase("bob.wam", "5", address(1)))
		l.add(purchase("alice.wam", "5", p.Client()))
		l.want(p, queue.Used, false)
		if l.Ready(l.now) {
			t.Fatal("it is sent before the others")
		}
		l.now = l.now.Add(time.Second)
		if names := l.next(2, 0); len(names) == 2 && names[0] == "alice.wam" {
			turnFirst++
		}
	}
	if turnFirst < 60 || turnFirst > 140 {
		t.Errorf("who had a turn was first %d times of 200", turnFirst)
	}
}

// Anybody can ask for places and never sign.
func TestTurnsThatNobodyUsesKeepNoNodeIdle(t *testing.T) {
	l := newLine(t)
	l.behind(1)
	places := make([]*queue.Place, 300)
	for i := range places {
		account := fmt.Sprintf("idle%c%c%c.wam", 'a'+i/100, 'a'+i/10%10, 'a'+i%10)
		places[i], _, _ = l.Ask(account, "5", address(6000+i), short, l.now)
	}
	l.next(1, 0)
	for range 15 {
		l.now = l.now.Add(time.Second)
		l.Tick(l.now)
	}
	for i, p := range places {
		if p == nil || p.State != queue.Turn {
			t.Fatalf("after 15 s with idle nodes place %d of %d is %+v", i, len(places), p)
		}
	}
	if p := l.ask("late.wam", long); p != nil {
		t.Errorf("there is a place while nothing waits: %+v", p)
	}
}
