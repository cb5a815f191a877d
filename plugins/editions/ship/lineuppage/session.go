package lineuppage

import (
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"net/url"
	"sync"
	"time"

	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/token"
)

// Bounds of sessions. One is of no use without its token, too.
const (
	sessionLength = 12 * time.Hour
	maxSessions   = 1000
)

// Names of the cookie. The first one is refused by browsers unless it is of this host
// alone and came over TLS, so that no other host of the domain can set it.
const (
	secureCookie = "__Host-fieldhouse-lineup"
	plainCookie  = "fieldhouse-lineup"
)

// Sessions are those who are signed in, in memory: the process's end signs all out. What
// a browser has is a random name, which is of no use at the API, and never the token.
type Sessions struct {
	mutex sync.Mutex
	open  map[[sha256.Size]byte]session
}

type session struct {
	// token is the hash of the one that it was opened with.
	token string
	ends  time.Time
}

// NewSessions has none open.
func NewSessions() *Sessions { return &Sessions{open: map[[sha256.Size]byte]session{}} }

// begin opens a session and answers its name. Of too many the one that ends first goes.
func (s *Sessions) begin(with token.Token, now time.Time) (name string) {
	name = rand.Text()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for id, other := range s.open {
		if !now.Before(other.ends) {
			delete(s.open, id)
		}
	}
	for len(s.open) >= maxSessions {
		var first [sha256.Size]byte
		var at time.Time
		for id, other := range s.open {
			if at.IsZero() || other.ends.Before(at) {
				first, at = id, other.ends
			}
		}
		delete(s.open, first)
	}
	s.open[sha256.Sum256([]byte(name))] = session{with.SHA256, now.Add(sessionLength)}
	return name
}

// find is the hash of the token of an open session.
func (s *Sessions) find(name string, now time.Time) (hash string, open bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found, open := s.open[sha256.Sum256([]byte(name))]
	return found.token, open && now.Before(found.ends)
}

func (s *Sessions) end(name string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.open, sha256.Sum256([]byte(name)))
}

func (s *Server) sessionOf(r *http.Request) string {
	name := plainCookie
	if s.config.Secure(r) {
		name = secureCookie
	}
	cookie, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// user is who a request is from: the token counts as it is now.
func (s *Server) user(r *http.Request) (who token.Token, signedIn bool) {
	hash, open := s.config.Sessions.find(s.sessionOf(r), s.config.Now())
	if !open {
		return token.Token{}, false
	}
	who, err := s.config.Tokens.Hashed(hash)
	return who, err == nil
}

// sameOrigin refuses what another origin had a browser send. Sites of the same domain, and
// ports of the same host, are of the same site for cookies, and the visitors' pages may be
// one of them: SameSite does not keep them out.
func (s *Server) sameOrigin(serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		fetched, origin := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Origin")
		same := fetched == "same-origin"
		if fetched == "" && origin != "" {
			from, err := url.Parse(origin)
			scheme := "http"
			if s.config.Secure(r) {
				scheme = "https"
			}
			same = err == nil && from.Host == r.Host && from.Scheme == scheme
		}
		if !same {
			s.answer(w, r, http.StatusForbidden, page{Trouble: "This came from another address than the page's own, so nothing was done.", Help: "Open the page and do it there."})
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		if err := r.ParseForm(); err != nil {
			s.answer(w, r, http.StatusBadRequest, page{Trouble: "This was too much to read, so nothing was done.", Help: "Open the page and do it there."})
			return
		}
		serve(w, r)
	}
}

// signIn opens a session with a token, which is not kept.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) {
	who, err := s.config.API.Find(r, r.PostForm.Get("token"))
	if err != nil {
		problem := api.AsProblem(err)
		s.answer(w, r, problem.Status, page{Trouble: "This token does not sign you in: " + problem.Message + ".", Help: signInHelp(problem)})
		return
	}
	s.config.Sessions.end(s.sessionOf(r))
	http.SetCookie(w, s.cookie(r, s.config.Sessions.begin(who, s.config.Now()), 0))
	http.Redirect(w, r, home, http.StatusSeeOther)
}

func signInHelp(problem *api.Problem) string {
	if problem.Code == api.CodeToken {
		return "Paste the whole token as it was shown when it was made. Ops make another one with fieldhouse token make."
	}
	return problem.Help
}

func (s *Server) signOut(w http.ResponseWriter, r *http.Request) {
	s.config.Sessions.end(s.sessionOf(r))
	http.SetCookie(w, s.cookie(r, "", -1))
	http.Redirect(w, r, home, http.StatusSeeOther)
}

// cookie is that of a session: no script reads it, and it goes when the browser does.
func (s *Server) cookie(r *http.Request, value string, maxAge int) *http.Cookie {
	cookie := &http.Cookie{Name: plainCookie, Value: value, Path: api.Path, MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteStrictMode}
	if s.config.Secure(r) {
		cookie.Name, cookie.Path, cookie.Secure = secureCookie, "/", true
	}
	return cookie
}
