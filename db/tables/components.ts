/** component_libraries, components and what is known of them: their stories, and where they were seen in use. */
import { boolean, date, integer, json, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { componentSources } from '#db/documents/states'
import { bytea, moment } from '#db/tables/columns'

export const componentLibraries = pgTable(
  'component_libraries',
  {
    org_id: text().notNull(),
    library: text().notNull(),
    /** Where its stories are shown, and since when they are shown there. */
    base_url: text(),
    base_since: moment(),
    /** Instances by name, as the newest usage report has them. */
    usage_counts: json().$type<Record<string, number>>(),
    usage_as_of: moment(),
    /** The node of its newest import. */
    head: bytea(),
    /** Of the seals of all that it has, its components and their stories. */
    parts_sha256: bytea(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.library] })],
)

export const components = pgTable(
  'components',
  {
    org_id: text().notNull(),
    library: text().notNull(),
    component_id: text().notNull(),
    name: text().notNull(),
    category: text().notNull(),
    /** The kind of document that named it: a later one of that kind that names it no more takes it away. */
    source: text({ enum: componentSources }).notNull(),
    tag_name: text(),
    class_prefix: text(),
    is_deprecated: boolean().notNull(),
    /** Files that it is made of, as the document calls them. */
    paths: text().array().notNull(),
    /** SHA-256 of all that its document says of it. */
    content_digest: bytea().notNull(),
    last_modified: date().notNull(),
    changed_at: moment().notNull(),
    removed_at: moment(),
    /** Instances in the newest usage report of its library; null where there is none, or where it says nothing of this one. */
    reported_usage: integer(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.library, table.component_id] })],
)

export const componentStories = pgTable(
  'component_stories',
  {
    org_id: text().notNull(),
    library: text().notNull(),
    component_id: text().notNull(),
    story_id: text().notNull(),
    name: text().notNull(),
    /** The scan that was asked for last, and the last one that came to a verdict before it. */
    scan_id: uuid(),
    scan_before: uuid(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.library, table.component_id, table.story_id] })],
)

/** Instances that were seen on what was gathered of a page. Those of baselines in force are counted. */
export const componentSightings = pgTable(
  'component_sightings',
  {
    org_id: text().notNull(),
    artifact: text().notNull(),
    library: text().notNull(),
    component_id: text().notNull(),
    instances: integer().notNull(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.artifact, table.library, table.component_id] })],
)

/** Instances that the newest scan of a page saw: one row a page, which goes with its scan. */
export const scanSightings = pgTable(
  'scan_sightings',
  {
    org_id: text().notNull(),
    /** SHA-256 of its address, in hex. */
    page: text().notNull(),
    scan_id: uuid().notNull(),
    url: text().notNull(),
    seen_at: moment().notNull(),
    components: jsonb().$type<{ library: string; component_id: string; instances: number }[]>().notNull(),
    seal: bytea(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.page] })],
)
