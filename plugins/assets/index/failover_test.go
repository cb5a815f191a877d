package index

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/zap"
)

// ways are how an index fails, and why that is a fault.
var ways = map[string]struct {
	fail   http.HandlerFunc
	reason Reason
}{
	"408":               {indextest.Say(408, `{"success":false,"message":"Query timeout"}`), Timeout},
	"429":               {indextest.Say(429, `{"success":false,"message":"Rate limit"}`, "Retry-After", "7"), Limited},
	"429 without JSON":  {indextest.Say(429, `slow down`), Limited},
	"500":               {indextest.Say(500, `{"success":false,"message":"Internal Server Error"}`), Status},
	"503":               {indextest.Say(503, ``), Status},
	"HTML with 502":     {indextest.Say(502, `<html>Bad Gateway</html>`), Status},
	"HTML with 200":     {indextest.Say(200, `<!doctype html><title>Maintenance</title>`), Unreadable},
	"HTML with 400":     {indextest.Say(400, `<html>Bad Request</html>`), Status},
	"400 and a success": {indextest.Say(400, `{"success":true}`), Status},
	"404":               {indextest.Say(404, `{"success":false,"message":"Not found"}`), Status},
	"a redirect":        {indextest.Say(302, ``, "Location", "http://127.0.0.1:1/"), Status},
	"204":               {indextest.Say(204, ``), Status},
	"success false":     {indextest.Say(200, `{"success":false,"message":"Internal Error"}`), Unsuccessful},
	"no success":        {indextest.Say(200, `{"data":[]}`), Unreadable},
	"truncated JSON":    {indextest.Say(200, `{"success":true,"data":[{"asset_id":"1"`), Unreadable},
	"data of no list":   {indextest.Say(200, `{"success":true,"data":{"asset_id":"1"}}`), Unreadable},
	"an asset without an id": {
		indextest.Say(200, `{"success":true,"data":[{"owner":"alice.wam"}]}`), Unreadable},
	"an asset that is none": {indextest.Say(200, `{"success":true,"data":["1"]}`), Unreadable},
	"a null asset":          {indextest.Say(200, `{"success":true,"data":[null]}`), Unreadable},
	"no UTF-8":              {indextest.Say(200, "{\"success\":true,\"data\":[{\"asset_id\":\"1\",\"owner\":\"alice.wam\",\"name\":\"\xff\"}]}"), Unreadable},
	"another owner's": {
		indextest.Say(200, indextest.Answer(indextest.Asset{ID: 1, Owner: "bob.wam"}.JSON())), Mismatch},
	"another collection's": {
		indextest.Say(200, `{"success":true,"data":[{"asset_id":"1","owner":"alice.wam","collection":{"collection_name":"farmersworld"}}]}`), Mismatch},
	"a dropped connection": {indextest.Drop, Connection},
	"half an answer":       {indextest.Truncate, Connection},
	"too large an answer":  {indextest.Say(200, strings.Repeat(" ", 70<<10)), TooLarge},
}

func TestWhateverIsWrongWithAnIndexTheNextOneAnswers(t *testing.T) {
	for name, test := range ways {
		t.Run(name, func(t *testing.T) {
			bad, good := indextest.New(t), indextest.New(t, indextest.Owned("alice.wam", 1, 3)...)
			bad.Set(func(s *indextest.State) { s.Fail = test.fail })
			settings := fast()
			settings.MaxPageBytes = 64 << 10
			var observed []Reason
			settings.Observe = func(_ string, _ time.Duration, reason Reason) { observed = append(observed, reason) }
			client, logs := newClient(t, settings, bad, good)
			if got := ids(t, whole(t, client, alices)); len(got) != 3 {
				t.Errorf("%v", got)
			}
			if len(observed) != 2 || observed[0] != test.reason || observed[1] != "" {
				t.Errorf("observed %q, want %q and then none", observed, test.reason)
			}
			lines := logs.FilterMessage("an asset index failed").AllUntimed()
			if len(lines) != 1 || lines[0].ContextMap()["endpoint"] != bad.URL || lines[0].ContextMap()["reason"] != string(test.reason) || lines[0].ContextMap()["error"] == "" {
				t.Errorf("logged %v", lines)
			}
			// It is asked last for a while.
			whole(t, client, alices)
			if len(bad.Requests()) != 1 || len(good.Requests()) != 2 {
				t.Errorf("asked %d and %d times", len(bad.Requests()), len(good.Requests()))
			}
			// It is 200 even when everything behind it is broken.
			if bad.Healths()+good.Healths() != 0 {
				t.Error("/health was asked")
			}
		})
	}
}

func TestAnIndexThatIsGoneIsLeftForTheNext(t *testing.T) {
	good := indextest.New(t, indextest.Owned("alice.wam", 1, 3)...)
	client := must.Get(New(Config{Endpoints: []string{"http://127.0.0.1:1" + indextest.Base, good.URL + "/"}, Settings: fast()}))(t)
	t.Cleanup(client.Close)
	if got := ids(t, whole(t, client, alices)); len(got) != 3 {
		t.Errorf("%v", got)
	}
}

func TestAnIndexThatStallsIsLeftAtItsTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow, good := indextest.Silent(), indextest.Silent(indextest.Owned("alice.wam", 1, 3)...)
		slow.Set(func(s *indextest.State) { s.Fail = indextest.Stall })
		client := newWired(t, Settings{Timeout: time.Second}, slow, good)
		start := time.Now()
		if got := ids(t, whole(t, client, alices)); len(got) != 3 || time.Since(start) != time.Second {
			t.Errorf("%v after %s", got, time.Since(start))
		}
		good.Set(func(s *indextest.State) { s.Fail = indextest.Stall })
		_, err := client.Whole(context.Background(), alices, wide)
		if got := faults(t, err); len(got) != 2 || got[0].Reason != Timeout || got[1].Reason != Timeout || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
	})
}

func TestTheDeadlineEndsAReadWithAllItsTries(t *testing.T) {
	slow, never := indextest.New(t), indextest.New(t)
	slow.Set(func(s *indextest.State) { s.Fail = indextest.Stall })
	settings := fast()
	settings.Timeout, settings.Deadline = 50*time.Millisecond, 50*time.Millisecond
	client, _ := newClient(t, settings, slow, never)
	_, err := client.Whole(context.Background(), alices, wide)
	if !errors.Is(err, context.DeadlineExceeded) || len(faults(t, err)) != 1 || len(never.Requests()) != 0 {
		t.Errorf("%v, the second was asked %d times", err, len(never.Requests()))
	}
}

func TestSalesAreReadFromAnIndexThatHasAMarket(t *testing.T) {
	without, with := indextest.New(t), indextest.New(t)
	with.Set(func(s *indextest.State) {
		s.Sales = map[string][]string{"3": {indextest.Sale(8, "3", "5", indextest.SoldAsset(102, 14))}}
	})
	sold := Query{Collection: indextest.Collection, Sales: Sold, Template: "700360"}
	client, _ := newClient(t, fast(), without, with)
	for range 2 {
		if listing, err := client.Page(t.Context(), sold, 1, 100); err != nil || listing.Len() != 1 {
			t.Errorf("%d sales, %v", listing.Len(), err)
		}
	}
	if state := client.Status()[0].State; state != "good" {
		t.Errorf("the one without a market is %s", state)
	}
	with.Set(func(s *indextest.State) { s.Sales = map[string][]string{"3": {"8"}} })
	if _, err := client.Page(t.Context(), sold, 1, 100); len(faults(t, err)) != 1 {
		t.Errorf("with a market that fails: %v", err)
	}
	client, _ = newClient(t, fast(), without, indextest.New(t))
	var refusal *Refusal
	if _, err := client.Page(t.Context(), sold, 1, 100); !errors.As(err, &refusal) || refusal.Status != http.StatusNotFound {
		t.Errorf("of two without a market: %v", err)
	}
}

func TestARefusalIsPassedOnAndNoOtherIndexAsked(t *testing.T) {
	for _, status := range []int{400, 416} {
		first, second := indextest.New(t), indextest.New(t)
		first.Set(func(s *indextest.State) {
			s.Fail = indextest.Say(status, `{"success":false,"message":"Asset not found"}`)
		})
		client, logs := newClient(t, fast(), first, second)
		_, err := client.Page(context.Background(), everybody, 1, 10)
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Status != status || refusal.Message != "Asset not found" || refusal.Endpoint != first.URL || len(second.Requests()) != 0 {
			t.Errorf("%d: %v, the second was asked %d times", status, err, len(second.Requests()))
		}
		if logs.FilterLevelExact(zap.WarnLevel).Len() != 0 || client.Status()[0].State != "good" {
			t.Errorf("%d counts as a fault: %+v", status, client.Status()[0])
		}
	}
}

func TestWithNoIndexLeftTheErrorNamesEachAndWhy(t *testing.T) {
	first, second := indextest.New(t), indextest.New(t)
	first.Set(func(s *indextest.State) { s.Fail = indextest.Say(502, "<html>") })
	second.Set(func(s *indextest.State) { s.Fail = indextest.Drop })
	client, _ := newClient(t, fast(), first, second)
	_, err := client.Whole(context.Background(), alices, wide)
	got := faults(t, err)
	if len(got) != 2 || got[0].Endpoint != first.URL || got[0].Reason != Status || got[1].Endpoint != second.URL || got[1].Reason != Connection {
		t.Errorf("%v", err)
	}
	for _, named := range []string{"alice.wam", first.URL, "status 502", second.URL} {
		if !strings.Contains(err.Error(), named) {
			t.Errorf("%v does not name %s", err, named)
		}
	}
	var unavailable *Unavailable
	if errors.As(err, &unavailable); unavailable != nil {
		if _, limited := unavailable.Limited(); limited {
			t.Error("faults count as limits")
		}
	}
}

func TestACallerThatLeavesSaysNothingAboutTheIndex(t *testing.T) {
	x := indextest.New(t)
	ctx, leave := context.WithCancel(context.Background())
	x.Set(func(s *indextest.State) {
		s.Before = func(int) { leave() }
		s.Fail = indextest.Stall
	})
	client, _ := newClient(t, fast(), x)
	if _, err := client.Whole(ctx, alices, wide); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if status := client.Status()[0]; status.State != "good" || len(status.Faults) != 0 {
		t.Errorf("%+v", status)
	}
}

func TestAddressesThatCannotBeAskedAreRefused(t *testing.T) {
	for _, address := range []string{"", "wax.example", "ftp://wax.example", "https://", "https://user:secret@wax.example/v1", "https://wax.example/v1?x=1", "https://wax.example/?", "https://wax.example/#a", "https://wax.example/v1/assets", "https://%zz"} {
		if err := CheckAddress(address); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
		if _, err := New(Config{Endpoints: []string{address}}); err == nil {
			t.Errorf("a client was made of %q", address)
		}
	}
	const good = "https://wax.example/atomicassets/v1"
	if _, err := New(Config{Endpoints: []string{good, good + "/"}}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("the same twice: %v", err)
	}
	if _, err := New(Config{}); err == nil {
		t.Error("a client was made of no endpoint")
	}
	for _, settings := range []Settings{{Rate: -1}, {Burst: -1}, {Timeout: -1}, {MaxPageBytes: -1}, {Timeout: 2 * time.Second, Deadline: time.Second}} {
		if settings.Check() == nil {
			t.Errorf("%+v is taken", settings)
		}
	}
}
