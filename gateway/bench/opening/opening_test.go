package opening

import (
	"testing"
	"time"
)

var noon = time.Unix(1_700_000_000, 0)

func at(milliseconds int) time.Time { return noon.Add(time.Duration(milliseconds) * time.Millisecond) }

// came is a push that was on its way at a moment and in the line 10 ms later.
func came(id, holder string, nth, milliseconds int) push {
	return push{id: id, holder: holder, nth: nth, pushed: at(milliseconds), queued: at(milliseconds + 10)}
}

// left is the order in which pushes left the line, one a second; one
// letter names each.
func left(ids string) map[string]turn {
	all := make(map[string]turn)
	for i, id := range ids {
		all[string(id)] = turn{uint64(i + 1), at(1000 * (i + 1))}
	}
	return all
}

func TestOrderIsThatOfRoundsAndOfArrival(t *testing.T) {
	a, b := came("a", "ann", 1, 0), came("b", "bob", 1, 100)
	second := came("c", "ann", 2, 20)
	held, alsoHeld := came("h", "hal", 1, 0), came("i", "ida", 1, 100)
	held.isHeld, alsoHeld.isHeld = true, true
	turned := came("t", "tom", 1, 200)
	turned.isTurn = true
	for name, c := range map[string]struct {
		pushes []push
		turns  string
		want   orderCheck
	}{
		"as they came":                   {[]push{a, b}, "ab", orderCheck{Pairs: 1}},
		"one that came later before":     {[]push{a, b}, "ba", orderCheck{Pairs: 1, Broken: 1}},
		"who came at one time":           {[]push{a, came("d", "dan", 1, 5)}, "da", orderCheck{}},
		"a second after all firsts":      {[]push{a, second, b}, "abc", orderCheck{Pairs: 2}},
		"a second before a first":        {[]push{a, second, b}, "acb", orderCheck{Pairs: 2, Broken: 1}},
		"a first that came when it went": {[]push{second, came("l", "lea", 1, 995)}, "cl", orderCheck{}},
		"shuffled":                       {[]push{held, alsoHeld}, "ih", orderCheck{}},
		"after what was held":            {[]push{held, b}, "bh", orderCheck{Pairs: 1, Broken: 1}},
		"at a turn":                      {[]push{a, turned}, "ta", orderCheck{}},
		"one that never left":            {[]push{a, b}, "b", orderCheck{}},
	} {
		if got := checkOrder(c.pushes, left(c.turns), nil); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	want := orderCheck{Pairs: 1, Twice: 1, Carried: 1}
	if got := checkOrder([]push{a, b}, left("ab"), [][]string{{"a"}, nil, {"a"}}); got != want {
		t.Errorf("carried out twice, one not once: %+v, want %+v", got, want)
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
