// A Vault server in memory with the transit engine, for the tests of KEY_PROVIDER=vault. It prints its address and root token.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"

	log "github.com/hashicorp/go-hclog"
	"github.com/hashicorp/vault/builtin/logical/transit"
	vaulthttp "github.com/hashicorp/vault/http"
	"github.com/hashicorp/vault/sdk/logical"
	"github.com/hashicorp/vault/sdk/physical/inmem"
	"github.com/hashicorp/vault/vault"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve() error {
	logger := log.New(&log.LoggerOptions{Level: log.Error, Output: os.Stderr})
	storage, err := inmem.NewInmem(nil, logger)
	if err != nil {
		return err
	}
	core, err := vault.NewCore(&vault.CoreConfig{
		Physical:        storage,
		Logger:          logger,
		DisableMlock:    true,
		LogicalBackends: map[string]logical.Factory{"transit": transit.Factory},
	})
	if err != nil {
		return err
	}
	one := &vault.SealConfig{SecretShares: 1, SecretThreshold: 1}
	made, err := core.Initialize(context.Background(), &vault.InitParams{BarrierConfig: one, RecoveryConfig: one})
	if err != nil {
		return err
	}
	for _, share := range made.SecretShares {
		if _, err := core.Unseal(share); err != nil {
			return err
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := "http://" + listener.Addr().String()
	if err := json.NewEncoder(os.Stdout).Encode(map[string]string{"address": address, "token": made.RootToken}); err != nil {
		return err
	}
	return http.Serve(listener, vaulthttp.Handler.Handler(&vault.HandlerProperties{Core: core}))
}
