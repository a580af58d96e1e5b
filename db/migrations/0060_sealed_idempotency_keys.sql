-- What a caller's key stands for is sealed: a request is answered by it.
ALTER TABLE idempotency_keys ADD seal bytea;
