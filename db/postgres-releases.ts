/** What releases of Postgres bring in their catalogs: test/db/definitions.test.ts finds it in a fresh database of the release that comes with the service. */
import type { Catalog } from '#db/queries/postgres-own'

export type KnownRelease = {
  major: number
  /** The newest fix of it of which that is known. */
  release: number
  /** Of each, of what has a number from its build: how many rows, and SHA-256 of them as `postgresOwn` reads them. */
  catalogs: readonly (readonly [Catalog, rows: number, digest: string])[]
}

export const knownReleases: readonly KnownRelease[] = [
  {
    major: 18,
    release: 180004,
    catalogs: [
      ['pg_proc', 3397, 'fd5e94ee0b6c36b831a69988fb43c947a3d12d6afa5f6c733e8a7933bd0c2a4d'],
      ['pg_aggregate', 161, '4f2b8e26d550c31a460c5a16d46d8eaf48ed483666907f71f82a4e8b1657ae43'],
      ['pg_operator', 799, '9e6e89d3cb59b967e37636fed76ee1796b29739eae440d0c8eb3db1c7e684899'],
      ['pg_cast', 235, '58d37c389ff94ec772243c9cc11dfeb71abec0acb4a427bbb3c6d63a28e95174'],
      ['pg_type', 313, 'a98859265e270761445a3c1ce44068a144aad66d941fc9b7076003ba74974290'],
      ['pg_opclass', 177, '22e5530201fbae6abc80b732018ccb5672f6616913f64246799e1060ee466308'],
      ['pg_amproc', 714, 'edd1d223023177fef3b3bdebd01ab7715c8c65586fd3ca0e4820dc69baf8b059'],
      ['pg_amop', 945, '83fcd2fdf544b8fffc3d6a001ef24dd303a408a8e1589fefd3e87e85ecc0999f'],
      ['pg_am', 7, '744f9f46de99fb5b8a7682533e92cb57b565b481b2b11a5c0b931f820d9fbd11'],
      ['pg_language', 3, '8c3397db0c8a8dbb3f9a04269fba6feb9141a5f543f6f05792365258aaf5b2e3'],
      ['pg_collation', 7, 'e62bb2158eecd2231e98be455fdacd7f71ed5e8fd8ffcdc6efd6c3f6b9c49090'],
    ],
  },
]

/** Names of its functions that are said in SQL. */
export const sqlFunctions: readonly string[] = [
  'age',
  'anytextcat',
  'bit_length',
  'col_description',
  'date_part',
  'int8pl_inet',
  'integer_pl_date',
  'interval_pl_date',
  'interval_pl_time',
  'interval_pl_timestamp',
  'interval_pl_timestamptz',
  'interval_pl_timetz',
  'log',
  'log10',
  'lpad',
  'numeric_pl_pg_lsn',
  'obj_description',
  'overlaps',
  'path_contain_pt',
  'pg_relation_size',
  'pg_sleep_for',
  'pg_sleep_until',
  'polygon',
  'quote_literal',
  'quote_nullable',
  'round',
  'rpad',
  'shobj_description',
  'substring',
  'textanycat',
  'timedate_pl',
  'timestamptz',
  'timetzdate_pl',
  'trunc',
  'ts_debug',
  'xpath',
  'xpath_exists',
]
