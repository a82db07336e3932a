// Sets up litewitness as its administrator would: puts a new Ed25519 key in an SSH agent, and the logs to witness in the
// litewitness database. Usage: keeper <agent socket> <database> <origin> <verifier key>…; prints the key's fingerprint, and
// serves the agent until standard input ends.
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"net"
	"os"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"golang.org/x/mod/sumdb/tlog"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// schema creates the tables that litewitness would otherwise create itself when it starts.
const schema = `
	CREATE TABLE log (origin TEXT PRIMARY KEY, tree_size INTEGER NOT NULL, tree_hash TEXT NOT NULL);
	CREATE TABLE key (origin TEXT NOT NULL, key TEXT NOT NULL, FOREIGN KEY(origin) REFERENCES log(origin));`

func main() {
	socket, database, origin, vkeys := os.Args[1], os.Args[2], os.Args[3], os.Args[4:]
	if err := register(database, origin, vkeys); err != nil {
		log.Fatal(err)
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	keys := agent.NewKeyring()
	if err := keys.Add(agent.AddedKey{PrivateKey: private}); err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		log.Fatal(err)
	}
	go serve(listener, keys)
	key, err := ssh.NewPublicKey(public)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ssh.FingerprintSHA256(key))
	io.Copy(io.Discard, os.Stdin)
}

func serve(listener net.Listener, keys agent.Agent) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		go agent.ServeAgent(keys, connection)
	}
}

func register(path, origin string, vkeys []string) error {
	db, err := sqlite.OpenConn(path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := sqlitex.ExecScript(db, schema); err != nil {
		return err
	}
	empty, err := tlog.TreeHash(0, nil)
	if err != nil {
		return err
	}
	if err := sqlitex.Execute(db, "INSERT INTO log VALUES (?, 0, ?)", &sqlitex.ExecOptions{Args: []any{origin, empty.String()}}); err != nil {
		return err
	}
	for _, vkey := range vkeys {
		if err := sqlitex.Execute(db, "INSERT INTO key VALUES (?, ?)", &sqlitex.ExecOptions{Args: []any{origin, vkey}}); err != nil {
			return err
		}
	}
	return nil
}
