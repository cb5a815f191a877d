package blog

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/internal/recorded"
	"fieldhouse/plugins/plugintest/must"

	"github.com/mmcdole/gofeed"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func ask(after time.Duration, change func(*http.Request)) *httptest.ResponseRecorder {
	feed := &Feed{Start: start, Now: func() time.Time { return start.Add(after) }}
	request := httptest.NewRequest(http.MethodGet, Path, nil)
	request.Host = "127.0.0.1:8081"
	change(request)
	answer := httptest.NewRecorder()
	feed.ServeHTTP(answer, request)
	return answer
}

func same(*http.Request) {}

func parsed(t *testing.T, after time.Duration) *gofeed.Feed {
	t.Helper()
	return must.Get(gofeed.NewParser().ParseString(ask(after, same).Body.String()))(t)
}

func TestANewPostComesEveryFiveMinutesOfTheChain(t *testing.T) {
	for after, want := range map[time.Duration]int{
		-time.Minute: 8, 0: 8, 4*time.Minute + 59*time.Second: 8, 5 * time.Minute: 9, 10 * time.Minute: 10, 15 * time.Minute: 10, 90 * time.Minute: 10,
	} {
		if got := len(parsed(t, after).Items); got != want {
			t.Errorf("%s after the start the feed has %d posts, want %d", after, got, want)
		}
	}
	before, then := parsed(t, 10*time.Minute), parsed(t, 15*time.Minute)
	if then.Items[1].GUID != before.Items[0].GUID || then.Items[0].GUID == before.Items[0].GUID {
		t.Error("the new post does not stand before the others")
	}
	last := time.Duration(len(written)-Before) * Every
	if title := parsed(t, last).Items[0].Title; title != written[len(written)-1].Title {
		t.Errorf("the last text is %q", title)
	}
	if title := parsed(t, last+Every).Items[0].Title; title != "From the archive: "+written[0].Title {
		t.Errorf("after it comes %q", title)
	}
}

func TestPostsAreInOrderAndHaveAllTheirParts(t *testing.T) {
	for _, after := range []time.Duration{0, time.Hour} {
		feed := parsed(t, after)
		guids := map[string]bool{}
		for i, item := range feed.Items {
			if i > 0 && !item.PublishedParsed.Before(*feed.Items[i-1].PublishedParsed) || item.PublishedParsed.After(start.Add(after)) {
				t.Errorf("post %d is of %s", i, item.PublishedParsed)
			}
			if guids[item.GUID] || item.Title == "" || len(item.Categories) == 0 || len(item.DublinCoreExt.Creator) == 0 ||
				!strings.HasPrefix(item.Link, "https://medium.com/fieldhouse/") || !strings.Contains(item.Link, "?source=rss----") {
				t.Errorf("post %d: %q %q %v", i, item.Title, item.Link, item.Categories)
			}
			guids[item.GUID] = true
		}
	}
}

func TestOnlyMembersPostsHaveADescription(t *testing.T) {
	content := ask(0, same).Body.String()
	items := strings.Split(content, "<item>")[1:]
	teasers := 0
	for _, item := range items {
		full, described := strings.Contains(item, "<content:encoded><![CDATA["), strings.Contains(item, "<description><![CDATA[")
		if full == described {
			t.Errorf("a post has both content and description or neither:\n%.300s", item)
		}
		if described {
			teasers++
		}
		if pixel := `width="1" height="1" alt="">]]></content:encoded>`; full && !strings.Contains(item, pixel) {
			t.Errorf("a full post has no pixel at its end:\n%.300s", item)
		}
	}
	if teasers != 1 {
		t.Errorf("%d posts are for members", teasers)
	}
}

func TestPicturesOfPostsAreOnTheGateway(t *testing.T) {
	gateway := Pictures()
	address := regexp.MustCompile(`src="http://127\.0\.0\.1:8081(/ipfs/[^"]+)"`)
	found := 0
	for _, after := range []time.Duration{0, 20 * time.Minute} {
		for _, image := range address.FindAllStringSubmatch(ask(after, same).Body.String(), -1) {
			found++
			answer := httptest.NewRecorder()
			gateway.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, image[1], nil))
			if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != "image/svg+xml" || !strings.Contains(answer.Body.String(), "<svg") {
				t.Errorf("%s: %d %s", image[1], answer.Code, answer.Body)
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d pictures", found)
	}
	unknown := httptest.NewRecorder()
	gateway.ServeHTTP(unknown, httptest.NewRequest(http.MethodGet, PicturePrefix+"QmUnknown", nil))
	if unknown.Code != http.StatusNotFound {
		t.Errorf("an unknown hash: %d", unknown.Code)
	}
}

func TestAReaderWhoHasTheFeedGets304(t *testing.T) {
	first := ask(0, same)
	tag, modified := first.Header().Get("ETag"), first.Header().Get("Last-Modified")
	for name, c := range map[string]struct {
		after  time.Duration
		change func(*http.Request)
		want   int
	}{
		"the tag":                 {0, func(r *http.Request) { r.Header.Set("If-None-Match", tag) }, 304},
		"a weak tag among others": {0, func(r *http.Request) { r.Header.Set("If-None-Match", `"x", W/`+tag) }, 304},
		"the time":                {0, func(r *http.Request) { r.Header.Set("If-Modified-Since", modified) }, 304},
		"an old tag with the time": {0, func(r *http.Request) {
			r.Header.Set("If-None-Match", `"x"`)
			r.Header.Set("If-Modified-Since", modified)
		}, 200},
		"the tag after a new post":   {Every, func(r *http.Request) { r.Header.Set("If-None-Match", tag) }, 200},
		"the time after a new post":  {Every, func(r *http.Request) { r.Header.Set("If-Modified-Since", modified) }, 200},
		"a moment later, same posts": {time.Second, func(r *http.Request) { r.Header.Set("If-None-Match", tag) }, 304},
		"POST":                       {0, func(r *http.Request) { r.Method = http.MethodPost }, 405},
	} {
		answer := ask(c.after, c.change)
		if answer.Code != c.want || c.want == 304 && answer.Body.Len() > 0 {
			t.Errorf("%s: %d with %d bytes, want %d", name, answer.Code, answer.Body.Len(), c.want)
		}
	}
}

// elements are the names of all elements of a feed, once each.
func elements(text string) map[string]bool {
	text = regexp.MustCompile(`(?s)<!\[CDATA\[.*?\]\]>`).ReplaceAllString(text, "")
	found := map[string]bool{}
	for _, name := range regexp.MustCompile(`<([a-z][\w:]*)`).FindAllStringSubmatch(text, -1) {
		found[name[1]] = true
	}
	return found
}

func TestTheFeedHasTheElementsOfMediums(t *testing.T) {
	want := elements(string(recorded.Body(t, "synthetic_medium_feed.xml")))
	recorded.SameNames(t, elements(ask(0, same).Body.String()), want)
}
