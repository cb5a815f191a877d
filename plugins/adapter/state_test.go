package adapter

import (
	"errors"
	"maps"
	"runtime"
	"slices"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

// joining has States whose values are numbers, and what was held and ended.
type joining struct {
	*States[int]
	t           *testing.T
	held, ended []int
}

func newJoining(t *testing.T) *joining {
	j := &joining{t: t}
	j.States = NewStates(func(value int) { j.ended = append(j.ended, value) })
	return j
}

func (j *joining) join(key string, value int) *State[int] {
	j.t.Helper()
	return must.Get(j.Join(key, func() (int, error) { return value, nil }))(j.t)
}

// start lets a configuration hold, which has a number.
func (j *joining) start(s *State[int], configuration int) {
	j.t.Helper()
	must.Do(j.t, s.Start(func() error { j.held = append(j.held, configuration); return nil }))
}

func TestAValueIsMadeOnceByItsKeyAndEndsWithTheLastThatLeaves(t *testing.T) {
	j := newJoining(t)
	first, second, other := j.join("a", 1), j.join("a", 2), j.join("b", 3)
	if first.Value != 1 || second.Value != 1 || other.Value != 3 || !slices.Equal(j.All(), []int{1, 1, 3}) {
		t.Errorf("values %d, %d, %d of %v", first.Value, second.Value, other.Value, j.All())
	}
	for _, step := range []struct {
		leaves *State[int]
		ended  []int
	}{{first, nil}, {first, nil}, {nil, nil}, {other, []int{3}}, {second, []int{3, 1}}, {second, []int{3, 1}}} {
		if err := step.leaves.Leave(); err != nil || !slices.Equal(j.ended, step.ended) {
			t.Errorf("%v ended, want %v; %v", j.ended, step.ended, err)
		}
	}
	if again := j.join("a", 4); again.Value != 4 {
		t.Errorf("the value that ended is joined again: %d", again.Value)
	}
}

func TestAValueIsMadeOnlyWhenTheOneBeforeHasEnded(t *testing.T) {
	ended, joined := false, make(chan *State[int], 1)
	var states *States[int]
	join := func() {
		state, err := states.Join("a", func() (int, error) {
			if !ended {
				t.Error("it is made while the one before ends")
			}
			return 2, nil
		})
		if err != nil {
			t.Error(err)
		}
		joined <- state
	}
	states = NewStates(func(int) {
		go join()
		for range 10_000 { // it is as far as it comes
			runtime.Gosched()
		}
		ended = true
	})
	first := must.Get(states.Join("a", func() (int, error) { return 1, nil }))(t)
	must.Do(t, first.Leave())
	if second := <-joined; second.Value != 2 {
		t.Errorf("%d is joined", second.Value)
	}
}

func TestTheConfigurationBeforeHoldsAgainAfterAReloadThatFails(t *testing.T) {
	j := newJoining(t)
	first, second, third := j.join("a", 0), j.join("a", 0), j.join("a", 0)
	j.start(first, 1)
	j.start(second, 2)
	refused := errors.New("refused")
	if err := third.Start(func() error { return refused }); !errors.Is(err, refused) {
		t.Errorf("error %v, want what hold returned", err)
	}
	for _, left := range []*State[int]{third, second} { // third never held
		must.Do(t, left.Leave())
	}
	if want := []int{1, 2, 1}; !slices.Equal(j.held, want) {
		t.Errorf("%v held, want %v", j.held, want)
	}
	// The reload that succeeds: the old one leaves, and changes nothing.
	j.start(j.join("a", 0), 4)
	if err := first.Leave(); err != nil || !slices.Equal(j.held, []int{1, 2, 1, 4}) {
		t.Errorf("%v held; %v", j.held, err)
	}
}

func TestEachPartOfTheSettingsIsHeldAgainByItself(t *testing.T) {
	j := newJoining(t)
	held := map[string]int{}
	start := func(part string, setting int) *State[int] {
		state := j.join("a", 0)
		err := state.StartPart(part, func() error { held[part] = setting; return nil }, func() { delete(held, part) })
		must.Do(t, err)
		return state
	}
	pages, rule := start("pages", 1), start("rule", 1)
	// A reload that fails, whichever part of it leaves first.
	for range 2 {
		refused := []*State[int]{start("pages", 2), start("rule", 2), start("other", 2)}
		for _, state := range refused {
			must.Do(t, state.Leave())
		}
		if want := map[string]int{"pages": 1, "rule": 1}; !maps.Equal(held, want) {
			t.Errorf("%v hold, want %v", held, want)
		}
	}
	// One that succeeds, without the rule.
	start("pages", 3)
	for _, state := range []*State[int]{pages, rule} {
		must.Do(t, state.Leave())
	}
	if want := map[string]int{"pages": 3}; !maps.Equal(held, want) {
		t.Errorf("%v hold, want %v", held, want)
	}
}

func TestAValueThatCannotBeMadeIsNotJoined(t *testing.T) {
	j := newJoining(t)
	failed := errors.New("failed")
	if state, err := j.Join("a", func() (int, error) { return 0, failed }); state != nil || !errors.Is(err, failed) || len(j.All()) != 0 {
		t.Errorf("%v, %v, %v", state, err, j.All())
	}
	if j.join("a", 5).Value != 5 {
		t.Error("the value is not made again")
	}
}
