package peers_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
)

// inCluster runs a test with three processes that have heard of each other.
func inCluster(t *testing.T, test func(meshes []*peerstest.Mesh, processes []*peers.Process)) {
	synctest.Test(t, func(*testing.T) {
		room := peerstest.NewRoom(3)
		var meshes []*peerstest.Mesh
		var processes []*peers.Process
		for _, name := range []string{"a", "b", "c"} {
			mesh, process := room.Mesh(name), new(peers.Process)
			mesh.Connect(true)
			process.Join(mesh)
			defer process.Leave(mesh)
			meshes, processes = append(meshes, mesh), append(processes, process)
		}
		time.Sleep(1500 * time.Millisecond)
		test(meshes, processes)
	})
}

func wantLiving(t *testing.T, process *peers.Process, want string) {
	t.Helper()
	if living := strings.Join(process.Living(), " "); living != want {
		t.Errorf("%s has the living %q, want %q", process.Name(), living, want)
	}
}

// Processes of two versions run beside each other.
func TestWhatANewerProcessTellsHarmsNobody(t *testing.T) {
	inCluster(t, func(meshes []*peerstest.Mesh, processes []*peers.Process) {
		processes[0].Hear("known", func(string, []byte) { t.Error("something else is heard as known") })
		for _, subject := range []string{"of tomorrow", "presence.of tomorrow", "presence."} {
			if err := meshes[1].Tell(subject, []byte{0}); err != nil {
				t.Fatal(err)
			}
		}
		if said := processes[0].Said("of tomorrow"); string(said["b"]) != "\x00" {
			t.Errorf("b has said %q", said)
		}
		if _, err := processes[0].Ask(context.Background(), "b", "of tomorrow", nil); err == nil {
			t.Error("an unknown question is answered")
		}
		wantLiving(t, processes[0], "a b c")
	})
}

func TestAProcessSaysAllThatIsShortInOneMessageASecond(t *testing.T) {
	inCluster(t, func(meshes []*peerstest.Mesh, processes []*peers.Process) {
		long := bytes.Repeat([]byte("x"), 20_000)
		for name, content := range map[string][]byte{"one": []byte("1"), "other": {}, "long": long, "nothing": nil} {
			processes[0].Say(name, func() []byte { return content })
		}
		time.Sleep(time.Second)
		for name, want := range map[string][]byte{"one": []byte("1"), "other": {}, "long": long, "nothing": nil} {
			if said, is := processes[1].Said(name)["a"]; is != (want != nil) || !bytes.Equal(said, want) {
				t.Errorf("of %s it has said %.20q", name, said)
			}
		}
		var mutex sync.Mutex
		told := map[string]int{}
		meshes[1].Hear(func(from, subject string, _ []byte) {
			mutex.Lock()
			defer mutex.Unlock()
			told[from+" "+subject]++
		})
		time.Sleep(3 * time.Second)
		mutex.Lock()
		defer mutex.Unlock()
		if want := map[string]int{"a presence": 3, "a presence.long": 3, "c presence": 3}; !maps.Equal(told, want) {
			t.Errorf("in three seconds it hears %v, want %v", told, want)
		}
	})
}

func TestTheLivingAreConnectedAndHeardOf(t *testing.T) {
	inCluster(t, func(meshes []*peerstest.Mesh, processes []*peers.Process) {
		for _, process := range processes {
			wantLiving(t, process, "a b c")
		}
		meshes[2].Connect(false)
		time.Sleep(200 * time.Millisecond)
		wantLiving(t, processes[0], "a b")
		wantLiving(t, processes[2], "c")
		meshes[2].Connect(true)
		processes[2].Leave(meshes[2]) // is connected, and says nothing
		time.Sleep(4 * time.Second)
		wantLiving(t, processes[0], "a b")
		if living := processes[2].Living(); living != nil {
			t.Errorf("a process without a cluster has the living %q", living)
		}
	})
}

// overtaken has what is said at once come while that of each second is on its way.
type overtaken struct {
	peers.Mesh
	sayNow func()
	told   chan string
}

func (*overtaken) Hear(func(from, subject string, content []byte)) {}

func (m *overtaken) Tell(subject string, content []byte) error {
	if subject == "presence" {
		go m.sayNow()
		for range 1000 {
			runtime.Gosched()
		}
	}
	m.told <- subject + " " + string(content)
	return nil
}

func TestWhatIsSaidAtOnceIsNotFollowedByWhatIsOlder(t *testing.T) {
	var process peers.Process
	var value atomic.Int64
	process.Say("count", func() []byte { return strconv.AppendInt(nil, value.Load(), 10) })
	mesh := &overtaken{told: make(chan string, 100)}
	mesh.sayNow = func() {
		value.Add(1)
		process.SayNow("count")
	}
	process.Join(mesh)
	first, second := <-mesh.told, <-mesh.told
	process.Leave(mesh)
	if first != `presence {"count":"MA=="}` || second != "presence.count 1" {
		t.Errorf("the others are told %s, then %s", first, second)
	}
}

func TestAKeyHasOneOwnerAndMovesOnlyWhenThatGoes(t *testing.T) {
	inCluster(t, func(meshes []*peerstest.Mesh, processes []*peers.Process) {
		before := map[string]string{}
		counts := map[string]int{}
		for number := range 3000 {
			key := fmt.Sprint("key ", number)
			before[key] = processes[0].Owner(key)
			counts[before[key]]++
			for _, process := range processes[1:] {
				if owner := process.Owner(key); owner != before[key] {
					t.Fatalf("%s is %s's for one and %s's for another", key, before[key], owner)
				}
			}
		}
		for owner, count := range counts {
			if count < 900 || count > 1100 {
				t.Errorf("%s has %d keys of 3000", owner, count)
			}
		}
		meshes[1].Connect(false)
		time.Sleep(200 * time.Millisecond)
		for key, owner := range before {
			if now := processes[0].Owner(key); owner != "b" && now != owner {
				t.Errorf("%s went from %s to %s as b left", key, owner, now)
			}
		}
	})
}

func TestWhatIsSaidIsThatOfTheLiving(t *testing.T) {
	inCluster(t, func(meshes []*peerstest.Mesh, processes []*peers.Process) {
		for index, process := range processes {
			process.Say("number", func() []byte { return fmt.Append(nil, index) })
		}
		time.Sleep(1100 * time.Millisecond)
		want := func(text string) {
			t.Helper()
			if said := processes[0].Said("number"); fmt.Sprintf("%s", said) != text {
				t.Errorf("said was %s, want %s", said, text)
			}
		}
		want("map[b:1 c:2]")
		meshes[2].Connect(false)
		time.Sleep(200 * time.Millisecond)
		want("map[b:1]")
	})
}

func TestMessagesReachAllOthersAndQuestionsOne(t *testing.T) {
	inCluster(t, func(meshes []*peerstest.Mesh, processes []*peers.Process) {
		var heard []string
		for index, process := range processes {
			process.Hear("news", func(from string, content []byte) {
				heard = append(heard, fmt.Sprint(index, " ", from, " ", string(content)))
			})
			process.Answer("who", func(context.Context, []byte) ([]byte, error) { return []byte(process.Name()), nil })
		}
		if err := processes[0].Tell("news", []byte("x")); err != nil {
			t.Fatal(err)
		}
		if slices.Sort(heard); strings.Join(heard, ", ") != "1 a x, 2 a x" {
			t.Errorf("heard %q", heard)
		}
		if answer, err := processes[0].Ask(context.Background(), "b", "who", nil); string(answer) != "b" {
			t.Errorf("b answers %q, %v", answer, err)
		}
		processes[0].Leave(meshes[0])
		if _, err := processes[0].Ask(context.Background(), "b", "who", nil); err != peers.ErrNoCluster {
			t.Errorf("without a cluster: %v", err)
		}
	})
}

func TestARateIsDividedByTheLivingAndTheirWeights(t *testing.T) {
	inCluster(t, func(meshes []*peerstest.Mesh, processes []*peers.Process) {
		want := func(want ...string) {
			t.Helper()
			for index, process := range processes {
				if share := fmt.Sprintf("%.3f", process.Part("line")); share != want[index] {
					t.Errorf("%d has %s, want %s", index, share, want[index])
				}
			}
		}
		want("0.333", "0.333", "0.333")
		weight := 1
		processes[1].Weigh("line", func() int { return weight })
		time.Sleep(1100 * time.Millisecond)
		want("0.333", "0.333", "0.333")
		weight = 8 // which counts once it was told
		want("0.333", "0.333", "0.333")
		time.Sleep(1100 * time.Millisecond)
		want("0.100", "0.800", "0.100")
		meshes[2].Connect(false)
		time.Sleep(200 * time.Millisecond)
		want("0.111", "0.889", "1.000")
	})
	if share := new(peers.Process).Part("line"); share != 1 {
		t.Errorf("without a cluster a process has %v", share)
	}
}

func TestASharedStateIsTakenAtOnceOneAfterAnotherAndTheLastOfWhatWaits(t *testing.T) {
	inCluster(t, func(_ []*peerstest.Mesh, processes []*peers.Process) {
		var state, failing atomic.Value
		var taken, reported []string
		goOn := make(chan struct{})
		tell := processes[0].Share(peers.Shared{Name: "state", Say: func() []byte {
			said, _ := state.Load().(string)
			return []byte(said)
		}})
		processes[1].Share(peers.Shared{
			Name: "state", Say: func() []byte { return nil },
			Take: func(from string, said []byte) error {
				<-goOn
				taken = append(taken, from+string(said))
				if problem, _ := failing.Load().(string); problem != "" {
					return errors.New(problem)
				}
				return nil
			},
			Report: func(err error) { reported = append(reported, err.Error()) },
		})
		state.Store("1")
		time.Sleep(time.Second) // each process says it by itself
		for _, next := range []string{"2", "3"} {
			state.Store(next)
			tell()
			synctest.Wait()
		}
		close(goOn)
		synctest.Wait()
		if fmt.Sprint(taken) != "[a1 a3]" {
			t.Errorf("taken was %q", taken)
		}
		for _, problem := range []string{"damaged", "damaged", "", "damaged"} {
			failing.Store(problem)
			tell()
			synctest.Wait()
		}
		if want := "what the process a says of its state: damaged"; strings.Join(reported, ", ") != want+", "+want {
			t.Errorf("reported was %q", reported)
		}
	})
}

func TestAPanicOfWhatIsToldCostsThatAlone(t *testing.T) {
	inCluster(t, func(_ []*peerstest.Mesh, processes []*peers.Process) {
		var mutex sync.Mutex
		var reported []string
		for _, process := range processes {
			process.Report = func(err error) {
				mutex.Lock()
				defer mutex.Unlock()
				what, _, _ := strings.Cut(err.Error(), "\n")
				reported = append(reported, process.Name()+" "+what)
			}
		}
		processes[0].Say("said", func() []byte { panic("no") })
		processes[0].Say("heard", func() []byte { return []byte("x") })
		processes[1].Hear("presence.heard", func(string, []byte) { panic("no") })
		processes[0].Share(peers.Shared{Name: "state", Say: func() []byte { return []byte("1") }})
		var taken error
		processes[2].Share(peers.Shared{
			Name: "state", Say: func() []byte { return nil },
			Take: func(string, []byte) error { panic("no") },
			Report: func(err error) {
				mutex.Lock()
				defer mutex.Unlock()
				taken = err
			},
		})
		time.Sleep(4 * time.Second)
		mutex.Lock()
		defer mutex.Unlock()
		slices.Sort(reported)
		if want := "a saying said panicked: no, b hearing presence.heard panicked: no, c taking state panicked: no"; strings.Join(reported, ", ") != want {
			t.Errorf("reported was %q", reported)
		}
		if want := "what the process a says of its state: taking it panicked"; taken == nil || taken.Error() != want {
			t.Errorf("of the state %v", taken)
		}
		wantLiving(t, processes[1], "a b c")
	})
}
