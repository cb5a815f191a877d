package producer

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
)

var (
	start   = time.Date(2026, 3, 1, 12, 0, 0, 123_000_000, time.UTC)
	account = antelope.MustName(genesis.GameContract)
)

func newProducer(t *testing.T, seed uint64, change func(*Settings)) (*Producer, *clock.Clock) {
	t.Helper()
	clock := clock.New(start)
	settings := Defaults()
	change(&settings)
	p := must.Get(New(Options{
		Options: genesis.Options{Drops: genesis.DefaultDrops, Seed: seed}, Settings: settings, Clock: clock.Now,
	}))(t)
	return p, clock
}

func advance(t *testing.T, p *Producer) {
	t.Helper()
	must.Get(p.Advance())(t)
}

func head(p *Producer) (block ledger.Block) {
	p.Ledger().Read(func(v ledger.View) { block = v.Head() })
	return block
}

func drops(p *Producer) map[uint64]game.Drop {
	found := map[uint64]game.Drop{}
	p.Ledger().Read(func(v ledger.View) {
		for drop := range game.Drops.In(v, account, account).All() {
			found[drop.DropID] = drop
		}
	})
	return found
}

// state is everything tables show, as text.
func state(p *Producer) string {
	text := ""
	p.Ledger().Read(func(v ledger.View) {
		for _, scope := range []struct{ code, scope, table string }{
			{genesis.GameContract, genesis.GameContract, "drops"},
			{genesis.GameContract, genesis.GameContract, "claims"},
			{genesis.GameContract, genesis.GameContract, "partners"},
			{genesis.Oracle, genesis.OraclePair, "datapoints"},
			{genesis.Token, genesis.Treasury, "accounts"},
		} {
			table := v.Table(antelope.MustName(scope.code), antelope.MustName(scope.scope), antelope.MustName(scope.table))
			for _, entry := range table.Between(1, 0, ^uint64(0)) {
				row, _ := table.Get(entry.Primary)
				text += fmt.Sprintf("%s %d %x\n", scope.table, entry.Primary, row.Data)
			}
		}
	})
	return text
}

func TestTheSameSeedAndClockGiveTheSameChain(t *testing.T) {
	var chains []*Producer
	for _, seed := range []uint64{1, 1, 2} {
		p, clock := newProducer(t, seed, func(*Settings) {})
		for range 10 { // each asked at other moments than the others
			clock.Move(time.Duration(len(chains)+1) * 7 * time.Second)
			advance(t, p)
		}
		clock.Move(start.Add(5 * time.Minute).Sub(clock.Now()))
		advance(t, p)
		chains = append(chains, p)
	}
	if head(chains[0]).ID != head(chains[1]).ID || state(chains[0]) != state(chains[1]) {
		t.Error("one seed gave two chains")
	}
	if head(chains[0]).ID == head(chains[2]).ID || state(chains[0]) == state(chains[2]) {
		t.Error("two seeds gave one chain")
	}
}

func TestABlockIsMadeEveryHalfSecond(t *testing.T) {
	p, clock := newProducer(t, 1, func(*Settings) {})
	first := head(p)
	if first.Number != 361 || first.Time.String() != "2026-03-01T12:00:00.000" {
		t.Fatalf("the chain starts at block %d of %s", first.Number, first.Time)
	}
	for range 20 {
		clock.Move(100 * time.Millisecond)
		advance(t, p)
	}
	if last := head(p); last.Number != first.Number+4 || last.Time.String() != "2026-03-01T12:00:02.000" {
		t.Errorf("two seconds later it is at block %d of %s", last.Number, last.Time)
	}
}

func TestALongPauseLeavesAGap(t *testing.T) {
	p, clock := newProducer(t, 1, func(*Settings) {})
	before := head(p)
	clock.Move(8 * time.Hour)
	advance(t, p)
	if after := head(p); after.Number != before.Number+1 || after.Time.String() != "2026-03-01T20:00:00.000" {
		t.Errorf("after the pause it is at block %d of %s", after.Number, after.Time)
	}
	clock.Move(time.Second)
	advance(t, p)
	if after := head(p); after.Number != before.Number+3 {
		t.Errorf("then it is at block %d", after.Number)
	}
}

func TestLiveDropsSellAndScarceOnesStayScarceForMinutes(t *testing.T) {
	p, clock := newProducer(t, 1, func(*Settings) {})
	before := drops(p)
	for minute := 1; minute <= 5; minute++ {
		earlier := drops(p)
		clock.Move(time.Minute)
		advance(t, p)
		for id, drop := range drops(p) {
			sold := drop.CurrentClaimed - earlier[id].CurrentClaimed
			left := drop.MaxClaimable - drop.CurrentClaimed
			switch drop.Name {
			case "Opening Drive", "Tip-Off":
				if sold < 5 {
					t.Errorf("%s sold %d in minute %d", drop.Name, sold, minute)
				}
			case "Two-Minute Drill", "Shot Clock":
				if left == 0 || left > 25 {
					t.Errorf("%s has %d left after minute %d", drop.Name, left, minute)
				}
			case "Autumn Kickoff", "Last Buzzer":
				if sold != 0 {
					t.Errorf("%s sold %d although it has ended", drop.Name, sold)
				}
			case "First Snap":
				if (sold > 0) != (minute == 5) {
					t.Errorf("%s sold %d in minute %d", drop.Name, sold, minute)
				}
			}
		}
	}
	for id, drop := range drops(p) {
		if drop.Name == "Shot Clock" && drop.CurrentClaimed == before[id].CurrentClaimed {
			t.Error("Shot Clock sold nothing in five minutes")
		}
	}
}

func TestTheRingTurnsOnceAMinute(t *testing.T) {
	p, clock := newProducer(t, 1, func(*Settings) {})
	for range 5 {
		clock.Move(17 * time.Second)
		advance(t, p)
		p.Ledger().Read(func(v ledger.View) {
			table := oracle.Datapoints.In(v, antelope.MustName(genesis.Oracle), antelope.MustName(genesis.OraclePair))
			if table.Len() != oracle.RingSize {
				t.Fatalf("%d datapoints", table.Len())
			}
			for point := range table.All() {
				age := v.Head().Time.Time().Sub(point.Timestamp.Time())
				if age > 63*time.Second || point.Median < 470 || point.Median > 720 {
					t.Errorf("datapoint %+v is %s old", point, age)
				}
			}
		})
	}
}

func TestEveryClaimOfTheSimulationIsAPurchaseWithItsTransaction(t *testing.T) {
	p, clock := newProducer(t, 3, func(*Settings) {})
	clock.Move(2 * time.Minute)
	advance(t, p)
	held := map[string]bool{}
	p.Ledger().Read(func(v ledger.View) {
		table := game.Claims.In(v, account, account)
		if table.Len() < 30 {
			t.Errorf("only %d claims", table.Len())
		}
		for claim := range table.All() {
			if claim.Claimer.String() == "alice.wam" {
				continue
			}
			if claim.Reason != game.ReasonPurchase || !claim.Claimed || len(claim.TrxID) != 64 || claim.Paid.Amount <= 0 || held[claim.TrxID] {
				t.Errorf("claim %+v", claim)
			}
			held[claim.TrxID] = true
		}
	})
}

func TestTheCrowdCanChangeWhileTheChainRuns(t *testing.T) {
	p, clock := newProducer(t, 1, func(s *Settings) { s.Buyers = 0 })
	sold := func() uint64 { return drops(p)[1].CurrentClaimed }
	quiet := sold()
	clock.Move(time.Minute)
	advance(t, p)
	if sold() != quiet {
		t.Error("packs were sold without buyers")
	}
	settings := Defaults()
	settings.Pace = time.Second
	must.Do(t, p.Set(settings))
	before := head(p).Number
	clock.Move(time.Minute)
	advance(t, p)
	if sold() < quiet+30 || head(p).Number != before+120 {
		t.Errorf("%d packs sold in %d blocks", sold()-quiet, head(p).Number-before)
	}
	settings.Pace = time.Millisecond
	if p.Set(settings) == nil {
		t.Error("a pace of less than a block was accepted")
	}
}

func TestRunFollowsTheClockAndEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := must.Get(New(Options{Options: genesis.Options{Drops: 0, Seed: 1}, Settings: Defaults()}))(t)
		before := head(p).Number
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.Run(ctx, func(failed, err error) { t.Errorf("%v, %v", failed, err) })
		}()
		time.Sleep(10 * time.Second) // the bubble's clock, which does not wait
		synctest.Wait()
		if made := head(p).Number - before; made != 20 {
			t.Errorf("%d blocks in ten seconds", made)
		}
		stop()
		<-done
	})
}

func TestUndoneBlocksAreMadeAgainAtOnceAndLifeGoesOn(t *testing.T) {
	p, clock := newProducer(t, 1, func(s *Settings) { s.Pace = time.Second })
	clock.Move(time.Minute)
	advance(t, p)
	before, sold := head(p), drops(p)
	fork, err := p.Undo(40)
	if err != nil || fork.First != before.Number-39 || fork.Transactions == 0 {
		t.Fatalf("%+v, %v", fork, err)
	}
	if after := head(p); after.Number != before.Number || after.Time != before.Time || after.ID == before.ID {
		t.Errorf("the head was %d of %s and is %d of %s with the id %s", before.Number, before.Time, after.Number, after.Time, after.ID)
	}
	gone := uint64(0)
	for id, drop := range drops(p) {
		gone += sold[id].CurrentClaimed - drop.CurrentClaimed
	}
	if gone == 0 {
		t.Error("no purchase of 20 seconds was undone")
	}
	middle := drops(p)
	clock.Move(30 * time.Second)
	advance(t, p)
	again := uint64(0)
	for id, drop := range drops(p) {
		again += drop.CurrentClaimed - middle[id].CurrentClaimed
	}
	if again == 0 {
		t.Error("nobody buys after the fork")
	}
}
