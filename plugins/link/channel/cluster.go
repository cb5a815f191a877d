package channel

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/peers"

	"golang.org/x/sync/errgroup"
)

// Peers are the other processes of the cluster, as peers.Process has them.
type Peers interface {
	peers.Asker
	peers.Answerer
	Name() string
	Owner(key string) string
	Tell(subject string, content []byte) error
	Hear(subject string, hear func(from string, content []byte))
	Say(name string, say func() []byte)
	Said(name string) map[string][]byte
}

const (
	// askTimeout is how long a process has to answer what needs no listener.
	askTimeout = time.Second
	// lookInterval is how often a Hub looks which processes live. After retryLooks times it tries
	// again what failed, and after refreshLooks says again what it has told.
	lookInterval = 500 * time.Millisecond
	retryLooks   = 4
	refreshLooks = 1200
	// mostCarried is the largest message that goes to another process, in bytes.
	mostCarried = 380 << 10
	// rememberFor is how long it is remembered which messages were acknowledged or handed out here.
	rememberFor = time.Minute
	// atOnce bounds the questions that a look asks at the same time.
	atOnce = 32
)

// What the processes ask and tell each other.
const (
	askSend     = "link-send"     // send a message to a channel of yours
	askDeliver  = "link-deliver"  // offer a message to your listeners
	askListen   = "link-listen"   // somebody, or nobody any more, listens here
	askAgain    = "link-again"    // say once more who listens on channels of mine
	askKeep     = "link-keep"     // a channel of yours has this message
	askCopy     = "link-copy"     // hold a copy of it
	askReceived = "link-received" // a message that was handed out has come
	askWaiting  = "link-waiting"  // do you still wait to hear what became of a message
	tellOver    = "link-over"     // the copies of a message are of no use any more
	tellLeft    = "link-left"     // the sender of a message went away
)

// errHere says that this process has the channel.
var errHere = errors.New("this process has the channel")

// cluster is what a Hub has of the other processes. The Hub's lock guards it.
//
// Each channel has one process, its home, whose Hub has its message; listeners stay where they
// are, and their process is a listener of the home's Hub. Processes are named with a word that
// each start makes anew, because one that was started again knows nothing any more.
type cluster struct {
	peers  Peers
	start  string
	serial uint64
	// members are those of the last look. The next one has something to do when soon is set, and a
	// later one when again is.
	members     map[string]bool
	soon, again bool
	// silent are processes whose listeners were given up without a word of theirs, by their names,
	// and givenUp counts how often another one said so of this one's.
	silent  map[string]string
	givenUp uint64
	// left are channels on which nobody listens here any more, and whose home may not know it.
	left map[string]bool
	// copies are messages that another process keeps, by their identity.
	copies    map[string]*duplicate
	copyBytes *clients.Holders[string]
	// asking are the questions that are open to a process, sending the messages that others have this
	// one send, and waiting those that it has others send.
	asking  map[*context.CancelFunc]string
	sending map[string]context.CancelFunc
	waiting map[string]bool
	// acknowledged messages are not delivered again, nor are those that others have this one offer
	// just now; handed are those that went out on a connection of a channel.
	acknowledged, offering map[string]bool
	handed                 map[string]string
	end                    context.CancelFunc
}

// duplicate is a copy of a message that was sent at a time. Its home is empty while its sender
// waits.
type duplicate struct {
	Kept
	sent   time.Time
	home   string
	hold   *clients.Hold[string]
	expiry *time.Timer
}

// letter is a question of another process, and reply its answer.
type letter struct {
	Kept
	From     string        `json:"from,omitempty"`
	By       string        `json:"by,omitempty"` // who sends a message
	Wait     time.Duration `json:"wait,omitempty"`
	Required bool          `json:"required,omitempty"`
	Serial   uint64        `json:"serial,omitempty"`
	Gone     bool          `json:"gone,omitempty"`
	Instead  string        `json:"instead,omitempty"` // the message whose place it takes
}

type reply struct {
	Outcome Outcome `json:"outcome,omitempty"`
	Error   string  `json:"error,omitempty"`
	// Handed is the connection that the message went out on, and Listens whether anybody listens.
	Handed  string `json:"handed,omitempty"`
	Listens bool   `json:"listens,omitempty"`
	Waits   bool   `json:"waits,omitempty"`
	rival
}

// rival is another message that a channel has, and how long ago it was sent.
type rival struct {
	Rival string        `json:"rival,omitempty"`
	Sent  time.Duration `json:"sent,omitempty"`
}

// Join has the Hub share its channels with the other processes, whenever there are any. It is
// called once, before the Hub is used.
func (h *Hub) Join(process Peers) {
	ctx, end := context.WithCancel(context.Background())
	c := &cluster{
		peers: process, start: rand.Text()[:12], end: end,
		silent: map[string]string{}, left: map[string]bool{}, copies: map[string]*duplicate{}, copyBytes: clients.NewHolders[string](h.settings.MaxKept, h.settings.MaxClientKept),
		asking: map[*context.CancelFunc]string{}, sending: map[string]context.CancelFunc{}, waiting: map[string]bool{},
		acknowledged: map[string]bool{}, offering: map[string]bool{}, handed: map[string]string{},
	}
	h.cluster = c
	for question, answer := range map[string]func(context.Context, letter) (reply, error){
		askSend: h.answerSend, askDeliver: h.relay, askListen: h.heardListener, askAgain: h.heardAgain,
		askKeep: func(_ context.Context, l letter) (reply, error) {
			other, err := h.take(l.Kept, l.From, l.Instead)
			return reply{rival: other}, err
		},
		askCopy: func(_ context.Context, l letter) (reply, error) { return reply{}, h.hold(l.Kept, l.From) },
		askWaiting: func(_ context.Context, l letter) (reply, error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			return reply{Waits: c.waiting[l.ID]}, nil
		},
		askReceived: func(_ context.Context, l letter) (reply, error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			if m := h.withID(l.Channel, l.ID); m != nil {
				m.deliver()
			}
			return reply{}, nil
		},
	} {
		peers.AnswerJSON[letter, reply](process, question, answer)
	}
	process.Hear(tellOver, func(_ string, content []byte) { h.heardOver(content) })
	process.Hear(tellLeft, func(_ string, id []byte) {
		h.mu.Lock()
		defer h.mu.Unlock()
		if leave := c.sending[string(id)]; leave != nil {
			leave()
		}
	})
	process.Say("link", func() []byte {
		if ctx.Err() != nil {
			return nil
		}
		return []byte(c.start)
	})
	go func() {
		for looks := 1; ; looks++ {
			select {
			case <-ctx.Done():
				return
			case <-beat.After(lookInterval):
				if process.Name() != "" {
					h.look(ctx, looks%retryLooks == 0, looks%refreshLooks == 0)
				}
			}
		}
	}()
}

// joined says whether there is a cluster.
func (c *cluster) joined() bool { return c != nil && c.peers.Name() != "" }

// own is this process.
func (c *cluster) own() string { return c.peers.Name() + " " + c.start }

// living are the processes that have a link service.
func (c *cluster) living() map[string]bool {
	all := map[string]bool{c.own(): true}
	for process, start := range c.peers.Said("link") {
		all[process+" "+string(start)] = true
	}
	return all
}

// home is the other process that has a channel; empty when this one has it.
func (c *cluster) home(channel string) string {
	if !c.joined() {
		return ""
	}
	owner := c.peers.Owner("link " + channel)
	if start := c.peers.Said("link")[owner]; owner != c.peers.Name() && start != nil {
		return owner + " " + string(start)
	}
	return ""
}

// ask asks a process, as long as that lives.
func (h *Hub) ask(ctx context.Context, process, question string, l letter, timeout time.Duration) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	h.mu.Lock()
	h.cluster.asking[&cancel] = process
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		delete(h.cluster.asking, &cancel)
		h.mu.Unlock()
	}()
	name, _, _ := strings.Cut(process, " ")
	return peers.AskJSON[reply](ctx, h.cluster.peers, name, question, l)
}

// look has everything be where it belongs after processes came or went, or something failed.
func (h *Hub) look(ctx context.Context, retry, refresh bool) {
	living := h.cluster.living()
	h.mu.Lock()
	if maps.Equal(living, h.cluster.members) && !h.cluster.soon && !(h.cluster.again && retry) && !refresh {
		h.mu.Unlock()
		return
	}
	h.cluster.members, h.cluster.soon, h.cluster.again = living, false, false
	for cancel, process := range h.cluster.asking {
		if !living[process] {
			(*cancel)()
		}
	}
	var back []string
	for name, process := range h.cluster.silent {
		if living[process] {
			back = append(back, process)
			delete(h.cluster.silent, name)
		}
	}
	names, left := slices.Collect(maps.Keys(h.channels)), h.cluster.left
	h.cluster.left = map[string]bool{}
	var orphans []Kept
	for _, held := range h.cluster.copies {
		if held.home != "" && !living[held.home] {
			held.Age = time.Since(held.sent)
			orphans = append(orphans, held.Kept)
		}
	}
	h.mu.Unlock()
	var work errgroup.Group
	work.SetLimit(atOnce)
	for _, kept := range orphans {
		work.Go(func() error { h.bringBack(ctx, kept); return nil })
	}
	_ = work.Wait() // nothing of it fails
	for _, process := range back {
		work.Go(func() error { h.askAgain(ctx, process); return nil })
	}
	for name := range left {
		work.Go(func() error { h.announceHome(ctx, name); return nil })
	}
	for _, name := range names {
		work.Go(func() error { h.settle(ctx, name, living, refresh); return nil })
	}
	_ = work.Wait()
}

// settle has a channel's listeners and message be known where they belong.
func (h *Hub) settle(ctx context.Context, name string, living map[string]bool, refresh bool) {
	home := h.cluster.home(name)
	h.mu.Lock()
	c := h.channels[name]
	if c == nil {
		h.mu.Unlock()
		return
	}
	for _, l := range slices.Clone(c.listeners) {
		// Of a channel that another process has, that one is told who listens.
		if l.process != "" && (!living[l.process] || home != "" && len(l.open) == 0) {
			l.giveUp()
		}
	}
	tells := home != "" && len(c.local()) > 0 && (c.announced != home || refresh)
	if home == "" {
		c.announced = ""
	}
	m := c.latest
	if m != nil && (!m.left || home != "" && m.inFlight > 0) {
		h.cluster.again = h.cluster.again || home != "" // it goes there as soon as that is over
		m = nil
	}
	var kept Kept
	if m != nil {
		m.id = cmp.Or(m.id, rand.Text())
		kept = m.kept()
	}
	secured := m == nil || living[m.copyAt]
	h.mu.Unlock()
	if tells {
		h.announce(ctx, name, home)
	}
	switch {
	case m == nil || len(kept.Payload) > mostCarried:
	case home == "" && !secured:
		h.secure(ctx, name, kept.ID)
	case home != "":
		replaced, err := h.keepAt(ctx, home, kept, "")
		h.mu.Lock()
		over := replaced || c.latest != m
		if err != nil {
			h.cluster.again = true
		} else if c.latest == m {
			m.id = "" // the other process has it, or a newer one
			m.release()
			h.tidy(c)
		}
		h.mu.Unlock()
		if over {
			h.tellOver(name, kept.ID)
		}
	}
}

// settleLater has a later look bring what a channel keeps here to the process that has it, if that is
// another one.
func (h *Hub) settleLater(name string) {
	elsewhere := h.cluster.home(name) != ""
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cluster.again = h.cluster.again || elsewhere
}

// quit ends what a Hub does for the others.
func (h *Hub) quit() {
	if h.cluster == nil {
		return
	}
	h.cluster.end()
	for id := range h.cluster.copies {
		h.drop(id)
	}
	for cancel := range h.cluster.asking {
		(*cancel)()
	}
}

func (h *Hub) ackTimeout() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.settings.AckTimeout
}
