-- Agents elsewhere, what people say of traces, and what pages are held to: sealed by who writes them.
ALTER TABLE agents ADD seal bytea;
ALTER TABLE trace_annotations ADD seal bytea;
ALTER TABLE design_rules ADD seal bytea;
ALTER TABLE design_baselines ADD seal bytea;
