-- The word in a key that says where it is for, so that its successor has it too. Not known of older keys.
ALTER TABLE api_keys ADD env text CHECK (env ~ '^[a-z]{1,16}$');
