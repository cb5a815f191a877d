package journal

// Parse reads the file of a state.
func Parse(content []byte) (State, error) {
	state, _, err := parse(content)
	return state, err
}

// Unused are the releases that may go.
var Unused = unused

// SumOf is that of a state's members.
var SumOf = sumOf
