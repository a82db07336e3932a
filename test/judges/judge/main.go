// Judges claims about a ledger with code that shares nothing with the service: golang.org/x/mod/sumdb (note, tlog) and
// github.com/transparency-dev/merkle. Reads one claim per line on standard input (JSON) and writes one verdict per
// line: "ok", or the reason why the claim is wrong.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"filippo.io/torchwood"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// claim is about a note with its keys, rows under a checkpoint, the consistency of two trees, or a whole tree. All bytes are
// base64.
type claim struct {
	Kind string `json:"kind"`

	// note: Note opens with all of Vkeys, each of which has signed it. Cosigners are keys of type 4.
	Note      string   `json:"note"`
	Vkeys     []string `json:"vkeys"`
	Cosigners []string `json:"cosigners"`

	// inclusion: the row with this hash is at Index under Note. consistency: the tree of size To extends the one of size From.
	Index    int64    `json:"index"`
	RowHash  []byte   `json:"row_hash"`
	Proof    [][]byte `json:"proof"`
	From     int64    `json:"from"`
	To       int64    `json:"to"`
	FromRoot []byte   `json:"from_root"`
	ToRoot   []byte   `json:"to_root"`

	// tree: the leaves with these row hashes have Note's root.
	RowHashes [][]byte `json:"row_hashes"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		var c claim
		err := json.Unmarshal(lines.Bytes(), &c)
		if err == nil {
			err = judge(c)
		}
		if err != nil {
			fmt.Println(strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Println("ok")
		}
	}
}

func judge(c claim) error {
	switch c.Kind {
	case "note":
		_, err := open(c)
		return err
	case "inclusion":
		return inclusion(c)
	case "consistency":
		return consistency(c)
	case "tree":
		return tree(c)
	}
	return errors.New("unknown kind of claim")
}

// open reads a checkpoint that every given key has signed.
func open(c claim) (tlog.Tree, error) {
	var verifiers []note.Verifier
	for _, vkey := range c.Vkeys {
		verifier, err := note.NewVerifier(vkey)
		if err != nil {
			return tlog.Tree{}, err
		}
		verifiers = append(verifiers, verifier)
	}
	for _, vkey := range c.Cosigners {
		verifier, err := newCosigner(vkey)
		if err != nil {
			return tlog.Tree{}, err
		}
		verifiers = append(verifiers, verifier)
	}
	opened, err := note.Open([]byte(c.Note), note.VerifierList(verifiers...))
	if err != nil {
		return tlog.Tree{}, err
	}
	if len(opened.Sigs) != len(verifiers) {
		return tlog.Tree{}, fmt.Errorf("%d of %d keys have signed", len(opened.Sigs), len(verifiers))
	}
	checkpoint, err := torchwood.ParseCheckpoint(opened.Text)
	if err != nil {
		return tlog.Tree{}, err
	}
	if checkpoint.Origin != opened.Sigs[0].Name || checkpoint.Extension != "" {
		return tlog.Tree{}, errors.New("the origin is not the name of the key, or there are extension lines")
	}
	return checkpoint.Tree, nil
}

func inclusion(c claim) error {
	tree, err := open(c)
	if err != nil {
		return err
	}
	leaf := rfc6962.DefaultHasher.HashLeaf(c.RowHash)
	if err := proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(c.Index), uint64(tree.N), leaf, c.Proof, tree.Hash[:]); err != nil {
		return err
	}
	hashes, err := hashesOf(c.Proof)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(tlog.RecordProof(hashes), tree.N, tree.Hash, c.Index, tlog.RecordHash(c.RowHash))
}

func consistency(c claim) error {
	if err := proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(c.From), uint64(c.To), c.Proof, c.FromRoot, c.ToRoot); err != nil {
		return err
	}
	hashes, err := hashesOf(slices.Concat(c.Proof, [][]byte{c.FromRoot, c.ToRoot}))
	if err != nil {
		return err
	}
	steps, from, to := hashes[:len(c.Proof)], hashes[len(c.Proof)], hashes[len(c.Proof)+1]
	return tlog.CheckTree(tlog.TreeProof(steps), c.To, to, c.From, from)
}

// tree rebuilds the whole tree and compares its root.
func tree(c claim) error {
	signed, err := open(c)
	if err != nil {
		return err
	}
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			found[i] = stored[index]
		}
		return found, nil
	})
	for n, row := range c.RowHashes {
		hashes, err := tlog.StoredHashes(int64(n), row, reader)
		if err != nil {
			return err
		}
		stored = append(stored, hashes...)
	}
	root, err := tlog.TreeHash(int64(len(c.RowHashes)), reader)
	if err != nil {
		return err
	}
	if int64(len(c.RowHashes)) != signed.N || root != signed.Hash {
		return errors.New("the rows have another root than was signed")
	}
	return nil
}

func hashesOf(list [][]byte) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(list))
	for i, bytes := range list {
		if len(bytes) != tlog.HashSize {
			return nil, errors.New("a hash has not 32 bytes")
		}
		hashes[i] = tlog.Hash(bytes)
	}
	return hashes, nil
}
