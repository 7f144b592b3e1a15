// Package tristore starts tristore-emulator and controls it from tests. It only needs the standard library.
package tristore

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// From the starter seed of the image. The keys have full access.
const (
	Namespace = "ns_demo_starter"
	KVKey     = "kv_admin_demo"
	Store     = "ec_demo_starter"
	ConfigKey = "kv_admin_config"
	DBKey     = "db_demo"
)

// Emulator is a running emulator, or one of its worlds.
type Emulator struct {
	BaseURL, DBBaseURL string
	AdminToken         string // Sent with each call if it's set.
	adding             sync.Mutex
	added              map[string]bool
	end                func() error
}

// Options are for Start and World, but World only uses Seed and Clock. The zero value runs the image
// tristore-emulator with its starter seed.
type Options struct {
	Image, AdminToken string
	Seed              string    // See PutSeed.
	Clock             time.Time // Frozen there until you move it.
	Profile           string    // YAML or JSON, e.g. `{kv: {putStatus: 201}}`.
	Env               map[string]string
}

// Request is a request in the journal, or a held one, which has a Number.
type Request struct {
	ID, Operation, Method, Path, Outcome, Reason, Credential, Fault, AtISO string
	Status, Number                                                         int
}

// Error is a rejected call, with the status and code of the answer. Status is 0 if there was no answer.
type Error struct {
	Status        int
	Code, Message string
	cause         error
}

func (e *Error) Error() string { return e.Message }

func (e *Error) Unwrap() error { return e.cause }

// Connect returns a client for an address such as "http://127.0.0.1:4600".
func Connect(baseURL string) *Emulator {
	baseURL = strings.TrimRight(baseURL, "/")
	return &Emulator{BaseURL: baseURL, DBBaseURL: baseURL, added: map[string]bool{}}
}

// Start runs the image with docker on a free port, until Close or the end of this process.
func Start(ctx context.Context, options Options) (*Emulator, error) {
	name, hosts := fmt.Sprintf("tristore-emulator-%d-%x", os.Getpid(), time.Now().UnixNano()), engineHosts()
	var output bytes.Buffer
	command := exec.Command("docker", options.arguments(name, hosts)...)
	command.Stdout, command.Stderr = &output, &output
	stdin, err := command.StdinPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		hint := `Install it, or connect to a running emulator: Connect("http://127.0.0.1:4600")`
		return nil, &Error{0, "start_failed", fmt.Sprintf("can't run docker: %v\n%s", err, hint), err}
	}
	ended := make(chan struct{})
	go func() {
		_ = command.Wait()
		close(ended)
	}()
	stop := func() error {
		_ = stdin.Close() // This ends the emulator. If it doesn't, the container is removed by force.
		select {
		case <-ended:
			return nil
		case <-time.After(10 * time.Second):
		}
		err := exec.Command("docker", "rm", "--force", name).Run()
		_ = command.Process.Kill()
		<-ended
		return err
	}
	baseURL, reason := untilUp(ctx, name, hosts, ended)
	if reason != "" {
		_ = stop()
		message := fmt.Sprintf("the container did not start: %s (%v)\n%s", reason, command.ProcessState, output.String())
		return nil, &Error{0, "start_failed", strings.TrimSpace(message), ctx.Err()}
	}
	e := Connect(baseURL)
	e.AdminToken, e.end = options.AdminToken, stop
	if options.Seed != "" {
		err = e.PutSeed(ctx, options.Seed)
	}
	if err != nil {
		_ = stop()
		return nil, err
	}
	return e, nil
}

// arguments returns the arguments of docker. The last value of a variable wins.
func (o Options) arguments(name string, hosts []string) []string {
	publish := "4600"
	if len(hosts) == 1 && hosts[0] == loopback {
		publish = loopback + "::4600"
	}
	args := []string{"run", "--interactive", "--rm", "--no-healthcheck", "--label=tristore-emulator=client",
		"--name=" + name, "--publish=" + publish, "--env=EMULATOR_LOG=off", "--env=EMULATOR_UNTIL_STDIN_ENDS=1"}
	set := func(isGiven bool, variable, value string) {
		if isGiven {
			args = append(args, "--env="+variable+"="+value)
		}
	}
	set(!strings.HasPrefix(hosts[0], "["), "EMULATOR_ALLOW_HOST", hosts[0])
	set(!o.Clock.IsZero(), "EMULATOR_CLOCK", o.Clock.Format(time.RFC3339Nano))
	set(!o.Clock.IsZero(), "EMULATOR_FREEZE", "1")
	set(o.Profile != "", "EMULATOR_PROFILE", o.Profile)
	set(o.AdminToken != "", "EMULATOR_ADMIN_TOKEN", o.AdminToken)
	for variable, value := range o.Env {
		set(true, variable, value)
	}
	if o.Image == "" {
		return append(args, "tristore-emulator")
	}
	return append(args, o.Image)
}

// World creates an isolated emulator for one test, with its own data, clock and faults. Close deletes it.
func (e *Emulator) World(ctx context.Context, options Options) (*Emulator, error) {
	body := map[string]any{}
	if !options.Clock.IsZero() {
		body["clock"] = map[string]any{"now": options.Clock, "freeze": true}
	}
	var made struct{ ID, BaseURL, DBBaseURL string }
	err := withContent(options.Seed, func(content string) error {
		if content != "" {
			body["seed"] = content
		}
		return e.Call(ctx, "POST", "/worlds", body, &made)
	})
	if err != nil {
		return nil, err
	}
	world := Connect(made.BaseURL)
	world.DBBaseURL, world.AdminToken = made.DBBaseURL, e.AdminToken
	world.end = func() error { return e.Call(context.Background(), "DELETE", "/worlds/"+made.ID, nil, nil) }
	return world, nil
}

// SetClock sets the clock, and freezes it or lets it run. Going back takes force. It returns the new time.
func (e *Emulator) SetClock(ctx context.Context, instant time.Time, freeze, force bool) (time.Time, error) {
	return e.move(ctx, map[string]any{"set": instant, "freeze": freeze, "force": force})
}

// Advance moves the clock forward. It returns the new time.
func (e *Emulator) Advance(ctx context.Context, duration time.Duration) (time.Time, error) {
	return e.move(ctx, map[string]any{"advance": milliseconds(duration)})
}

// AdvanceTo moves the clock to "next-expiry" or "next-month", or by plus beyond it. It returns the new time.
func (e *Emulator) AdvanceTo(ctx context.Context, event string, plus time.Duration) (time.Time, error) {
	return e.move(ctx, map[string]any{"to": event, "plus": milliseconds(plus)})
}

// AddFault adds a fault, given as text or data, e.g. `{match: {operation: kv.put}, status: 503}`. It returns its id.
func (e *Emulator) AddFault(ctx context.Context, fault any) (string, error) {
	ids, err := e.AddFaults(ctx, fault)
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// AddFaults adds a list of faults, and returns their ids.
func (e *Emulator) AddFaults(ctx context.Context, faults any) ([]string, error) {
	type fault struct{ ID string }
	var answer struct {
		fault
		Faults []fault
	}
	if err := e.Call(ctx, "POST", "/faults", faults, &answer); err != nil {
		return nil, err
	}
	if answer.Faults == nil {
		answer.Faults = []fault{answer.fault}
	}
	e.adding.Lock()
	defer e.adding.Unlock()
	var ids []string
	for _, each := range answer.Faults {
		ids = append(ids, each.ID)
		e.added[each.ID] = true
	}
	return ids, nil
}

func (e *Emulator) RemoveFault(ctx context.Context, id string) error {
	return e.Call(ctx, "DELETE", "/faults/"+id, nil, nil)
}

// Held waits up to two seconds for a held request whose Number is higher than after.
func (e *Emulator) Held(ctx context.Context, fault string, after int) (Request, error) {
	var answer struct{ Held []Request }
	err := e.Call(ctx, "GET", fmt.Sprintf("/held?fault=%s&after=%d&wait=2000", url.QueryEscape(fault), after), nil, &answer)
	if err == nil && len(answer.Held) == 0 {
		err = &Error{Code: "nothing_held", Message: "no request was held by " + fault + " in 2 s"}
	}
	if err != nil {
		return Request{}, err
	}
	return answer.Held[0], nil
}

// Release lets a held request continue, or ends it, e.g. with `{status: 503}`.
func (e *Emulator) Release(ctx context.Context, requestID string, end any) error {
	return e.Call(ctx, "POST", "/held/"+requestID, end, nil)
}

// Requests returns the journal, newest first. Filters are e.g. url.Values{"operation": {"kv.*"}, "status": {"4xx"}}.
func (e *Emulator) Requests(ctx context.Context, filters url.Values) ([]Request, error) {
	var answer struct{ Requests []Request }
	err := e.Call(ctx, "GET", "/requests?"+filters.Encode(), nil, &answer)
	return answer.Requests, err
}

// State returns the current state as a seed.
func (e *Emulator) State(ctx context.Context) (map[string]any, error) {
	var state map[string]any
	err := e.Call(ctx, "GET", "/state", nil, &state)
	return state, err
}

// MergeState merges a seed into the current state.
func (e *Emulator) MergeState(ctx context.Context, seed string) error {
	return withContent(seed, func(content string) error { return e.Call(ctx, "PATCH", "/state", content, nil) })
}

// PutSeed replaces everything with a seed, which Reset then goes back to. It's a file, or YAML or JSON, which
// contains a line break or a colon and a space, or starts with a brace.
func (e *Emulator) PutSeed(ctx context.Context, seed string) error {
	return withContent(seed, func(content string) error {
		return e.forgetFaults(e.Call(ctx, "PUT", "/seed", content, nil))
	})
}

// Reset goes back to the seed: data, clock, faults and journal.
func (e *Emulator) Reset(ctx context.Context) error {
	return e.forgetFaults(e.Call(ctx, "POST", "/reset", nil, nil))
}

// Close deletes the world, or stops the container. It fails if a fault added here never fired, unless it has
// "optional": true.
func (e *Emulator) Close() error {
	end := e.end
	if end == nil {
		return nil
	}
	e.end = nil
	var unfired error
	if len(e.added) > 0 {
		unfired = e.unfired()
	}
	if err := end(); err != nil {
		return err
	}
	return unfired
}

func (e *Emulator) unfired() error {
	var answer struct {
		Faults []struct {
			ID            string
			Match         json.RawMessage
			Hits, Matches int
			Optional      bool
		}
	}
	if err := e.Call(context.Background(), "GET", "/faults", nil, &answer); err != nil {
		return err
	}
	message := ""
	for _, f := range answer.Faults {
		if e.added[f.ID] && f.Hits == 0 && !f.Optional {
			message += fmt.Sprintf("%s %s never fired; %d requests match\n", f.ID, f.Match, f.Matches)
		}
	}
	if message == "" {
		return nil
	}
	return &Error{Code: "unfired_fault", Message: message + "optional: true allows that"}
}

// The emulator is on this machine, so bypass any proxy, and whatever tests do to http.DefaultTransport.
var client = &http.Client{Transport: &http.Transport{}, Timeout: 30 * time.Second}

// Call makes any admin call, e.g. "GET", "/usage". It sends a string unchanged, and anything else as JSON.
func (e *Emulator) Call(ctx context.Context, method, path string, body, answer any) error {
	content, err := json.Marshal(body)
	if text, isText := body.(string); isText {
		content = []byte(text)
	} else if err != nil {
		return err
	} else if body == nil {
		content = nil
	}
	request, err := http.NewRequestWithContext(ctx, method, e.BaseURL+"/_admin"+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	if e.AdminToken != "" {
		request.Header.Set("Authorization", "Bearer "+e.AdminToken)
	}
	response, err := client.Do(request)
	if err != nil {
		return &Error{Code: "no_emulator", Message: err.Error(), cause: err}
	}
	defer response.Body.Close()
	content, err = io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		refusal := struct{ Error, Message, Hint string }{"no_emulator", string(content), ""}
		_ = json.Unmarshal(content, &refusal)
		message := fmt.Sprintf("%s /_admin%s: %s (%d %s)\n%s", method, path, refusal.Message, response.StatusCode, refusal.Error, refusal.Hint)
		return &Error{response.StatusCode, refusal.Error, strings.TrimSpace(message), nil}
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(content, answer)
}

// forgetFaults is called once the faults are gone, or with the failure to remove them.
func (e *Emulator) forgetFaults(failure error) error {
	e.adding.Lock()
	defer e.adding.Unlock()
	if failure == nil {
		e.added = map[string]bool{}
	}
	return failure
}

func (e *Emulator) move(ctx context.Context, body map[string]any) (time.Time, error) {
	var clock struct{ Now int64 }
	err := e.Call(ctx, "POST", "/clock", body, &clock)
	return time.UnixMilli(clock.Now).UTC(), err
}

func milliseconds(duration time.Duration) string {
	return fmt.Sprintf("%dms", duration.Milliseconds())
}

var isText = regexp.MustCompile(`\n|^\s*\{|:\s`)

// withContent passes the text of a seed to a function. If it's in a file, errors name the file.
func withContent(seed string, use func(content string) error) error {
	if seed == "" || isText.MatchString(seed) {
		return use(seed)
	}
	content, err := os.ReadFile(seed)
	if err != nil {
		return err
	}
	err = use(string(content))
	if refused, isRefused := err.(*Error); isRefused {
		refused.Message = seed + ": " + refused.Message
	}
	return err
}

const loopback = "127.0.0.1"

var (
	engineAddress = regexp.MustCompile(`^\w+://(?:[^@/]*@)?(\[[^]]*\]|[^:/]+)`)
	defaultRoute  = regexp.MustCompile(`\t00000000\t([0-9A-F]{8})\t`)
)

// engineHosts returns the hosts where the engine may publish ports, by the rules of Testcontainers.
func engineHosts() []string {
	if host := os.Getenv("TESTCONTAINERS_HOST_OVERRIDE"); host != "" {
		return []string{host}
	}
	if named := engineAddress.FindStringSubmatch(os.Getenv("DOCKER_HOST")); named != nil {
		return []string{named[1]}
	}
	if _, err := os.Stat("/.dockerenv"); err == nil {
		routes, _ := os.ReadFile("/proc/net/route")
		if route := defaultRoute.FindSubmatch(routes); route != nil {
			b, _ := hex.DecodeString(string(route[1]))
			// Usually the engine's machine, unless the engine runs in this container, too.
			return []string{loopback, net.IPv4(b[3], b[2], b[1], b[0]).String()}
		}
	}
	return []string{loopback}
}

// untilUp waits until the container answers. It returns its address, or the reason why there's none.
func untilUp(ctx context.Context, name string, hosts []string, ended <-chan struct{}) (baseURL, reason string) {
	port, deadline := "", time.Time{}
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err().Error()
		case <-ended:
			return "", "it ended"
		case <-time.After(50 * time.Millisecond):
		}
		if port == "" {
			mapped, _ := exec.Command("docker", "port", name, "4600/tcp").Output()
			line, _, _ := strings.Cut(string(mapped), "\n")
			port, deadline = line[strings.LastIndex(line, ":")+1:], time.Now().Add(30*time.Second)
			continue
		}
		for _, host := range hosts {
			baseURL := "http://" + host + ":" + port
			asking, cancel := context.WithTimeout(ctx, 5*time.Second)
			err := Connect(baseURL).Call(asking, "GET", "/health", nil, nil)
			cancel()
			if err == nil {
				return baseURL, ""
			}
		}
		if time.Now().After(deadline) {
			hint := "set TESTCONTAINERS_HOST_OVERRIDE"
			return "", fmt.Sprintf("nothing answers on port %s of %s; %s", port, strings.Join(hosts, " or "), hint)
		}
	}
}
