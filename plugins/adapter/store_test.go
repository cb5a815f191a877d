package adapter

import "testing"

func TestAStoreThatIsNotNamedIsTheVariables(t *testing.T) {
	t.Setenv("FIELDHOUSE_STORE", "/srv/fieldhouse")
	if folder := StoreFolder(""); folder != "/srv/fieldhouse" {
		t.Errorf("it is %s", folder)
	}
	if folder := StoreFolder("/elsewhere"); folder != "/elsewhere" {
		t.Errorf("a named one is %s", folder)
	}
}
