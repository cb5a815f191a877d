// Package flock lets the processes that use one store take turns. The kernel lets go
// of a lock when its process dies, so none is ever left behind. Elsewhere than on
// Unix there is one process only, and nothing is locked.
package flock
