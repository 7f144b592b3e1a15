package tristore

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

const seed = "{namespaces: [{id: ns_demo_starter, keys: [{key: kv_admin_demo, scope: admin}], entries: [{key: a, value: 1, ttlSeconds: 86400}]}]}"

var (
	ctx  = context.Background()
	date = time.Date(2026, 1, 31, 23, 59, 0, 0, time.UTC)
)

func value[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		must(t, err)
		return value
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Makes the calls of ../calls.json, in their order.
func TestCalls(t *testing.T) {
	started := value[*Emulator](t)(Start(ctx, Options{
		Image:      os.Getenv("EMULATOR_IMAGE"),
		Seed:       "{database: {keys: [{key: db_start}]}}",
		Clock:      date,
		Profile:    "{kv: {putStatus: 201}}",
		AdminToken: "only-tests",
		Env:        map[string]string{"EMULATOR_RANDOM_SEED": "7"},
	}))
	connected := Connect(started.BaseURL + "/")
	connected.AdminToken = "only-tests"
	world := value[*Emulator](t)(connected.World(ctx, Options{Seed: seed, Clock: date.Add(-59 * time.Minute)}))
	steer(t, world)
	if err := world.Close(); err == nil || !strings.HasPrefix(err.Error(), `f_1 {"operation":"documents.list"} never fired; 0 req`) {
		t.Fatalf("unfired: %v", err)
	}
	must(t, world.Close())
	must(t, started.Close())
	must(t, started.Close())
}

func steer(t *testing.T, world *Emulator) {
	instant, texts := value[time.Time](t), value[[]string](t)
	if world.DBBaseURL != world.BaseURL {
		t.Fatalf("base URLs: %s, %s", world.BaseURL, world.DBBaseURL)
	}
	if now := instant(world.SetClock(ctx, date, true, false)); now != date {
		t.Fatal(now)
	}
	instant(world.Advance(ctx, 15*time.Minute))
	instant(world.AdvanceTo(ctx, "next-expiry", -time.Millisecond))
	if now := instant(world.AdvanceTo(ctx, "next-month", 0)); now != time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) {
		t.Fatal(now)
	}
	instant(world.SetClock(ctx, date, false, true))
	must(t, world.RemoveFault(ctx, value[string](t)(world.AddFault(ctx, `{match: {operation: "kv.*"}, status: 503}`))))
	ids := texts(world.AddFaults(ctx, []any{
		map[string]any{"match": map[string]any{"operation": "kv.get"}, "hold": true, "times": 1},
		map[string]any{"match": map[string]any{"operation": "kv.delete"}, "status": 503, "optional": true},
	}))
	read := make(chan error)
	go func() {
		request, _ := http.NewRequest("GET", world.BaseURL+"/v1/kv/"+Namespace+"/a", nil)
		request.Header.Set("X-KV-Key", KVKey)
		_, err := http.DefaultClient.Do(request)
		read <- err
	}()
	must(t, world.Release(ctx, value[Request](t)(world.Held(ctx, ids[0], 0)).ID, `{status: 429}`))
	must(t, <-read)
	requests := value[[]Request](t)(world.Requests(ctx, url.Values{"operation": {"kv.*"}, "limit": {"1"}}))
	if len(requests) != 1 || requests[0].Status != 429 {
		t.Fatalf("journal: %v", requests)
	}
	_, err := world.SetClock(ctx, date.AddDate(-6, 0, 0), true, false)
	var refused *Error
	if !errors.As(err, &refused) || refused.Status != 409 || refused.Code != "clock_backwards" || !strings.Contains(err.Error(), "\ngo back anyway with force: true") {
		t.Fatalf("refusal: %v", err)
	}
	must(t, world.MergeState(ctx, "{stores: [{id: ec_demo_starter}]}"))
	if state := value[map[string]any](t)(world.State(ctx)); state["stores"] == nil {
		t.Fatal(state)
	}
	must(t, world.PutSeed(ctx, "database: {keys: [{key: db_test}]}"))
	must(t, world.Reset(ctx))
	var usage struct{ Operations map[string]any }
	must(t, world.Call(ctx, "GET", "/usage", nil, &usage))
	value[string](t)(world.AddFault(ctx, map[string]any{"match": map[string]any{"operation": "documents.list"}, "status": 503}))
}
