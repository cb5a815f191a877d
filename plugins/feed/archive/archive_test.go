package archive

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/feed/article"
	"fieldhouse/plugins/plugintest/must"
)

const address = "https://blog.example/feed"

// post is the nth of a blog that writes each day.
func post(n int) article.Post {
	return article.Post{
		Title: fmt.Sprint("Post ", n), GUID: fmt.Sprint("guid-", n), Link: fmt.Sprint("https://blog.example/post-", n),
		PubDate: fmt.Sprintf("2026-%02d-%02d 08:00:00", 1+n/28, 1+n%28), Content: fmt.Sprintf("<p>Text %d</p>", n), Categories: []string{},
	}
}

// feed has posts, newest first, as a feed of an address is parsed.
func feed(posts ...article.Post) article.Document {
	article.NameSlugs(posts)
	return article.Document{Status: "ok", Feed: article.Channel{URL: address, Title: "Blog"}, Items: posts}
}

// newest are the posts of numbers that count down.
func newest(from, to int) (posts []article.Post) {
	for n := from; n >= to; n-- {
		posts = append(posts, post(n))
	}
	return posts
}

// shelf is an archive and what it reported.
type shelf struct {
	*Archive
	folder             string
	reported, takenOff []string
}

func open(t *testing.T, folder string) *shelf {
	t.Helper()
	s := &shelf{folder: folder}
	s.Archive = Open(folder, address, Config{
		Report:  func(err error) { s.reported = append(s.reported, err.Error()) },
		Removed: func(slug string) { s.takenOff = append(s.takenOff, slug) },
	})
	return s
}

// archived are the titles of what is kept.
func (s *shelf) titles(t *testing.T) string {
	t.Helper()
	body, version := s.Posts()
	if body == nil {
		return ""
	}
	var document article.Document
	if err := json.Unmarshal(body, &document); err != nil || version == "" {
		t.Fatalf("%v, version %q: %s", err, version, body)
	}
	var titles []string
	for _, post := range document.Items {
		titles = append(titles, strings.TrimPrefix(post.Title, "Post "))
	}
	return strings.Join(titles, " ")
}

func TestPostsStayWhenTheFeedNamesThemNoMore(t *testing.T) {
	s := open(t, t.TempDir())
	s.Take(feed(newest(3, 1)...))
	s.Take(feed(newest(5, 4)...))
	if got := s.titles(t); got != "5 4 3 2 1" {
		t.Errorf("archived are %s", got)
	}
	body, version := s.Posts()
	s.Take(feed(newest(5, 4)...))
	if again, same := s.Posts(); same != version || string(again) != string(body) {
		t.Error("a feed that says the same makes another version")
	}
	after := open(t, s.folder)
	if restored, same := after.Posts(); string(restored) != string(body) || same != version || len(after.reported) != 0 {
		t.Errorf("after a restart archived are %s, reported %q", after.titles(t), after.reported)
	}
	if other := Open(s.folder, "https://other.example/feed", Config{}); other.file.Known().Items != nil {
		t.Error("another feed has them too")
	}
}

func TestTheFeedIsTheWordOnItsPostsButNotOnTheirAddresses(t *testing.T) {
	s := open(t, t.TempDir())
	s.Take(feed(newest(2, 1)...))
	corrected := post(2)
	corrected.Title, corrected.Link, corrected.Content = "Post 2b", "https://blog.example/elsewhere", "<p>Corrected</p>"
	twin := post(3)
	twin.Link = "https://blog.example/post-1" // the address that another one has here
	answered := s.Take(feed(twin, corrected))
	if got := s.titles(t); got != "3 2b 1" {
		t.Errorf("archived are %s", got)
	}
	if answered.Items[1].Slug != "post-2" || !strings.HasPrefix(answered.Items[0].Slug, "post-1-") {
		t.Errorf("the feed's posts are at %s and %s", answered.Items[1].Slug, answered.Items[0].Slug)
	}
	body, _ := s.Posts()
	if !strings.Contains(string(body), "<p>Corrected</p>") || strings.Contains(string(body), "<p>Text 2</p>") {
		t.Errorf("the text is not the corrected one: %s", body)
	}
}

func TestAPostThatWasTakenDownIsKeptNoMoreOnceTheFeedWouldNameIt(t *testing.T) {
	s := open(t, t.TempDir())
	s.Take(feed(newest(5, 1)...))
	// 4 is taken down, and the feed still reaches to 3.
	s.Take(feed(post(6), post(5), post(3)))
	if got := s.titles(t); got != "6 5 3 2 1" {
		t.Errorf("archived are %s", got)
	}
	if fmt.Sprint(s.takenOff) != "[post-4]" {
		t.Errorf("removed %v", s.takenOff)
	}
	// A feed that is not full has all that there are.
	few := open(t, t.TempDir())
	few.Take(feed(newest(5, 1)...))
	few.Take(feed(post(5), post(1)))
	if got := few.titles(t); got != "5 1" {
		t.Errorf("of a small blog archived are %s", got)
	}
	// A feed of nothing, and of posts without a date, says nothing about others.
	undated := article.Post{Title: "Post undated", GUID: "undated"}
	for _, said := range []article.Document{feed(), feed(undated)} {
		if s.Take(said); len(s.takenOff) != 1 {
			t.Errorf("taken off are %v", s.takenOff)
		}
	}
	if got := s.titles(t); got != "6 5 3 2 1 undated" {
		t.Errorf("archived are %s", got)
	}
	if after := open(t, s.folder); after.titles(t) != "6 5 3 2 1 undated" {
		t.Errorf("after a restart archived are %s", after.titles(t))
	}
}

// An imported post has the date on which it was written elsewhere, and a cache before the blog may answer with
// what it had weeks ago.
func TestAFeedThatListsAnOldPostOrIsAnOldCopyTakesDownNothing(t *testing.T) {
	s := open(t, t.TempDir())
	for n := 40; n <= 60; n += 10 {
		s.Take(feed(newest(n, n-9)...))
	}
	all := s.titles(t)
	imported := post(61)
	imported.PubDate = "2019-01-01 08:00:00"
	s.Take(feed(append(newest(60, 52), imported)...))
	if got := s.titles(t); got != all+" 61" || len(s.takenOff) > 0 {
		t.Errorf("beside an imported post archived are %s, taken off %v", got, s.takenOff)
	}
	// A younger blog, of whose posts fewer are listed no more than a feed lists.
	s = open(t, t.TempDir())
	for n := 10; n <= 15; n += 5 {
		s.Take(feed(newest(n, n-9)...))
	}
	all = s.titles(t)
	for range 2 {
		s.Take(feed(append(newest(15, 7), imported)...))
	}
	if got := s.titles(t); got != all+" 61" || len(s.takenOff) > 0 {
		t.Errorf("beside an imported post archived are %s, taken off %v", got, s.takenOff)
	}
	s = open(t, t.TempDir())
	for n := 40; n <= 60; n += 10 {
		s.Take(feed(newest(n, n-9)...))
	}
	all = s.titles(t)
	s.Take(feed(newest(40, 31)...))
	s.Take(feed(newest(60, 51)...))
	if got := s.titles(t); got != all || len(s.takenOff) > 0 {
		t.Errorf("after an old copy archived are %s, taken off %v", got, s.takenOff)
	}
}

func TestWhatIsKeptIsBoundedAndTheOldestMakesRoom(t *testing.T) {
	s := open(t, t.TempDir())
	for n := 0; n < 250; n += 10 {
		s.Take(feed(newest(n+9, n)...))
	}
	if posts := strings.Fields(s.titles(t)); len(posts) != MaxPosts || posts[0] != "249" || posts[MaxPosts-1] != "50" {
		t.Errorf("archived are %d, from %s to %s", len(posts), posts[0], posts[len(posts)-1])
	}
	for n := 250; n < 260; n++ {
		large := post(n)
		large.Content = strings.Repeat("<p>much</p>", MaxBytes/5/len("<p>much</p>"))
		s.Take(feed(large))
	}
	body, _ := s.Posts()
	if posts := strings.Fields(s.titles(t)); len(body) > MaxBytes || len(posts) != 4 || posts[0] != "259" {
		t.Errorf("archived are %d bytes, posts %v", len(body), posts)
	}
	if info, err := os.Stat(s.file.Path()); err != nil || info.Size() > MaxBytes {
		t.Errorf("%v, %v", info, err)
	}
	if after := open(t, s.folder); after.titles(t) != s.titles(t) || len(after.reported) != 0 {
		t.Errorf("after a restart archived are %s, reported %q", after.titles(t), after.reported)
	}
}

func TestADamagedFileIsToldAndBegunAnew(t *testing.T) {
	for name, damage := range map[string]string{
		"cut": `{"status":"ok","items":[{"ti`, "empty": "", "of another form": "[]", "too large": strings.Repeat(" ", MaxBytes+1),
		"an address that is none": `{"status":"ok","feed":{"url":"` + address + `"},"items":[{"title":"x","slug":"../x"}]}`,
		"of another feed":         `{"status":"ok","feed":{"url":"https://other.example"},"items":[{"title":"x","slug":"x"}]}`,
	} {
		s := open(t, t.TempDir())
		s.Take(feed(newest(2, 1)...))
		must.Do(t, os.WriteFile(s.file.Path(), []byte(damage), 0o644))
		after := open(t, s.folder)
		if len(after.reported) != 1 || after.titles(t) != "" {
			t.Errorf("%s: archived are %s, reported %q", name, after.titles(t), after.reported)
		}
		after.Take(feed(post(3)))
		if again := open(t, s.folder); again.titles(t) != "3" || len(again.reported) != 0 {
			t.Errorf("%s: begun anew archived are %s, reported %q", name, again.titles(t), again.reported)
		}
	}
}

func TestTwoProcessesKeepTogetherWhatEachHasRead(t *testing.T) {
	one := open(t, t.TempDir())
	other := open(t, one.folder)
	one.Take(feed(post(1)))
	other.Take(feed(post(2)))
	one.Take(feed(post(3)))
	if got := one.titles(t); got != "3 2 1" || open(t, one.folder).titles(t) != got {
		t.Errorf("archived are %s", got)
	}
}

func TestWithoutAFolderPostsAreKeptInMemory(t *testing.T) {
	s := open(t, "")
	s.Take(feed(newest(2, 1)...))
	s.Take(feed(post(3)))
	if got := s.titles(t); got != "3 2 1" || len(s.reported) != 0 {
		t.Errorf("archived are %s, reported %q", got, s.reported)
	}
	if files, _ := filepath.Glob("posts-*"); len(files) != 0 {
		t.Errorf("files %v", files)
	}
}

func TestAFolderThatCannotBeWrittenIsToldAndPostsAreKeptInMemory(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(folder, nil, 0o644))
	s := open(t, folder)
	s.reported = nil
	s.Take(feed(post(1)))
	if s.titles(t) != "1" || len(s.reported) == 0 {
		t.Errorf("archived are %s, reported %q", s.titles(t), s.reported)
	}
}
