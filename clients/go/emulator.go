// Package tristore starts tristore-emulator and steers it from tests, with the standard library alone.
package tristore

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// What the image starts with: ids, and keys that may do everything.
const (
	Namespace = "ns_demo_starter"
	KVKey     = "kv_admin_demo"
	Store     = "ec_demo_starter"
	ConfigKey = "kv_admin_config"
	DBKey     = "db_demo"
)

// Emulator is an emulator that runs, or one of its worlds.
type Emulator struct {
	BaseURL   string
	DBBaseURL string
	close     func() error
}

// Connect returns the emulator at an address such as "http://127.0.0.1:4600". Closing it does nothing.
func Connect(baseURL string) *Emulator {
	return &Emulator{baseURL, baseURL, func() error { return nil }}
}

// Start starts the image with docker, on a free port of this machine. Close removes the container.
func Start(image string) (*Emulator, error) {
	container, err := docker("run", "--detach", "--rm", "--publish", "127.0.0.1::4600", image)
	if err != nil {
		return nil, err
	}
	remove := func() error {
		_, err := docker("rm", "--force", container)
		return err
	}
	address, err := docker("port", container, "4600/tcp")
	baseURL := "http://" + address
	emulator := &Emulator{baseURL, baseURL, remove}
	if err == nil {
		err = emulator.wait(30 * time.Second)
	}
	if err != nil {
		_ = remove()
		return nil, err
	}
	return emulator, nil
}

// World returns an isolated emulator for one test: data, clock and faults of its own. Close removes it.
func (e *Emulator) World() (*Emulator, error) {
	var made struct{ ID, BaseURL, DBBaseURL string }
	if err := e.call("POST", "/worlds", "", &made); err != nil {
		return nil, err
	}
	remove := func() error { return e.call("DELETE", "/worlds/"+made.ID, "", nil) }
	return &Emulator{made.BaseURL, made.DBBaseURL, remove}, nil
}

// SetClock sets the clock to "2030-01-31T23:59:00Z". Frozen, it moves only when it is advanced.
func (e *Emulator) SetClock(instant string, freeze bool) error {
	return e.call("POST", "/clock", fmt.Sprintf(`{"set": %q, "freeze": %t}`, instant, freeze), nil)
}

// Advance moves the clock forward: "90s", "15m", "2d", "P1M".
func (e *Emulator) Advance(duration string) error {
	return e.call("POST", "/clock", fmt.Sprintf(`{"advance": %q}`, duration), nil)
}

// AddFault adds a fault, as JSON or YAML text: `{match: {operation: kv.put}, status: 503, times: 1}`. It returns its id.
func (e *Emulator) AddFault(fault string) (string, error) {
	var added struct{ ID string }
	err := e.call("POST", "/faults", fault, &added)
	return added.ID, err
}

// RemoveFault removes a fault by its id.
func (e *Emulator) RemoveFault(id string) error {
	return e.call("DELETE", "/faults/"+id, "", nil)
}

// PutSeed replaces everything with a seed, JSON or YAML text. Reset then goes back to it.
func (e *Emulator) PutSeed(seed string) error {
	return e.call("PUT", "/seed", seed, nil)
}

// Reset goes back to the seed: data, clock, faults and journal.
func (e *Emulator) Reset() error {
	return e.call("POST", "/reset", "", nil)
}

// Close removes the world, or the container that Start made.
func (e *Emulator) Close() error {
	return e.close()
}

// call makes an admin call and reads its answer.
func (e *Emulator) call(method, path, body string, answer any) error {
	request, err := http.NewRequest(method, e.BaseURL+"/_admin"+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %d %s", method, path, response.StatusCode, content)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(content, answer)
}

func (e *Emulator) wait(limit time.Duration) error {
	deadline := time.Now().Add(limit)
	for {
		err := e.call("GET", "/health", "", nil)
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func docker(args ...string) (string, error) {
	command := exec.Command("docker", args...)
	command.Stderr = os.Stderr
	output, err := command.Output()
	return strings.TrimSpace(string(output)), err
}
