package anchor

import (
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"

	"fieldhouse/devchain/wallets/standin"
)

//go:embed static
var staticFiles embed.FS

//go:embed templates
var templateFiles embed.FS

var pages = template.Must(template.ParseFS(templateFiles, "templates/*.gohtml"))

// page is what all pages show.
type page struct {
	Device string
	// Version is that of the requests as they are shown.
	Version int
	// Notice is what went wrong with what was just sent.
	Notice string
}

// homePage is the page of all requests.
type homePage struct {
	page
	// Next is the request that waits longest of those that can be signed, nil when none does.
	Next *RequestView
	// Waiting are the others, Done those that were answered.
	Waiting, Done []RequestView
}

// Heading is the page's title; it says when something waits.
func (p homePage) Heading() string {
	if p.Next == nil {
		return p.Device
	}
	return fmt.Sprintf("(%d) %s", len(p.Waiting)+1, p.Device)
}

// requestPage is the page of one request.
type requestPage struct {
	page
	RequestView
	Accounts []string
}

// Heading is the page's title.
func (p requestPage) Heading() string { return p.Title() + " | " + p.Device }

func (w *Wallet) getHome(answer http.ResponseWriter, _ *http.Request) {
	w.showHome(answer, http.StatusOK, "")
}

func (w *Wallet) formOpen(answer http.ResponseWriter, r *http.Request) {
	made, err := w.receive(r.FormValue("request"), nil)
	if err != nil {
		w.showHome(answer, http.StatusBadRequest, err.Error())
		return
	}
	http.Redirect(answer, r, "/requests/"+made.id, http.StatusSeeOther)
}

func (w *Wallet) showHome(answer http.ResponseWriter, status int, notice string) {
	state := w.state()
	shown := homePage{page: page{device, state.Version, notice}}
	for _, view := range state.Requests {
		if view.State == Waiting {
			shown.Waiting = append(shown.Waiting, view)
		} else {
			shown.Done = append(shown.Done, view)
		}
	}
	for i, view := range slices.Backward(shown.Waiting) {
		if view.Problem == "" {
			shown.Next, shown.Waiting = &view, slices.Delete(shown.Waiting, i, i+1)
			break
		}
	}
	show(answer, status, "home.gohtml", shown)
}

func (w *Wallet) getPage(answer http.ResponseWriter, r *http.Request) {
	w.showRequest(answer, r.PathValue("id"), http.StatusOK, "")
}

func (w *Wallet) showRequest(answer http.ResponseWriter, id string, status int, notice string) {
	view, version, err := w.view(id)
	if err != nil {
		w.showHome(answer, http.StatusNotFound, err.Error())
		return
	}
	show(answer, status, "request.gohtml", requestPage{page{device, version, notice}, view, w.Names})
}

func (w *Wallet) formAnswer(answer http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if err := w.answer(id, r.FormValue("answer"), r.FormValue("account")); err != nil {
		w.showRequest(answer, id, statusOf(err), err.Error())
		return
	}
	http.Redirect(answer, r, "/requests/"+id, http.StatusSeeOther)
}

func show(answer http.ResponseWriter, status int, name string, page any) {
	standin.Page(answer, status, contentPolicy, pages.Lookup(name), page)
}
