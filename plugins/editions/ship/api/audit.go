package api

import (
	"errors"
	"net/http"

	"fieldhouse/plugins/audit"
)

// useToken is the action of who was let in by no token, or used one for what it is not for.
const useToken = "use token"

// record writes an action into the audit log, and returns its error. What is refused for
// its token (401 and 403) is not written again with the answer.
func (s *Server) record(entry audit.Entry, err error) error {
	entry.Outcome = audit.Done
	if err != nil {
		found := AsProblem(err)
		entry.Outcome, entry.Reason, entry.After = audit.Refused, found.Message, nil
		if found.Status >= http.StatusInternalServerError {
			entry.Outcome = audit.Failed
		}
		var own *Problem
		if errors.As(err, &own) {
			own.recorded = true
		}
	}
	s.config.Audit.Write(entry)
	return err
}

// entry is an action of a request that was let in.
func (s *Server) entry(r *http.Request, action, on string) audit.Entry {
	return audit.Entry{Action: action, By: user(r).Name, From: s.config.Client(r), On: on}
}
