package pool

// Others counts the nodes besides those with these addresses: those that are well, and
// those that rest because they asked for it. What is out, fails or is not known is neither.
func (p *Pool) Others(than []string) (well, resting int) {
	known := want{tried: p.barred("", than)}
	for _, a := range p.assess(p.config().Now()) {
		switch {
		case known.has(a.node):
		case a.state == Good || a.state == Degraded:
			well++
		case a.state == Resting && !a.broken:
			resting++
		}
	}
	return well, resting
}

// Contradicted says that what a node answered is not what other nodes say. It counts
// as one more failure of the node: one that is contradicted again and again rests.
func (p *Pool) Contradicted(address string, why error) {
	for _, n := range p.nodes {
		if n.address != address {
			continue
		}
		n.mu.Lock()
		n.counts.Faults[Contradicted]++
		n.fault, n.faultAt = n.faulty(Contradicted, 0, why), p.config().Now()
		n.breaker.Fail(false)
		n.mu.Unlock()
	}
	p.tellStates()
}
