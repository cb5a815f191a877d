package journal

// Parse reads the file of a state.
var Parse = parse

// Unused are the releases that may go.
var Unused = unused

// SumOf is that of a state's members.
var SumOf = sumOf
