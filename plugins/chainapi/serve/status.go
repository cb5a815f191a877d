package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/push/share"
	"fieldhouse/plugins/chainapi/shape"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"
)

const (
	// longestWait is how long an answer waits at most for a change.
	longestWait = 25 * time.Second
	// maxAsk is the largest request for a place, in bytes.
	maxAsk = 1 << 10
	// longestLife is how long a node lets a transaction live.
	longestLife = time.Hour
	busyPause   = 5 * time.Second
	// maxWaiting bounds the answers that wait at once, and maxWaitingPerClient those of one
	// client (an IPv6 /48 has sixteen times as many): each takes some 100 kB of the
	// process. Who comes beyond is answered at once, and asks again.
	maxWaiting, maxWaitingPerClient = 1024, 16
)

// preferences are those of a request that count here (RFC 7240).
type preferences struct {
	async bool
	wait  time.Duration
}

func prefers(r *http.Request) (p preferences) {
	for _, line := range r.Header["Prefer"] {
		for preference := range strings.SplitSeq(line, ",") {
			preference, _, _ = strings.Cut(preference, ";")
			name, value, _ := strings.Cut(strings.TrimSpace(preference), "=")
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "respond-async":
				p.async = true
			case "wait":
				if seconds, err := strconv.ParseUint(strings.Trim(strings.TrimSpace(value), `"`), 10, 16); err == nil {
					p.wait = min(time.Duration(seconds)*time.Second, longestWait)
				}
			}
		}
	}
	return p
}

// status answers requests below paths.Pushes and paths.Places: what became of a push or of a
// place in line for what is not signed yet, and leaving.
func (s *Server) status(w http.ResponseWriter, r *http.Request, of share.Kind, token string) {
	switch {
	case answerMethod(w, r, "GET, HEAD, DELETE"):
	case r.Method == http.MethodDelete:
		status, err := s.config.Line.Leave(r.Context(), of, token)
		answerStatus(w, of, status, err)
	default:
		s.watch(w, r, of, token)
	}
}

// answerMethod answers a request of another method than those, and one for the methods.
func answerMethod(w http.ResponseWriter, r *http.Request, methods string) (answered bool) {
	for method := range strings.SplitSeq(methods, ", ") {
		if r.Method == method {
			return false
		}
	}
	methods += ", OPTIONS"
	if r.Method == http.MethodOptions {
		w.Header().Set("Allow", methods)
		w.WriteHeader(http.StatusNoContent)
		return true
	}
	notAllowed(w, methods, "", fmt.Sprintf("%.20s is not allowed here", r.Method))
	return true
}

// watch answers a status, for who has it already once it is another one, or when the wait
// that was asked for is over.
func (s *Server) watch(w http.ResponseWriter, r *http.Request, of share.Kind, token string) {
	conditions := r.Header["If-None-Match"]
	wait, leave := s.seat(r, conditions)
	defer leave()
	status, err := s.config.Line.Status(r.Context(), of, token, nil, 0)
	body, tag := tagged(status)
	same := func() bool { return err == nil && len(conditions) > 0 && representation.Matches(conditions, tag) }
	if same() && wait > 0 {
		status, err = s.config.Line.Status(r.Context(), of, token, body, wait)
		body, tag = tagged(status)
	}
	if err != nil {
		answerStatus(w, of, status, err)
		return
	}
	header := w.Header()
	header.Set("ETag", tag)
	if wait > 0 && len(conditions) > 0 {
		header.Set("Preference-Applied", "wait="+strconv.Itoa(int(wait.Seconds())))
	}
	if same() {
		header.Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	write(w, http.StatusOK, body)
}

// seat is how long an answer may wait, and ends that; not at all for who knows of none, and
// when as many wait as may.
func (s *Server) seat(r *http.Request, conditions []string) (wait time.Duration, leave func()) {
	wait = prefers(r).wait
	if wait == 0 || len(conditions) == 0 {
		return 0, func() {}
	}
	waits := s.config.Waits
	taken := waits.taken.Add(1)
	freed, ok := waits.seats.Take(s.config.Client(r), maxWaitingPerClient, max(maxWaiting-int(taken), 0))
	if !ok {
		waits.taken.Add(-1)
		return 0, func() {}
	}
	return wait, func() { freed(); waits.taken.Add(-1) }
}

func tagged(status push.Status) (body []byte, tag string) {
	body = share.Told(status)
	return body, representation.Tag(body)
}

// answerStatus answers a status, or why there is none.
func answerStatus(w http.ResponseWriter, of share.Kind, status push.Status, err error) {
	var unsent *push.NotSentError
	switch {
	case errors.Is(err, push.ErrElsewhere):
		w.Header().Set("Connection", "close") // which asks anew
		fail(w, notSentPause, shape.Ours(http.StatusServiceUnavailable, shape.NameUnknown, "The outcome is not known here", "", "another process has the line: ask again"))
	case errors.Is(err, push.ErrNoToken) && of == share.OfPlace:
		writeJSON(w, http.StatusNotFound, push.Status{State: queue.Ended})
	case errors.Is(err, push.ErrNoToken):
		writeJSON(w, http.StatusNotFound, push.Status{State: push.UnknownState})
	case errors.As(err, &unsent) && errors.Is(err, push.ErrEnding):
		known, _ := transaction.ParseID(status.ID)
		fail(w, notSentPause, notSent("", known, err))
	case errors.Is(err, push.ErrSent):
		writeJSON(w, http.StatusConflict, status)
	default:
		writeJSON(w, http.StatusOK, status)
	}
}

// askPlace gives a place in line, when there is one that matters.
func (s *Server) askPlace(w http.ResponseWriter, r *http.Request) {
	client := s.config.Client(r)
	if ok, wait := s.config.Pushes.Allow(client); !ok {
		tooMany(w, wait, "", "places are asked for too often from this address")
		return
	}
	var request struct {
		Account string `json:"account"`
		Drop    string `json:"drop"`
		Life    int64  `json:"life"`
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxAsk))
	if err == nil {
		err = json.Unmarshal(body, &request)
	}
	drop, notDrop := strconv.ParseUint(request.Drop, 10, 64)
	life := time.Duration(request.Life) * time.Second
	switch {
	case err != nil:
		err = fmt.Errorf("the request for a place cannot be read: %w", err)
	case !antelope.IsAccount(request.Account):
		err = fmt.Errorf("account %.20q is none", request.Account)
	case notDrop != nil:
		err = fmt.Errorf("drop %.20q is no number", request.Drop)
	case request.Life < 1 || request.Life > int64(longestLife/time.Second):
		err = fmt.Errorf("life %d must be from 1 to %d seconds", request.Life, int(longestLife/time.Second))
	}
	if err != nil {
		fail(w, 0, shape.Invalid("", err.Error()))
		return
	}
	status, token, needed, err := s.config.Line.Place(r.Context(), request.Account, strconv.FormatUint(drop, 10), client, life)
	switch {
	case err != nil:
		message := "too many wait already"
		if !errors.Is(err, queue.ErrFull) {
			message = "the gateway starts anew"
		}
		fail(w, busyPause, shape.Ours(http.StatusServiceUnavailable, "no_place", "There is no place in line", "", message+". Try again in a moment."))
	case !needed:
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
	case token == "":
		writeJSON(w, http.StatusOK, status)
	default:
		w.Header().Set("Location", paths.Places+"/"+token)
		writeJSON(w, http.StatusCreated, status)
	}
}

func writeJSON(w http.ResponseWriter, code int, status push.Status) {
	body, tag := tagged(status)
	w.Header().Set("ETag", tag)
	write(w, code, body)
}
