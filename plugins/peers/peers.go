// Package peers is what a process has of the other processes of its cluster: one list of
// messages in the same order for all, and questions to one of them. It knows nothing of how they
// are connected.
package peers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Errors of a cluster.
var (
	// ErrQuorum: fewer than a majority of the processes can be reached, or they did not answer in
	// time.
	ErrQuorum = errors.New("the cluster has no quorum")
	// ErrOrder: another message has the place in the list.
	ErrOrder = errors.New("another message came first")
)

// Mesh is a process's part in a cluster. Questions and answers have at most MaxContent bytes.
type Mesh interface {
	// Name of this process. It stays the same over restarts.
	Name() string
	// Size is how many processes the configuration names.
	Size() int
	// Others are the processes that are connected, without this one, in order. They must not be changed.
	Others() []string
	// HasQuorum reports whether a majority is connected and has confirmed the list lately.
	HasQuorum() bool
	// Append adds a message to the list if the last one has the sequence `after` (0 in an empty
	// list), and returns its own. The same id and content may be appended again. The error is
	// ErrOrder or ErrQuorum; after ErrQuorum the message may yet be in the list.
	Append(ctx context.Context, after uint64, id string, content []byte) (sequence uint64, err error)
	// Follow passes on each message of the list that is kept, in order, until the context ends,
	// and calls atEnd when there are no more for now, and every few seconds.
	Follow(ctx context.Context, deliver func(sequence uint64, content []byte), atEnd func(last uint64))
	// Ask asks a process a question, and returns its answer, or its error.
	Ask(ctx context.Context, process, question string, content []byte) ([]byte, error)
	// Tell sends a message to all others that are connected. Nobody confirms it.
	Tell(subject string, content []byte) error
	// Hear has what others tell passed on from now on, one message after another, in the place of
	// what heard it before; nil ends that.
	Hear(hear func(from, subject string, content []byte))
	// Answer has questions of others answered until leave is called. Their name has no dot.
	Answer(question string, answer func(ctx context.Context, content []byte) ([]byte, error)) (leave func())
}

// Asker asks the other processes, and Answerer answers them, as Process does.
type (
	Asker interface {
		Ask(ctx context.Context, process, question string, content []byte) ([]byte, error)
	}
	Answerer interface {
		Answer(question string, answer func(ctx context.Context, content []byte) ([]byte, error))
	}
)

// AnswerJSON answers a question of others whose content is JSON, with JSON.
func AnswerJSON[Question, Answer any](p Answerer, question string, answer func(context.Context, Question) (Answer, error)) {
	p.Answer(question, func(ctx context.Context, content []byte) ([]byte, error) {
		var asked Question
		if err := json.Unmarshal(content, &asked); err != nil {
			return nil, fmt.Errorf("the question %s: %w", question, err)
		}
		said, err := answer(ctx, asked)
		if err != nil {
			return nil, err
		}
		return json.Marshal(said)
	})
}

// AskJSON asks a process a question of AnswerJSON.
func AskJSON[Answer any](ctx context.Context, p Asker, process, question string, asked any) (said Answer, err error) {
	content, err := json.Marshal(asked)
	if err != nil {
		return said, err
	}
	answer, err := p.Ask(ctx, process, question, content)
	if err == nil {
		err = json.Unmarshal(answer, &said)
	}
	return said, err
}

// MaxContent is the longest content of a question or an answer, in bytes.
const MaxContent = 512 << 10

// Majority is how many of so many processes decide.
func Majority(size int) int { return size/2 + 1 }

// StatusQuestion is answered with a Status as JSON; AskStatus asks it.
const StatusQuestion = "status"

// statusTimeout is how long a process has for it.
const statusTimeout = 2 * time.Second

// AskStatus asks a process how it stands.
func AskStatus(ctx context.Context, mesh Mesh, process string) (status Status, err error) {
	ctx, cancel := context.WithTimeout(ctx, statusTimeout)
	defer cancel()
	return AskJSON[Status](ctx, mesh, process, StatusQuestion, nil)
}

// Status is how a process stands to the journal that all share.
type Status struct {
	// Version of the lineup that it shows.
	Version uint64 `json:"version"`
	// Unwritten are changes that are in force there, and that its disk refuses.
	Unwritten int `json:"unwritten,omitempty"`
	// Waiting are changes that hold at this process alone until the cluster takes them.
	Waiting int `json:"waiting"`
	// Lacking are the releases, as <edition>/<name>, that are shown and that it still has to fetch.
	Lacking []string `json:"lacking,omitempty"`
	// Told is what became of changes that the cluster could not take, the newest last.
	Told []string `json:"told,omitempty"`
}
