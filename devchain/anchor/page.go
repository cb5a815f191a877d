package anchor

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"fieldhouse/devchain/standin"
	"fieldhouse/plugins/antelope"
)

//go:embed static
var staticFiles embed.FS

//go:embed templates
var templateFiles embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"clock": func(at time.Time) string { return at.UTC().Format("15:04:05") },
	"short": func(text string) string {
		if len(text) <= shortened {
			return text
		}
		return text[:shortened] + "…"
	},
}).ParseFS(templateFiles, "templates/*.gohtml"))

// shortened is how many characters of a long identifier the page shows.
const shortened = 12

// homePage is what the page shows.
type homePage struct {
	StateView
	Device string
	Breaks []Misbehaviour
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
	Accounts []string
	Device   string
	// Chosen is the account that signs unless another one is chosen. It cannot be
	// chosen for a request of a linked session.
	Chosen string
	Notice string
}

// Heading is the page's title.
func (p requestPage) Heading() string { return p.Title() + " | " + p.Device }

// getHome shows what there is. With ?request= it takes a request and shows that.
func (w *Wallet) getHome(answer http.ResponseWriter, r *http.Request) {
	if text := r.URL.Query().Get("request"); text != "" {
		made, err := w.receive(text, nil)
		if err != nil {
			w.showHome(answer, http.StatusBadRequest, err.Error())
			return
		}
		http.Redirect(answer, r, "/requests/"+made.id, http.StatusSeeOther)
		return
	}
	w.showHome(answer, http.StatusOK, "")
}

func (w *Wallet) showHome(answer http.ResponseWriter, status int, notice string) {
	page := homePage{StateView: w.state(), Device: w.Device, Breaks: Breaks, Notice: notice}
	for _, view := range page.Requests {
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
	page := requestPage{RequestView: view, Device: w.Device, Notice: notice}
	page.Chosen, _, _ = strings.Cut(view.Signer, "@")
	for _, account := range w.Accounts {
		page.Accounts = append(page.Accounts, account.String())
	}
	show(answer, status, "request.gohtml", page)
}

// getTrigger takes a sealed message, for a login's triggerUrl of
// "http://127.0.0.1:8083/trigger?payload=%s".
func (w *Wallet) getTrigger(answer http.ResponseWriter, r *http.Request) {
	made, err := w.trigger(r.URL.Query().Get("payload"))
	if err != nil {
		w.showHome(answer, http.StatusBadRequest, err.Error())
		return
	}
	http.Redirect(answer, r, "/requests/"+made.id, http.StatusSeeOther)
}

func (w *Wallet) formOpen(answer http.ResponseWriter, r *http.Request) {
	made, err := w.receive(r.FormValue("request"), nil)
	if err != nil {
		w.showHome(answer, http.StatusBadRequest, err.Error())
		return
	}
	http.Redirect(answer, r, "/requests/"+made.id, http.StatusSeeOther)
}

func (w *Wallet) formAnswer(answer http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if err := w.answer(id, Answer(r.FormValue("answer")), r.FormValue("account"), "", ""); err != nil {
		w.showRequest(answer, id, statusOf(err), err.Error())
		return
	}
	http.Redirect(answer, r, "/requests/"+id, http.StatusSeeOther)
}

func (w *Wallet) formSession(answer http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	var err error
	switch r.FormValue("do") {
	case "rename":
		err = w.renameSession(id, r.FormValue("name"))
	case "end":
		err = w.endSession(id)
	default:
		err = fmt.Errorf("changing a session: %q is neither rename nor end", r.FormValue("do"))
	}
	if err != nil {
		w.showHome(answer, statusOf(err), err.Error())
		return
	}
	http.Redirect(answer, r, "/#sessions", http.StatusSeeOther)
}

func (w *Wallet) formSettings(answer http.ResponseWriter, r *http.Request) {
	account, err := antelope.ParseName(r.FormValue("account"))
	if err == nil {
		_, err = w.setPolicy(Policy{Answer: Answer(r.FormValue("answer")), Account: account})
	}
	// The form knows less of a break than the API: an unchanged one stays.
	if name := r.FormValue("as"); err == nil && r.Form.Has("as") && name != w.breakName() {
		_, err = w.setBreak(Break{As: name})
	}
	if err != nil {
		w.showHome(answer, http.StatusBadRequest, err.Error())
		return
	}
	http.Redirect(answer, r, "/", http.StatusSeeOther)
}

func (w *Wallet) breakName() string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.breaking.As
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

// Answerable tells whether the page offers to sign or refuse.
func (v RequestView) Answerable() bool {
	return slices.Contains([]State{Waiting, Ignored, Failed}, v.State)
}

// Title says in words what is asked.
func (v RequestView) Title() string {
	if v.Kind == "identity" {
		return "Log in"
	}
	if len(v.Actions) == 1 {
		return "Sign " + v.Actions[0].Name
	}
	return fmt.Sprintf("Sign %d actions", len(v.Actions))
}
