package push_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/transaction"
)

func TestThousandAtOnceAreOneSend(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.PushTransaction)
		release := make(chan struct{})
		b.sends(func(context.Context, string, []byte) (pool.Raw, error) {
			<-release
			return pool.Raw{Status: 202, Body: []byte(taken(tx.ID, 324182170))}, nil
		})
		var waiting sync.WaitGroup
		for range 1000 {
			waiting.Go(func() {
				if answer := b.push(tx); answer.Outcome != push.Landed || answer.Block != 324182170 {
					t.Errorf("answer %+v", answer)
				}
			})
		}
		synctest.Wait()
		close(release)
		waiting.Wait()
		if len(b.Sent()) != 1 {
			t.Errorf("sent %d times", len(b.Sent()))
		}
		b.counted(map[push.Outcome]int{push.Landed: 1, push.Coalesced: 999})
	})
}

func TestTheSameAgainWithinItsExpirationIsAnsweredFromMemory(t *testing.T) {
	for name, body := range map[string]string{
		"landed":  "",
		"refused": `{"code":500,"error":{"code":3050003,"details":[]}}`,
	} {
		run(t, func(b *bench) {
			tx := b.made(transaction.PushTransaction)
			status := 500
			if body == "" {
				status, body = 202, taken(tx.ID, 324182170)
			}
			b.answers(status, body)
			first := b.push(tx)
			time.Sleep(29 * time.Second)
			again := b.push(tx)
			if string(again.Body) != string(first.Body) || again.Status != first.Status || again.Block != first.Block || len(b.Sent()) != 1 {
				t.Errorf("%s: answer %+v, sent %d times", name, again, len(b.Sent()))
			}
		})
	}
}

func TestARefusalAnswersStragglersForAMinuteAndThenTheSameIsSentAgain(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.lasting(3 * time.Minute)
		b.answers(500, `{"code":500,"error":{"code":3050003,"details":[{"message":"overdrawn balance"}]}}`)
		b.push(tx)
		b.answers(202, taken(tx.ID, 324182170))
		time.Sleep(40 * time.Second)
		if answer := b.push(tx); answer.Outcome != push.Refused || len(b.Sent()) != 1 {
			t.Errorf("after 40s: answer %+v, sent %d times", answer, len(b.Sent()))
		}
		time.Sleep(21 * time.Second)
		for range 2 {
			if answer := b.push(tx); answer.Outcome != push.Landed || len(b.Sent()) != 2 {
				t.Errorf("after 61s: answer %+v, sent %d times", answer, len(b.Sent()))
			}
		}
	})
}

func TestARefusedPushThatIsSentAgainAndLeftOpenIsLookedUp(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.lasting(3 * time.Minute)
		b.answers(500, `{"code":500,"error":{"code":3050003,"details":[]}}`)
		b.push(tx)
		b.Include(tx.ID, chainapitest.First+100) // by way of another node
		b.sends(nil)
		time.Sleep(61 * time.Second)
		landedIn(t, b.push(tx), tx.ID, chainapitest.First+100)
	})
}

// A node says that it is expired before it looks for duplicates: its word would be none.
func TestWhatIsPastItsExpirationAndUnknownIsOfferedToNoNode(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.PushTransaction)
		b.answers(202, taken(tx.ID, 324182170))
		b.push(tx)
		time.Sleep(10 * time.Minute)
		if answer := b.push(tx); answer.Outcome != push.Landed {
			t.Errorf("within the time that it is remembered: %+v", answer)
		}
		time.Sleep(time.Minute)
		if _, err := b.b.Push(context.Background(), "203.0.113.9", tx); !errors.Is(err, push.ErrExpired) {
			t.Errorf("afterwards: %v", err)
		}
		if _, err := b.b.Submit(t.Context(), "203.0.113.9", tx); !errors.Is(err, push.ErrExpired) {
			t.Errorf("with a status: %v", err)
		}
		if len(b.Sent()) != 1 {
			t.Errorf("sent %d times", len(b.Sent()))
		}
	})
}

func TestARefusalDoesNotSpeakForOtherSignatures(t *testing.T) {
	run(t, func(b *bench) {
		wrong, right := b.made(transaction.PushTransaction, chainapitest.OtherSignature(1)), b.made(transaction.PushTransaction)
		release := make(chan struct{})
		b.sends(func(_ context.Context, _ string, body []byte) (pool.Raw, error) {
			if string(body) == string(right.Body) {
				return pool.Raw{Status: 202, Body: []byte(taken(right.ID, 324182170))}, nil
			}
			<-release
			return pool.Raw{Status: 401, Body: []byte(`{"error":{"code":3090003}}`)}, nil
		})
		var waiting sync.WaitGroup
		waiting.Go(func() {
			if answer := b.push(wrong); answer.Outcome != push.Refused {
				t.Errorf("wrong signature: %+v", answer)
			}
		})
		synctest.Wait()
		waiting.Go(func() {
			if answer := b.push(right); answer.Outcome != push.Landed {
				t.Errorf("right signature: %+v", answer)
			}
		})
		synctest.Wait()
		if sent := b.Sent(); len(sent) != 1 {
			t.Errorf("sent %d times while one of the same id was under way", len(sent))
		}
		close(release)
		waiting.Wait()
		// Whoever signed it, it landed, which the refusal of a moment ago must not hide.
		if answer := b.push(b.made(transaction.PushTransaction, chainapitest.OtherSignature(2))); answer.Outcome != push.Landed {
			t.Errorf("a third signature: %+v", answer)
		}
		if answer := b.push(wrong); answer.Outcome != push.Landed {
			t.Errorf("the wrong signature again: %+v", answer)
		}
		if len(b.Sent()) != 2 {
			t.Errorf("sent %d times", len(b.Sent()))
		}
	})
}

func TestAClientThatLeavesChangesNothingForItsTransaction(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.PushTransaction)
		release := make(chan struct{})
		b.sends(func(ctx context.Context, _ string, _ []byte) (pool.Raw, error) {
			<-release
			if ctx.Err() != nil {
				return pool.Raw{}, chainapitest.Ambiguous("the client left")
			}
			return pool.Raw{Status: 202, Body: []byte(taken(tx.ID, 324182170))}, nil
		})
		ctx, leave := context.WithCancel(context.Background())
		left := make(chan error)
		go func() {
			_, err := b.b.Push(ctx, "203.0.113.9", tx)
			left <- err
		}()
		synctest.Wait()
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		close(release)
		if answer := b.push(tx); answer.Outcome != push.Landed || len(b.Sent()) != 1 {
			t.Errorf("answer %+v, sent %d times", answer, len(b.Sent()))
		}
	})
}

func TestWhatWasCertainlyNotTakenMayBePushedAgain(t *testing.T) {
	run(t, func(b *bench) {
		b.sends(func(context.Context, string, []byte) (pool.Raw, error) {
			return pool.Raw{}, &pool.Fault{Err: errors.New("no connection"), Sent: false}
		})
		tx := b.made(transaction.PushTransaction)
		_, err := b.b.Push(context.Background(), "203.0.113.9", tx)
		var notSent *push.NotSentError
		if !errors.As(err, &notSent) {
			t.Fatalf("error %v", err)
		}
		b.answers(202, taken(tx.ID, 324182170))
		if answer := b.push(tx); answer.Outcome != push.Landed {
			t.Errorf("answer %+v", answer)
		}
		b.counted(map[push.Outcome]int{push.NotSent: 1, push.Landed: 1})
	})
}

func TestWhatIsRememberedIsBounded(t *testing.T) {
	run(t, func(b *bench) {
		first := chainapitest.Push(t, transaction.PushTransaction, b.packed("0"))
		b.sends(func(_ context.Context, _ string, body []byte) (pool.Raw, error) {
			tx, err := transaction.Parse(transaction.PushTransaction, chainapitest.ChainID, body)
			if err != nil {
				return pool.Raw{}, err
			}
			return pool.Raw{Status: 202, Body: []byte(taken(tx.ID, 1) + strings.Repeat(" ", 1<<20))}, nil
		})
		for i := range 40 { // 40 MiB
			b.push(chainapitest.Push(t, transaction.PushTransaction, b.packed(fmt.Sprint(i))))
		}
		b.push(chainapitest.Push(t, transaction.PushTransaction, b.packed("39")))
		if sent := len(b.Sent()); sent != 40 {
			t.Errorf("sent %d times: the newest was forgotten", sent)
		}
		b.push(first)
		if sent := len(b.Sent()); sent != 41 {
			t.Errorf("sent %d times: the oldest was kept", sent)
		}
	})
}

func TestAFloodOfRefusalsIsBoundedAndPushesNothingElseOut(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.PushTransaction)
		b.answers(202, taken(tx.ID, 324182170))
		b.push(tx)
		b.answers(500, `{"error":{"code":3050003}}`+strings.Repeat(" ", 1<<20))
		for i := range 10 { // 10 MiB
			b.push(chainapitest.Push(t, transaction.PushTransaction, b.packed(fmt.Sprint(i))))
		}
		if answer := b.push(tx); answer.Outcome != push.Landed || len(b.Sent()) != 11 {
			t.Errorf("answer %s, sent %d times", answer.Outcome, len(b.Sent()))
		}
		b.push(chainapitest.Push(t, transaction.PushTransaction, b.packed("9")))
		if sent := len(b.Sent()); sent != 11 {
			t.Errorf("sent %d times: the newest refusal was forgotten", sent)
		}
		b.push(chainapitest.Push(t, transaction.PushTransaction, b.packed("0")))
		if sent := len(b.Sent()); sent != 12 {
			t.Errorf("sent %d times: the oldest refusal was kept", sent)
		}
	})
}

func TestSettingsChangeUnderPushesThatAreUnderWay(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.PushTransaction)
		b.Lock()
		b.Down = true
		b.Unlock()
		answers := make(chan push.Answer)
		go func() { answers <- b.push(tx) }()
		time.Sleep(5 * time.Second)
		settings := b.settings(nil)
		other := chainapitest.NewChain()
		other.Include(tx.ID, chainapitest.First+2)
		settings.Chain = other
		b.b.Update(settings)
		if answer := <-answers; answer.Outcome != push.FoundLanded || len(b.Sent()) != 1 || len(other.Sent()) != 0 {
			t.Errorf("answer %+v", answer)
		}
	})
}

func TestACloseEndsWhatIsOpenAndRefusesLaterPushes(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.PushTransaction)
		answers := make(chan push.Answer)
		go func() { answers <- b.push(tx) }()
		time.Sleep(2 * time.Second)
		b.b.Close()
		if answer := <-answers; answer.Outcome != push.Unknown {
			t.Errorf("answer %+v", answer)
		}
		other := chainapitest.Push(t, transaction.PushTransaction, b.packed("later"))
		if _, err := b.b.Push(context.Background(), "", other); !errors.Is(err, push.ErrEnding) {
			t.Errorf("error %v", err)
		}
	})
}
