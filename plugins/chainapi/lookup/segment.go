package lookup

// segment is a run of blocks, each the one before the next: what was read of
// the chain. That they hang together is what makes "it is in none of them" true;
// two nodes can be on different forks for seconds.
type segment struct {
	blocks       []*block
	transactions int
}

// Bounds of what is kept: 20 minutes of blocks, and about 10 MiB of ids.
const (
	maxBlocks       = 2400
	maxTransactions = 250_000
)

func (s *segment) empty() bool { return len(s.blocks) == 0 }

func (s *segment) low() uint64 { return s.blocks[0].number }

func (s *segment) high() uint64 { return s.last().number }

func (s *segment) last() *block { return s.blocks[len(s.blocks)-1] }

// append adds the next block. It answers false when that block follows another
// one than our last, which is then dropped: it was on a fork that lost.
func (s *segment) append(b *block) bool {
	if !s.empty() && b.previous != s.last().id {
		s.transactions -= len(s.last().transactions)
		s.blocks = s.blocks[:len(s.blocks)-1]
		return false
	}
	s.blocks = append(s.blocks, b)
	s.transactions += len(b.transactions)
	for len(s.blocks) > maxBlocks || (s.transactions > maxTransactions && len(s.blocks) > 1) {
		s.transactions -= len(s.blocks[0].transactions)
		s.blocks[0] = nil
		s.blocks = s.blocks[1:]
	}
	return true
}

// prepend adds the block before the first. It answers false when it is not
// that, or when there is no room for it.
func (s *segment) prepend(b *block) bool {
	if s.full() || s.blocks[0].previous != b.id {
		return false
	}
	s.blocks = append([]*block{b}, s.blocks...)
	s.transactions += len(b.transactions)
	return true
}

func (s *segment) full() bool {
	return len(s.blocks) >= maxBlocks || s.transactions >= maxTransactions
}

func (s *segment) clear() { *s = segment{} }
