-- Feedback on signals is sealed by who gives it, takes it back, or erases what is learned of it.
ALTER TABLE signal_feedback ADD seal bytea;
