package share

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/peers"
)

type wanted struct {
	Edition string `json:"edition"`
	Release string `json:"release"`
	// From is who has it.
	From   string `json:"from,omitempty"`
	Part   string `json:"part,omitempty"`
	Offset int64  `json:"offset,omitempty"`
}

// Prepare implements journal.Order: a majority fetches the releases that it does not have.
func (s *Share) Prepare(releases map[string]string) error {
	if reason := s.missing(); reason != "" {
		return alone(reason)
	}
	for _, edition := range slices.Sorted(maps.Keys(releases)) {
		if err := s.spread(edition, releases[edition]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Share) spread(edition, name string) error {
	mesh := s.config.Mesh
	if !s.config.Store.Has(edition, name) {
		return nil // the change itself says that
	}
	question, err := json.Marshal(wanted{Edition: edition, Release: name, From: mesh.Name()})
	if err != nil {
		return err
	}
	// The slower ones go on when a majority is done.
	ctx, cancel := context.WithTimeout(context.Background(), spreadTimeout)
	others := mesh.Others()
	answers := make(chan error, len(others))
	for _, other := range others {
		go func() {
			_, err := mesh.Ask(ctx, other, "hold", question)
			answers <- err
		}()
	}
	have, problems := 1, []string{}
	// Who has gone does not answer.
	ticker := time.NewTicker(lookInterval)
	defer ticker.Stop()
	for len(problems)+have <= len(others) {
		select {
		case err := <-answers:
			if err != nil {
				problems = append(problems, err.Error())
			} else if have++; have >= peers.Majority(mesh.Size()) {
				time.AfterFunc(spreadTimeout, cancel)
				return nil
			}
		case <-ticker.C:
			if reason := s.missing(); reason != "" && len(mesh.Others())+1 < peers.Majority(mesh.Size()) {
				cancel()
				return alone(reason)
			}
		}
	}
	cancel()
	return alone(fmt.Sprintf("%d of %d processes have the files of %s %s: %s", have, mesh.Size(), edition, name, strings.Join(problems, "; ")))
}

func (s *Share) answerHold(ctx context.Context, content []byte) ([]byte, error) {
	var asked wanted
	if err := json.Unmarshal(content, &asked); err != nil {
		return nil, err
	}
	return nil, s.fetch(ctx, asked.Edition, asked.Release, asked.From)
}

func (s *Share) answerParts(_ context.Context, content []byte) ([]byte, error) {
	var asked wanted
	if err := json.Unmarshal(content, &asked); err != nil {
		return nil, err
	}
	parts, err := s.config.Store.Parts(asked.Edition, asked.Release)
	if err != nil {
		return nil, err
	}
	parts = parts[min(int(max(asked.Offset, 0)), len(parts)):]
	return json.Marshal(parts[:min(len(parts), partsAtOnce)])
}

// partsAtOnce is how many parts an answer lists: their names are short.
const partsAtOnce = 1000

func (s *Share) answerPart(_ context.Context, content []byte) ([]byte, error) {
	var asked wanted
	if err := json.Unmarshal(content, &asked); err != nil {
		return nil, err
	}
	part, _, err := s.config.Store.ReadPart(asked.Edition, asked.Release, asked.Part, asked.Offset, peers.MaxContent)
	return part, err
}

// fetch has the store have a release, from a process that has it. It enters by the door that
// checks everything.
func (s *Share) fetch(ctx context.Context, edition, name, from string) error {
	if s.config.Store.Has(edition, name) {
		return nil
	}
	_, err, _ := s.fetches.Do(edition+"/"+name, func() (any, error) {
		ctx, cancel := context.WithTimeout(ctx, spreadTimeout)
		defer cancel()
		return nil, s.receive(ctx, edition, name, from)
	})
	if err != nil {
		return fmt.Errorf("fetching %s %s from %s: %w", edition, name, from, err)
	}
	return nil
}

func (s *Share) receive(ctx context.Context, edition, name, from string) error {
	about := wanted{Edition: edition, Release: name}
	var parts []store.Part
	for {
		about.Offset = int64(len(parts))
		answer, err := s.ask(ctx, from, "parts", about)
		if err != nil {
			return err
		}
		var some []store.Part
		if err := json.Unmarshal(answer, &some); err != nil {
			return fmt.Errorf("its list of files: %w", err)
		}
		if parts = append(parts, some...); len(some) < partsAtOnce {
			break
		}
		if len(parts) > 5*release.MaxFiles {
			return fmt.Errorf("it lists more than %d files", 5*release.MaxFiles)
		}
	}
	manifest, err := s.whole(ctx, from, about, release.ManifestFile, release.MaxManifest)
	if err != nil {
		return err
	}
	found, missing, err := s.config.Store.Missing(edition, manifest)
	if err == nil && found != name {
		err = fmt.Errorf("its manifest is that of %s", found)
	}
	if err != nil {
		return err
	}
	read, write := io.Pipe()
	go func() { write.CloseWithError(s.archive(ctx, write, from, about, parts, missing)) }()
	incoming, err := s.config.Store.Receive(ctx, edition, read)
	err = errors.Join(err, read.Close())
	if err != nil {
		return err
	}
	return errors.Join(incoming.Keep(), incoming.Close())
}

// archive writes what is missing of a release as Receive reads it.
func (s *Share) archive(ctx context.Context, to io.Writer, from string, about wanted, parts []store.Part, missing []string) error {
	packed := tar.NewWriter(to)
	needed := map[string]bool{release.ManifestFile: true, release.BuildFile: true}
	for _, name := range missing {
		needed[name] = true
	}
	for _, part := range parts {
		if !needed[part.Name] && !needed[store.Original(part.Name)] {
			continue
		}
		if err := packed.WriteHeader(&tar.Header{Name: part.Name, Typeflag: tar.TypeReg, Mode: 0o644, Size: part.Size}); err != nil {
			return err
		}
		about.Part = part.Name
		for about.Offset = 0; about.Offset < part.Size; {
			content, err := s.ask(ctx, from, "part", about)
			if err == nil && len(content) == 0 {
				err = fmt.Errorf("%s ends after %d of %d bytes", part.Name, about.Offset, part.Size)
			}
			if err == nil {
				_, err = packed.Write(content)
			}
			if err != nil {
				return err
			}
			about.Offset += int64(len(content))
		}
	}
	return packed.Close()
}

// whole is a part of at most so many bytes.
func (s *Share) whole(ctx context.Context, from string, about wanted, part string, most int) (content []byte, err error) {
	about.Part = part
	for {
		about.Offset = int64(len(content))
		some, err := s.ask(ctx, from, "part", about)
		if err != nil {
			return nil, err
		}
		if content = append(content, some...); len(content) > most {
			return nil, fmt.Errorf("%s has more than %d bytes", part, most)
		}
		if len(some) < peers.MaxContent {
			return content, nil
		}
	}
}

func (s *Share) ask(ctx context.Context, from, question string, about wanted) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	content, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	return s.config.Mesh.Ask(ctx, from, question, content)
}

// fetchLacking fetches what is shown and not here, and then what may be gone back to, from whoever has
// it, until the context ends.
func (s *Share) fetchLacking(ctx context.Context) {
	changes, leave := s.config.Journal.Changed()
	defer leave()
	said := map[string]string{}
	for {
		came := false
		lacking, before := s.look()
		fetch := func(one, what string) (has bool) {
			edition, name, _ := strings.Cut(one, "/")
			problem := errors.New("no other process is connected")
			for _, other := range s.config.Mesh.Others() {
				if problem = s.fetch(ctx, edition, name, other); problem == nil {
					came = true
					return true
				}
			}
			if said[one] != problem.Error() && ctx.Err() == nil {
				said[one] = problem.Error()
				s.config.Report(fmt.Errorf("%s is not here, and is tried again: %w", what, problem))
			}
			return false
		}
		for _, one := range lacking {
			fetch(one, "a release that is shown")
		}
		for _, one := range before {
			if fetch(one, "a release that may be gone back to") {
				break // before the next one it is looked whether something shown is lacking
			}
		}
		if came {
			s.look()
			s.config.Fetched()
		}
		wait := allThereInterval
		if len(lacking) > 0 || came {
			wait = lookInterval
		}
		select {
		case <-ctx.Done():
			return
		case <-changes:
		case <-beat.After(wait):
		}
	}
}

var _ journal.Order = (*Share)(nil)
