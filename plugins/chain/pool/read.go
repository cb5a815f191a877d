package pool

import (
	"cmp"
	"context"
	"fmt"
	"time"
)

// Raw is a node's own answer, unchanged.
type Raw struct {
	// Status is the HTTP status.
	Status int
	Body   []byte
	// Node is the address of the node that answered.
	Node string
	// Head is the newest block that the node was known to have before it was
	// asked; zero when none is known.
	Head Head
}

const rowsPath = "/v1/chain/get_table_rows"

// defaultLimit is how many rows a node answers that is given no limit.
const defaultLimit = 10

// TableRows reads one page of a table. The error is a *Refusal when a healthy
// node says no. Else it joins the *Fault of each node that was asked with why
// no other one was: ErrNoNode, ErrLimited, a *BehindError, and
// context.DeadlineExceeded when time ran out.
func (p *Pool) TableRows(ctx context.Context, request Request) (Answer, error) {
	body, err := request.body()
	if err != nil {
		return Answer{}, fmt.Errorf("asking for rows of %s in %s: %w", request.Table, request.Code, err)
	}
	answer, err := race(ctx, p, rowsPath, want{minBlock: request.MinBlock, tried: p.barred(request.Node, request.Except)}, func(ctx context.Context, n *node) (Answer, error) {
		head := n.head()
		raw, err := n.post(ctx, n.reader, rowsPath, body)
		if err != nil {
			return Answer{}, err
		}
		answer, err := decodeRows(raw.body, cmp.Or(request.Limit, defaultLimit))
		if err != nil {
			return Answer{}, n.faulty(Unreadable, raw.status, fmt.Errorf("its get_table_rows cannot be read: %w", err))
		}
		answer.Node, answer.Head = n.address, head
		return answer, nil
	})
	if err != nil {
		return Answer{}, fmt.Errorf("asking for rows of %s in %s: %w", request.Table, request.Code, err)
	}
	return answer, nil
}

// Info asks for the state of the chain at a node whose address is none of those in except.
// Its errors are those of TableRows.
func (p *Pool) Info(ctx context.Context, except ...string) (Info, error) {
	info, err := race(ctx, p, infoPath, want{tried: p.barred("", except)}, func(ctx context.Context, n *node) (Info, error) {
		info, err := p.info(ctx, n)
		if err == nil && !p.config().isOfChain(&info) {
			err = n.faulty(Unreadable, 200, fmt.Errorf("its get_info is of the chain %.64q", info.ChainID))
		}
		return info, err
	})
	if err != nil {
		return Info{}, fmt.Errorf("asking for the state of the chain: %w", err)
	}
	return info, nil
}

// Read posts a body to a path of the chain API, such as
// /v1/chain/get_account, at a node whose head is at or past minBlock (0: any) and whose
// address is none of those in except. Its errors are those of TableRows; a *Refusal has
// the node's own answer.
func (p *Pool) Read(ctx context.Context, path string, body []byte, minBlock uint64, except ...string) (Raw, error) {
	raw, err := race(ctx, p, path, want{minBlock: minBlock, tried: p.barred("", except)}, func(ctx context.Context, n *node) (Raw, error) {
		head, asked := n.head(), p.config().Now()
		answer, err := n.post(ctx, n.reader, path, body)
		if err != nil {
			return Raw{}, err
		}
		if err := p.check(n, path, answer.body, asked); err != nil {
			return Raw{}, n.faulty(Unreadable, answer.status, fmt.Errorf("its %s cannot be read: %w", path, err))
		}
		return Raw{Status: answer.status, Body: answer.body, Node: n.address, Head: head}, nil
	})
	if err != nil {
		return Raw{}, fmt.Errorf("asking for %s: %w", path, err)
	}
	return raw, nil
}

// check reads an answer whose shape is known as strictly as the pool's own, and
// takes the head that it says: who got it will ask for rows of it.
func (p *Pool) check(n *node, path string, body []byte, asked time.Time) error {
	switch path {
	case rowsPath:
		_, _, err := decodePage(body)
		return err
	case infoPath:
		info, err := DecodeInfo(body)
		if err == nil && !p.config().isOfChain(&info) {
			return fmt.Errorf("it is of the chain %.64q", info.ChainID)
		}
		if err == nil {
			info.Node = n.address
			n.saw(&sighting{info: info, asked: asked, answered: p.config().Now()}, p.config().OutLag)
			p.changed.wake()
		}
		return err
	}
	return nil
}
