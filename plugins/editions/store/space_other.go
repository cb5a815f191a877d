//go:build !linux && !darwin

package store

import "errors"

// SpaceAt is not known here: the error is errors.ErrUnsupported.
func SpaceAt(string) (Space, error) { return Space{}, errors.ErrUnsupported }
