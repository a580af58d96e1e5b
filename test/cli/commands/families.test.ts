/** Each command lies where its name is looked for, and none is brought in beside it. */
import { expect, test } from 'bun:test'
import { Command } from 'commander'
import { addCommands, families, type Room } from '#cli/commands/families'
import { runAssay } from '#test/support/assay'

const room: Room = {
  env: {},
  dataDir: '/nowhere',
  givenDatabase: () => undefined,
  url: () => 'postgres://nowhere/assay',
  address: { server: 'http://127.0.0.1:9', key: undefined, devKeyPath: '/nowhere/dev-key' },
  print: () => undefined,
}
const namesOf = (program: Command) => program.commands.map((command) => command.name())

test('a command that is asked for brings in its own family alone', async () => {
  for (const { names } of families) {
    for (const name of names) {
      const program = new Command()

      await addCommands(program, room, name)

      expect(namesOf(program)).toEqual([...names])
    }
  }
})

test('one that is there already brings in nothing, what is mistyped or asks for help brings in all', async () => {
  const started = new Command()
  started.command('start')
  await addCommands(started, room, 'start')
  expect(namesOf(started)).toEqual(['start'])

  const all = families.flatMap(({ names }) => names)
  for (const asked of ['scna', '--help', 'help', undefined]) {
    const program = new Command()
    await addCommands(program, room, asked)
    expect(namesOf(program)).toEqual([...all])
  }
})

test('help lists all of them, and a mistyped one is told what was meant', async () => {
  const [help, mistyped] = await Promise.all([runAssay(['--help']), runAssay(['scna', 'https://a.example'])])

  for (const { names } of families) for (const name of names) expect(help.out).toMatch(new RegExp(`^  ${name} `, 'm'))
  expect(mistyped).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean scan?') })
})
