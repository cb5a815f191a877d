package health

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// other is what another process has counted, as it was read last.
type other struct {
	content []byte
	saved   saved
}

// Share keeps what this process has counted, and reads what the others have: from then on all
// that is read of the book is of all of them. What those that are over have counted becomes
// this process's own, if it is the one that decides. The error is of what could not be read
// or written; the rest is shared.
func (b *Book) Share(with *Cluster) error {
	decides, problem := with.Decides()
	found, err := with.Others()
	b.mutex.Lock()
	if problem == nil {
		b.decides = decides && with.Judges()
	}
	problem = errors.Join(problem, err)
	before := b.others
	b.others = map[string]other{}
	var over []string
	for _, one := range found {
		read := before[one.Name]
		if !bytes.Equal(read.content, one.Content) {
			if read.saved, err = parse(one.Content); err != nil {
				problem = errors.Join(problem, fmt.Errorf("what the process %s has counted: %w", one.Name, err))
			}
			read.content = one.Content
		}
		b.others[one.Name] = read
		if one.Over {
			over = append(over, one.Name)
		}
	}
	// What one has taken over is in its own counts.
	taken := slices.Clone(b.taken)
	for _, one := range b.others {
		taken = append(taken, one.saved.Taken...)
	}
	for _, name := range over {
		if decides && !slices.Contains(taken, name) {
			b.takeOver(b.others[name].saved)
			b.taken = append(b.taken, name)
		}
	}
	for _, name := range append(taken, b.taken...) {
		delete(b.others, name)
	}
	for name, e := range b.editions {
		e.meet(b.others, name)
		if t := e.Trial; t != nil && b.decides && t.judge(b.rule) {
			b.ring()
		}
	}
	forget := slices.Clone(b.taken)
	b.mutex.Unlock()

	content, err := b.Write()
	if err == nil && content != nil {
		if err = with.Keep(content); err != nil {
			b.keepAgain()
		}
	}
	if err != nil {
		return errors.Join(problem, err)
	}
	for _, name := range forget {
		if err := with.Forget(name); err != nil {
			problem = errors.Join(problem, err)
			continue
		}
		b.mutex.Lock()
		b.taken = slices.DeleteFunc(b.taken, func(taken string) bool { return taken == name })
		b.mutex.Unlock()
	}
	return problem
}

// keepAgain has the next Share write what could not be written.
func (b *Book) keepAgain() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.changed = true
}

// takeOver adds what a process that is over has counted to this one's.
func (b *Book) takeOver(from saved) {
	b.changed = true
	b.taken = append(b.taken, from.Taken...)
	for name, other := range from.Editions {
		if e := b.editions[name]; e != nil {
			e.add(other)
		} else {
			b.editions[name] = other
		}
	}
}

// meet has an edition's trial know what the other processes have counted of it.
func (e *edition) meet(others map[string]other, name string) {
	if e.Trial == nil {
		return
	}
	e.Trial.elsewhere = nil
	for _, one := range others {
		if other := one.saved.Editions[name]; other != nil && other.Trial != nil && other.Trial.Standing == e.Now {
			e.Trial.elsewhere = append(e.Trial.elsewhere, other.Trial)
		}
	}
}

// whole is an edition with what the other processes have counted of it; nil for none.
func (b *Book) whole(name string) *edition {
	e := b.editions[name]
	if e == nil {
		return nil
	}
	whole := e
	for _, at := range slices.Sorted(maps.Keys(b.others)) {
		other := b.others[at].saved.Editions[name]
		if other == nil {
			continue
		}
		if whole == e {
			whole = e.clone()
		}
		whole.add(other)
	}
	return whole
}

func (e *edition) add(from *edition) {
	for _, one := range from.Records {
		if known := e.known(one.Name); known != nil {
			known.add(one)
		}
	}
	if t := from.Trial; t != nil && e.Trial != nil && t.Standing == e.Now {
		e.Trial.add(t)
	}
	if from.Last.saysMore(e.Last) {
		e.Last = from.Last
	}
}

// saysMore reports whether a last verdict is read rather than another process's: that of a later trial, and
// of the same one the one that was judged, or of more views.
func (v *Verdict) saysMore(than *Verdict) bool {
	if v == nil || than == nil {
		return v != nil
	}
	if v.Canary.Release != than.Canary.Release || v.Live.Release != than.Live.Release || v.Share != than.Share {
		return v.Since.After(than.Since)
	}
	states := []State{Watching, Holds, Worse}
	return cmp.Or(cmp.Compare(slices.Index(states, v.State), slices.Index(states, than.State)), cmp.Compare(v.Canary.Views, than.Canary.Views)) > 0
}

func (r *record) add(from *record) {
	r.Tally.add(from.Tally)
	r.Failures.addAll(from.Failures)
	for name, counted := range from.Series {
		if r.Series[name] == nil {
			r.Series[name] = new(series)
		}
		r.Series[name].addAll(counted)
	}
	for _, group := range from.Groups {
		at := slices.IndexFunc(r.Groups, group.like)
		if at < 0 {
			r.Groups = append(r.Groups, group)
			continue
		}
		known := *r.Groups[at]
		if group.Last.After(known.Last) {
			known.Last, known.Path, known.Where = group.Last, group.Path, group.Where
		}
		if group.First.Before(known.First) {
			known.First = group.First
		}
		known.Count += group.Count
		r.Groups[at] = &known
	}
	slices.SortStableFunc(r.Groups, func(a, b *group) int { return b.Last.Compare(a.Last) })
	r.makeRoom()
}

// add adds another process's views: a network that both know is one.
func (t *tally) add(from *tally) {
	t.Views += from.Views
	t.Erroneous += from.Erroneous
	for kind, count := range from.Errors {
		t.Errors[kind] += count
	}
	for name, values := range from.Vitals {
		if t.Vitals[name] == nil {
			t.Vitals[name] = histogram{}
		}
		t.Vitals[name].merge(values)
	}
	for network, said := range from.Networks {
		before := t.Networks[network]
		t.Networks[network] = voice{before.views + said.views, before.erroneous + said.erroneous}
	}
	if from.Highest > 0 && t.distinguishes(from.Highest) {
		t.Highest = from.Highest
	}
	maps.DeleteFunc(t.Networks, func(network uint64, _ voice) bool { return !t.distinguishes(network) })
	t.thin()
	t.tell()
}

// addAll adds the points of another process's series at their times.
func (s *series) addAll(from *series) {
	if from.Width == 0 {
		return
	}
	if s.Width == 0 || from.Start.Before(s.Start) {
		own := *s
		*s, from = *from.clone(), &own
	}
	for at, point := range from.Points {
		s.at(from.Start.Add(from.Width * (2*time.Duration(at) + 1) / 2)).merge(point)
	}
}

// add adds what another process has counted of the same trial, and how far it has judged it.
func (t *trial) add(from *trial) {
	t.Of.add(from.Of)
	t.Beside.add(from.Beside)
	if from.Since.Before(t.Since) {
		t.Since = from.Since
	}
	if cmp.Compare(rank(from), rank(t)) > 0 {
		t.Look, t.Held, t.State, t.Doubt = from.Look, from.Held, from.State, from.Doubt
	}
}

// rank orders trials by how far they were judged.
func rank(t *trial) int {
	switch {
	case t.State == Worse:
		return 3
	case t.State == Holds:
		return 2
	case t.Held > 0:
		return 1
	}
	return 0
}

// counted are both sides in all processes.
func (t *trial) counted() (of, beside *tally) {
	if len(t.elsewhere) == 0 {
		return t.Of, t.Beside
	}
	of, beside = newTally(), newTally()
	for _, one := range append([]*trial{t}, t.elsewhere...) {
		of.add(one.Of)
		beside.add(one.Beside)
	}
	return of, beside
}
