//go:build wasip1

// Command composer is package composer for who has no Go: a WebAssembly module of which
// @fieldhouse/build makes one instance (packages/build/src/dev/composer.ts). Built as a
// reactor (-buildmode=c-shared), it runs only while it is called, and asks its host for
// nothing but the clock and random numbers.
package main

import (
	"unsafe"

	"fieldhouse/plugins/editions/page/composer"
)

func main() {}

var (
	pages = composer.New()
	// request and answer are of the call that is under way: they stay where they are until the
	// next one.
	request, answer []byte
)

// makeRoom is where the host writes a request of so many bytes.
//
//go:wasmexport makeRoom
func makeRoom(size uint32) unsafe.Pointer {
	request = make([]byte, max(size, 1))[:size]
	return unsafe.Pointer(unsafe.SliceData(request))
}

// call does what the request asks for, and answers how many bytes the answer has.
//
//go:wasmexport call
func call() uint32 {
	answer = pages.Call(request)
	return uint32(len(answer))
}

// answerAt is where the answer is.
//
//go:wasmexport answerAt
func answerAt() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(answer)) }
