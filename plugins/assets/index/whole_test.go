package index

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/plugintest/must"
)

func TestAnAccountWith25AssetsIsOnePage(t *testing.T) {
	x := indextest.New(t, append(indextest.Owned("alice.wam", 1_099_511_627_776, 25), indextest.Owned("bob.wam", 5, 3)...)...)
	client, _ := newClient(t, fast(), x)
	listing := whole(t, client, alices)
	got := ids(t, listing)
	if len(got) != 25 || got[0] != "1099511627800" || got[24] != "1099511627776" || listing.Cut != Complete || listing.QueryTime != indextest.QueryTime {
		t.Errorf("%d assets %v, cut %q, at %d", len(got), got, listing.Cut, listing.QueryTime)
	}
	if asked := x.Requests(); len(asked) != 1 || asked[0].Encode() != "collection_name=fieldhousegm&limit=1000&order=desc&owner=alice.wam&page=1&sort=asset_id" {
		t.Errorf("asked %v", asked)
	}
}

func TestOneAssetIsAskedForByItsIdAndNoOtherIsTakenForIt(t *testing.T) {
	x := indextest.New(t, indextest.Owned("alice.wam", 100, 25)...)
	client, _ := newClient(t, fast(), x)
	one := Query{Collection: indextest.Collection, Asset: "107"}
	if got := ids(t, whole(t, client, one)); len(got) != 1 || got[0] != "107" || x.Requests()[0].Get("ids") != "107" {
		t.Errorf("%v, asked %v", got, x.Requests())
	}
	x.Set(func(s *indextest.State) {
		s.Fail, s.FailFrom = indextest.Say(200, `{"success":true,"data":[{"asset_id":"108","owner":"alice.wam"}]}`), 1
	})
	_, err := client.Whole(context.Background(), one, wide)
	if got := faults(t, err); len(got) != 1 || got[0].Reason != Mismatch {
		t.Errorf("another asset: %v", err)
	}
}

func TestAnAccountWith1200AssetsIsPagedUntilAPageIsShort(t *testing.T) {
	x := indextest.New(t, indextest.Owned("alice.wam", 1, 1200)...)
	client, _ := newClient(t, fast(), x)
	got := ids(t, whole(t, client, alices))
	if len(got) != 1200 || got[0] != "1200" || got[1199] != "1" {
		t.Errorf("%d assets", len(got))
	}
	if asked := x.Requests(); len(asked) != 2 || asked[0].Get("page") != "1" || asked[1].Get("page") != "2" {
		t.Errorf("asked %v", asked)
	}
}

func TestAFullLastPageIsFollowedByAnEmptyOne(t *testing.T) {
	x := indextest.New(t, indextest.Owned("alice.wam", 1, 2000)...)
	client, _ := newClient(t, fast(), x)
	if got := ids(t, whole(t, client, alices)); len(got) != 2000 || len(x.Requests()) != 3 {
		t.Errorf("%d assets in %d pages", len(got), len(x.Requests()))
	}
}

func TestAPageWithoutDataEndsTheListButForTheFirst(t *testing.T) {
	for _, body := range []string{`{"success":true,"query_time":1}`, `{"success":true,"data":null}`} {
		x := indextest.New(t, indextest.Owned("alice.wam", 1, 2500)...)
		x.Set(func(s *indextest.State) { s.Fail, s.FailFrom = indextest.Say(200, body), 3 })
		client, _ := newClient(t, fast(), x)
		if got := ids(t, whole(t, client, alices)); len(got) != 2000 || len(x.Requests()) != 3 {
			t.Errorf("%s: %d assets in %d pages", body, len(got), len(x.Requests()))
		}
		x.Set(func(s *indextest.State) { s.FailFrom = 1 })
		_, err := client.Whole(context.Background(), alices, wide)
		if got := faults(t, err); len(got) != 1 || got[0].Reason != Unreadable {
			t.Errorf("%s: %v; no data would mean an account without assets", body, err)
		}
	}
}

func TestAnAssetThatAMintMovesToTheNextPageIsListedOnce(t *testing.T) {
	x := indextest.New(t, indextest.Owned("alice.wam", 1, 1500)...)
	x.Set(func(s *indextest.State) {
		s.Before = func(page int) {
			if page == 2 {
				x.Set(func(s *indextest.State) { s.Assets = append(s.Assets, indextest.Owned("alice.wam", 2000, 2)...) })
			}
		}
	})
	client, _ := newClient(t, fast(), x)
	got := ids(t, whole(t, client, alices))
	if len(got) != 1500 || len(slices.Compact(slices.Clone(got))) != 1500 || got[0] != "1500" || got[1499] != "1" {
		t.Errorf("%d assets, from %s to %s", len(got), got[0], got[len(got)-1])
	}
}

func TestPagesAreBoundedAndACutListingSaysSo(t *testing.T) {
	x := indextest.New(t)
	x.Set(func(s *indextest.State) {
		s.Fail = func(w http.ResponseWriter, r *http.Request) {
			var page int
			fmt.Sscan(r.URL.Query().Get("page"), &page)
			assets := make([]string, MaxLimit)
			for i := range assets {
				assets[i] = fmt.Sprintf(`{"asset_id":"%d"}`, 1_000_000-page*MaxLimit-i)
			}
			fmt.Fprint(w, indextest.Answer(assets...))
		}
	})
	client, _ := newClient(t, fast(), x)
	listing := whole(t, client, everybody)
	if listing.Cut != CutByPages || listing.Len() != 100_000 || len(x.Requests()) != 100 || !strings.HasSuffix(string(listing.Body()), `],"query_time":0,"cut":"pages"}`) {
		t.Errorf("cut %q after %d assets and %d pages", listing.Cut, listing.Len(), len(x.Requests()))
	}
}

func TestBytesAreBoundedAndACutListingSaysSo(t *testing.T) {
	x := indextest.New(t, indextest.Owned("alice.wam", 1, 30)...)
	client, _ := newClient(t, fast(), x)
	full := whole(t, client, alices)
	for _, most := range []int{10_000, 3_000, 500, 100} {
		listing := must.Get(client.Whole(context.Background(), alices, Bounds{MaxPages: 1, MaxBytes: most}))(t)
		if size := len(listing.Body()); most < len(full.Body()) && (listing.Cut != CutByBytes || size > most || !strings.Contains(string(listing.Body()), `,"cut":"bytes"}`)) {
			t.Errorf("of %d bytes: %d, cut %q", most, size, listing.Cut)
		}
		if got, want := ids(t, listing), ids(t, full); !slices.Equal(got, want[:len(got)]) {
			t.Errorf("of %d bytes: %v is not the beginning of %v", most, got, want)
		}
	}
	if fits, err := client.Whole(context.Background(), alices, Bounds{MaxPages: 1, MaxBytes: len(full.Body()) + maxFrameBytes}); err != nil || fits.Cut != Complete {
		t.Errorf("a listing that fits was cut by %q, %v", fits.Cut, err)
	}
}

func TestAnIndexThatDoesNotCountPagesIsLeftForTheNext(t *testing.T) {
	same, good := indextest.New(t, indextest.Owned("alice.wam", 1, 1000)...), indextest.New(t, indextest.Owned("alice.wam", 1, 1000)...)
	first := make([]string, 1000)
	for i := range first {
		first[i] = indextest.Asset{ID: uint64(1000 - i), Owner: "alice.wam"}.JSON()
	}
	same.Set(func(s *indextest.State) { s.Fail = indextest.Say(200, indextest.Answer(first...)) })
	var observed []Reason
	settings := fast()
	settings.Observe = func(_ string, _ time.Duration, reason Reason) { observed = append(observed, reason) }
	client, logs := newClient(t, settings, same, good)
	if got := ids(t, whole(t, client, alices)); len(got) != 1000 || len(same.Requests()) != 2 || len(good.Requests()) != 2 {
		t.Errorf("%d assets, %d and %d requests", len(got), len(same.Requests()), len(good.Requests()))
	}
	// And it counts as the fault that it is.
	if !slices.Equal(observed, []Reason{"", Mismatch, "", ""}) || logs.FilterMessage("an asset index failed").Len() != 1 {
		t.Errorf("observed %q, logged %v", observed, logs.AllUntimed())
	}
	if status := client.Status()[0]; status.State != "failing" || status.Faults[Mismatch] != 1 || status.Asked != 2 {
		t.Errorf("%+v", status)
	}
}

// An index that is behind has fewer assets: its second page begins further down
// than the first page of another one ended.
func TestTheWholeIsNeverPutTogetherOutOfTwoIndexes(t *testing.T) {
	ahead, behind := indextest.New(t, indextest.Owned("alice.wam", 1, 2200)...), indextest.New(t, indextest.Owned("alice.wam", 1, 2100)...)
	ahead.Set(func(s *indextest.State) { s.Fail, s.FailFrom = indextest.Drop, 2 })
	client, _ := newClient(t, fast(), ahead, behind)
	got := ids(t, whole(t, client, alices))
	if len(got) != 2100 || got[0] != "2100" || got[2099] != "1" {
		t.Errorf("%d assets, from %s to %s", len(got), got[0], got[len(got)-1])
	}
}

func TestEqualAssetsHaveEqualBytesAndEachIsTheIndexsOwn(t *testing.T) {
	x := indextest.New(t)
	odd := `{ "asset_id":"9", "data": {"a":1.00000000000000000, "b":12345678901234567890123, "c":"\u003c/script>\u2028é"},"updated_at_time":"1647016614598"}`
	plain := `{"asset_id":7,"updated_at_time":1647016614000}`
	x.Set(func(s *indextest.State) {
		s.Fail = indextest.Say(200, `{"success":true,"query_time":1,"data":[ `+odd+` , `+plain+` ]}`)
	})
	client, _ := newClient(t, fast(), x)
	first := whole(t, client, everybody)
	if want := `{"success":true,"data":[` + odd + `,` + plain + `],"query_time":1647016614598}`; string(first.Body()) != want {
		t.Errorf("body %s, want %s", first.Body(), want)
	}
	x.Set(func(s *indextest.State) {
		s.Fail = indextest.Say(200, `{"success":true,"query_time":2,"data":[`+odd+`,`+plain+`]}`)
	})
	if later := whole(t, client, everybody); string(later.Body()) != string(first.Body()) || later.QueryTime != 2 {
		t.Errorf("later, at %d: %s", later.QueryTime, later.Body())
	}
}

func TestOnePageIsAskedForAsItIs(t *testing.T) {
	x := indextest.New(t, indextest.Owned("alice.wam", 1, 25)...)
	client, _ := newClient(t, fast(), x)
	for _, test := range []struct {
		number, limit int
		want          string
	}{{1, 10, "25 16"}, {3, 10, "5 1"}, {4, 10, ""}, {2, 24, "1 1"}} {
		listing := must.Get(client.Page(context.Background(), alices, test.number, test.limit))(t)
		got := ""
		if all := ids(t, listing); len(all) > 0 {
			got = all[0] + " " + all[len(all)-1]
		}
		if got != test.want || listing.Cut != Complete {
			t.Errorf("page %d of %d: %q, want %q", test.number, test.limit, got, test.want)
		}
	}
	empty, _ := client.Page(context.Background(), alices, 4, 10)
	if string(empty.Body()) != `{"success":true,"data":[],"query_time":0}` {
		t.Errorf("an empty page is %s", empty.Body())
	}
}
