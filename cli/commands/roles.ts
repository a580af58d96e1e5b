/** `assay roles`: accounts of the database for each kind of process, with what they may do; prints the SQL, or sends it. */
import type { Command } from 'commander'
import postgres from 'postgres'
import { refusal } from '#cli/terminal/refusal'
import { connect } from '#db/connect'
import { grantStatements, relationsThere, roleName, roleStatements, roleVariable, serviceRoles } from '#db/roles'

/** @param url of the database, by its owner. */
export function addRolesCommand(program: Command, url: () => string, print: (line: string) => void): void {
  program
    .command('roles')
    .description('prints the SQL for an account of each kind of process, and what it may do; --apply sends it')
    .option('--apply', 'send it by the account of DATABASE_URL, which owns the tables and may make roles')
    .action(({ apply }: { apply?: boolean }) =>
      withOwner(url(), async (sql) => {
        const relations = await relationsThere(sql)
        if (relations.length === 0) throw refusal('there are no tables here yet: migrate first')
        const statements = [...roleStatements(), ...grantStatements(relations)]
        if (apply) await sql.begin((tx) => tx.unsafe(statements.join('\n')))
        else for (const statement of statements) print(statement)
        const note = apply ? '' : '-- '
        for (const role of serviceRoles)
          print(
            `${note}${roleName(role)}: give it a password (alter role … password …) and say its URL as ${roleVariable(role)}`,
          )
      }),
    )
}

async function withOwner(url: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = connect(url, { max: 1, onnotice: () => undefined })
  try {
    await work(sql)
  } catch (error) {
    if (error instanceof postgres.PostgresError) throw refusal(`Postgres refuses: ${error.message}`)
    throw error
  } finally {
    await sql.end({ timeout: 5 })
  }
}
