package serve

import "fieldhouse/plugins/edgecache"

// The classes of lifetime.
const (
	// Owners are the assets of one account, or one asset alone. After a purchase its page asks again
	// every second or two until they change, and an index cannot be asked for an
	// answer that is at least as new as a block: the shorter these answers live,
	// the sooner a purchase shows. At 2 s an account that is being watched costs
	// one request in two seconds out of the four a second that an index allows.
	Owners = edgecache.Class("owners")
	// Collections are the assets of all accounts. They are large, are read for
	// looking around, and change with every purchase of anybody: 30 s keeps the
	// requests for them few.
	Collections = edgecache.Class("collections")
)

// Class is the class of lifetime of a query's answer.
func (q Query) Class() edgecache.Class {
	if q.Owner != "" || q.Asset != "" {
		return Owners
	}
	return Collections
}
