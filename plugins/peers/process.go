package peers

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/beat"
)

const (
	// saidEvery is how often a process tells the others how it stands, and silentAfter how long
	// after the last time it counts as gone.
	saidEvery   = time.Second
	silentAfter = 3500 * time.Millisecond
	// livingFor is how long the list of those that are connected is used.
	livingFor = 100 * time.Millisecond
	// maxWeight is the most that another process counts for.
	maxWeight = 100
	// presence is the subject of what each process says each second, and begins that of what it says
	// by itself, under the name that follows.
	presence = "presence"
	// maxTogether is the longest that is said together with others, in bytes.
	maxTogether = 8 << 10
)

// ErrNoCluster: this process is not in a cluster at the moment.
var ErrNoCluster = errors.New("this process is in no cluster")

// Process is this process towards the others of its cluster, whether it is in one or not, over
// all reloads. What it answers and hears is registered once. The zero value is in no cluster.
type Process struct {
	// Report is given a panic of what is said, heard or taken, once until it is another one. It costs that
	// alone then: what one process tells would end all that hear it. Without Report it ends the process.
	Report func(error)

	mutex   sync.Mutex
	mesh    Mesh
	end     func()
	answers map[string]func(context.Context, []byte) ([]byte, error)
	hears   map[string]func(from string, content []byte)
	says    map[string]func() []byte
	said    map[string]map[string][]byte // by name, then by process
	heardAt map[string]time.Time         // by process
	weights map[string]int               // as they were told last
	panics  map[string]string            // as they were reported last, by subject

	living   []string
	livingAt time.Time

	// saying is held from asking what is to be said until it is told: what is older never comes last.
	saying sync.Mutex
}

// Join puts the process into a cluster.
func (p *Process) Join(mesh Mesh) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.end != nil {
		p.end()
	}
	ctx, cancel := context.WithCancel(context.Background())
	mesh.Hear(p.heard)
	p.mesh, p.end = mesh, func() { cancel(); mesh.Hear(nil) }
	p.said, p.heardAt, p.living, p.livingAt = map[string]map[string][]byte{}, map[string]time.Time{}, nil, time.Time{}
	for question, answer := range p.answers {
		mesh.Answer(question, answer)
	}
	go p.say(ctx, mesh)
}

// Leave takes it out again.
func (p *Process) Leave(mesh Mesh) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.mesh == mesh {
		p.end()
		p.mesh, p.end = nil, nil
	}
}

// Answer has questions of others answered from now on, in goroutines of their own.
func (p *Process) Answer(question string, answer func(ctx context.Context, content []byte) ([]byte, error)) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	set(&p.answers, question, answer)
	if p.mesh != nil {
		p.mesh.Answer(question, answer)
	}
}

// Hear has messages of others passed on from now on, one after another: hear must not wait.
func (p *Process) Hear(subject string, hear func(from string, content []byte)) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	set(&p.hears, subject, hear)
}

// Say has the others told something of this process each second, under a name of Said. What is said is
// asked for one at a time: say must not call SayNow, nor wait for who does, nor for a disk.
func (p *Process) Say(name string, say func() []byte) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	set(&p.says, name, say)
}

// SayNow tells the others at once what Say tells them each second.
func (p *Process) SayNow(name string) {
	p.mutex.Lock()
	say := p.says[name]
	p.mutex.Unlock()
	p.saying.Lock()
	defer p.saying.Unlock()
	if said := p.asked(name, say); said != nil {
		_ = p.Tell(presence+"."+name, said) // what fails is said in a second
	}
}

// Exchange has the others told something each second, as Say, and what they tell under the name passed
// on, one message after another: hear must not wait.
func (p *Process) Exchange(name string, say func() []byte, hear func(from string, content []byte)) {
	p.Hear(presence+"."+name, hear)
	p.Say(name, say)
}

func set[T any](all *map[string]T, name string, value T) {
	if *all == nil {
		*all = map[string]T{}
	}
	(*all)[name] = value
}

// Said is what each of the others that live has said last under a name.
func (p *Process) Said(name string) map[string][]byte {
	living := p.Living()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	found := map[string][]byte{}
	for process, said := range p.said[name] {
		if slices.Contains(living, process) {
			found[process] = said
		}
	}
	return found
}

// Weigh has this process count for so much in Part under a name, while it is in a cluster. A
// process that says nothing counts for 1.
func (p *Process) Weigh(name string, weight func() int) {
	p.Say(name, func() []byte {
		now := weight()
		p.mutex.Lock()
		defer p.mutex.Unlock()
		set(&p.weights, name, now)
		return strconv.AppendInt(nil, int64(now), 10)
	})
}

// Part is this process's part of what all that live have together, by their weights as they were
// told last: more than 0 and at most 1, which it is without a cluster.
func (p *Process) Part(name string) float64 {
	others, said := p.Others(), p.Said(name)
	p.mutex.Lock()
	own := max(p.weights[name], 1)
	p.mutex.Unlock()
	sum := own
	for _, process := range others {
		weight, _ := strconv.Atoi(string(said[process]))
		sum += min(max(weight, 1), maxWeight)
	}
	return float64(own) / float64(sum)
}

// Tell sends a message to all others that are connected. Nobody confirms it, and without a cluster
// there is nobody.
func (p *Process) Tell(subject string, content []byte) error {
	mesh := p.current()
	if mesh == nil {
		return nil
	}
	return mesh.Tell(subject, content)
}

// Ask asks a process, as Mesh.Ask. The error without a cluster is ErrNoCluster.
func (p *Process) Ask(ctx context.Context, process, question string, content []byte) ([]byte, error) {
	mesh := p.current()
	if mesh == nil {
		return nil, ErrNoCluster
	}
	return mesh.Ask(ctx, process, question, content)
}

// Name of this process; empty without a cluster.
func (p *Process) Name() string {
	if mesh := p.current(); mesh != nil {
		return mesh.Name()
	}
	return ""
}

// Size is how many processes the configuration names; 1 without a cluster.
func (p *Process) Size() int {
	if mesh := p.current(); mesh != nil {
		return mesh.Size()
	}
	return 1
}

func (p *Process) current() Mesh {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.mesh
}

// Living are the processes that are connected and were heard of lately, with this one, in order;
// none without a cluster. It must not be changed.
func (p *Process) Living() []string {
	mesh := p.current()
	if mesh == nil {
		return nil
	}
	p.mutex.Lock()
	if now := time.Now(); now.Sub(p.livingAt) < livingFor {
		defer p.mutex.Unlock()
		return p.living
	}
	p.mutex.Unlock()
	others := mesh.Others() // which takes a while
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now := time.Now()
	living := []string{mesh.Name()}
	for _, process := range others {
		if at, heard := p.heardAt[process]; heard && now.Sub(at) < silentAfter {
			living = append(living, process)
		}
	}
	slices.Sort(living)
	p.living, p.livingAt = living, now
	return living
}

// Others are Living without this one.
func (p *Process) Others() []string {
	own := p.Name()
	return slices.DeleteFunc(slices.Clone(p.Living()), func(process string) bool { return process == own })
}

// Owner is the living process that has a key, the same for all that see the same processes: when
// one leaves, its keys alone go to others (rendezvous hashing). It is empty without a cluster.
func (p *Process) Owner(key string) string {
	living := p.Living()
	if len(living) == 0 {
		return ""
	}
	return slices.MaxFunc(living, func(one, other string) int { return cmp.Compare(weight(one, key), weight(other, key)) })
}

func weight(process, key string) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(process + "\x00" + key)) // never fails
	// FNV alone differs in few bits for names that differ in their ends (the finalizer of MurmurHash3).
	sum := hash.Sum64()
	sum = (sum ^ sum>>33) * 0xff51afd7ed558ccd
	sum = (sum ^ sum>>33) * 0xc4ceb9fe1a85ec53
	return sum ^ sum>>33
}

// say tells the others how this process stands, until the context ends.
func (p *Process) say(ctx context.Context, mesh Mesh) {
	for {
		p.sayAll(mesh)
		select {
		case <-ctx.Done():
			return
		case <-beat.After(saidEvery):
		}
	}
}

// sayAll tells the others all that is said. What fails is said again in a second.
func (p *Process) sayAll(mesh Mesh) {
	p.mutex.Lock()
	says := maps.Clone(p.says)
	p.mutex.Unlock()
	p.saying.Lock()
	defer p.saying.Unlock()
	together := map[string][]byte{} // one message wakes the others once
	for name, say := range says {
		if content := p.asked(name, say); len(content) > maxTogether {
			_ = mesh.Tell(presence+"."+name, content)
		} else if content != nil {
			together[name] = content
		}
	}
	content, _ := json.Marshal(together) // it always has a form
	_ = mesh.Tell(presence, content)
}

// heard takes a message of another process.
func (p *Process) heard(from, subject string, content []byte) {
	if subject == presence {
		var together map[string][]byte
		_ = json.Unmarshal(content, &together) // that of another version says that it lives
		p.hearSaid(from, together)
		return
	}
	if name, isSaid := strings.CutPrefix(subject, presence+"."); isSaid {
		p.hearSaid(from, map[string][]byte{name: content})
		return
	}
	p.pass(from, subject, content)
}

// hearSaid takes what another process says of itself, by its names.
func (p *Process) hearSaid(from string, together map[string][]byte) {
	p.mutex.Lock()
	now := time.Now()
	if at, known := p.heardAt[from]; !known || now.Sub(at) >= silentAfter {
		p.livingAt = time.Time{}
		for _, said := range p.said {
			delete(said, from) // it may have begun anew, and say the rest in a second
		}
	}
	p.heardAt[from] = now
	for name, content := range together {
		if p.said[name] == nil {
			p.said[name] = map[string][]byte{}
		}
		p.said[name][from] = content
	}
	p.mutex.Unlock()
	for name, content := range together {
		p.pass(from, presence+"."+name, content)
	}
}

// pass passes a message on to who hears its subject.
func (p *Process) pass(from, subject string, content []byte) {
	p.mutex.Lock()
	hear := p.hears[subject]
	p.mutex.Unlock()
	if hear != nil {
		p.guard("hearing "+subject, func() { hear(from, content) })
	}
}

// asked is what is to be said under a name: nothing of what panics.
func (p *Process) asked(name string, say func() []byte) (content []byte) {
	p.guard("saying "+name, func() { content = say() })
	return content
}

// guard has a panic reported, if somebody takes it.
func (p *Process) guard(what string, do func()) {
	if p.Report == nil {
		do()
		return
	}
	defer func() {
		problem := recover()
		if problem == nil {
			return
		}
		text := fmt.Sprint(problem)
		p.mutex.Lock()
		isNew := p.panics[what] != text
		set(&p.panics, what, text)
		p.mutex.Unlock()
		if isNew {
			p.Report(fmt.Errorf("%s panicked: %s\n%s", what, text, debug.Stack()))
		}
	}()
	do()
}
