package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// cosigner checks signatures of c2sp.org/tlog-cosignature, version 1: a time, then a signature over the time and the text.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func newCosigner(vkey string) (*cosigner, error) {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return nil, errors.New("malformed key of a cosigner")
	}
	hash, err := strconv.ParseUint(parts[1], 16, 32)
	if err != nil {
		return nil, err
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		return nil, err
	}
	if len(key) != 33 || key[0] != 0x04 {
		return nil, errors.New("not a key of a cosigner")
	}
	return &cosigner{parts[0], uint32(hash), key[1:]}, nil
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }

func (c *cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(signature)
	message := fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", time, text)
	return ed25519.Verify(c.key, message, signature[8:])
}
