package opening

import (
	"testing"
	"time"

	"fieldhouse/gateway/crowd"
)

var noon = time.Unix(1_700_000_000, 0)

func at(milliseconds int) time.Time { return noon.Add(time.Duration(milliseconds) * time.Millisecond) }

// came is a push that was on its way at a moment and in the line 10 ms later.
func came(id, holder string, nth, milliseconds int) crowd.Push {
	return crowd.Push{ID: id, Holder: holder, Nth: nth, Pushed: at(milliseconds), Queued: at(milliseconds + 10)}
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
	held.IsHeld, alsoHeld.IsHeld = true, true
	turned := came("t", "tom", 1, 200)
	turned.IsTurn = true
	for name, c := range map[string]struct {
		pushes []crowd.Push
		turns  string
		want   orderCheck
	}{
		"as they came":                   {[]crowd.Push{a, b}, "ab", orderCheck{Pairs: 1}},
		"one that came later before":     {[]crowd.Push{a, b}, "ba", orderCheck{Pairs: 1, Broken: 1}},
		"who came at one time":           {[]crowd.Push{a, came("d", "dan", 1, 5)}, "da", orderCheck{}},
		"a second after all firsts":      {[]crowd.Push{a, second, b}, "abc", orderCheck{Pairs: 2}},
		"a second before a first":        {[]crowd.Push{a, second, b}, "acb", orderCheck{Pairs: 2, Broken: 1}},
		"a first that came when it went": {[]crowd.Push{second, came("l", "lea", 1, 995)}, "cl", orderCheck{}},
		"shuffled":                       {[]crowd.Push{held, alsoHeld}, "ih", orderCheck{}},
		"after what was held":            {[]crowd.Push{held, b}, "bh", orderCheck{Pairs: 1, Broken: 1}},
		"at a turn":                      {[]crowd.Push{a, turned}, "ta", orderCheck{}},
		"one that never left":            {[]crowd.Push{a, b}, "b", orderCheck{}},
	} {
		if got := checkOrder(c.pushes, left(c.turns), nil); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	want := orderCheck{Pairs: 1, Twice: 1, Carried: 1}
	if got := checkOrder([]crowd.Push{a, b}, left("ab"), [][]string{{"a"}, nil, {"a"}}); got != want {
		t.Errorf("carried out twice, one not once: %+v, want %+v", got, want)
	}
}
