package peers

import (
	"errors"
	"fmt"
	"sync"
)

// Shared is a small state of each process that the others follow. What is lost on the way, or
// said while a process is away, comes again within a second.
type Shared struct {
	// Name is the one of Process.Say.
	Name string
	// Say returns what the others are told; nil tells nothing.
	Say func() []byte
	// Take is given what another process said, in a goroutine: for each process one after
	// another, and of what comes meanwhile the last alone.
	Take func(from string, said []byte) error
	// Report is given an error of Take, once until it is another one or Take succeeds.
	Report func(error)
}

// errTake is reported of what could not be taken for a panic.
var errTake = errors.New("taking it panicked")

// Share tells the others a state each second from now on, and takes theirs. It is called once
// for a name. What it returns tells the state at once.
func (p *Process) Share(shared Shared) (tell func()) {
	subject := presence + "." + shared.Name
	var mutex sync.Mutex
	waiting := map[string][]byte{} // by each process whose state is being taken; nil if none waits
	problems := map[string]string{}
	take := func(from string) {
		mutex.Lock()
		defer mutex.Unlock()
		for said := waiting[from]; said != nil; said = waiting[from] {
			waiting[from] = nil
			mutex.Unlock()
			err := errTake
			p.guard("taking "+shared.Name, func() { err = shared.Take(from, said) })
			mutex.Lock()
			if err == nil {
				delete(problems, from)
			} else if problems[from] != err.Error() {
				problems[from] = err.Error()
				shared.Report(fmt.Errorf("what the process %s says of its %s: %w", from, shared.Name, err))
			}
		}
		delete(waiting, from)
	}
	p.Hear(subject, func(from string, said []byte) {
		mutex.Lock()
		defer mutex.Unlock()
		_, taking := waiting[from]
		if waiting[from] = said; !taking {
			go take(from)
		}
	})
	p.Say(shared.Name, shared.Say)
	return func() { p.SayNow(shared.Name) }
}
