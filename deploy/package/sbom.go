package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// writeSBOM writes a CycloneDX list of what the binary is made of.
func (p *packages) writeSBOM(path string, binary binary) error {
	info, err := buildinfo.ReadFile(binary.path)
	if err != nil {
		return err
	}
	return p.create(filepath.Base(path), func(out *os.File) error {
		return cyclonedx.NewBOMEncoder(out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(p.bom(info, binary.arch))
	})
}

// bom lists the modules that Go says are in a binary, Go itself and the renderer that is embedded.
// The npm packages of the apps are not in it: they ship with releases.
func (p *packages) bom(info *debug.BuildInfo, arch string) *cyclonedx.BOM {
	components := []cyclonedx.Component{module("std", strings.TrimPrefix(info.GoVersion, "go"), "")}
	for _, required := range info.Deps {
		if strings.HasPrefix(required.Path, "fieldhouse/") { // of this repository
			components = append(components, module(required.Path, p.version, ""))
			continue
		}
		used := cmp.Or(required.Replace, required)
		components = append(components, module(used.Path, used.Version, used.Sum))
	}
	if p.resvg != "" {
		components = append(components, library("pkg:npm/%40resvg/resvg-wasm@"+p.resvg, "@resvg/resvg-wasm", p.resvg))
	}
	gateway := module(info.Main.Path, p.version, "")
	gateway.Type = cyclonedx.ComponentTypeApplication
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{
		Timestamp:  p.time.Format(time.RFC3339),
		Component:  &gateway,
		Properties: &[]cyclonedx.Property{{Name: "fieldhouse:platform", Value: "linux/" + arch}},
	}
	bom.Components = &components
	return bom
}

// module is a Go module; sum is its line of go.sum, the SHA-256 of the list of its files.
func module(path, version, sum string) cyclonedx.Component {
	component := library("pkg:golang/"+path+"@"+version, path, version)
	if digest, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sum, "h1:")); err == nil && len(digest) > 0 {
		component.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(digest)}}
	}
	return component
}

func library(purl, name, version string) cyclonedx.Component {
	return cyclonedx.Component{
		BOMRef: purl, Type: cyclonedx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: purl,
	}
}
