-- A support bundle names the migrations that a database has. It is written with the service's rights.
GRANT SELECT ON schema_migrations TO pramaan_app;
