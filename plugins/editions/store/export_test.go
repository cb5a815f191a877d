package store

// Before has a hook asked before each operation that changes the store.
func (s *Store) Before(hook func(operation, name string) error) { s.before = hook }
