/**
 * Runs every command that the documents show, as it is written, in a fresh clone and an environment that has little more
 * than Node: `script/check-docs [--root FOLDER] [FILE...]`. With --root the clone is made in that folder, a machine's root of
 * its own, and all is run under chroot. What is not run is listed with its reason. Exit code 1 when a block failed.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Block, commandsIn, countInBlock } from '#cli/dev/doc-commands'
import { findFreePort } from '#cli/dev/ports'
import { run } from '#cli/terminal/run'

const root = resolve(import.meta.dir, '../..')
const { values, positionals } = parseArgs({
  options: { root: { type: 'string' }, keep: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => join('docs', name))].filter(
  (file) => file.endsWith('.md') && (positionals.length === 0 || positionals.includes(file)),
)

/** A bare machine has these of a distribution's base, and Node. */
const programs = [
  ...['node', 'npm', 'npx', 'git', 'curl', 'sh', 'bash', 'awk', 'sed', 'grep', 'tar', 'gzip', 'flock'],
  ...['basename', 'cat', 'chmod', 'cksum', 'cp', 'cut', 'date', 'dirname', 'env', 'expr', 'head', 'id', 'ls', 'mkdir'],
  ...[
    'mktemp',
    'mv',
    'printf',
    'ps',
    'pwd',
    'rm',
    'sleep',
    'sort',
    'tail',
    'tee',
    'touch',
    'tr',
    'uname',
    'wc',
    'kill',
  ],
  // An account of its own for Postgres and the witness, where root starts them.
  ...['useradd', 'groupadd', 'getent', 'chown', 'runuser', 'setpriv', 'su'],
]

const place = values.root ? join(values.root, 'assay-docs') : mkdtempSync(join(tmpdir(), 'assay-docs-'))
/** As whoever is under the root calls it. */
const inside = (path: string) => (values.root ? join('/assay-docs', path) : join(place, path))
rmSync(place, { recursive: true, force: true })
for (const folder of ['home', 'bin']) mkdirSync(join(place, folder), { recursive: true })
if (!values.root)
  for (const name of programs) {
    const path = Bun.which(name)
    if (path) symlinkSync(path, join(place, 'bin', name))
  }
const path = values.root ? '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' : join(place, 'bin')
const checkout = join(place, 'checkout')
const cloned = await run(['git', 'clone', '--quiet', '--no-hardlinks', root, checkout])
if (cloned.code !== 0) throw new Error(cloned.output)

/** What stands for the reader's other terminal: it is stopped as Ctrl-C does, and its whole group is told. */
const helpers = `
set -o pipefail
stop_kept() { [ -z "$KEPT" ] || { kill -INT -- "-$KEPT" 2>/dev/null; wait "$KEPT" 2>/dev/null; KEPT=; }; }
ready() {
  for _ in {1..1200}; do
    if ! kill -0 "$KEPT" 2>/dev/null; then break; fi
    if grep -q 'Stop  *Ctrl-C\\|without an API' kept.log 2>/dev/null; then
      # The first look of every process at what is beside it.
      sleep 2
      return 0
    fi
    sleep 0.25
  done
  cat kept.log
  return 1
}
`

/** How this machine reaches the registry. */
const reach = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|npm_config_(registry|cafile))$/i.test(name),
  ),
)

let failed = 0
const counts = { run: 0, notRun: 0 }
for (const file of documents) {
  const blocks = commandsIn(file, readFileSync(join(checkout, file), 'utf8'))
  if (blocks.length > 0) failed += await runDocument(file, blocks)
}
console.log(`\n${counts.run} commands run, ${counts.notRun} not run, ${failed} blocks failed`)
if (values.keep) console.log(`kept in ${place}`)
else rmSync(place, { recursive: true, force: true })
process.exitCode = failed > 0 || counts.run === 0 ? 1 : 0

/** One shell for all blocks of a document, as a reader has one. Gives how many blocks failed. */
async function runDocument(file: string, blocks: Block[]): Promise<number> {
  console.log(`\n${file}`)
  const words = ['bash', '--noprofile', '--norc']
  const shell = Bun.spawn(values.root ? ['chroot', values.root, ...words] : words, {
    cwd: checkout,
    env: {
      ...reach,
      PATH: path,
      HOME: inside('home'),
      PORT: String(findFreePort()),
      DATA_DIR: inside('checkout/.data'),
      WITNESS_HOME: inside('state'),
    },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = linesOf(shell.stdout)
  let failures = 0
  shell.stdin.write(`cd ${inside('checkout')}; exec 3>&1 2>&1; KEPT=\n${helpers}`)
  for (const block of blocks) {
    const { manner, line, text } = block
    const title = `  ${String(line).padStart(4)}  ${text.split('\n').find((each) => each.trim() !== '') ?? ''}`.slice(
      0,
      110,
    )
    if (manner.kind === 'not run') {
      counts.notRun += countInBlock(block)
      console.log(`${title}\n        not run: ${manner.reason}`)
      continue
    }
    counts.run += countInBlock(block)
    const wanted = manner.kind === 'run' ? manner.exitCode : 0
    shell.stdin.write(scriptOf(block))
    shell.stdin.flush()
    const startedAt = performance.now()
    const output: string[] = []
    let code = ''
    for (;;) {
      const { value, done } = await lines.next()
      if (done) break
      code = /^@@done (\d+)$/.exec(value)?.[1] ?? ''
      if (code !== '') break
      output.push(value)
    }
    const isGood = code === String(wanted)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${title}\n        ${isGood ? 'ok' : `FAILED, exit code ${code || 'none'}`}, ${seconds} s`)
    if (!isGood) {
      failures += 1
      console.log(
        output
          .map((each) => `        | ${each}`)
          .slice(-60)
          .join('\n'),
      )
      // What comes after speaks to it.
      if (manner.kind === 'keep running') break
    }
  }
  shell.stdin.write('stop_kept; exit 0\n')
  shell.stdin.end()
  for (let next = await lines.next(); !next.done; next = await lines.next());
  await shell.exited
  // The next one begins as this did, but for what was brought.
  for (const data of ['.data', '.data-before']) rmSync(join(checkout, data), { recursive: true, force: true })
  const cleaned = await run(['git', '-C', checkout, 'clean', '-fdq'])
  if (cleaned.code !== 0) throw new Error(cleaned.output)
  return failures
}

function scriptOf({ manner, text }: Block): string {
  const block = `cat > block.sh <<'@@end@@'\n${text}\n@@end@@\n`
  if (manner.kind === 'keep running')
    // Job control gives it a group of its own, and the usual way with Ctrl-C.
    return `${block}stop_kept; rm -f kept.log; set -m; . ./block.sh > kept.log 2>&1 < /dev/null & KEPT=$!; set +m; ready; printf "\\n@@done %s\\n" "$?"\n`
  const stop = manner.kind === 'run' && manner.isStopped ? 'stop_kept; ' : ''
  // In this very shell, so that what it sets is there for the next one. The first command that fails counts.
  return `${block}${stop}FIRST=; trap 'FIRST=\${FIRST:-$?}' ERR; . ./block.sh < /dev/null; trap - ERR; printf "\\n@@done %s\\n" "\${FIRST:-0}"\n`
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const all = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = all.pop() ?? ''
    yield* all
  }
  if (rest !== '') yield rest
}
