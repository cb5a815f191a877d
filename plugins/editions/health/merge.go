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
func (b *Book) Share(with Counts) error {
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
		if t := e.trial; t != nil && b.decides && t.judge(b.rule) {
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
		e := b.editions[name]
		if e == nil {
			b.editions[name] = other.restored()
			continue
		}
		e.add(other)
	}
}

// meet has an edition's trial know what the other processes have counted of it.
func (e *edition) meet(others map[string]other, name string) {
	if e.trial == nil {
		return
	}
	e.trial.elsewhere = nil
	for _, one := range others {
		if t := one.saved.Editions[name].Trial; t != nil && t.Standing == e.now {
			e.trial.elsewhere = append(e.trial.elsewhere, t.restored())
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
		other, counts := b.others[at].saved.Editions[name]
		if !counts {
			continue
		}
		if whole == e {
			whole = e.saved().restored()
		}
		whole.add(other)
	}
	return whole
}

// add adds what another process has counted of the same releases.
func (e *edition) add(from savedEdition) {
	for _, one := range from.Records {
		if known := e.known(one.Name); known != nil {
			known.add(one.restored())
		}
	}
	if t := from.Trial; t != nil && e.trial != nil && t.Standing == e.now {
		e.trial.add(t.restored())
	}
	if from.Last.saysMore(e.last) {
		e.last = from.Last
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
	r.tally.add(from.tally)
	r.failures.addAll(from.failures)
	for name, counted := range from.series {
		if r.series[name] == nil {
			r.series[name] = new(series)
		}
		r.series[name].addAll(counted)
	}
	for _, group := range from.groups {
		at := slices.IndexFunc(r.groups, group.like)
		if at < 0 {
			r.groups = append(r.groups, group)
			continue
		}
		known := *r.groups[at]
		if group.Last.After(known.Last) {
			known.Last, known.Path, known.Where = group.Last, group.Path, group.Where
		}
		if group.First.Before(known.First) {
			known.First = group.First
		}
		known.Count += group.Count
		r.groups[at] = &known
	}
	slices.SortStableFunc(r.groups, func(a, b *group) int { return b.Last.Compare(a.Last) })
	r.makeRoom()
}

// add adds another process's views: a network that both know is one.
func (t *tally) add(from *tally) {
	t.views += from.views
	t.erroneous += from.erroneous
	for kind, count := range from.errors {
		t.errors[kind] += count
	}
	for name, values := range from.vitals {
		if t.vitals[name] == nil {
			t.vitals[name] = histogram{}
		}
		t.vitals[name].merge(values)
	}
	for network, said := range from.networks {
		before := t.networks[network]
		t.networks[network] = voice{before.views + said.views, before.erroneous + said.erroneous}
	}
	t.highest = min(t.highest, from.highest)
	maps.DeleteFunc(t.networks, func(network uint64, _ voice) bool { return network > t.highest })
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

func (s *series) clone() *series {
	cloned := &series{s.Start, s.Width, make([]histogram, len(s.Points))}
	for at, point := range s.Points {
		cloned.Points[at] = maps.Clone(point)
	}
	return cloned
}

// add adds what another process has counted of the same trial, and how far it has judged it.
func (t *trial) add(from *trial) {
	t.of.add(from.of)
	t.beside.add(from.beside)
	if from.since.Before(t.since) {
		t.since = from.since
	}
	if cmp.Compare(rank(from), rank(t)) > 0 {
		t.look, t.held, t.state, t.doubt = from.look, from.held, from.state, from.doubt
	}
}

// rank orders trials by how far they were judged.
func rank(t *trial) int {
	switch {
	case t.state == Worse:
		return 3
	case t.state == Holds:
		return 2
	case t.held > 0:
		return 1
	}
	return 0
}

// counted are both sides in all processes.
func (t *trial) counted() (of, beside *tally) {
	if len(t.elsewhere) == 0 {
		return t.of, t.beside
	}
	of, beside = newTally(), newTally()
	for _, one := range append([]*trial{t}, t.elsewhere...) {
		of.add(one.of)
		beside.add(one.beside)
	}
	return of, beside
}
