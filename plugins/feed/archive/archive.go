// Package archive keeps the posts of a feed that the feed does not name any more, so that
// what was shared leads somewhere: a feed mostly has the newest ten.
package archive

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/feed/article"
	"fieldhouse/plugins/flock"
)

// The bounds of what is kept of a feed: the newest posts, and how many bytes of them.
const (
	MaxPosts = 200
	MaxBytes = 3 << 20
)

// Archive is the posts of one feed. Several processes may use it.
type Archive struct {
	folder, name string
	address      string
	config       Config

	mutex   sync.Mutex
	kept    article.Document
	body    []byte
	version string
}

// Config is who is told.
type Config struct {
	// Report is told of a file that cannot be read or written, and Removed of a post that
	// the blog took down, by its slug. Default nobody.
	Report  func(error)
	Removed func(slug string)
}

// Open has what was kept of the feed at an address, in a folder; without a folder it is
// kept in memory alone. A damaged file is told and begun anew.
func Open(folder, address string, config Config) *Archive {
	if config.Report == nil {
		config.Report = func(error) {}
	}
	if config.Removed == nil {
		config.Removed = func(string) {}
	}
	digest := sha256.Sum256([]byte(address))
	a := &Archive{folder: folder, name: "posts-" + hex.EncodeToString(digest[:6]), address: address, config: config}
	if folder == "" {
		return a
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.hold(a.load())
	return a
}

func (a *Archive) path() string { return filepath.Join(a.folder, a.name+".json") }

// load is the file's document; an empty one where there is none or it is damaged.
func (a *Archive) load() article.Document {
	read, err := read(a.path())
	if err == nil && read.Feed.URL != a.address && len(read.Items) > 0 {
		err = fmt.Errorf("it is of %q", read.Feed.URL)
	}
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			a.config.Report(fmt.Errorf("the kept posts %s cannot be read, and are kept anew from the feed: %w", a.path(), err))
		}
		return article.Document{}
	}
	return read
}

func read(path string) (document article.Document, err error) {
	content, err := atomicfile.Read(path, MaxBytes)
	if err != nil {
		return document, err
	}
	if err := json.Unmarshal(content, &document); err != nil {
		return document, err
	}
	for _, post := range document.Items {
		if !article.IsSlug(post.Slug) {
			return document, fmt.Errorf("the post %q has no address", post.Title)
		}
	}
	return document, nil
}

// hold has a document be what is kept; the mutex is held.
func (a *Archive) hold(document article.Document) {
	if len(document.Items) == 0 {
		return
	}
	body, left, err := document.JSON(MaxBytes)
	if err != nil {
		a.config.Report(err)
		return
	}
	if left > 0 && len(document.Items) > 1 {
		document.Items = document.Items[:len(document.Items)-left]
	}
	digest := sha256.Sum256(body)
	a.kept, a.body, a.version = document, body, hex.EncodeToString(digest[:12])
}

// Posts are the kept posts in the feed-to-JSON shape, the feed's own among them, and a
// version, which is another one exactly when they are others; nil while nothing is kept.
// They must not be changed.
func (a *Archive) Posts() (body []byte, version string) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.body, a.version
}

// Newest are the newest of the kept posts, for a feed that cannot be read.
func (a *Archive) Newest(most int) article.Document {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	newest := a.kept
	newest.Items = slices.Clone(newest.Items[:min(most, len(newest.Items))])
	return newest
}

// Take keeps the posts of the feed as it is now, and answers it with the addresses that
// its posts have here: that of a post stays what it was, whatever becomes of its title and
// of its link. What the feed says of a post is the word on it. One that the feed does not
// name though it reaches further back was taken down by its author and is not kept.
func (a *Archive) Take(feed article.Document) article.Document {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.folder != "" {
		unlock, err := flock.Exclusive(filepath.Join(a.folder, "."+a.name+".lock"))
		if err != nil {
			a.config.Report(fmt.Errorf("keeping posts: %w", err))
		} else {
			defer unlock()
			a.another()
		}
	}
	feed, merged := a.merge(feed)
	before := a.body
	a.hold(merged)
	if a.folder != "" && !bytes.Equal(before, a.body) {
		if err := atomicfile.Write(a.folder, a.name+".json", "."+a.name+"-", a.body, 0o644); err != nil {
			a.config.Report(fmt.Errorf("keeping posts: %w", err))
		}
	}
	return feed
}

// another takes over what another process has kept; the mutex is held.
func (a *Archive) another() {
	content, err := os.ReadFile(a.path())
	if err == nil && !bytes.Equal(content, a.body) {
		a.hold(a.load())
	}
}

// id tells a post by what its author does not change.
func id(post *article.Post) string { return cmp.Or(post.GUID, post.Link, post.PubDate+post.Title) }

// merge joins the feed's posts with the kept ones, newest first.
func (a *Archive) merge(feed article.Document) (named, merged article.Document) {
	known := map[string]*article.Post{}
	for index := range a.kept.Items {
		known[id(&a.kept.Items[index])] = &a.kept.Items[index]
	}
	merged = feed
	merged.Items = slices.Clone(feed.Items)
	reach := ""
	for index := range merged.Items {
		post := &merged.Items[index]
		if before := known[id(post)]; before != nil {
			post.Slug = before.Slug
			delete(known, id(post))
		} else {
			post.Slug = ""
		}
		if post.PubDate != "" && (reach == "" || post.PubDate < reach) {
			reach = post.PubDate
		}
	}
	for _, kept := range a.kept.Items {
		if known[id(&kept)] == nil {
			continue
		}
		if reach != "" && kept.PubDate > reach {
			a.config.Removed(kept.Slug)
			continue
		}
		merged.Items = append(merged.Items, kept)
	}
	article.NameSlugs(merged.Items)
	feed.Items = slices.Clone(merged.Items[:len(feed.Items)])
	slices.SortStableFunc(merged.Items, func(a, b article.Post) int { return strings.Compare(b.PubDate, a.PubDate) })
	merged.Items = merged.Items[:min(MaxPosts, len(merged.Items))]
	return feed, merged
}
