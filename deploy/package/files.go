package main

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"
)

// file is one of a package: of the disk, or with its content here.
type file struct {
	path    string // absolute, where it is installed; a folder's ends with a slash
	mode    int64
	source  string // on disk
	content string // without a source
	owner   int    // user and group
	config  bool   // belongs to who runs it, and is kept on an upgrade
}

const (
	configFolder = "/etc/fieldhouse/"
	docFolder    = "/usr/share/doc/fieldhouse/"
	stateFolder  = "/var/lib/fieldhouse/"
)

// common are the files of every package.
func (p *packages) common(binary binary, sbom string) []file {
	files := []file{
		{path: "/usr/bin/fieldhouse", mode: 0o755, source: binary.path},
		{path: docFolder + "sbom.cdx.json", mode: 0o644, source: sbom},
	}
	for _, name := range []string{"Caddyfile", "Caddyfile.audit", "Caddyfile.cluster", "Caddyfile.common"} {
		files = append(files, file{path: configFolder + name, mode: 0o644, source: filepath.Join(p.root, name), config: true})
	}
	return files
}

// ours is a file beside this source.
func (p *packages) ours(path string, mode int64, name string) file {
	return file{path: path, mode: mode, source: filepath.Join(p.root, "deploy", "package", "debian", name)}
}

// systemd are the files of a machine with systemd, and the documents.
func (p *packages) systemd() []file {
	const units = "/usr/lib/systemd/system/"
	files := []file{
		p.ours(units+"fieldhouse.service", 0o644, "fieldhouse.service"),
		// The same, with what a process of several has besides.
		p.ours(units+"fieldhouse@.service", 0o644, "fieldhouse.service"),
		p.ours(units+"fieldhouse@.service.d/cluster.conf", 0o644, "cluster.conf"),
		p.ours("/usr/lib/sysusers.d/fieldhouse.conf", 0o644, "fieldhouse.sysusers"),
		p.ours(docFolder+"copyright", 0o644, "copyright"),
	}
	for _, name := range []string{"environment", "environment.1", "environment.2", "environment.3"} {
		environment := p.ours(configFolder+name, 0o640, name)
		environment.config = true
		files = append(files, environment)
	}
	for _, name := range []string{"operating.md", "sale-day.md", "caddyfile.md", "security.md", "architecture.md", "edition-contract.md", "purchases.md"} {
		files = append(files, file{path: docFolder + name, mode: 0o644, source: filepath.Join(p.root, "docs", name)})
	}
	return files
}

// writeArchive writes the tar for machines that have neither dpkg nor containers: one folder, flat.
func (p *packages) writeArchive(binary binary, sbom string) error {
	name := fmt.Sprintf("fieldhouse-%s-linux-%s", p.version, binary.arch)
	files := append(p.common(binary, sbom), p.systemd()...)
	for i, f := range files {
		files[i].path = "/" + name + "/" + path.Base(f.path)
	}
	return p.create(name+".tar.gz", func(out *os.File) error {
		compressed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
		if err != nil {
			return err
		}
		if err := writeTar(compressed, files, p.time); err != nil {
			return err
		}
		return compressed.Close()
	})
}

// writeTar writes a tar that says nothing of this machine and of when it was written.
func writeTar(to io.Writer, files []file, modified time.Time) error {
	out := tar.NewWriter(to)
	for _, f := range files {
		header := tar.Header{
			Name: f.path[1:], Mode: f.mode, Uid: f.owner, Gid: f.owner, ModTime: modified,
			Typeflag: tar.TypeReg, Size: int64(len(f.content)), Format: tar.FormatUSTAR,
		}
		content := []byte(f.content)
		if f.source != "" {
			var err error
			if content, err = os.ReadFile(f.source); err != nil {
				return err
			}
			header.Size = int64(len(content))
		}
		if f.path[len(f.path)-1] == '/' {
			header.Typeflag = tar.TypeDir
		}
		if err := out.WriteHeader(&header); err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		if _, err := out.Write(content); err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
	}
	return out.Close()
}
