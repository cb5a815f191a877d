// Package archive stores the posts that a feed does not list any more, so that shared
// links keep working: a feed mostly lists the newest ten.
package archive

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fieldhouse/plugins/feed/article"
	"fieldhouse/plugins/sharedfile"
)

// The bounds of an archive: the newest posts, and how many bytes of them.
const (
	MaxPosts = 200
	MaxBytes = 3 << 20
)

// usualPosts is how many posts most feeds list.
const usualPosts = 10

// Archive is the posts of one feed. Several processes may use it.
type Archive struct {
	address string
	config  Config
	file    *sharedfile.File[posts]
}

// posts are the archived posts, and the file's bytes.
type posts struct {
	article.Document
	body    []byte
	version string
}

// Config has the functions that an Archive calls.
type Config struct {
	// Report is called with the error of a file that cannot be read or written, and
	// Removed with the slug of a post that the blog took down. Default none.
	Report  func(error)
	Removed func(slug string)
}

// Open opens the archive of the feed at an address, in a folder; without a folder it is
// in memory alone. A damaged file is reported and replaced.
func Open(folder, address string, config Config) *Archive {
	if config.Report == nil {
		config.Report = func(error) {}
	}
	if config.Removed == nil {
		config.Removed = func(string) {}
	}
	digest := sha256.Sum256([]byte(address))
	a := &Archive{address: address, config: config}
	a.file = sharedfile.Open(sharedfile.Config[posts]{
		Folder: folder, Name: "posts-" + hex.EncodeToString(digest[:6]) + ".json", MaxBytes: MaxBytes, Remembers: true,
		Parse: a.parse, Format: func(archived posts) ([]byte, error) { return archived.body, nil },
		Report: func(err error) {
			config.Report(fmt.Errorf("the archived posts %s cannot be read, and are archived anew from the feed: %w", a.file.Path(), err))
		},
	})
	_, _ = a.file.Read() // it has been reported
	return a
}

func (a *Archive) parse(content []byte) (posts, error) {
	var document article.Document
	if err := json.Unmarshal(content, &document); err != nil {
		return posts{}, err
	}
	if len(document.Items) == 0 {
		return posts{}, nil
	}
	if document.Feed.URL != a.address {
		return posts{}, fmt.Errorf("it is of %q", document.Feed.URL)
	}
	for _, post := range document.Items {
		if !article.IsSlug(post.Slug) {
			return posts{}, fmt.Errorf("the post %q has no address", post.Title)
		}
	}
	return bounded(document)
}

// bounded are as many posts as may be archived.
func bounded(document article.Document) (posts, error) {
	body, left, err := document.JSON(MaxBytes)
	if err != nil {
		return posts{}, err
	}
	if left > 0 && len(document.Items) > 1 {
		document.Items = document.Items[:len(document.Items)-left]
	}
	digest := sha256.Sum256(body)
	return posts{document, body, hex.EncodeToString(digest[:12])}, nil
}

// Posts are the archived posts in the feed-to-JSON shape, the feed's own among them, and a
// version that changes exactly when they do; nil while there are none. They must not be
// changed.
func (a *Archive) Posts() (body []byte, version string) {
	archived := a.file.Known()
	return archived.body, archived.version
}

// Take archives the posts of the feed as it is now, and returns the feed with the slugs
// that its posts have here: the slug of a post never changes, whatever becomes of its title
// and its link. Everything else of a post is as in the feed. A post that the feed does not
// list though it reaches further back was taken down by its author and is removed; more than a
// feed lists at a time were not.
func (a *Archive) Take(feed article.Document) (named article.Document) {
	err := a.file.Change(func(archived posts, problem error) (posts, error) {
		var merged article.Document
		named, merged = a.merge(archived.Items, feed)
		if len(merged.Items) == 0 {
			return posts{}, sharedfile.ErrSame
		}
		next, err := bounded(merged)
		if problem == nil && bytes.Equal(next.body, archived.body) {
			return posts{}, sharedfile.ErrSame
		}
		return next, err
	})
	if err != nil {
		a.config.Report(fmt.Errorf("archiving posts: %w", err))
	}
	return named
}

// id identifies a post by what its author does not change.
func id(post *article.Post) string { return cmp.Or(post.GUID, post.Link, post.PubDate+post.Title) }

// reachOf is the date down to which a feed lists all posts; empty for none. One that is dated long
// before it came, as an imported one is, stands in a full feed below several that are not listed any more.
func reachOf(listed []article.Post, unlisted map[string]*article.Post) string {
	var dates []string
	for _, post := range listed {
		if post.PubDate != "" {
			dates = append(dates, post.PubDate)
		}
	}
	slices.Sort(dates)
	for index, date := range dates {
		above := 0
		for _, post := range unlisted {
			if post.PubDate > date && (index+1 == len(dates) || post.PubDate < dates[index+1]) {
				above++
			}
		}
		if above < 2 || len(listed) < usualPosts {
			return date
		}
	}
	return ""
}

// merge joins the feed's posts with the archived ones, newest first.
func (a *Archive) merge(posts []article.Post, feed article.Document) (named, merged article.Document) {
	known := map[string]*article.Post{}
	for index := range posts {
		known[id(&posts[index])] = &posts[index]
	}
	merged = feed
	merged.Items = slices.Clone(feed.Items)
	for index := range merged.Items {
		post := &merged.Items[index]
		if before := known[id(post)]; before != nil {
			post.Slug = before.Slug
			delete(known, id(post))
		} else {
			post.Slug = ""
		}
	}
	reach := reachOf(feed.Items, known)
	gone := slices.DeleteFunc(slices.Clone(posts), func(archived article.Post) bool {
		return known[id(&archived)] == nil || reach == "" || archived.PubDate <= reach
	})
	if len(gone) > max(len(feed.Items), usualPosts) {
		gone = nil // the feed is an old copy
	}
	for _, archived := range gone {
		a.config.Removed(archived.Slug)
		delete(known, id(&archived))
	}
	for _, archived := range posts {
		if known[id(&archived)] != nil {
			merged.Items = append(merged.Items, archived)
		}
	}
	article.NameSlugs(merged.Items)
	feed.Items = slices.Clone(merged.Items[:len(feed.Items)])
	slices.SortStableFunc(merged.Items, func(a, b article.Post) int { return strings.Compare(b.PubDate, a.PubDate) })
	merged.Items = merged.Items[:min(MaxPosts, len(merged.Items))]
	return feed, merged
}
