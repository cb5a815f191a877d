package share

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
)

// makeAgain has what this process took back alone be taken back of what the others show, if they
// still show it. It must not wait for what others have changed: who reads that calls it, and calls it
// again after that.
func (s *Share) makeAgain() {
	aside, err := s.config.Journal.SetAside()
	if err != nil {
		s.config.Report(err)
		return
	}
	for _, entry := range aside {
		made, err := s.again(entry)
		switch {
		case errors.Is(err, journal.ErrAlone) || errors.Is(err, journal.ErrBehind):
			return
		case err != nil:
			s.tell("version %d (%s, by %s) could not be made again: %v", entry.Version, entry.Action, entry.By, err)
		case made == 0:
			s.tell("version %d (%s, by %s) has nothing to take back any more: what is live is %s", entry.Version, entry.Action, entry.By, s.live())
		default:
			s.tell("version %d (%s, by %s) was made again", entry.Version, entry.Action, entry.By)
		}
		if err := s.config.Journal.Settle(entry); err != nil {
			s.config.Report(err)
			return
		}
	}
}

func (s *Share) live() string {
	state, err := s.config.Journal.Read()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(state.Live())
}

// again makes a change again as far as what it took back is still shown, and returns how much it
// was.
func (s *Share) again(entry journal.Entry) (made int, err error) {
	j, checks := s.config.Journal, journal.ChecksOf(s.config.Store)
	state, err := j.Read()
	if err != nil {
		return 0, err
	}
	change := journal.Change{By: entry.By, Reason: entry.Reason, Once: true}
	do := func(_ journal.State, failed error) {
		made++
		err = errors.Join(err, failed)
	}
	if entry.Action == journal.Frozen {
		now := time.Now()
		held := maps.Collect(state.Freezes(now))
		for scope, freeze := range (journal.State{Frozen: entry.Frozen}).Freezes(now) {
			// Its entry has those that were there before, too, which the others may have ended.
			if _, frozen := held[scope]; !frozen && freeze.At.Equal(entry.At) {
				change.Reason = freeze.Reason
				do(j.SetFreeze(change, scope, freeze.Until))
			}
		}
		return made, err
	}
	for _, edition := range slices.Sorted(maps.Keys(entry.Editions)) {
		move, now := entry.Editions[edition], state.Editions[edition]
		switch entry.Action {
		case journal.Withdrawn, journal.RolledBack:
			for _, name := range move.Withdrawn {
				if slices.Contains(now.Shown(), name) {
					do(j.Withdraw(change, map[string]string{edition: name}, checks))
				}
			}
			if len(move.Withdrawn) == 0 && move.Before.Live != move.After.Live && now.Live == move.Before.Live {
				do(j.Rollback(change, map[string]string{edition: move.After.Live}, true, checks))
			}
		case journal.CanaryEnded:
			if now.Canary != nil && move.Before.Canary != nil && now.Canary.Release == move.Before.Canary.Release {
				do(j.SetCanary(change, edition, journal.Canary{Release: now.Canary.Release}, checks))
			}
		case journal.PreviewEnded:
			for _, name := range move.Before.Previews {
				if !slices.Contains(move.After.Previews, name) && slices.Contains(now.Previews, name) {
					do(j.EndPreview(change, edition, name))
				}
			}
		}
	}
	return made, err
}
