// Command package makes packages of the gateway's binaries: an OCI image, and for each architecture
// a Debian package, an archive and a list of what the binary is made of, with the checksums of all.
// It needs no daemon, no network and no rights, and the same binaries give the same bytes.
// `npm run package` builds the binaries and runs it.
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// packages is what is made: of one version, for several architectures.
type packages struct {
	version  string    // as `git describe` says it
	time     time.Time // of every file and label
	root     string    // the repository: configuration and documents
	resvg    string    // the version of @resvg/resvg-wasm, which the binary has in it
	output   string    // the folder that is written
	binaries []binary
}

// binary is a gateway for one of Go's architectures.
type binary struct{ arch, path string }

func main() {
	log.SetFlags(0)
	var p packages
	epoch := flag.Int64("time", 0, "the time of all files, in seconds since 1970")
	flag.StringVar(&p.version, "version", "", "the version, as git describe says it")
	flag.StringVar(&p.root, "root", "../..", "the repository")
	flag.StringVar(&p.resvg, "resvg", "", "the version of @resvg/resvg-wasm in the binary")
	flag.StringVar(&p.output, "output", "", "the folder to write, which is emptied first")
	flag.Parse()
	p.time = time.Unix(*epoch, 0).UTC()
	for _, argument := range flag.Args() {
		arch, path, found := strings.Cut(argument, "=")
		if !found {
			log.Fatalf("package: %q is not ARCHITECTURE=BINARY, such as amd64=./fieldhouse", argument)
		}
		p.binaries = append(p.binaries, binary{arch, path})
	}
	if p.version == "" || p.output == "" || len(p.binaries) == 0 {
		log.Fatal("usage: package -version VERSION -time SECONDS -output FOLDER ARCHITECTURE=BINARY...")
	}
	written, err := p.make()
	if err != nil {
		log.Fatalf("package: %v", err)
	}
	for _, name := range written {
		fmt.Println(filepath.Join(p.output, name))
	}
}

// make writes all packages and says their names.
func (p *packages) make() ([]string, error) {
	if err := os.RemoveAll(p.output); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(p.output, 0o755); err != nil {
		return nil, err
	}
	var images []image
	for _, binary := range p.binaries {
		sbom := filepath.Join(p.output, fmt.Sprintf("fieldhouse-%s-linux-%s.cdx.json", p.version, binary.arch))
		if err := p.writeSBOM(sbom, binary); err != nil {
			return nil, fmt.Errorf("the list of what %s is made of: %w", binary.path, err)
		}
		if err := p.writeArchive(binary, sbom); err != nil {
			return nil, fmt.Errorf("the archive for %s: %w", binary.arch, err)
		}
		if err := p.writeDeb(binary, sbom); err != nil {
			return nil, fmt.Errorf("the Debian package for %s: %w", binary.arch, err)
		}
		made, err := p.image(binary, sbom)
		if err != nil {
			return nil, fmt.Errorf("the image for %s: %w", binary.arch, err)
		}
		images = append(images, made)
	}
	if err := p.writeImages(images); err != nil {
		return nil, fmt.Errorf("the image: %w", err)
	}
	return p.writeSums()
}

// writeSums writes SHA256SUMS, which `sha256sum --check` reads, and says the names of all files.
func (p *packages) writeSums() ([]string, error) {
	entries, err := os.ReadDir(p.output)
	if err != nil {
		return nil, err
	}
	var written []string
	var sums strings.Builder
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(p.output, entry.Name()))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), entry.Name())
		written = append(written, entry.Name())
	}
	const name = "SHA256SUMS"
	return append(written, name), os.WriteFile(filepath.Join(p.output, name), []byte(sums.String()), 0o644)
}

// create writes a file of the output; write's error and that of closing it are one.
func (p *packages) create(name string, write func(*os.File) error) error {
	file, err := os.OpenFile(filepath.Join(p.output, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}
