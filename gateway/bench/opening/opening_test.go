package main

import (
	"testing"
	"time"
)

var noon = time.Unix(1_700_000_000, 0)

func at(milliseconds int) time.Time { return noon.Add(time.Duration(milliseconds) * time.Millisecond) }

// came is a push that was on its way at a moment and in the line 10 ms later.
func came(id, holder string, nth, milliseconds int) push {
	return push{id: id, holder: holder, nth: nth, pushed: at(milliseconds), told: at(milliseconds + 10)}
}

// chain is blocks of transactions that one letter each names.
func chain(blocks ...string) (all []block) {
	for i, ids := range blocks {
		b := block{at: at(10_000 + i*500)}
		for _, id := range ids {
			b.ids = append(b.ids, string(id))
		}
		all = append(all, b)
	}
	return all
}

func TestSpreadIsOfTheNearestRank(t *testing.T) {
	var all []time.Duration
	for i := 200; i > 0; i-- {
		all = append(all, time.Duration(i)*time.Millisecond)
	}
	if got, want := spreadOf(all), (spread{200, 100, 198, 200}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := spreadOf(all[:1]), (spread{1, 1, 1, 1}); got != want {
		t.Errorf("of one: %+v, want %+v", got, want)
	}
	if got := spreadOf(nil); got != (spread{}) {
		t.Errorf("of none: %+v", got)
	}
}

func TestOrderIsThatOfRoundsAndOfArrival(t *testing.T) {
	a, b := came("a", "ann", 1, 0), came("b", "bob", 1, 100)
	second := came("c", "ann", 2, 20)
	held, alsoHeld := came("h", "hal", 1, 0), came("i", "ida", 1, 100)
	held.isHeld, alsoHeld.isHeld = true, true
	turn := came("t", "tom", 1, 200)
	turn.isTurn = true
	for name, c := range map[string]struct {
		pushes []push
		blocks []block
		want   orderCheck
	}{
		"as they came":                    {[]push{a, b}, chain("a", "", "", "", "b"), orderCheck{Pairs: 1, Carried: 2}},
		"one that came later before":      {[]push{a, b}, chain("b", "", "", "", "a"), orderCheck{Pairs: 1, Broken: 1, Carried: 2}},
		"in one burst":                    {[]push{a, b}, chain("b", "", "", "a"), orderCheck{Pairs: 1, Carried: 2}},
		"who came at one time":            {[]push{a, came("d", "dan", 1, 5)}, chain("d", "", "", "", "a"), orderCheck{Carried: 2}},
		"a second after all firsts":       {[]push{a, second, b}, chain("a", "b", "", "c"), orderCheck{Pairs: 2, Carried: 3}},
		"a second before a first":         {[]push{a, second, b}, chain("a", "c", "", "", "", "b"), orderCheck{Pairs: 2, Broken: 1, Carried: 3}},
		"a first that came when it went":  {[]push{second, came("l", "lea", 1, 9900)}, chain("c", "", "", "", "l"), orderCheck{Carried: 2}},
		"shuffled":                        {[]push{held, alsoHeld}, chain("i", "", "", "", "h"), orderCheck{Carried: 2}},
		"after what was held":             {[]push{held, b}, chain("b", "", "", "", "h"), orderCheck{Pairs: 1, Broken: 1, Carried: 2}},
		"at a turn":                       {[]push{a, turn}, chain("t", "", "", "", "a"), orderCheck{Carried: 2}},
		"carried out twice, one not once": {[]push{a, b}, chain("a", "", "a"), orderCheck{Twice: 1, Carried: 1}},
	} {
		if got, overtaken := checkOrder(c.pushes, c.blocks); got != c.want || len(overtaken) != c.want.Broken {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestEachHasAnAddressInANetworkOfItsOwn(t *testing.T) {
	if got := address(20, 10_000); got != "20.39.16.1" {
		t.Error(got)
	}
}

func TestWhatTellsFailuresOfOneKindApartIsLeftOut(t *testing.T) {
	body := []byte(`{"error":{"name":"transaction_not_sent","details":[{"message":"transaction 00ff12 of fa111112.wam was not sent"}]}}`)
	want := "the push: 503 transaction_not_sent: transaction … of … was not sent"
	if got := unexpected("the push", answer{status: 503, body: body}, nil); got.Error() != want {
		t.Errorf("%v, want %s", got, want)
	}
}
