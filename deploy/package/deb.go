package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

// writeDeb writes the package for Debian and what derives from it.
func (p *packages) writeDeb(binary binary, sbom string) error {
	script := func(name string) string { return p.ours("", 0, name).source }
	info := nfpm.WithDefaults(&nfpm.Info{
		Name:          "fieldhouse",
		Arch:          binary.arch,
		Version:       debVersion(p.version, p.time),
		VersionSchema: "none",
		Section:       "httpd",
		Maintainer:    "Fieldhouse <ops@fieldhouse.example>",
		Description: "gateway of the Fieldhouse card game\n" +
			"A Caddy server that composes the pages of releases, serves their files and is\n" +
			"the cache before the chain's nodes.",
		MTime: p.time,
		Overridables: nfpm.Overridables{
			Depends:    []string{"systemd | systemd-standalone-sysusers | systemd-sysusers"},
			Recommends: []string{"ca-certificates"},
			Scripts: nfpm.Scripts{
				PostInstall: script("postinst"), PreRemove: script("prerm"), PostRemove: script("postrm"),
			},
		},
	})
	for _, f := range append(p.common(binary, sbom), p.systemd()...) {
		content := &files.Content{
			Source: f.source, Destination: f.path,
			FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: os.FileMode(f.mode), MTime: p.time},
		}
		if f.config {
			content.Type = files.TypeConfigNoReplace
		}
		info.Contents = append(info.Contents, content)
	}
	name := filepath.Base(deb.Default.ConventionalFileName(info))
	return p.create(name, func(out *os.File) error { return deb.Default.Package(info, out) })
}

// described is a version as `git describe` says it with a tag: the tag, and how far it is behind.
var described = regexp.MustCompile(`^v?(\d+\.[\w.]+?)(-[a-zA-Z][\w.]*?)??((?:-\d+-g[0-9a-f]+)?(?:-dirty)?)$`)

// debVersion is a version that dpkg sorts as the commits are: a release candidate before its
// release, commits after their tag, and by time where nothing is tagged.
func debVersion(version string, committed time.Time) string {
	if parts := described.FindStringSubmatch(version); parts != nil {
		before := strings.Replace(parts[2], "-", "~", 1)
		after := strings.ReplaceAll(strings.Replace(parts[3], "-", "+", 1), "-", ".")
		return parts[1] + before + after
	}
	return "0.0.0+" + committed.UTC().Format("20060102150405") + "." + strings.ReplaceAll(version, "-", ".")
}
