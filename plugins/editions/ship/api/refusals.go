package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/sharedfile"
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

// refusalsOf are the refused uploads of a store, the latest first.
func refusalsOf(store string) *sharedfile.File[[]Refusal] {
	return sharedfile.Open(sharedfile.Config[[]Refusal]{
		Folder: store, Name: "refused.json", MaxBytes: 1 << 20,
		Parse: func(content []byte) (all []Refusal, err error) { return all, json.Unmarshal(content, &all) },
		Format: func(all []Refusal) ([]byte, error) {
			content, err := json.Marshal(all)
			return append(content, '\n'), err
		},
	})
}

// noted are the statuses of refusals that are kept: who may not ship at all, or sends what is
// no upload, is in the log.
var noted = []int{http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity, http.StatusLocked, http.StatusInsufficientStorage}

func (s *Server) note(r *http.Request, edition string, refused *Problem) error {
	if !slices.Contains(noted, refused.Status) {
		return nil
	}
	message := strings.ToValidUTF8(refused.Message[:min(len(refused.Message), maxRefusal)], "")
	made := Refusal{At: s.config.Now().UTC(), By: user(r).Name, Edition: edition, Code: refused.Code, Message: message, Count: 1}
	return s.refused.Change(func(known []Refusal, problem error) ([]Refusal, error) {
		all := slices.Clone(known)
		if problem != nil {
			// It is begun anew.
			all = nil
		}
		if at := slices.IndexFunc(all, func(one Refusal) bool { return one.Edition == edition }); at >= 0 {
			if last := all[at]; last.By == made.By && last.Code == made.Code && last.Message == made.Message {
				made.Count += last.Count
				all = slices.Delete(all, at, at+1)
			}
		}
		all = slices.Insert(all, 0, made)
		of := map[string]int{}
		all = slices.DeleteFunc(all, func(one Refusal) bool { of[one.Edition]++; return of[one.Edition] > maxRefusals })
		return all[:min(len(all), maxAllRefusals)], nil
	})
}

// Refusals are the uploads that were refused lately, the latest first.
func (s *Server) Refusals() ([]Refusal, error) {
	all, err := s.refused.Read()
	if err != nil {
		return nil, fmt.Errorf("the refused uploads: %w", err)
	}
	return slices.Clone(all), nil
}
