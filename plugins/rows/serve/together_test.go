package serve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest"
)

// others are the other processes of a cluster.
type others struct {
	asked   []string
	content *edgecache.Content // what they have read; nil for nothing
	taken   bool               // whether it was taken the last time
}

func (o *others) together(ctx context.Context, class edgecache.Class, _ string, _ time.Duration, take func(*edgecache.Content) bool, fetch edgecache.Fetch) (edgecache.Content, error) {
	o.asked, o.taken = append(o.asked, string(class)), false
	if o.content != nil {
		if content := *o.content; take(&content) {
			o.taken = true
			return content, nil
		}
	}
	return fetch(ctx)
}

const chainsTime = "2024-08-13T16:01:34.000Z"

// copyOf is what others have read: an envelope of rows.
func copyOf(rows string, meta meta) *edgecache.Content {
	return &edgecache.Content{Body: []byte(`{"rows":[` + rows + `],"more":false,"next_key":""}`), Meta: meta.String(), Age: time.Millisecond}
}

const (
	starter = `{"drop_id":1,"name":"Starter Pack"}`
	another = `{"drop_id":2,"name":"Another Pack"}`
)

func TestWhatAllRequestIsTakenFromAnotherProcessUnlessItIsWorse(t *testing.T) {
	other := new(others)
	s := plan{together: other.together}.setup(t, game)
	s.get(drops)
	if !slices.Equal(other.asked, []string{"drops"}) {
		t.Fatalf("asked for %q", other.asked)
	}
	for _, target := range []string{drops + "&min_block=1", paths.Rows + "/accounts?account=eosio.token&scope=alice.wam"} {
		if s.get(target); len(other.asked) != 1 {
			t.Errorf("%s is asked of others", target)
		}
	}
	head := uint64(0)
	s.node.Set(func(state *chaintest.State) { head = state.Head })
	read := func(what string, content *edgecache.Content, taken bool, wants string) {
		t.Helper()
		other.content, other.taken = content, false
		s.clock.Move(soft)
		asked := len(other.asked)
		s.get(drops)
		plugintest.Eventually(t, what, func() bool { return s.config.Engine.Stats().Fetching == 0 && len(other.asked) > asked })
		if body := s.get(drops).Body.String(); other.taken != taken || !strings.Contains(body, wants) {
			t.Errorf("%s: taken is %v, and the answer %s", what, other.taken, body)
		}
	}
	newer := meta{head: head + 1, time: chainsTime}
	lacking, headless, timeless := newer, newer, newer
	lacking.leftOut, headless.head, timeless.time = 1, 0, "today"
	read("rows that could not be read are missing", copyOf(starter, lacking), false, "Starter Pack")
	read("it says of no head", copyOf(starter, headless), false, "Starter Pack")
	read("it says of no time", copyOf(starter, timeless), false, "Starter Pack")
	read("it has no meta", &edgecache.Content{Body: copyOf(starter, newer).Body, Age: 1}, false, "Starter Pack")
	for _, body := range []string{"", "nonsense", "[]", `{"rows":{}}`, `{"rows":[]} `} {
		content := copyOf("", newer)
		content.Body = []byte(body)
		read(fmt.Sprintf("its body is %q", body), content, false, "Starter Pack")
	}
	read("a drop is gone", copyOf(another, newer), false, "Starter Pack")
	read("a drop is sold on other terms", copyOf(`{"drop_id":1,"listing_price":"1.00 USD"}`, newer), false, "Starter Pack")
	read("a newer head", copyOf(starter+","+another, newer), true, "Another Pack")
	read("an older head", copyOf(starter+","+another+`,{"drop_id":3,"name":"An old pack"}`, meta{head: head, time: chainsTime}), true, `"Another Pack"}]`)
}

// One node alone is not believed about a price that jumps, whichever process has asked it.
func TestAPriceOfAnotherProcessIsBelievedAsOneOfANodeIs(t *testing.T) {
	other := new(others)
	s := plan{together: other.together}.setup(t, game)
	read := func(what string, median int, agreed uint64, wants string) {
		t.Helper()
		s.clock.Move(2 * soft)
		head := uint64(0)
		s.node.Set(func(state *chaintest.State) { head = state.Head })
		other.content = copyOf(fmt.Sprintf(`{"median":%d,"timestamp":"2024-08-13T16:01:30.000"}`, median), meta{head: head, time: chainsTime, agreed: agreed})
		answer, err := s.Need(t.Context(), NeedMedian)
		plugintest.Eventually(t, what, func() bool { return s.config.Engine.Stats().Fetching == 0 })
		if answer, err = s.Need(t.Context(), NeedMedian); err != nil || !strings.Contains(string(answer.Body), wants) {
			t.Errorf("%s: %s, %v; want %s", what, answer.Body, err, wants)
		}
	}
	read("nothing is known here yet", 600, 600, `"median":598`)
	read("it follows", 700, 5000, `"median":700`)
	// What two nodes agreed on is what they did here.
	read("it is led away in small steps", 850, 5000, `"median":598`)
	read("it follows again", 599, 5000, `"median":599`)
	read("it jumps", 5000, 5000, `"median":598`)
}
