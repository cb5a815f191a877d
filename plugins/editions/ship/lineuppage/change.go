package lineuppage

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/paths"
)

var actions = []string{api.Live, api.Promote, api.Confirm, api.Rollback, api.Canary, api.Preview, api.EndPreview}

// change makes the change of a form, or shows the form again with why not and all that
// was typed.
func (s *Server) change(w http.ResponseWriter, r *http.Request) {
	who, signedIn := s.user(r)
	if !signedIn {
		s.answer(w, r, http.StatusUnauthorized, page{Trouble: "You are not signed in any more, so nothing was done.", Help: "Sign in, and do it again."})
		return
	}
	form := r.PostForm
	asked := dialog{
		ID: "ask-again", Action: form.Get("action"), Edition: form.Get("edition"), Release: form.Get("release"),
		Share: form.Get("share"), Why: strings.TrimSpace(form.Get("why")), Keep: form.Get("keep") != "",
	}
	version, err := strconv.ParseUint(form.Get("version"), 10, 64)
	if err != nil || !slices.Contains(actions, asked.Action) || !paths.IsEdition(asked.Edition) || asked.Release == "" {
		s.show(w, r, http.StatusBadRequest, who, func(shown *page) {
			shown.Trouble, shown.Help = "This form is not one of the page's, so nothing was done.", "Do it again with the buttons below."
		})
		return
	}
	if asked.Why == "" {
		s.again(w, r, who, asked, version, &api.Problem{Status: http.StatusBadRequest, Message: "say why", Help: "It stands in the journal, for everybody who asks later."})
		return
	}
	change := api.Change{Action: asked.Action, Releases: map[string]string{asked.Edition: asked.Release}, Reason: asked.Why}
	if asked.Action == api.Canary {
		change.Share = asked.Share
	}
	if asked.Action == api.Rollback {
		change.Keep = asked.Keep
	}
	var after journal.State
	if version == 0 { // nothing was shown yet; to the API it is any version
		if after, err = s.config.Journal.Read(); err == nil {
			err = after.ChangedSince(version, asked.Edition)
		}
	}
	if err == nil {
		after, err = s.config.API.Change(r, who, version, change)
	}
	if err != nil {
		s.again(w, r, who, asked, version, api.AsProblem(err))
		return
	}
	http.Redirect(w, r, home+"?done="+strconv.FormatUint(after.Version, 10), http.StatusSeeOther)
}

// preview leads to one in the site, for a day. It changes nothing.
func (s *Server) preview(w http.ResponseWriter, r *http.Request) {
	who, signedIn := s.user(r)
	if !signedIn {
		http.Redirect(w, r, home, http.StatusSeeOther)
		return
	}
	link, err := s.config.API.Link(who, r.FormValue("edition"), r.FormValue("release"), previewLength)
	if err == nil && !strings.HasPrefix(link.See, "http") {
		err = &api.Problem{Status: http.StatusNotFound, Message: "nobody has said where visitors find the site", Help: "Give the editions of the Caddyfile an origin."}
	}
	if err != nil {
		problem := api.AsProblem(err)
		s.show(w, r, problem.Status, who, func(shown *page) {
			shown.Trouble, shown.Help = "There is no link to it: "+problem.Message+".", problem.Help
		})
		return
	}
	http.Redirect(w, r, link.See, http.StatusSeeOther)
}

// again shows the form with why its change was not made, and what others did meanwhile.
func (s *Server) again(w http.ResponseWriter, r *http.Request, who token.Token, asked dialog, version uint64, problem *api.Problem) {
	s.show(w, r, problem.Status, who, func(shown *page) {
		state, err := s.config.Journal.Read()
		if err != nil {
			return
		}
		for _, part := range shown.Editions {
			for _, one := range part.Rows {
				for _, offered := range one.Actions {
					if offered.Action == asked.Action && offered.Edition == asked.Edition && offered.Release == asked.Release && (offered.Share == "0") == (asked.Share == "0") {
						asked.Title, asked.Text, asked.Button, asked.Asks, asked.Keeps = offered.Title, offered.Text, offered.Button, offered.Asks, offered.Keeps
					}
				}
			}
		}
		if asked.Title == "" { // The page does not offer it any more.
			asked.Title = fmt.Sprintf("%s %s: %s?", asked.Edition, shown.names.short(asked.Release), asked.Action)
			asked.Text, asked.Button, asked.Asks, asked.Keeps = "The lineup is another one now, in which this was not among the buttons.", "Try it all the same", asked.Action == api.Canary, asked.Action == api.Rollback
		}
		asked.Version, asked.Opened = state.Version, true
		asked.Trouble, asked.Advice = "Nothing was changed: "+problem.Message+".", problem.Help
		if problem.Code == api.CodeConflict {
			asked.Trouble, asked.Advice = "Nothing was changed: the lineup is another one than you were looking at.", "Look at what was done meanwhile. If you still want it, press the button again."
			asked.Meanwhile = meanwhile(shown.Lines, version)
		}
		if len(problem.RemovedRoutes) > 0 {
			asked.Advice = "Ship it with --allow-removed-routes, which says yes to that."
		}
		shown.Dialogs = append(shown.Dialogs, asked)
	})
}

func meanwhile(lines []journalLine, version uint64) (after []journalLine) {
	for _, line := range lines {
		if line.Version > version {
			after = append(after, line)
		}
	}
	return after
}
