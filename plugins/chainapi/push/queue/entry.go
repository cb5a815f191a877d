package queue

import (
	"container/list"
	"net/netip"
	"time"
)

// Entry is what waits.
type Entry struct {
	// Holder is who signed; see transaction.Push.
	Holder string
	// Client is the address that it came from.
	Client string
	// Size is in bytes.
	Size int
	// Buyer and Drop are what a purchase names; empty for another transaction.
	Buyer, Drop string
	// Latest is the last moment at which it may be sent.
	Latest time.Time
	// Value is the owner's.
	Value any

	arrived    time.Time
	reportFrom time.Time // when its place may be told
	seq        uint64    // its arrival among all, or the one that the shuffle or its place gave it; 0 before it has one
	round      int       // how many of its holder's go up to it, of the first that waits
	class      class
	key        *key
	from       *address
	lane       *lane // in which it stands; nil for a later one of its holder
	element    *list.Element
	isHeld     bool
	isPlace    bool
	place      *Place // its own, or the one that it came with
	rank       int    // in the plan
	reported   Standing
	reportedAt time.Time
}

// class is in which part of the line an entry waits.
type class uint8

const (
	ordinary class = iota
	// excess: one of too many signers of one address.
	excess
	// first: signed in the turn of a place.
	first
	// last: of an address that is to blame.
	last
)

// key is a holder who waits, or had one sent lately.
type key struct {
	holder  string
	waiting []*Entry // by arrival
	sent    int
	at      time.Time // of the last one sent
}

// address is a client of which something waits.
type address struct {
	client   netip.Addr
	pushes   room
	places   room
	signers  int // who wait, but for what is held
	ordinary int // how many wait as everybody does
	excess   lane
	// takesTurns says that it stands in Queue.excess.
	takesTurns bool
	// had is how many of it went as everybody's do, forgotten over sparing.
	had   float64
	hadAt time.Time
}
