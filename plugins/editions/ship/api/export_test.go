package api

import "time"

// Pause is how long nothing of an upload may come.
func (s *Server) Pause(pause time.Duration) { s.pause = pause }

// Most is how long an upload may take.
func (s *Server) Most(most time.Duration) { s.most = most }

// Refused is how the error of a release that is taken in is answered.
func Refused(err error) *Problem { return asRefusal(err) }
