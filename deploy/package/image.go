package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// imageUser is the user and group of the image's process, which owns the state's folder.
const imageUser = 65532

// image is one architecture's.
type image struct {
	v1.Image
	platform v1.Platform
}

// image makes an image of one layer from nothing: no shell, no libraries, no other programs. The
// certificate authorities are in the binary (golang.org/x/crypto/x509roots/fallback, through Caddy).
func (p *packages) image(binary binary, sbom string) (image, error) {
	var layer bytes.Buffer
	files := []file{
		{path: "/etc/passwd", mode: 0o644, content: fmt.Sprintf("fieldhouse:x:%d:%[1]d::%s:/sbin/nologin\n", imageUser, path.Clean(stateFolder))},
		{path: "/etc/group", mode: 0o644, content: fmt.Sprintf("fieldhouse:x:%d:\n", imageUser)},
		// Runtimes mount their own; without any the admin endpoint's localhost would be asked of DNS.
		{path: "/etc/hosts", mode: 0o644, content: "127.0.0.1 localhost\n::1 localhost\n"},
		{path: "/tmp/", mode: 0o1777},
		// A new volume takes owner and mode of what it is mounted on.
		{path: stateFolder, mode: 0o700, owner: imageUser},
		{path: stateFolder + "store/", mode: 0o700, owner: imageUser},
	}
	if err := writeTar(&layer, append(files, p.common(binary, sbom)...), p.time); err != nil {
		return image{}, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(layer.Bytes())), nil }
	content, err := tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer), tarball.WithCompressedCaching)
	if err != nil {
		return image{}, err
	}
	platform := v1.Platform{OS: "linux", Architecture: binary.arch}
	created := v1.Time{Time: p.time}
	base, err := mutate.ConfigFile(mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON), &v1.ConfigFile{
		OS: platform.OS, Architecture: platform.Architecture, Created: created, RootFS: v1.RootFS{Type: "layers"},
		Config: v1.Config{
			User:       fmt.Sprintf("%d:%[1]d", imageUser),
			Entrypoint: []string{"/usr/bin/fieldhouse"},
			Cmd:        []string{"run", "--config", configFolder + "Caddyfile"},
			// Certificates are kept below HOME.
			Env:          []string{"PATH=/usr/bin", "HOME=" + path.Clean(stateFolder)},
			WorkingDir:   path.Clean(stateFolder),
			Volumes:      map[string]struct{}{path.Clean(stateFolder): {}},
			ExposedPorts: map[string]struct{}{"80/tcp": {}, "443/tcp": {}, "443/udp": {}},
			StopSignal:   "SIGTERM",
			Labels:       map[string]string{titleLabel: "fieldhouse", versionLabel: p.version},
		},
	})
	if err != nil {
		return image{}, err
	}
	made, err := mutate.Append(base, mutate.Addendum{Layer: content, History: v1.History{Created: created, CreatedBy: "npm run package"}})
	return image{made, platform}, err
}

// The annotations of the OCI image specification that registries and tools show.
const (
	titleLabel   = "org.opencontainers.image.title"
	versionLabel = "org.opencontainers.image.version"
	nameLabel    = "org.opencontainers.image.ref.name"
	// containerd, and Docker where it stores images in that, look at this name first.
	containerdLabel = "io.containerd.image.name"
)

// writeImages writes a tar of an OCI image layout: of the one image, or of an index of all. Docker
// without containerd's store reads no index but Docker's own list, which names the same blobs.
func (p *packages) writeImages(images []image) error {
	loaded := "localhost/fieldhouse:" + strings.ReplaceAll(p.version, "+", "-")
	tag := map[string]string{nameLabel: loaded, containerdLabel: loaded}
	name := "fieldhouse-" + p.version
	all := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	outer := all
	if len(images) == 1 {
		name += "-" + images[0].platform.Architecture
		outer = mutate.AppendManifests(outer, mutate.IndexAddendum{Add: images[0], Descriptor: v1.Descriptor{Platform: &images[0].platform, Annotations: tag}})
	} else {
		for _, image := range images {
			all = mutate.AppendManifests(all, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: &image.platform}})
		}
		outer = mutate.AppendManifests(outer, mutate.IndexAddendum{Add: all, Descriptor: v1.Descriptor{Annotations: tag}})
	}
	folder, err := os.MkdirTemp("", "fieldhouse-image-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if _, err := layout.Write(folder, outer); err != nil {
		return err
	}
	var list tarball.Manifest
	for _, image := range images {
		docker := loaded
		if len(images) > 1 {
			docker += "-" + image.platform.Architecture // a name has one image there
		}
		described, err := dockers(image, docker)
		if err != nil {
			return err
		}
		list = append(list, described)
	}
	content, err := json.Marshal(list)
	if err != nil {
		return err
	}
	var files []file
	// In the order of their names.
	err = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files = append(files, file{path: filepath.ToSlash(strings.TrimPrefix(name, folder)), mode: 0o644, source: name})
		return nil
	})
	if err != nil {
		return err
	}
	files = append(files, file{path: "/manifest.json", mode: 0o644, content: string(content)})
	return p.create(name+".oci.tar", func(out *os.File) error { return writeTar(out, files, p.time) })
}

// dockers is an image as Docker's list of an archive has it.
func dockers(image image, name string) (described tarball.Descriptor, err error) {
	config, err := image.ConfigName()
	if err != nil {
		return described, err
	}
	layers, err := image.Layers()
	if err != nil {
		return described, err
	}
	blob := func(of v1.Hash) string { return path.Join("blobs", of.Algorithm, of.Hex) }
	described = tarball.Descriptor{Config: blob(config), RepoTags: []string{name}}
	for _, layer := range layers {
		digest, err := layer.Digest()
		if err != nil {
			return described, err
		}
		described.Layers = append(described.Layers, blob(digest))
	}
	return described, nil
}
