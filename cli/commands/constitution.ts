/** The constitution from the command line: checked, enacted, shown, compared. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { withSql } from '#cli/store/with-sql'
import { refusal } from '#cli/terminal/refusal'
import type { Sql } from '#db/client'
import type { Constitution } from '#shared/contracts/constitution'
import { openSigner } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { unlock } from '#shared/evidence/unlock'
import { enact } from '#shared/governance/enact'
import { type Enacted, enactedConstitution } from '#shared/governance/enacted'
import { faultText, readConstitutionFile, signaturesOf } from '#shared/governance/file'
import { canonicalJson } from '#shared/kernel/canonical'
import { readConfig } from '#shared/kernel/config'

/** Adds `constitution check|enact|show|diff`. @param environment with DATABASE_URL and DATA_DIR settled. */
export function addConstitutionCommands(
  program: Command,
  environment: () => Record<string, string | undefined>,
  print: (line: string) => void,
): void {
  const constitution = program.command('constitution').description('check, enact, show and compare constitutions')

  constitution
    .command('check <file>')
    .description('says whether it could be enacted; exit code 1 when not')
    .action((file: string) => {
      if (!existsSync(file)) throw refusal(`${file} cannot be read: it is not there`)
      const { compiled, faults, ...read } = readConstitutionFile(file)
      for (const fault of faults ?? compiled?.warnings ?? []) print(`${fault.level}  ${faultText(fault)}`)
      if (!compiled) process.exitCode = 1
      else {
        const { document, articles, hash } = compiled
        const signatures = 'signatures' in read ? read.signatures : 0
        print(`sound: version ${document.version}, ${articles.length} articles, ${signatures} signatures, ${hash}`)
      }
    })

  constitution
    .command('enact <file>')
    .description('puts it in force; processes whose file is this one go on at once')
    .action((file: string) =>
      withSql(readConfig(environment()), async (sql, settings) => {
        const { compiled, fault, ...read } = readConstitutionFile(file)
        if (!compiled) throw refusal(`${file}: ${fault}`)
        const now = await enactedConstitution(sql)
        if (now) {
          const { threshold, keys } = documentOf(now).signers
          const signatures = signaturesOf(file, compiled.text, keys)
          // Who may amend is said by what is amended, not by the amendment.
          if (signatures < threshold)
            throw refusal(
              `the constitution in force asks for ${threshold} signatures of its own signers: ${signatures}`,
            )
        }
        const signer = openSigner((await unlock(settings, sql)).signingKey)
        await registerKey(sql, signer)
        const signatures = 'signatures' in read ? read.signatures : 0
        const amends = 'amends' in read ? read.amends : undefined
        const done = await enact(sql, signer, compiled, { signatures, ...(amends && { amends }) })
        if (done === 'stale') throw refusal(`its "previous" is not the one in force, ${now?.hash}`)
        print(`${done}: ${compiled.hash}`)
      }),
    )

  constitution
    .command('show')
    .description('prints the one in force')
    .action(() =>
      withSql(readConfig(environment()), async (sql) => {
        print(JSON.stringify(documentOf(await inForce(sql)), null, 2))
      }),
    )

  constitution
    .command('diff <file>')
    .description('what the file changes of the one in force; exit code 1 when anything')
    .action((file: string) =>
      withSql(readConfig(environment()), async (sql) => {
        const { compiled, fault } = readConstitutionFile(file)
        if (!compiled) throw refusal(`${file}: ${fault}`)
        const lines = differences(documentOf(await inForce(sql)), compiled.document)
        for (const line of lines) print(line)
        if (lines.length > 0) process.exitCode = 1
      }),
    )
}

// Only what was compiled is ever enacted.
const documentOf = ({ body }: Pick<Enacted, 'body'>): Constitution => JSON.parse(body)

async function inForce(sql: Sql): Promise<Enacted> {
  const row = await enactedConstitution(sql)
  if (!row) throw refusal('no constitution was enacted: no process has run on this database')
  return row
}

/** One line per article or member: + new, - gone, ~ changed and in which of its parts. */
function differences(before: Constitution, after: Constitution): string[] {
  const members = changedParts({ ...before, articles: [] }, { ...after, articles: [] }).map((name) => `~ ${name}`)
  const old = new Map(before.articles.map((article) => [article.id, article]))
  const fresh = new Set(after.articles.map(({ id }) => id))
  return [
    ...members,
    ...before.articles.filter(({ id }) => !fresh.has(id)).map(({ id, title }) => `- ${id} ${title}`),
    ...after.articles.flatMap((article) => {
      const was = old.get(article.id)
      if (!was) return [`+ ${article.id} ${article.title}`]
      const parts = changedParts(was, article)
      return parts.length > 0 ? [`~ ${article.id} ${parts.join(', ')}`] : []
    }),
  ]
}

const changedParts = (before: object, after: object): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => canonicalJson(Reflect.get(before, name) ?? null) !== canonicalJson(Reflect.get(after, name) ?? null),
  )
