package admission

import (
	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/listeners"
)

// states hold the open connections over reloads. With the last configuration that
// bounds them, the bounds end.
var states = adapter.NewStates(func(*connections) { listeners.Admit(nil) })
