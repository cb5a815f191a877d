//go:build !linux || !amd64

// Package skew is for Linux on amd64 alone.
package skew

import (
	"errors"
	"time"
)

// Possible says whether Set is.
const Possible = false

// Set is not possible here.
func Set(time.Duration) error { return errors.ErrUnsupported }
