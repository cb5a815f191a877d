//go:build !unix

package atomicfile

// Inherit does nothing here.
func Inherit(string, string) {}
