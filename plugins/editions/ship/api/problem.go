package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"strconv"
	"syscall"

	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/store"

	"go.uber.org/zap"
)

func problem(status int, code, help, message string, about ...any) *Problem {
	return &Problem{Status: status, Code: code, Help: help, Message: fmt.Sprintf(message, about...)}
}

func badRequest(help, message string, about ...any) *Problem {
	return problem(http.StatusBadRequest, CodeRequest, help, message, about...)
}

const makeRoom = "make room on the store's disk, such as by a prune; the store is as it was"

// kinds are the problems that errors of others are.
var kinds = []struct {
	error  error
	status int
	code   string
	help   string
	// message is in the place of the error's own, which is no sentence for people.
	message string
}{
	{journal.ErrConflict, http.StatusPreconditionFailed, CodeConflict, "look at what was done meanwhile; do it again with the new ETag as If-Match, or without one (--force) to do it all the same", ""},
	{journal.ErrFrozen, http.StatusLocked, CodeFrozen, "wait until the freeze is over; ops can thaw it, or break the glass with a reason", ""},
	{journal.ErrAlone, http.StatusServiceUnavailable, CodeQuorum, "ship again once enough processes are connected; a rollback, a withdrawal and a freeze hold at once where they are given", ""},
	{journal.ErrBehind, http.StatusServiceUnavailable, CodeQuorum, "do it again: the processes of the cluster change the lineup at the same time", ""},
	{journal.ErrReason, http.StatusBadRequest, CodeRequest, "give a reason: it stands in the journal", ""},
	{journal.ErrUnfit, http.StatusUnprocessableEntity, CodeUnfit, "make what needs each other live in one step, or build it for what is shown", ""},
	{journal.ErrNothing, http.StatusUnprocessableEntity, CodeNothing, "GET " + Path + "/editions/EDITION lists the releases, and GET " + Path + "/lineup what is shown", ""},
	{journal.ErrNotFrozen, http.StatusUnprocessableEntity, CodeNothing, "thaw what is frozen, which GET " + Path + "/lineup says; a freeze of all editions is thawed as * (fieldhouse thaw all)", ""},
	{journal.ErrIsLive, http.StatusUnprocessableEntity, CodeNothing, "build what is to be tried, and ship that; GET " + Path + "/lineup says what is live", ""},
	{journal.ErrBounds, http.StatusUnprocessableEntity, CodeRequest, "docs/edition-contract.md says what a change has", ""},
	{syscall.ENOSPC, http.StatusInsufficientStorage, CodeFull, makeRoom, ""},
	{syscall.EDQUOT, http.StatusInsufficientStorage, CodeFull, makeRoom, ""},
	{errTime, http.StatusRequestTimeout, CodeTime, "send it again over a faster line", ""},
	{os.ErrDeadlineExceeded, http.StatusRequestTimeout, CodeTime, "look at the line, and send it again", fmt.Sprintf("nothing of the request came for %s", maxPause)},
	{context.DeadlineExceeded, http.StatusRequestTimeout, CodeTime, "send it again; if it goes on, look at the gateway's log and its disk", "it took too long"},
	{context.Canceled, http.StatusRequestTimeout, CodeTime, "send it again", "the request ended before its body did"},
}

// AsProblem is how an error is answered; one that is nobody's fault here is the store's.
func AsProblem(err error) *Problem {
	var found *Problem
	if errors.As(err, &found) {
		return found
	}
	for _, kind := range kinds {
		if errors.Is(err, kind.error) {
			return problem(kind.status, kind.code, kind.help, "%s", cmp.Or(kind.message, err.Error()))
		}
	}
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return problem(http.StatusRequestEntityTooLarge, CodeSize, "send less", "the request has more than %d bytes", large.Limit)
	}
	return problem(http.StatusInternalServerError, CodeStore, "look at the gateway's log; `fieldhouse verify` reads the store", "%v", err)
}

// asRefusal is AsProblem of what was wrong with a release.
func asRefusal(err error) *Problem {
	var disk *store.DiskError
	if found := AsProblem(err); found.Code != CodeStore || errors.As(err, &disk) {
		return found
	}
	return problem(http.StatusUnprocessableEntity, CodeRefused, "nothing was changed: put right what it says, build the release, and ship all that the build wrote", "%v", err)
}

func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	found := AsProblem(err)
	if found.Status >= http.StatusInternalServerError {
		s.config.Logger().Error("releases", zap.String("method", r.Method), zap.String("path", r.URL.Path), zap.Error(err))
	}
	if found.Status == http.StatusForbidden && !found.recorded {
		_ = s.record(s.entry(r, useToken, r.Method+" "+r.URL.Path), found)
	}
	if found.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="fieldhouse releases"`)
	}
	if found.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(max(int(math.Ceil(found.RetryAfter.Seconds())), 1)))
	}
	answer(w, found.Status, found)
}

func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The client may have gone.
	_ = json.NewEncoder(w).Encode(value)
}

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
