package serve

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
)

func TestAChainThatDoesNotAnswerIs502Or504(t *testing.T) {
	for name, test := range map[string]struct {
		fail   http.HandlerFunc
		code   int
		naming string
	}{
		"refuses": {chaintest.Answer(500, `{"code":500,"error":{"code":3060003,"details":[{"message":"Table drops is not specified in the ABI"}]}}`), 502, "Table drops is not specified in the ABI"},
		"fails":   {chaintest.Answer(503, ""), 502, "could not be read"},
		"stalls":  {chaintest.Stall(nil), 504, "in time"},
		"is hex":  {chaintest.Answer(200, `{"rows":["00"],"more":false,"next_key":""}`), 502, "could not be read"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(t, game)
			s.node.Set(func(state *chaintest.State) { state.FailRows = test.fail })
			w := s.get(drops)
			if strings.Contains(w.Body.String(), "127.0.0.1") {
				t.Errorf("the answer names the node: %s", w.Body)
			}
			wantError(t, name, w, test.code, test.naming)
			if s.logs.Len() == 0 {
				t.Error("nothing was logged")
			}
		})
	}
}

func TestWithTheChainGoneWhatWasAnsweredOnceIsAnsweredForItsHardLifetime(t *testing.T) {
	s := newSetup(t, game)
	body := s.get(drops).Body.String()
	s.node.Set(func(state *chaintest.State) { state.Fail = chaintest.Answer(503, "") })
	for age := time.Duration(0); age < hard-30*time.Second; age += 30 * time.Second {
		s.clock.Move(30 * time.Second)
		if w := s.get(drops); w.Code != 200 || w.Body.String() != body {
			t.Fatalf("after %s: %d %s", age, w.Code, w.Body)
		}
	}
	s.clock.Move(30 * time.Second)
	if w := s.get(drops); w.Code != 502 {
		t.Errorf("past its hard deadline: %d", w.Code)
	}
}

func TestAThousandClientsAtOnceMakeOneRequestToTheNode(t *testing.T) {
	release := make(chan struct{})
	s := newSetup(t, func(r chaintest.Request) string {
		<-release
		return game(r)
	})
	var done, begun sync.WaitGroup
	begun.Add(1000)
	for i := range 1000 {
		done.Go(func() {
			begun.Done()
			// However they write it, they ask for the same.
			if w := s.get(drops + []string{"", "&isLimited=false", "&limit=5"}[i%3]); w.Code != 200 {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	begun.Wait()
	close(release)
	done.Wait()
	if asked := len(s.node.Requests()); asked != 1 {
		t.Errorf("the node was asked %d times", asked)
	}
}

func TestAClientThatLeavesDoesNotEndTheReadForOthers(t *testing.T) {
	release, asked := make(chan struct{}), make(chan struct{}, 1)
	s := newSetup(t, func(r chaintest.Request) string {
		asked <- struct{}{}
		<-release
		return game(r)
	})
	ctx, leave := context.WithCancel(context.Background())
	left := make(chan int)
	go func() {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, drops, nil).WithContext(ctx))
		left <- w.Body.Len()
	}()
	<-asked
	leave()
	if written := <-left; written != 0 {
		t.Errorf("%d bytes were written to a client that left", written)
	}
	close(release)
	if w := s.get(drops); w.Code != 200 || len(s.node.Requests()) != 1 {
		t.Errorf("%d after %d requests", w.Code, len(s.node.Requests()))
	}
}
