/** API keys from the command line: issue, list, rotate, revoke. */

import { type Command, InvalidArgumentError } from 'commander'
import { type Environment, keyToolsOf } from '#cli/store/key-tools'
import { signerAtHand } from '#cli/store/signer-at-hand'
import { withSql } from '#cli/store/with-sql'
import { refusal } from '#cli/terminal/refusal'
import type { Sql } from '#db/client'
import { keyTiers } from '#db/documents/states'
import { isForeignKey } from '#db/queries/evidence'
import { findKey, listKeys } from '#db/queries/keys'
import { keyFault } from '#shared/evidence/proven-keys'
import { lookForSealing } from '#shared/evidence/sealing'
import { areaNames } from '#shared/kernel/areas'
import { readConfig, type Settings } from '#shared/kernel/config'
import { ServiceError } from '#shared/kernel/errors'
import { keyEnvPattern, keyScopes, makeKey } from '#shared/kernel/key-format'
import { isDateTime, isDay } from '#shared/kernel/schema/formats'
import { changeKey, issueKey, type KeyTools, revokeKey, rotateKey } from '#shared/keys/key-life'

/** Adds `key issue|list|change|rotate|revoke`. @param environment with DATABASE_URL and DATA_DIR settled. */
export function addKeyCommands(program: Command, environment: () => Environment, print: (line: string) => void): void {
  const key = program.command('key').description('issue, list, change, rotate and revoke API keys')
  const config = () => readConfig(environment())

  /** Changes keys; what the constitution forbids is told in one line. */
  const change = <T>(act: (tools: KeyTools) => Promise<T>): Promise<T> =>
    withSql(config(), async (sql) => {
      try {
        return await act(await keyToolsOf(sql, environment(), 'the operator at the command line'))
      } catch (error) {
        throw error instanceof ServiceError ? refusal(error.message) : error
      }
    })

  key
    .command('issue')
    .description('make a key; it is printed once and cannot be shown again')
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--org <org>', 'the organisation whose data it sees, e.g. org_acme', organisation)
    .option('--areas <areas>', `which areas, e.g. A or A,D`, list([...areaNames]), [...areaNames])
    .option('--scopes <scopes>', `of ${keyScopes.join(', ')}`, list([...keyScopes]), [])
    .option('--tier <tier>', keyTiers.join(' or '), oneOf(keyTiers), 'standard')
    .option('--expires <date>', 'ISO 8601 date after which it is refused', date)
    .option(
      '--actor <actor>',
      'whose it is, a name without blanks that stays in evidence: nobody releases with one key what they asked for with another',
      actorName,
    )
    .option('--env <env>', 'a word in the key that says where it is for', envWord, 'live')
    .action(async (options: IssueOptions) => {
      const made = makeKey(options.env)
      await change((tools) =>
        issueKey(tools, {
          id: made.id,
          lookup: made.lookup,
          secret_sha256: made.secretSha256,
          name: options.name,
          org_id: options.org,
          areas: options.areas,
          scopes: options.scopes,
          tier: options.tier,
          expires_at: options.expires ?? null,
          rotated_from: null,
          env: options.env,
          ...(options.actor === undefined ? {} : { actor: options.actor }),
        }),
      )
      print(made.text)
    })

  key
    .command('list')
    .description('every key, without its secret')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const keys = await withSql(config(), provenList)
      if (json) return print(JSON.stringify(keys, null, 2))
      for (const row of keys) {
        const state =
          row.is_proven === false
            ? 'not what its evidence says'
            : row.revoked_at && row.revoked_at <= new Date()
              ? 'revoked'
              : row.expires_at && row.expires_at <= new Date()
                ? 'expired'
                : 'usable'
        const used = row.last_used_at ? `used ${row.last_used_at.toISOString()}` : 'never used'
        print(
          [
            row.id,
            state,
            row.org_id,
            row.tier,
            row.actor ?? '-',
            row.areas.join(''),
            row.scopes.join(',') || '-',
            used,
            row.name,
          ].join('  '),
        )
      }
    })

  key
    .command('change <id>')
    .description('give a key other rights; every process goes by them within a second')
    .option('--areas <areas>', `which areas, e.g. A or A,D`, list([...areaNames]))
    .option('--scopes <scopes>', `of ${keyScopes.join(', ')}; none for none`, scopesOrNone)
    .option('--tier <tier>', keyTiers.join(' or '), oneOf(keyTiers))
    .option('--expires <date>', 'ISO 8601 date after which it is refused', date)
    .action(async (id: string, { expires, ...rights }: Partial<IssueOptions>) => {
      if (expires === undefined && Object.keys(rights).length === 0) throw refusal('say what is to change')
      const to = { ...rights, ...(expires ? { expires_at: expires } : {}) }
      if (!(await change((tools) => changeKey(tools, id, to)))) throw refusal(`there is no usable key ${id}`)
      print(`changed ${id}`)
    })

  key
    .command('rotate <id>')
    .description('make a successor with the same rights; the old key ends after the overlap')
    .option('--overlap <hours>', 'hours both work', hours, 24)
    .action(async (id: string, { overlap }: { overlap: number }) => {
      const text = await change(async (tools) => {
        const old = await findKey(tools.sql, id)
        if (!old) throw refusal(`there is no key ${id}`)
        const made = makeKey(old.env ?? 'live')
        const successor = { id: made.id, lookup: made.lookup, secret_sha256: made.secretSha256 }
        if (!(await rotateKey(tools, id, successor, overlap * 3600))) throw refusal(`key ${id} has ended already`)
        return made.text
      })
      print(text)
    })

  key
    .command('revoke <id>')
    .description('end a key; every process refuses it within a second')
    .action(async (id: string) => {
      if (!(await change((tools) => revokeKey(tools, id)))) throw refusal(`there is no usable key ${id}`)
      print(`revoked ${id}`)
    })
}

/** Every key without its secret, and whether it is what its evidence says: null where the signing key that tells so is elsewhere. */
async function provenList(sql: Sql, { signingKey, dataDir }: Pick<Settings, 'signingKey' | 'dataDir'>) {
  const { signer } = await signerAtHand(signingKey)
  const own = signer && !(await isForeignKey(sql, signer.kid)) ? signer : undefined
  if (own) await lookForSealing(sql, own, dataDir)
  return (await listKeys(sql)).map((key) => {
    const { id, name, org_id, areas, scopes, tier, actor, env, rotated_from, version } = key
    const { created_at, expires_at, revoked_at, last_used_at } = key
    const times = { created_at, expires_at, revoked_at, last_used_at }
    const node = key.head && Buffer.from(key.head).toString('hex')
    const is_proven = own ? keyFault(own, key) === undefined : null
    return { id, name, org_id, areas, scopes, tier, actor, env, rotated_from, ...times, node, version, is_proven }
  })
}

type IssueOptions = {
  name: string
  org: string
  areas: string[]
  scopes: string[]
  tier: (typeof keyTiers)[number]
  expires?: Date
  actor?: string
  env: string
}

const list = (allowed: string[]) => (text: string) => text.split(',').map((word) => oneOf(allowed)(word.trim()))

const scopesOrNone = (text: string) => (text === 'none' ? [] : list([...keyScopes])(text))

const oneOf = (allowed: readonly string[]) => (word: string) => {
  if (!allowed.includes(word)) throw new InvalidArgumentError(`"${word}" is none of ${allowed.join(', ')}`)
  return word
}

function envWord(text: string): string {
  if (!keyEnvPattern.test(text)) throw new InvalidArgumentError('it is 1 to 16 lower-case letters')
  return text
}

function actorName(text: string): string {
  if (!/^(?!key_)[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}$/.test(text))
    throw new InvalidArgumentError('an actor is up to 100 letters, digits and . _ @ + -, and not the name of a key')
  return text
}

function organisation(text: string): string {
  if (!/^org_[a-z0-9_-]{1,60}$/.test(text))
    throw new InvalidArgumentError('an organisation is org_ and lower-case letters, digits, - or _')
  return text
}

/** JavaScript reads 30 February as March and "1" as 2001; a key would end when nobody said. */
function date(text: string): Date {
  if (!isDay(text) && !isDateTime(text))
    throw new InvalidArgumentError('not an ISO 8601 date, e.g. 2027-06-30 or 2027-06-30T12:00:00Z')
  return new Date(text)
}

function hours(text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0 || value > 24 * 365) throw new InvalidArgumentError('hours, 0 or more')
  return value
}
