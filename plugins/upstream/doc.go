// Package upstream is what a client of somebody else's server needs, whoever
// that is: a circuit breaker, the rest that the server asks for, and a rate that
// is divided into classes, so that what one client asks for never takes what
// another needs. It knows nothing of Caddy, nor of what is asked for.
package upstream
