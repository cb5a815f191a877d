package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/flock"
)

// Refusal is an upload that was refused for what it is, or for what the lineup or the store
// is: beside the journal, which has what was done.
type Refusal struct {
	// At is when it was refused last.
	At      time.Time `json:"at"`
	By      string    `json:"by"`
	Edition string    `json:"edition"`
	Code    string    `json:"code"`
	Message string    `json:"message"`
	// Count is how many times in a row it was refused like this.
	Count int `json:"count"`
}

// Bounds of what is kept: of one edition, so that nobody's failing uploads take the place of
// another's, of all, and of a message in bytes.
const (
	maxRefusals    = 10
	maxAllRefusals = 200
	maxRefusal     = 300
)

const (
	refusalsName = "refused.json"
	refusalsLock = ".refused.lock"
)

// noted are the statuses of refusals that are kept: who may not ship at all, or sends what is
// no upload, is in the log.
var noted = []int{http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity, http.StatusLocked, http.StatusInsufficientStorage}

// note keeps an upload's refusal.
func (s *Server) note(r *http.Request, edition string, refused *Problem) error {
	if !slices.Contains(noted, refused.Status) {
		return nil
	}
	unlock, err := flock.Exclusive(filepath.Join(s.config.Store.Folder(), refusalsLock))
	if err != nil {
		return err
	}
	defer unlock()
	all, err := s.Refusals()
	if err != nil {
		// It is begun anew.
		all = nil
	}
	message := strings.ToValidUTF8(refused.Message[:min(len(refused.Message), maxRefusal)], "")
	made := Refusal{At: s.config.Now().UTC(), By: user(r).Name, Edition: edition, Code: refused.Code, Message: message, Count: 1}
	if at := slices.IndexFunc(all, func(one Refusal) bool { return one.Edition == edition }); at >= 0 {
		if last := all[at]; last.By == made.By && last.Code == made.Code && last.Message == made.Message {
			made.Count += last.Count
			all = slices.Delete(all, at, at+1)
		}
	}
	all = slices.Insert(all, 0, made)
	of := map[string]int{}
	all = slices.DeleteFunc(all, func(one Refusal) bool { of[one.Edition]++; return of[one.Edition] > maxRefusals })
	content, err := json.Marshal(all[:min(len(all), maxAllRefusals)])
	if err != nil {
		return err
	}
	return atomicfile.Write(s.config.Store.Folder(), refusalsName, ".refused-", append(content, '\n'), 0o644)
}

// Refusals are the uploads that were refused lately, the latest first.
func (s *Server) Refusals() (all []Refusal, err error) {
	content, err := os.ReadFile(filepath.Join(s.config.Store.Folder(), refusalsName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("the refused uploads: %w", err)
	}
	return all, nil
}
