package tristore

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"
)

// Starts an emulator, prints its address and waits for its own end: ./starting IMAGE [SEED [panic]].
func TestStarting(t *testing.T) {
	emulator, err := Start(ctx, Options{Image: flag.Arg(0), Seed: flag.Arg(1)})
	var refused *Error
	if errors.As(err, &refused) {
		fmt.Fprintln(os.Stderr, refused.Code, refused)
		os.Exit(1)
	}
	fmt.Println(emulator.BaseURL)
	if flag.Arg(2) != "panic" {
		time.Sleep(time.Minute)
	}
	time.Sleep(2 * time.Second)
	panic("on purpose")
}

func TestCancelledStart(t *testing.T) {
	soon, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	if _, err := Start(soon, Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
}
