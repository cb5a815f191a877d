//go:build !linux && !darwin

package store

import "errors"

// Space is not known here: the error is errors.ErrUnsupported.
func (s *Store) Space() (Space, error) { return Space{}, errors.ErrUnsupported }
