package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/blakesmith/ar"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// program is a binary of Go's, which says what it is made of.
var program string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "package")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	for name, content := range map[string]string{"go.mod": "module fake\n", "main.go": "package main\n\nfunc main() {}\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			panic(err)
		}
	}
	program = filepath.Join(folder, "fake")
	build := exec.Command("go", "build", "-trimpath", "-o", program, ".")
	build.Dir, build.Env = folder, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if said, err := build.CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%v: %s", err, said))
	}
	m.Run()
}

// made makes the packages of a program.
func made(t *testing.T, program string, archs ...string) *packages {
	t.Helper()
	p := &packages{version: "v1.2.3", time: time.Unix(1_700_000_000, 0).UTC(), root: "../..", resvg: "2.6.2", output: filepath.Join(t.TempDir(), "out")}
	for _, arch := range archs {
		p.binaries = append(p.binaries, binary{arch, program})
	}
	if _, err := p.make(); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheSameBinaryGivesTheSameBytesWithTheirSums(t *testing.T) {
	// A copy of another name, mode and time.
	folder := t.TempDir()
	written(t, folder, map[string]string{"copy": read(t, program)})
	second := filepath.Join(folder, "copy")
	noError(t, os.Chtimes(second, time.Unix(0, 0), time.Unix(0, 0)))
	output := made(t, program, "amd64").output
	sums, again := read(t, filepath.Join(output, "SHA256SUMS")), read(t, filepath.Join(made(t, second, "amd64").output, "SHA256SUMS"))
	if sums != again || strings.Count(sums, "\n") != 4 {
		t.Errorf("the sums differ, or are not those of four files:\n%s%s", sums, again)
	}
	for line := range strings.Lines(sums) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(read(t, filepath.Join(output, name))))); got != sum {
			t.Errorf("%s has %s and not %s", name, got, sum)
		}
	}
}

func TestTheImageHasTheGatewayAloneAndIsNotRunByRoot(t *testing.T) {
	archive := filepath.Join(made(t, program, "amd64").output, "fieldhouse-v1.2.3-amd64.oci.tar")
	dockerTakes(t, archive, "localhost/fieldhouse:v1.2.3", "amd64")
	index := opened(t, archive)
	manifest, err := index.IndexManifest()
	if err != nil || len(manifest.Manifests) != 1 || manifest.Manifests[0].Annotations[nameLabel] != "localhost/fieldhouse:v1.2.3" {
		t.Fatalf("%v: %+v", err, manifest)
	}
	made, err := index.Image(manifest.Manifests[0].Digest)
	noError(t, err)
	if err := validate.Image(made); err != nil {
		t.Error(err)
	}
	config, err := made.ConfigFile()
	noError(t, err)
	if config.Config.User != "65532:65532" || config.OS+"/"+config.Architecture != "linux/amd64" {
		t.Errorf("user %q on %s/%s", config.Config.User, config.OS, config.Architecture)
	}
	if got := strings.Join(append(config.Config.Entrypoint, config.Config.Cmd...), " "); got != "/usr/bin/fieldhouse run --config /etc/fieldhouse/Caddyfile" {
		t.Errorf("it runs %s", got)
	}
	layers, err := made.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatalf("%v: %d layers", err, len(layers))
	}
	layer, err := layers[0].Uncompressed()
	noError(t, err)
	defer layer.Close()
	listed := entries(t, layer)
	want := []string{
		"-rw-r--r-- 0 etc/passwd", "-rw-r--r-- 0 etc/group", "-rw-r--r-- 0 etc/hosts", "dtrwxrwxrwx 0 tmp/",
		"drwx------ 65532 var/lib/fieldhouse/", "drwx------ 65532 var/lib/fieldhouse/store/",
		"-rwxr-xr-x 0 usr/bin/fieldhouse", "-rw-r--r-- 0 usr/share/doc/fieldhouse/sbom.cdx.json",
		"-rw-r--r-- 0 etc/fieldhouse/Caddyfile", "-rw-r--r-- 0 etc/fieldhouse/Caddyfile.audit", "-rw-r--r-- 0 etc/fieldhouse/Caddyfile.cluster", "-rw-r--r-- 0 etc/fieldhouse/Caddyfile.common",
	}
	if got := listed.lines; !slices.Equal(got, want) {
		t.Errorf("it has\n%s", strings.Join(got, "\n"))
	}
	if listed.content["etc/passwd"] != "fieldhouse:x:65532:65532::/var/lib/fieldhouse:/sbin/nologin\n" {
		t.Errorf("its users: %q", listed.content["etc/passwd"])
	}
	if read(t, program) != listed.content["usr/bin/fieldhouse"] {
		t.Error("its binary is another one")
	}
}

func TestAnImageOfTwoArchitecturesIsOneIndex(t *testing.T) {
	archive := filepath.Join(made(t, program, "amd64", "arm64").output, "fieldhouse-v1.2.3.oci.tar")
	dockerTakes(t, archive, "localhost/fieldhouse:v1.2.3-amd64", "amd64")
	dockerTakes(t, archive, "localhost/fieldhouse:v1.2.3-arm64", "arm64")
	outer := opened(t, archive)
	manifest, err := outer.IndexManifest()
	if err != nil || len(manifest.Manifests) != 1 || manifest.Manifests[0].Annotations[nameLabel] != "localhost/fieldhouse:v1.2.3" {
		t.Fatalf("%v: %+v", err, manifest)
	}
	index, err := outer.ImageIndex(manifest.Manifests[0].Digest)
	noError(t, err)
	if err := validate.Index(index); err != nil {
		t.Error(err)
	}
	if manifest, err = index.IndexManifest(); err != nil {
		t.Fatal(err)
	}
	var platforms []string
	for _, image := range manifest.Manifests {
		platforms = append(platforms, image.Platform.String())
	}
	if !slices.Equal(platforms, []string{"linux/amd64", "linux/arm64"}) {
		t.Errorf("it is for %v", platforms)
	}
}

// dockerTakes wants an archive to have an image that `docker load` finds, under the name that the documents run.
func dockerTakes(t *testing.T, archive, called, arch string) {
	t.Helper()
	tag, err := name.NewTag(called)
	noError(t, err)
	image, err := tarball.ImageFromPath(archive, &tag)
	noError(t, err)
	if err := validate.Image(image); err != nil {
		t.Error(err)
	}
	if config, err := image.ConfigFile(); err != nil || config.Architecture != arch {
		t.Errorf("%s is %+v, %v", called, config, err)
	}
}

func TestTheDebianPackageKeepsConfigurationAndBelongsToRoot(t *testing.T) {
	p := made(t, program, "arm64")
	members := map[string]listing{}
	for archive := ar.NewReader(strings.NewReader(read(t, filepath.Join(p.output, "fieldhouse_1.2.3_arm64.deb")))); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		noError(t, err)
		if !header.ModTime.Equal(p.time) {
			t.Errorf("%s is of %s", header.Name, header.ModTime)
		}
		if strings.HasSuffix(header.Name, ".tar.gz") {
			members[header.Name] = unzipped(t, archive)
		}
	}
	control, data := members["control.tar.gz"], members["data.tar.gz"]
	for _, line := range []string{"Package: fieldhouse", "Version: 1.2.3", "Architecture: arm64"} {
		if !strings.Contains(control.content["./control"], line+"\n") {
			t.Errorf("no %q in\n%s", line, control.content["./control"])
		}
	}
	if got := control.content["./conffiles"]; got != "/etc/fieldhouse/Caddyfile\n/etc/fieldhouse/Caddyfile.audit\n/etc/fieldhouse/Caddyfile.cluster\n/etc/fieldhouse/Caddyfile.common\n/etc/fieldhouse/environment\n/etc/fieldhouse/environment.1\n/etc/fieldhouse/environment.2\n/etc/fieldhouse/environment.3\n" {
		t.Errorf("what is kept on an upgrade:\n%s", got)
	}
	for _, script := range []string{"postinst", "prerm", "postrm"} {
		if control.content["./"+script] != read(t, "debian/"+script) {
			t.Errorf("%s is another one", script)
		}
	}
	for _, line := range []string{
		"-rwxr-xr-x 0 ./usr/bin/fieldhouse", "-rw-r--r-- 0 ./usr/lib/systemd/system/fieldhouse.service",
		"-rw-r--r-- 0 ./usr/lib/systemd/system/fieldhouse@.service", "-rw-r--r-- 0 ./usr/lib/systemd/system/fieldhouse@.service.d/cluster.conf",
		"-rw-r--r-- 0 ./usr/lib/sysusers.d/fieldhouse.conf", "-rw-r----- 0 ./etc/fieldhouse/environment", "-rw-r----- 0 ./etc/fieldhouse/environment.2",
	} {
		if !slices.Contains(data.lines, line) {
			t.Errorf("no %q in\n%s", line, strings.Join(data.lines, "\n"))
		}
	}
	for _, line := range data.lines {
		if !strings.Contains(line, " 0 ./") {
			t.Errorf("not root's: %s", line)
		}
	}
}

// script runs one of the package's with programs that stand in for the machine's, and reports what it printed and did.
func script(t *testing.T, name string, programs map[string]string, args ...string) (printed string, err error) {
	t.Helper()
	folder := t.TempDir()
	for program, text := range programs {
		noError(t, os.WriteFile(filepath.Join(folder, program), []byte("#!/bin/sh\n"+text), 0o700))
	}
	command := exec.CommandContext(t.Context(), "/bin/sh", append([]string{"-c", strings.ReplaceAll(read(t, "debian/"+name), "/run/systemd/system", folder), name}, args...)...)
	command.Env = []string{"PATH=" + folder}
	said, err := command.CombinedOutput()
	return string(said), err
}

func TestAnUpgradeOfThePackageKeepsWhatRunsUntilTheNextVersionDoes(t *testing.T) {
	for name, test := range map[string]struct {
		validate, upgrade, says string
		restarts                bool
	}{
		"it takes over":                   {"", "echo it serves", "it serves\n", false},
		"it refuses the configuration":    {"echo no; exit 1", "", "no\nfieldhouse: this version refuses the configuration", false},
		"it does not start":               {"", "echo 'HTTP 502: it did not take over, and this process goes on'; exit 1", "goes on\nfieldhouse: this version does not start", false},
		"the one before cannot hand over": {"", "echo HTTP 404; exit 1", "HTTP 404\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			said, err := script(t, "postinst", map[string]string{
				"systemd-sysusers": "", "systemctl": "", "deb-systemd-invoke": `echo "$@"`,
				"systemd-run": `case "$*" in *" validate "*) ` + test.validate + "\n;; *) " + test.upgrade + "\n;; esac",
			}, "configure", "1.2.2")
			if !strings.HasSuffix(said, "answers 200\n") {
				t.Errorf("of the processes of a cluster it says nothing: %s", said)
			}
			if err != nil || !strings.Contains(said, test.says) || strings.Contains(said, "restart fieldhouse.service") != test.restarts {
				t.Errorf("%v: %s", err, said)
			}
		})
	}
}

func TestThePackageIsRemovedWhereThereIsNoSystemd(t *testing.T) {
	if said, err := script(t, "prerm", nil, "remove"); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

func TestDocumentsOfThePackageLeadToDocumentsThatItHas(t *testing.T) {
	has, link := map[string]bool{}, regexp.MustCompile(`\]\(([\w-]+\.md)`)
	for _, file := range new(packages).systemd() {
		has[filepath.Base(file.path)] = true
	}
	for name := range has {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		for _, to := range link.FindAllStringSubmatch(read(t, "../../docs/"+name), -1) {
			if !has[to[1]] {
				t.Errorf("%s leads to %s", name, to[1])
			}
		}
	}
}

func TestTheArchiveIsOneFolderInWhichTheCaddyfileFindsWhatItImports(t *testing.T) {
	const folder = "fieldhouse-v1.2.3-linux-amd64/"
	listed := unzipped(t, strings.NewReader(read(t, filepath.Join(made(t, program, "amd64").output, "fieldhouse-v1.2.3-linux-amd64.tar.gz"))))
	for _, line := range listed.lines {
		if path := line[strings.LastIndex(line, " ")+1:]; filepath.Dir(path)+"/" != folder {
			t.Errorf("%s is elsewhere", path)
		}
	}
	imports := regexp.MustCompile(`(?m)^\s*import (Caddyfile\S*)`)
	found := imports.FindAllStringSubmatch(listed.content[folder+"Caddyfile"]+listed.content[folder+"Caddyfile.audit"]+listed.content[folder+"Caddyfile.common"], -1)
	if len(found) == 0 {
		t.Error("the Caddyfile imports nothing")
	}
	for _, imported := range found {
		if listed.content[folder+imported[1]] == "" {
			t.Errorf("%s is not there", imported[1])
		}
	}
}

func TestAReloadOfTheUnitGivesAnUpgradeItsEnvironment(t *testing.T) {
	var reload []string
	for line := range strings.Lines(read(t, "debian/fieldhouse.service")) {
		if command, is := strings.CutPrefix(line, "ExecReload="); is {
			reload = append(reload, strings.TrimSpace(command))
		}
	}
	// Its failure is none: the version that runs may be one that cannot.
	want := []string{"/usr/bin/fieldhouse reload --config /etc/fieldhouse/Caddyfile", "-/usr/bin/fieldhouse upgrade --environment --config /etc/fieldhouse/Caddyfile"}
	if !slices.Equal(reload, want) {
		t.Errorf("it runs %q", reload)
	}
}

func TestTheUnitCanWriteTheAuditLogOfTheDocuments(t *testing.T) {
	if unit := read(t, "debian/fieldhouse.service"); !strings.Contains(unit, "\nLogsDirectory=fieldhouse\nLogsDirectoryMode=0700\n") {
		t.Errorf("it has no folder for logs:\n%s", unit)
	}
	for _, name := range []string{"debian/environment", "../../docs/operating.md"} {
		if !strings.Contains(read(t, name), "file /var/log/fieldhouse/audit.log") {
			t.Errorf("%s has the log elsewhere", name)
		}
	}
}

func TestTheUnitWaitsForLongerThanTheConfigurationDrains(t *testing.T) {
	unit, caddyfile := read(t, "debian/fieldhouse.service"), read(t, "../../Caddyfile")
	drain := duration(t, caddyfile, `leave_after (\S+)`) + duration(t, caddyfile, `grace_period (\S+)`)
	// What /readyz and connections take besides: docs/operating.md says 30s in all.
	if stop := duration(t, unit, `TimeoutStopSec=(\S+)`); stop < drain+10*time.Second {
		t.Errorf("the unit kills after %s what drains for %s", stop, drain)
	}
}

// The folder is as the package installs it; the program is one that is there.
func TestSystemdTakesTheUnitsAndFindsThemLittleExposed(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("there is no systemd-analyze")
	}
	folder := t.TempDir()
	unit := strings.ReplaceAll(read(t, "debian/fieldhouse.service"), "/usr/bin/fieldhouse", "/bin/true")
	written(t, folder, map[string]string{
		"fieldhouse.service": unit, "fieldhouse@.service": unit, "fieldhouse@.service.d/cluster.conf": read(t, "debian/cluster.conf"),
	})
	for _, name := range []string{"fieldhouse.service", "fieldhouse@1.service"} {
		verify := exec.CommandContext(t.Context(), "systemd-analyze", "verify", "--man=no", name)
		verify.Env = append(os.Environ(), "SYSTEMD_UNIT_PATH="+folder+":")
		// Its own units may have what it says of no interest here.
		if said, err := verify.CombinedOutput(); err != nil || strings.Contains(string(said), "fieldhouse") {
			t.Errorf("%s: %v: %s", name, err, said)
		}
	}
	security := exec.CommandContext(t.Context(), "systemd-analyze", "security", "--offline=true", "--threshold=20", filepath.Join(folder, "fieldhouse.service"))
	if said, err := security.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

func TestVersionsSortAsCommitsDo(t *testing.T) {
	committed := time.Date(2026, 11, 28, 4, 14, 57, 0, time.UTC)
	for version, want := range map[string]string{
		"v1.2.3":                        "1.2.3",
		"1.2.3-dirty":                   "1.2.3+dirty",
		"v1.2.3-14-g3e05d788":           "1.2.3+14.g3e05d788",
		"v1.2.3-rc1":                    "1.2.3~rc1",
		"v1.2.3-rc.2-4-g3e05d788-dirty": "1.2.3~rc.2+4.g3e05d788.dirty",
		"3e05d788":                      "0.0.0+20261128041457.3e05d788",
		"0e051234-dirty":                "0.0.0+20261128041457.0e051234.dirty",
		"unversioned":                   "0.0.0+20261128041457.unversioned",
	} {
		if got := debVersion(version, committed); got != want {
			t.Errorf("%s is %s, want %s", version, got, want)
		}
	}
}

func TestTheListNamesModulesAsTheyAreBuilt(t *testing.T) {
	info, err := debug.ParseBuildInfo("path\tfieldhouse/gateway/cmd/fieldhouse\nmod\tfieldhouse/gateway\t(devel)\t\n" +
		"dep\tfieldhouse/plugins\tv0.0.0\n=>\t../plugins\t(devel)\t\n" +
		"dep\tgithub.com/caddyserver/caddy/v2\tv2.11.9\th1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n" +
		"dep\texample.com/old\tv1.0.0\n=>\texample.com/fork\tv1.0.1\th1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n")
	noError(t, err)
	info.GoVersion = "go1.26.0"
	p := &packages{version: "v1.2.3", time: time.Unix(1_700_000_000, 0).UTC(), resvg: "2.6.2"}
	bom := p.bom(info, "arm64")
	var listed []string
	for _, component := range *bom.Components {
		line := component.PackageURL
		if component.Hashes != nil {
			line += " " + (*component.Hashes)[0].Value[:8]
		}
		listed = append(listed, line)
	}
	if want := []string{
		"pkg:golang/std@1.26.0", "pkg:golang/fieldhouse/plugins@v1.2.3", "pkg:golang/github.com/caddyserver/caddy/v2@v2.11.9 00010203",
		"pkg:golang/example.com/fork@v1.0.1 00010203", "pkg:npm/%40resvg/resvg-wasm@2.6.2",
	}; !slices.Equal(listed, want) {
		t.Errorf("it lists %q", listed)
	}
	if bom.Metadata.Component.PackageURL != "pkg:golang/fieldhouse/gateway@v1.2.3" || bom.Metadata.Timestamp != "2023-11-14T22:13:20Z" {
		t.Errorf("it is of %+v at %s", bom.Metadata.Component, bom.Metadata.Timestamp)
	}
}

// listing is a tar: a line for each of its files, with mode and user, and what they contain.
type listing struct {
	lines   []string
	content map[string]string
}

func entries(t *testing.T, from io.Reader) listing {
	t.Helper()
	listed := listing{content: map[string]string{}}
	for archive := tar.NewReader(from); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return listed
		}
		noError(t, err)
		content, err := io.ReadAll(archive)
		noError(t, err)
		listed.lines = append(listed.lines, fmt.Sprintf("%s %d %s", header.FileInfo().Mode(), header.Uid, header.Name))
		listed.content[header.Name] = string(content)
	}
}

func unzipped(t *testing.T, from io.Reader) listing {
	t.Helper()
	plain, err := gzip.NewReader(from)
	noError(t, err)
	return entries(t, plain)
}

// opened is an image layout in a tar.
func opened(t *testing.T, path string) v1.ImageIndex {
	t.Helper()
	folder := t.TempDir()
	written(t, folder, entries(t, strings.NewReader(read(t, path))).content)
	index, err := layout.ImageIndexFromPath(folder)
	noError(t, err)
	return index
}

// noError ends a test at an error.
func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// written writes files into a folder.
func written(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(folder, name)
		noError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		noError(t, os.WriteFile(path, []byte(content), 0o600))
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	noError(t, err)
	return string(content)
}

// duration is the one that a line of a configuration has.
func duration(t *testing.T, text, line string) time.Duration {
	t.Helper()
	found := regexp.MustCompile(line).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("there is no %s", line)
	}
	parsed, err := time.ParseDuration(found[1])
	noError(t, err)
	return parsed
}
