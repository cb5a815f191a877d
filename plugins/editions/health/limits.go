package health

import "fieldhouse/plugins/clients"

// Bounds of what browsers report. Errors are written to the log, which is not to be filled
// by one or by all; views are counted. A client has its share of both, and no network takes
// what others report with (clients.Shared).
const (
	errorsPerSecond = 10
	ErrorsAtOnce    = 100
	viewsPerSecond  = 500
	viewsAtOnce     = 1000

	clientPerSecond = 1
	clientAtOnce    = 30
)

// Limits bounds how often browsers report. It is safe for use by many goroutines.
type Limits struct {
	// Clients are what each may send, errors and views alike.
	Clients *clients.Limits
	// Errors and Views are what all may together.
	Errors, Views *clients.Shared
}

// NewLimits are those of a store.
func NewLimits() Limits {
	return Limits{
		clients.NewLimits(clientPerSecond, clientAtOnce),
		clients.NewShared(errorsPerSecond, ErrorsAtOnce), clients.NewShared(viewsPerSecond, viewsAtOnce),
	}
}
