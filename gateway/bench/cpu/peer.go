package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"fieldhouse/gateway/bench/answer"
)

const (
	// maxAnswer bounds a recorded body.
	maxAnswer = 16 << 20
	// startTimeout bounds how long the peer takes to listen.
	startTimeout = 10 * time.Second
	stopTimeout  = 5 * time.Second
)

// record takes an answer of the gateway down, as the load will get it.
func record(address, host, path string) (answer.Answer, error) {
	target, err := url.ParseRequestURI(path)
	if err != nil {
		return answer.Answer{}, err
	}
	request, err := http.NewRequest(http.MethodGet, "http://"+address+path, nil)
	if err != nil {
		return answer.Answer{}, err
	}
	request.Host = host
	request.Header.Set("Accept-Encoding", acceptEncoding)
	request.Header.Set("Accept-Language", "en")
	client := http.Client{Timeout: answerTimeout}
	response, err := client.Do(request)
	if err != nil {
		return answer.Answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return answer.Answer{}, err
	}
	if response.StatusCode != http.StatusOK {
		return answer.Answer{}, fmt.Errorf("the gateway answers %s", response.Status)
	}
	// net/http writes the date itself, and Caddy its name.
	response.Header.Del("Date")
	response.Header.Del("Server")
	response.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return answer.Answer{Path: target.Path, Status: response.StatusCode, Header: response.Header, Body: body}, nil
}

// peer is the running process to compare with.
type peer struct {
	address, host string
	command       *exec.Cmd
}

// startPeer starts the peer with one answer, with the gateway's own shape of
// configuration, and returns once it listens.
func startPeer(binary, folder string, port int, recorded answer.Answer) (*peer, error) {
	text, err := json.Marshal([]answer.Answer{recorded})
	if err != nil {
		return nil, err
	}
	answers := filepath.Join(folder, "answers.json")
	if err := os.WriteFile(answers, text, 0o600); err != nil {
		return nil, err
	}
	config := filepath.Join(folder, "Caddyfile.peer")
	host := fmt.Sprintf("localhost:%d", port)
	content := fmt.Sprintf("{\n\tadmin off\n\tpersist_config off\n}\n\nhttp://%s {\n\tbind 127.0.0.1\n\tfixed * %s\n}\n", host, strconv.Quote(answers))
	if err := os.WriteFile(config, []byte(content), 0o600); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(folder, "peer.log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	command := exec.Command(binary, "run", "--config", config, "--adapter", "caddyfile")
	command.Env = append(os.Environ(), "XDG_DATA_HOME="+folder, "XDG_CONFIG_HOME="+folder)
	command.Stdout, command.Stderr = log, log
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("starting the peer: %w", err)
	}
	started := &peer{address: fmt.Sprintf("127.0.0.1:%d", port), host: host, command: command}
	if err := started.untilListening(); err != nil {
		started.stop()
		return nil, fmt.Errorf("starting the peer, whose log is %s: %w", log.Name(), err)
	}
	return started, nil
}

func (p *peer) pid() int { return p.command.Process.Pid }

func (p *peer) untilListening() error {
	deadline := time.Now().Add(startTimeout)
	for {
		connection, err := net.DialTimeout("tcp", p.address, time.Second)
		if err == nil {
			return connection.Close()
		}
		if !errors.Is(err, syscall.ECONNREFUSED) || time.Now().After(deadline) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// stop ends the process, by force when asking does not help.
func (p *peer) stop() {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	force := time.AfterFunc(stopTimeout, func() { _ = p.command.Process.Kill() })
	defer force.Stop()
	_ = p.command.Wait()
}
