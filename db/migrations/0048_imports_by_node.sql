-- concurrently
-- Imports of components are found by their nodes: so a library that was imported, and is gone with all that it had, is missed.
DROP INDEX CONCURRENTLY IF EXISTS edg_nodes_imports;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY edg_nodes_imports ON edg_nodes (stream) WHERE kind = 'components.imported';
