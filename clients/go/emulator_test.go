package tristore

import (
	"os"
	"strings"
	"testing"
)

// Makes the calls of ../calls.json, in their order.
func TestCalls(t *testing.T) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	image, isSet := os.LookupEnv("EMULATOR_IMAGE")
	if !isSet {
		image = "tristore-emulator"
	}
	started, err := Start(image)
	must(err)
	world, err := Connect(started.BaseURL).World()
	must(err)
	if world.BaseURL == started.BaseURL || world.DBBaseURL != world.BaseURL {
		t.Fatalf("base URLs: %s, %s", world.BaseURL, world.DBBaseURL)
	}
	must(world.SetClock("2030-01-31T23:59:00Z", true))
	must(world.Advance("15m"))
	fault, err := world.AddFault(`{match: {operation: "kv.*"}, status: 503}`)
	must(err)
	must(world.RemoveFault(fault))
	must(world.PutSeed(`database: {keys: [{key: db_test}]}`))
	must(world.Reset())
	if err := world.Advance("soon"); err == nil || !strings.Contains(err.Error(), "must be a duration") {
		t.Fatalf("refusal: %v", err)
	}
	must(world.Close())
	must(started.Close())
}
