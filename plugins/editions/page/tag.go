package page

import (
	"fmt"
	"regexp"
	"strings"

	"fieldhouse/plugins/editions/release"
)

// Tag is Google's tag, which counts visits. A page runs it only for who has said yes.
type Tag struct {
	// ID is the measurement's, such as G-ABCDEF1234; empty for none.
	ID string `json:"id"`
	// Origin is that of a tagging server of the site's own; empty for Google's.
	Origin string `json:"origin,omitempty"`
}

var tagID = regexp.MustCompile(`^(G|GT|AW)-[A-Z0-9]{4,20}$`)

// Validate reports what may not enter a script and a header.
func (t Tag) Validate() error {
	if t == (Tag{}) {
		return nil
	}
	if !tagID.MatchString(t.ID) {
		return fmt.Errorf("google_tag %q: it is G-, GT- or AW- and 4 to 20 capital letters and digits", t.ID)
	}
	if t.Origin != "" && !IsOrigin(t.Origin) {
		return fmt.Errorf("google_tag %s %q: write the origin of the tagging server, such as https://tags.example", t.ID, t.Origin)
	}
	return nil
}

const googleTag = "https://www.googletagmanager.com"

// tagPolicy is the Trusted Types policy that allows the tag's address alone.
const tagPolicy = "google-tag"

// sources are the origins that the tag is from, that it tells, and whose pictures it tells
// by (Google, "Use Tag Manager with a Content Security Policy", for Google Analytics 4). A
// tagging server stands for all of them.
func (t Tag) sources() (script string, connects []string) {
	if t.Origin != "" {
		return t.Origin, []string{t.Origin}
	}
	return googleTag, []string{"https://*.googletagmanager.com", "https://*.google-analytics.com", "https://*.analytics.google.com"}
}

// tagScript asks once, remembers the answer, and loads the tag for who says yes: after the
// page is there. Who says no later is not counted from then on, and what the tag left is
// deleted. Answers are given by any element with data-consent, on the line and on the
// page about cookies, which says more: also where the host puts its main in the place of
// another page's. What is answered in another tab, or while the page was set aside, is
// heard too.
const tagScript = `(()=>{const key='fieldhouse.consent',id='@id@',address='@address@',line=document.getElementById('fh-consent');` +
	`let said;const read=()=>{try{said=localStorage.getItem(key)}catch{}};read();` +
	`const load=()=>{window['ga-disable-'+id]=false;if(window.dataLayer)return;window.dataLayer=[];` +
	`window.gtag=function(){dataLayer.push(arguments)};gtag('js',new Date);gtag('config',id@settings@);` +
	`const only={createScriptURL:text=>{if(text!==address)throw new TypeError(text);return text}};` +
	`const script=document.createElement('script');script.async=true;` +
	`script.src=(window.trustedTypes?trustedTypes.createPolicy('` + tagPolicy + `',only):only).createScriptURL(address);document.head.append(script)};` +
	`const forget=()=>{window['ga-disable-'+id]=true;` +
	`for(const[name]of document.cookie.split('; ').map(pair=>pair.split('=')))if(/^_(ga|gcl|gid)/.test(name))` +
	`for(let host=location.hostname;host;host=host.split('.').slice(1).join('.'))` +
	`for(const domain of['',';domain='+host])document.cookie=name+'=;path=/;max-age=0'+domain};` +
	`const show=()=>{line.hidden=said==='yes'||said==='no';` +
	`for(const status of document.querySelectorAll('[data-consent-said]'))status.hidden=status.dataset.consentSaid!==said};show();` +
	`const hear=()=>{show();said==='yes'?load():forget()};` +
	`addEventListener('DOMContentLoaded',()=>{show();new MutationObserver(show).observe(document.body,{childList:true})});` +
	`addEventListener('load',()=>setTimeout(()=>said==='yes'&&load()));` +
	`addEventListener('click',({target})=>{const answer=target.closest?.('[data-consent]')?.dataset.consent;if(!answer)return;` +
	`said=answer;try{localStorage.setItem(key,said)}catch{}hear()});` +
	`const again=()=>{const before=said;read();said===before||hear()};` +
	`addEventListener('storage',again);addEventListener('pageshow',({persisted})=>persisted&&again())})()`

func (t Tag) script() string {
	from, settings := googleTag, ""
	if t.Origin != "" {
		from, settings = t.Origin, ",{server_container_url:'"+t.Origin+"'}"
	}
	return strings.NewReplacer("@id@", t.ID, "@address@", from+"/gtag/js?id="+t.ID, "@settings@", settings).Replace(tagScript)
}

// tagStyle is the line's, above the header: it covers nothing but the header's link for the
// keyboard, while that waits there. Where there is a tag, pages
// show what they say of it, and leave out what holds without.
const tagStyle = `#fh-consent:not([hidden]){position:relative;z-index:10;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem;padding:.625rem var(--pad,1rem);` +
	`background:var(--raise,#212421);color:var(--ink,#f3f1e8);border-block-end:2px solid var(--edge,#f3f1e8);font-size:.9375rem}` +
	`#fh-consent p{margin:0;flex:1 1 22rem}#fh-consent div{display:flex;gap:.75rem}` +
	`#fh-consent a{color:inherit}` +
	`#fh-consent button,[data-tag=on] button{min-block-size:2.5rem;padding:0 1.125rem;border:2px solid var(--control,#767c74);background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer}` +
	`#fh-consent button:hover,[data-tag=on] button:hover{border-color:currentColor}` +
	`[data-tag=on] button{margin:.375rem .5rem 0 0}section[data-tag=on]{display:grid!important}span[data-tag=on]{display:inline}[data-tag=off]{display:none}`

var tagStyleSource = sourceHash([]byte(tagStyle))

// tagWords ask, shortly and without a preferred answer.
var tagWords = map[release.Language]struct{ label, ask, yes, no, more string }{
	release.English: {"Counting visits", "May Google count your visit? Its tag sets cookies. The site is the same if you say no.", "Yes", "No", "What it keeps"},
	release.Spanish: {"Contar visitas", "¿Puede Google contar tu visita? Su etiqueta pone cookies. Si dices que no, el sitio es el mismo.", "Sí", "No", "Qué guarda"},
}

// consent appends the line that asks, and the script that hears the answer. Without
// script nobody is asked, and nothing is counted.
func (w *writer) consent(script string, language release.Language) {
	words := tagWords[language]
	w.raw(`<aside id="fh-consent" hidden aria-label="`, words.label, `"><p>`, words.ask, ` <a href="/cookies#tag">`, words.more,
		`</a></p><div><button type="button" data-consent="no">`, words.no, `</button><button type="button" data-consent="yes">`, words.yes,
		`</button></div></aside><script>`, script, `</script>`)
}
