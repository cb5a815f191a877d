package anchor

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"time"

	"fieldhouse/devchain/wallets/standin"
)

//go:embed static
var staticFiles embed.FS

//go:embed templates
var templateFiles embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"clock": func(at time.Time) string { return at.UTC().Format("15:04:05") },
}).ParseFS(templateFiles, "templates/*.gohtml"))

// homePage is what the page shows.
type homePage struct {
	Device string
	// Asking is the request that waits longest, nil when none does.
	Asking *RequestView
	// Waiting are the others, Done those that were answered.
	Waiting, Done []RequestView
	// Notice is what went wrong with what was just sent.
	Notice string
}

// Heading is the page's title; it says when something waits.
func (p homePage) Heading() string {
	if p.Asking == nil {
		return p.Device
	}
	return fmt.Sprintf("(%d) %s", len(p.Waiting)+1, p.Device)
}

// requestPage is the page of one request.
type requestPage struct {
	RequestView
	Accounts       []string
	Device, Notice string
}

// Heading is the page's title.
func (p requestPage) Heading() string { return p.Title() + " | " + p.Device }

// getHome shows what there is. With ?request= it takes a request and shows that.
func (w *Wallet) getHome(answer http.ResponseWriter, r *http.Request) {
	if text := r.URL.Query().Get("request"); text != "" {
		w.open(answer, r, text)
		return
	}
	w.showHome(answer, http.StatusOK, "")
}

func (w *Wallet) formOpen(answer http.ResponseWriter, r *http.Request) {
	w.open(answer, r, r.FormValue("request"))
}

func (w *Wallet) open(answer http.ResponseWriter, r *http.Request, text string) {
	made, err := w.receive(text, nil)
	if err != nil {
		w.showHome(answer, http.StatusBadRequest, err.Error())
		return
	}
	http.Redirect(answer, r, "/requests/"+made.id, http.StatusSeeOther)
}

func (w *Wallet) showHome(answer http.ResponseWriter, status int, notice string) {
	page := homePage{Device: device, Notice: notice}
	for _, view := range w.views() {
		if view.State == Waiting {
			page.Waiting = append(page.Waiting, view)
		} else {
			page.Done = append(page.Done, view)
		}
	}
	if last := len(page.Waiting) - 1; last >= 0 {
		page.Asking, page.Waiting = &page.Waiting[last], page.Waiting[:last]
	}
	show(answer, status, "home.gohtml", page)
}

func (w *Wallet) getPage(answer http.ResponseWriter, r *http.Request) {
	w.showRequest(answer, r.PathValue("id"), http.StatusOK, "")
}

func (w *Wallet) showRequest(answer http.ResponseWriter, id string, status int, notice string) {
	view, err := w.view(id)
	if err != nil {
		w.showHome(answer, http.StatusNotFound, err.Error())
		return
	}
	show(answer, status, "request.gohtml", requestPage{RequestView: view, Accounts: w.Accounts, Device: device, Notice: notice})
}

func (w *Wallet) formAnswer(answer http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if err := w.answer(id, r.FormValue("answer"), r.FormValue("account")); err != nil {
		w.showRequest(answer, id, statusOf(err), err.Error())
		return
	}
	http.Redirect(answer, r, "/requests/"+id, http.StatusSeeOther)
}

// getEvents tells an open page of changes (server-sent events).
func (w *Wallet) getEvents(answer http.ResponseWriter, r *http.Request) {
	changes, ok := w.watch()
	if !ok {
		http.Error(answer, "too many open pages", http.StatusServiceUnavailable)
		return
	}
	defer w.unwatch(changes)
	control := http.NewResponseController(answer)
	// A server that knows no deadlines ends the stream, and the page asks anew.
	_ = errors.Join(control.SetWriteDeadline(time.Time{}), control.SetReadDeadline(time.Time{}))
	answer.Header().Set("Content-Type", "text/event-stream")
	const hello = "retry: 500\n\n"
	_, err := answer.Write([]byte(hello))
	heartbeat := time.NewTicker(heartbeatEvery)
	defer heartbeat.Stop()
	for err == nil {
		if err = control.Flush(); err != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-w.ctx.Done():
			return
		case <-changes:
			_, err = answer.Write([]byte("event: change\ndata:\n\n"))
		case <-heartbeat.C:
			_, err = answer.Write([]byte(":\n\n"))
		}
	}
}

// heartbeatEvery is how often an open page is written to, so that one that went
// away is noticed.
const heartbeatEvery = 15 * time.Second

func show(answer http.ResponseWriter, status int, name string, page any) {
	standin.Page(answer, status, contentPolicy, pages.Lookup(name), page)
}
