// Package mesh connects the processes of a cluster: a NATS server inside each, with one
// replicated stream. It is the only package that knows NATS, and knows nothing of Caddy.
package mesh

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/flock"
	"fieldhouse/plugins/monotonic"
	"fieldhouse/plugins/peers"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/zap"
)

// Config describes a process's part.
type Config struct {
	// Folder holds the process's name and the server's own files.
	Folder string
	// Listen is the address of the route port, and Join those of the other processes.
	Listen string
	Join   []string
	// Secret has at least MinSecret bytes.
	Secret string
	Logger func() *zap.Logger
}

const (
	streamName = "JOURNAL"
	subject    = "journal"
	// appended is told after each message of the stream, so that others look at once.
	appended = "appended"
	// The list keeps as many messages as a journal keeps entries, and at most so many bytes.
	maxMessages = 2000
	maxBytes    = 256 << 20
	// lookInterval is how often a process asks for new messages of which nobody told, and
	// beginInterval how often while the list is empty.
	lookInterval  = 3 * time.Second
	beginInterval = time.Second
	// retryInterval is how long it waits after what failed.
	retryInterval = 250 * time.Millisecond
	// requestTimeout bounds each request to the stream.
	requestTimeout = 2 * time.Second
	// removeTimeout is for how long the leader's answer to a removal is waited for: a majority agrees first.
	removeTimeout = 10 * time.Second
	// confirmedFor is how long the stream counts as there after it answered.
	confirmedFor = 8 * time.Second
	listInterval = 2 * time.Second
	// answersAtOnce bounds the questions that are answered at the same time: many wait for what is
	// to come.
	answersAtOnce = 4096
	// tell begins the subject of what is told to all others: the sender and what it is about follow.
	tell = "tell."
)

// Mesh implements peers.Mesh.
type Mesh struct {
	config Config
	name   string
	// isNamed: the folder has the name.
	isNamed bool
	begin   func()
	end     context.CancelFunc
	over    chan struct{}

	connected atomic.Pointer[connection]
	// confirmed is when the stream answered last (monotonic.Nanoseconds).
	confirmed atomic.Int64
	lag       atomic.Uint64
	routed    atomic.Pointer[routed]
	// leader is the name of the process that orders the list.
	leader atomic.Pointer[string]
	// news is told when there may be new messages in the list.
	news chan struct{}
	// off is why this process has no part in the list; nil while it has.
	off atomic.Pointer[error]

	mutex   sync.Mutex
	answers map[string]func(context.Context, []byte) ([]byte, error)
	hears   func(from, subject string, content []byte) // nil for nobody
}

// connection is a server that runs.
type connection struct {
	server *server.Server
	nc     *nats.Conn
	system *nats.Conn
	js     jetstream.JetStream
	stream jetstream.Stream
}

var _ peers.Mesh = (*Mesh)(nil)

// New is this process's part in a cluster. Before Begin it writes nothing and opens no port.
func New(config Config) (*Mesh, error) {
	name, isNamed, err := ownName(config.Folder)
	if err != nil {
		return nil, fmt.Errorf("the name of this process: %w", err)
	}
	ctx, end := context.WithCancel(context.Background())
	begun := make(chan struct{})
	m := &Mesh{
		config: config, name: name, isNamed: isNamed, begin: sync.OnceFunc(func() { close(begun) }), end: end, over: make(chan struct{}),
		news: make(chan struct{}, 1), answers: map[string]func(context.Context, []byte) ([]byte, error){},
	}
	m.Answer("ping", m.ping)
	go func() {
		defer close(m.over)
		select {
		case <-begun:
			m.run(ctx)
		case <-ctx.Done():
		}
	}()
	return m, nil
}

// Begin joins the cluster and returns at once: nothing waits for the others.
func (m *Mesh) Begin() { m.begin() }

const nameFile = "name"

// ownName is the process's name, which is made once: a name is an identity in the cluster.
func ownName(folder string) (name string, isNamed bool, err error) {
	content, err := os.ReadFile(filepath.Join(folder, nameFile))
	if err == nil {
		name := strings.TrimSpace(string(content))
		if name == "" || strings.ContainsAny(name, " .*>\t\n") || len(name) > 64 {
			return "", false, fmt.Errorf("%s has no name in it: remove the folder, and the process joins as a new one", filepath.Join(folder, nameFile))
		}
		return name, true, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", false, err
	}
	host, _ := os.Hostname()
	host, _, _ = strings.Cut(host, ".")
	host = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, strings.ToLower(host))
	return cmp.Or(host[:min(len(host), 40)], "process") + "-" + strings.ToLower(rand.Text()[:8]), false, nil
}

func keepName(folder, name string) error {
	if err := atomicfile.MakeFolder(folder); err != nil {
		return err
	}
	return atomicfile.Write(folder, nameFile, ".name-", []byte(name+"\n"), 0o600)
}

// ping answers the address, and after a line's end what is wrong.
func (m *Mesh) ping(context.Context, []byte) ([]byte, error) {
	said := []byte(m.config.Listen)
	if off := m.off.Load(); off != nil {
		said = fmt.Appendf(said, "\n%v", *off)
	}
	return said, nil
}

// Close leaves the cluster and waits until the server has ended.
func (m *Mesh) Close() {
	m.end()
	<-m.over
}

// run has the server run until the context ends. A process that takes this one's place, or the
// one before it, has the port and the folder for a while.
func (m *Mesh) run(ctx context.Context) {
	said := ""
	for {
		err := m.serve(ctx)
		if ctx.Err() != nil {
			return
		}
		if err.Error() != said {
			said = err.Error()
			m.config.Logger().Warn("the cluster is not joined; it is tried again each second", zap.Error(err))
		}
		if !beat.Pause(ctx, time.Second) {
			return
		}
	}
}

func (m *Mesh) serve(ctx context.Context) error {
	unlock, locked, err := flock.Try(filepath.Join(m.config.Folder, ".lock"))
	if err == nil && !locked {
		err = fmt.Errorf("another process has the folder %s", m.config.Folder)
	}
	if err != nil {
		return err
	}
	defer unlock()
	if !m.awaitRoom(ctx) {
		return nil
	}
	if !m.isNamed {
		if err := keepName(m.config.Folder, m.name); err != nil {
			return err
		}
		m.isNamed = true
	}
	// The server itself would only log it.
	probe, err := net.Listen("tcp", m.config.Listen)
	if err != nil {
		return fmt.Errorf("listening on %s: %w", m.config.Listen, err)
	}
	if err := probe.Close(); err != nil {
		return err
	}
	started, login, err := m.start()
	if err != nil {
		return err
	}
	defer func() {
		m.connected.Store(nil)
		started.Shutdown()
		started.WaitForShutdown()
	}()
	if !started.ReadyForConnections(20 * time.Second) {
		return errors.New("the server inside the process did not start within 20s")
	}
	running := &connection{server: started}
	for user, into := range map[string]**nats.Conn{"process": &running.nc, "system": &running.system} {
		if *into, err = nats.Connect("", nats.InProcessServer(started), nats.UserInfo(user, login), nats.MaxReconnects(-1), nats.NoEcho(), nats.Name(user)); err != nil {
			return fmt.Errorf("connecting to the server inside the process: %w", err)
		}
		defer (*into).Close()
	}
	if running.js, err = jetstream.New(running.nc); err != nil {
		return err
	}
	turns := make(chan struct{}, answersAtOnce)
	if _, err := running.nc.Subscribe("ask."+m.name+".*", func(asked *nats.Msg) {
		select {
		case turns <- struct{}{}:
			go func() {
				defer func() { <-turns }()
				m.answer(ctx, asked)
			}()
		default:
			m.reply(asked, nil, fmt.Errorf("%d questions are being answered", answersAtOnce))
		}
	}); err != nil {
		return err
	}
	if _, err := running.nc.Subscribe(tell+">", m.hear); err != nil {
		return err
	}
	m.connected.Store(running)
	for started.JetStreamEnabled() {
		wait := lookInterval
		if running.stream == nil {
			if opened, err := m.openStream(ctx, running.js); err == nil {
				next := *running
				next.stream = opened
				running = &next
				m.connected.Store(running)
			} else {
				wait = retryInterval
			}
		}
		if !beat.Pause(ctx, wait) {
			return nil
		}
	}
	// The server goes on without a part in the list when its disk refuses that, and has one again
	// after its next start.
	if m.awaitRoom(ctx) {
		return errors.New("the disk refused its part of the list and has room now: the server inside the process starts anew")
	}
	return nil
}

// awaitRoom waits until the disk takes a file, and reports whether the context goes on.
func (m *Mesh) awaitRoom(ctx context.Context) bool {
	const room = 1 << 20
	defer m.off.Store(nil)
	for {
		staged, err := atomicfile.Stage(m.config.Folder, "room", ".room-", make([]byte, room), 0o600)
		if err == nil {
			err = staged.Discard()
		}
		if err == nil {
			return true
		}
		if m.off.Load() == nil {
			off := fmt.Errorf("its disk refuses the list of changes, and it does not count for the majority: make room there, or mend it: %w", err)
			m.off.Store(&off)
			m.config.Logger().Error("the cluster", zap.Error(off))
		}
		if !beat.Pause(ctx, time.Second) {
			return false
		}
	}
}

// start starts the server, and returns what connections of this process log in with.
func (m *Mesh) start() (*server.Server, string, error) {
	secure, err := mutualTLS(m.config.Secret)
	if err != nil {
		return nil, "", err
	}
	word, err := password(m.config.Secret)
	if err != nil {
		return nil, "", err
	}
	host, port, err := net.SplitHostPort(m.config.Listen)
	if err != nil {
		return nil, "", err
	}
	number, err := net.LookupPort("tcp", port)
	if err != nil {
		return nil, "", err
	}
	login := rand.Text() + rand.Text()
	// Accounts of the options' own lose their leaders after a restart (nats-server #6890), hence the
	// text.
	options := &server.Options{}
	if err := options.ProcessConfigString(fmt.Sprintf(`
		accounts {
			SYSTEM { users [ { user: system, password: %[1]q } ] }
			FIELDHOUSE { jetstream: enabled, users [ { user: process, password: %[1]q } ] }
		}
		system_account: SYSTEM`, login)); err != nil {
		return nil, "", fmt.Errorf("the configuration of the server inside the process: %w", err)
	}
	options.ServerName, options.NoSigs, options.SyncAlways = m.name, true, true
	// With DontListen no route starts: a port of loopback, whose password nobody has.
	options.Host, options.Port = "127.0.0.1", -1
	options.JetStream, options.StoreDir = true, filepath.Join(m.config.Folder, "nats")
	options.JetStreamMaxMemory, options.JetStreamMaxStore = 64<<20, 1<<30
	options.Cluster = server.ClusterOpts{
		Name: "fieldhouse", Host: host, Port: number, Username: "member", Password: word,
		TLSConfig: secure, TLSTimeout: 5, AuthTimeout: 10, PoolSize: 1, PingInterval: 5 * time.Second,
	}
	var routes []string
	for _, address := range m.config.Join {
		routes = append(routes, "nats-route://member:"+word+"@"+address)
	}
	options.Routes = server.RoutesFromStr(strings.Join(routes, ","))
	made, err := server.NewServer(options)
	if err != nil {
		return nil, "", fmt.Errorf("the server inside the process: %w", err)
	}
	made.SetLoggerV2(serverLog{m.config.Logger}, false, false, false)
	go made.Start()
	return made, login, nil
}

func (m *Mesh) openStream(ctx context.Context, js jetstream.JetStream) (jetstream.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	found, err := js.Stream(ctx, streamName)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return found, err
	}
	return js.CreateStream(ctx, jetstream.StreamConfig{
		Name: streamName, Subjects: []string{subject}, Storage: jetstream.FileStorage, Replicas: 3,
		MaxMsgs: maxMessages, MaxBytes: maxBytes, Discard: jetstream.DiscardOld, Duplicates: 2 * time.Minute, DenyDelete: true, DenyPurge: true,
	})
}

// Name implements peers.Mesh.
func (m *Mesh) Name() string { return m.name }

// Size implements peers.Mesh.
func (m *Mesh) Size() int { return len(m.config.Join) + 1 }

// routed are the processes that were connected when their routes were listed, which is dear.
type routed struct {
	server *server.Server
	routes int
	at     time.Time
	names  []string
}

// Others implements peers.Mesh. The routes are listed when there are more or fewer than before, and
// every listInterval: two may have changed places.
func (m *Mesh) Others() []string {
	running := m.connected.Load()
	if running == nil {
		return nil
	}
	count, before := running.server.NumRoutes(), m.routed.Load()
	if before != nil && before.server == running.server && before.routes == count && time.Since(before.at) < listInterval {
		return before.names
	}
	names := m.list(running)
	m.routed.Store(&routed{running.server, count, time.Now(), names})
	return names
}

func (m *Mesh) list(running *connection) []string {
	routes, err := running.server.Routez(nil)
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for _, route := range routes.Routes {
		names[route.RemoteName] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// HasQuorum implements peers.Mesh.
func (m *Mesh) HasQuorum() bool {
	return time.Since(monotonic.Time(m.confirmed.Load())) < confirmedFor && len(m.Others())+1 >= peers.Majority(m.Size())
}

// Leader is the process that orders the list, as far as this one knows; empty for unknown.
func (m *Mesh) Leader() string {
	if leader := m.leader.Load(); leader != nil && m.HasQuorum() {
		return *leader
	}
	return ""
}

// Lag is how many messages of the list this process has not passed on yet, as far as it knows.
func (m *Mesh) Lag() uint64 { return m.lag.Load() }

func (m *Mesh) stream() (*connection, error) {
	running := m.connected.Load()
	if running == nil || running.stream == nil {
		return nil, peers.ErrQuorum
	}
	return running, nil
}

// Append implements peers.Mesh. What does not answer in time is tried again, under the same id.
func (m *Mesh) Append(ctx context.Context, after uint64, id string, content []byte) (uint64, error) {
	for {
		running, err := m.stream()
		if err == nil {
			var sequence uint64
			if sequence, err = m.publish(ctx, running, after, id, content); err == nil || errors.Is(err, peers.ErrOrder) {
				return sequence, err
			}
		}
		if !beat.Pause(ctx, 50*time.Millisecond) {
			return 0, fmt.Errorf("%w: %w", peers.ErrQuorum, err)
		}
	}
}

func (m *Mesh) publish(ctx context.Context, running *connection, after uint64, id string, content []byte) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	confirmed, err := running.js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: content}, jetstream.WithMsgID(id), jetstream.WithExpectLastSequence(after), jetstream.WithRetryAttempts(0))
	var refused *jetstream.APIError
	isLate := errors.As(err, &refused) && refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
	if err != nil && !isLate {
		return 0, err
	}
	m.confirmed.Store(monotonic.Nanoseconds(time.Now()))
	m.look() // who is late has not seen what came first
	if isLate || confirmed.Duplicate && confirmed.Sequence != after+1 {
		return 0, peers.ErrOrder
	}
	return confirmed.Sequence, running.nc.Publish(appended, nil)
}

// look has Follow look for new messages at once.
func (m *Mesh) look() {
	select {
	case m.news <- struct{}{}:
	default:
	}
}

// Follow implements peers.Mesh.
func (m *Mesh) Follow(ctx context.Context, deliver func(uint64, []byte), atEnd func(uint64)) {
	var listens *nats.Conn
	passed := uint64(0)
	for ctx.Err() == nil {
		running, err := m.stream()
		if err == nil && listens != running.nc {
			var subscribed *nats.Subscription
			if subscribed, err = running.nc.Subscribe(appended, func(*nats.Msg) { m.look() }); err == nil {
				listens = running.nc
				defer func() { _ = subscribed.Unsubscribe() }() // of each connection; it may have gone
			}
		}
		if err == nil {
			passed, err = m.read(ctx, running.stream, passed, deliver, atEnd)
		}
		wait := lookInterval
		switch {
		case err != nil:
			wait = retryInterval
		case passed == 0:
			wait = beginInterval
		}
		select {
		case <-ctx.Done():
		case <-m.news:
		case <-beat.After(wait):
		}
	}
}

// read passes on what is new since a sequence.
func (m *Mesh) read(ctx context.Context, stream jetstream.Stream, passed uint64, deliver func(uint64, []byte), atEnd func(uint64)) (uint64, error) {
	asking, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	info, err := stream.Info(asking)
	if err != nil {
		return passed, err
	}
	m.confirmed.Store(monotonic.Nanoseconds(time.Now()))
	if info.Cluster != nil {
		m.leader.Store(&info.Cluster.Leader)
	}
	last := info.State.LastSeq
	if last < passed {
		passed = 0 // another list, from its beginning
	}
	for passed < last {
		m.lag.Store(last - passed)
		next := max(passed+1, info.State.FirstSeq)
		asking, cancel := context.WithTimeout(ctx, requestTimeout)
		message, err := stream.GetMsg(asking, next)
		cancel()
		if err != nil {
			return passed, err
		}
		deliver(next, message.Data)
		passed = next
	}
	m.lag.Store(0)
	atEnd(passed)
	return passed, nil
}

// errorHeader has the error of a question that could not be answered.
const errorHeader = "Error"

// Ask implements peers.Mesh.
func (m *Mesh) Ask(ctx context.Context, process, question string, content []byte) ([]byte, error) {
	if process == m.name {
		return m.answerTo(ctx, question, content)
	}
	running := m.connected.Load()
	if running == nil {
		return nil, peers.ErrQuorum
	}
	if len(content) > peers.MaxContent {
		return nil, fmt.Errorf("a question of %d bytes: %d are the most", len(content), peers.MaxContent)
	}
	answer, err := running.nc.RequestWithContext(ctx, "ask."+process+"."+question, content)
	if err != nil {
		return nil, fmt.Errorf("asking %s: %w", process, err)
	}
	if said := answer.Header.Get(errorHeader); said != "" {
		return nil, fmt.Errorf("%s: %s", process, said)
	}
	return answer.Data, nil
}

// Answer implements peers.Mesh.
func (m *Mesh) Answer(question string, answer func(context.Context, []byte) ([]byte, error)) (leave func()) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.answers[question] = answer
	return func() {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		delete(m.answers, question)
	}
}

func (m *Mesh) answerTo(ctx context.Context, question string, content []byte) ([]byte, error) {
	m.mutex.Lock()
	answer := m.answers[question]
	m.mutex.Unlock()
	if answer == nil {
		return nil, fmt.Errorf("it does not know the question %.40q", question)
	}
	said, err := answer(ctx, content)
	if err == nil && len(said) > peers.MaxContent {
		err = fmt.Errorf("the answer would have %d bytes: %d are the most", len(said), peers.MaxContent)
	}
	return said, err
}

func (m *Mesh) answer(ctx context.Context, asked *nats.Msg) {
	question := asked.Subject[strings.LastIndexByte(asked.Subject, '.')+1:]
	said, err := m.recovering(ctx, question, asked.Data)
	m.reply(asked, said, err)
}

// recovering has a question that makes its answer panic cost the question, as a request of a visitor
// does: it would be asked of one process after another, and end them all.
func (m *Mesh) recovering(ctx context.Context, question string, content []byte) (said []byte, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			m.config.Logger().Error("answering another process panicked", zap.String("question", question), zap.Any("panic", problem), zap.ByteString("stack", debug.Stack()))
			said, err = nil, fmt.Errorf("answering %.40q panicked", question)
		}
	}()
	return m.answerTo(ctx, question, content)
}

func (m *Mesh) reply(asked *nats.Msg, said []byte, err error) {
	reply := nats.NewMsg(asked.Reply)
	if reply.Data = said; err != nil {
		text := strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, err.Error())
		reply.Data = nil
		reply.Header.Set(errorHeader, text[:min(len(text), 500)])
	}
	// Who asked may have gone.
	_ = asked.RespondMsg(reply)
}

// Tell implements peers.Mesh.
func (m *Mesh) Tell(subject string, content []byte) error {
	running := m.connected.Load()
	if running == nil {
		return peers.ErrQuorum
	}
	if len(content) > peers.MaxContent {
		return fmt.Errorf("a message of %d bytes: %d are the most", len(content), peers.MaxContent)
	}
	return running.nc.Publish(tell+m.name+"."+subject, content)
}

// Hear implements peers.Mesh.
func (m *Mesh) Hear(hear func(from, subject string, content []byte)) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.hears = hear
}

func (m *Mesh) hear(message *nats.Msg) {
	from, subject, _ := strings.Cut(strings.TrimPrefix(message.Subject, tell), ".")
	m.mutex.Lock()
	hear := m.hears
	m.mutex.Unlock()
	if hear != nil && from != m.name {
		hear(from, subject, message.Data)
	}
}

// Remove takes a process out of the cluster that does not come back: until then it counts for
// the quorum.
func (m *Mesh) Remove(ctx context.Context, process string) error {
	running, err := m.stream()
	if err != nil {
		return err
	}
	if process == m.name || slices.Contains(m.Others(), process) {
		return fmt.Errorf("%s is connected: stop it first", process)
	}
	content, err := json.Marshal(map[string]string{"peer": process})
	if err != nil {
		return err
	}
	// The leader alone answers: at an election nobody does.
	ctx, cancel := context.WithTimeout(ctx, removeTimeout)
	defer cancel()
	answer, err := running.system.RequestWithContext(ctx, "$JS.API.SERVER.REMOVE", content)
	if err != nil {
		return fmt.Errorf("removing %s: no process answered; look who is left, and try again: %w", process, err)
	}
	var said struct{ Error *struct{ Description string } }
	if err := json.Unmarshal(answer.Data, &said); err != nil {
		return fmt.Errorf("removing %s: reading the answer: %w", process, err)
	}
	if said.Error != nil {
		return fmt.Errorf("removing %s: %s", process, said.Error.Description)
	}
	return nil
}
