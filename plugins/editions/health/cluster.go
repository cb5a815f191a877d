package health

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/peers"
)

const (
	// reportsQuestion asks a process for a part of what it has counted: a reportsPart.
	reportsQuestion = "reports"
	// partBytes is the length of a part, and fetchTimeout how long all of one process's may take.
	partBytes    = 256 << 10
	fetchTimeout = 10 * time.Second
	// meetWithin is how long a process that has begun may not have heard of the others yet.
	meetWithin = 5 * time.Second
)

// Cluster is a folder whose process is in a cluster, when it is in one: it reads what the others there
// have counted as well, and of all that live one judges. What a process had counted that has gone
// counts until this one ends, the other one comes back and has it from its own folder, or more than
// maxProcesses count.
type Cluster struct {
	*Folder
	peers *peers.Process
	began time.Time

	mutex sync.Mutex
	own   counted
	known map[string]counted // by process; Others alone uses it
}

// counted is what a process has counted. Its sum tells it from what that had counted before.
type counted struct {
	content []byte
	sum     string
}

type reportsPart struct {
	Sum    string `json:"sum"`
	Offset int    `json:"offset"`
}

type reportsSaid struct {
	Sum  string `json:"sum"`
	Size int    `json:"size"`
}

// NewCluster is a folder with the others of its process.
func NewCluster(folder *Folder, process *peers.Process) *Cluster {
	c := &Cluster{Folder: folder, peers: process, began: time.Now(), known: map[string]counted{}}
	process.Answer(reportsQuestion, c.part)
	process.Say(reportsQuestion, func() []byte {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		if c.own.sum == "" {
			return nil
		}
		said, _ := json.Marshal(reportsSaid{c.own.sum, len(c.own.content)}) // it always has a form
		return said
	})
	return c
}

// Keep is the folder's. The others have it as well, whether or not the disk takes it.
func (c *Cluster) Keep(content []byte) error {
	digest := sha256.Sum256(content)
	c.mutex.Lock()
	c.own = counted{slices.Clone(content), fmt.Sprintf("%x", digest[:16])}
	c.mutex.Unlock()
	c.peers.SayNow(reportsQuestion) // the others can ask for this alone
	return c.Folder.Keep(content)
}

// Judges reports whether the verdicts of this process's store hold: of a cluster those of the first
// process by name that lives do, and of none that has only begun and hears of no other yet.
func (c *Cluster) Judges() bool {
	living := c.peers.Living()
	if len(living) == 1 && time.Since(c.began) < meetWithin {
		return false
	}
	return len(living) == 0 || living[0] == c.peers.Name()
}

func (c *Cluster) part(_ context.Context, content []byte) ([]byte, error) {
	var asked reportsPart
	if err := json.Unmarshal(content, &asked); err != nil {
		return nil, fmt.Errorf("a question about reports: %w", err)
	}
	c.mutex.Lock()
	own := c.own
	c.mutex.Unlock()
	if asked.Sum != own.sum || asked.Offset < 0 || asked.Offset > len(own.content) {
		return nil, errors.New("the reports have changed")
	}
	return own.content[asked.Offset:min(asked.Offset+partBytes, len(own.content))], nil
}

// Others are the folder's and those of the cluster.
func (c *Cluster) Others() ([]Other, error) {
	others, problem := c.Folder.Others()
	for process, content := range c.peers.Said(reportsQuestion) {
		var said reportsSaid
		err := json.Unmarshal(content, &said)
		if err == nil && said.Sum != c.known[process].sum {
			var fetched []byte
			if fetched, err = c.fetch(process, said); err == nil {
				c.known[process] = counted{fetched, said.Sum}
			}
		}
		if err != nil {
			problem = errors.Join(problem, fmt.Errorf("what the process %s has counted: %w", process, err))
		}
	}
	// A machine that was replaced has another name: of too many, those that have gone make room.
	living, room := c.peers.Living(), maxProcesses-len(others)
	maps.DeleteFunc(c.known, func(process string, _ counted) bool {
		return len(c.known) > room && !slices.Contains(living, process)
	})
	for _, process := range slices.Sorted(maps.Keys(c.known)) {
		if len(others) == maxProcesses {
			return others, errors.Join(problem, fmt.Errorf("more than %d processes count: the rest is left out", maxProcesses))
		}
		others = append(others, Other{Name: "process " + process, Content: c.known[process].content})
	}
	return others, problem
}

func (c *Cluster) fetch(process string, said reportsSaid) (content []byte, err error) {
	if said.Size < 0 || said.Size > maxCounts {
		return nil, fmt.Errorf("it has %d bytes: %d are the most", said.Size, maxCounts)
	}
	ctx, cancel := context.WithTimeout(context.Background(), fetchTimeout)
	defer cancel()
	for len(content) < said.Size {
		asked, err := json.Marshal(reportsPart{said.Sum, len(content)})
		if err != nil {
			return nil, err
		}
		part, err := c.peers.Ask(ctx, process, reportsQuestion, asked)
		if err != nil {
			return nil, err
		}
		if len(part) == 0 || len(content)+len(part) > said.Size {
			return nil, errors.New("it has another size than it said")
		}
		content = append(content, part...)
	}
	if digest := sha256.Sum256(content); fmt.Sprintf("%x", digest[:16]) != said.Sum {
		return nil, errors.New("it has another sum than it said")
	}
	return content, nil
}
