/** Reports as EARL 1.0 in JSON-LD: what was asserted of which page, by criterion and by element. */
import type { PageOutcome, ReportsAbout, UnscannedPage } from '#api/scans/formats/about'
import { sourcePlaceOf, webAddressOf } from '#api/scans/formats/place'
import {
  type CriterionOutcome,
  type KindOfFinding,
  kindOf,
  type ReportIssue,
  type ScanReport,
} from '#db/documents/scan-report'
import { criterionOf } from '#shared/accessibility/criteria'
import { slugOf } from '#shared/accessibility/wording'
import { versions } from '#shared/kernel/version'

// Written out, so that nobody has to fetch a context.
const context = {
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  doap: 'http://usefulinc.com/ns/doap#',
  ptr: 'http://www.w3.org/2009/pointers#',
  assay: 'urn:assay:',
}

const assertor = '_:assay'

export async function* renderEarl(pages: AsyncIterable<PageOutcome>, { run }: ReportsAbout): AsyncGenerator<string> {
  yield `{"@context":${JSON.stringify(context)},"@graph":[\n${JSON.stringify({
    '@id': assertor,
    '@type': ['earl:Assertor', 'earl:Software', 'doap:Project'],
    'doap:name': 'Assay',
    'doap:release': { '@type': 'doap:Version', 'doap:revision': versions.api },
  })}`
  for await (const outcome of pages) {
    const nodes = outcome.kind === 'scanned' ? nodesOf(outcome.report) : unscannedNodes(outcome.page, run?.standard)
    for (const node of nodes) yield `,\n${JSON.stringify(node)}`
  }
  yield '\n]}\n'
}

/** An address as one; what is none, as it is written. */
function resourceOf(url: string): object | string {
  const address = webAddressOf(url)
  return address === undefined ? url.toWellFormed() : { '@id': address }
}

/** Of a page that nobody has seen nothing can be told: not of a single criterion. */
function* unscannedNodes({ url, jobId, wasTried, code, message }: UnscannedPage, standard = ''): Generator<object> {
  const subject = `urn:uuid:${jobId}`
  yield { '@id': subject, '@type': ['earl:TestSubject'], 'dct:source': resourceOf(url), 'dct:title': url }
  const test = { '@id': `urn:assay:standard:${encodeURIComponent(standard)}`, 'dct:title': standard }
  yield assertionOf(subject, test, 'earl:TestRequirement', {
    '@type': 'earl:TestResult',
    'earl:outcome': { '@id': wasTried ? 'earl:cantTell' : 'earl:untested' },
    'earl:info': `${code}: ${message}`,
  })
}

function* nodesOf(report: ScanReport): Generator<object> {
  const subject = `urn:uuid:${report.scanId}`
  yield {
    '@id': subject,
    '@type': ['earl:TestSubject'],
    'dct:source': resourceOf(report.finalUrl),
    'dct:title': report.page.title,
    'dct:date': report.timestamp,
    'assay:score': report.score,
    'assay:scoreVersion': report.scoreVersion,
    'assay:standard': report.standard,
  }
  for (const criterion of report.coverage.criteria) {
    yield assertionOf(subject, { '@id': criterionUri(criterion.name) }, 'earl:TestRequirement', {
      '@type': 'earl:TestResult',
      'earl:outcome': { '@id': outcomeOf[criterion.outcome] },
      'earl:info': criterion.outcome,
    })
  }
  for (const issue of report.issues) yield assertionOf(subject, testOf(issue), 'earl:TestCase', resultOf(issue, report))
}

// That nothing was found does not mean that it passed: only a person can say so.
const outcomeOf: Record<CriterionOutcome['outcome'], string> = {
  failed: 'earl:failed',
  'needs review': 'earl:cantTell',
  'no failure found': 'earl:cantTell',
  'not checked': 'earl:untested',
}

const assertionOf = (subject: string, test: object, testType: string, result: object) => ({
  '@type': 'earl:Assertion',
  'earl:assertedBy': { '@id': assertor },
  'earl:subject': { '@id': subject },
  'earl:mode': { '@id': 'earl:automatic' },
  'earl:test': { ...test, '@type': testType },
  'earl:result': result,
})

const criterionUri = (name: string) => `https://www.w3.org/TR/WCAG22/#${slugOf(name)}`

function testOf({ type, criteria, helpUrl }: ReportIssue): object {
  const parts = criteria.flatMap((id) => criterionOf(id) ?? []).map(({ name }) => ({ '@id': criterionUri(name) }))
  const help = webAddressOf(helpUrl)
  return {
    '@id': `urn:assay:rule:${encodeURIComponent(type.toWellFormed())}`,
    'dct:title': type,
    ...(parts.length > 0 ? { 'dct:isPartOf': parts } : {}),
    ...(help === undefined ? {} : { 'dct:source': { '@id': help } }),
  }
}

// None of the five that EARL has: the test has not failed the page, nor is anything unclear about what was found.
const practice = {
  '@id': 'assay:practice',
  '@type': 'earl:OutcomeValue',
  'dct:description': 'Surely broken, though no success criterion asks for it.',
}

const outcomeOfKind: Record<KindOfFinding, object> = {
  violations: { '@id': 'earl:failed' },
  practice,
  warnings: { '@id': 'earl:cantTell' },
}

function resultOf(issue: ReportIssue, report: ScanReport): object {
  const { url, line, column, isGenerated } = sourcePlaceOf(issue, report.finalUrl)
  return {
    '@type': 'earl:TestResult',
    'earl:outcome': outcomeOfKind[kindOf(issue.severity)],
    'earl:info': issue.message,
    'assay:severity': issue.severity,
    'assay:fingerprint': issue.fingerprint,
    ...(issue.state ? { 'assay:state': issue.state } : {}),
    'earl:pointer': [
      {
        '@type': 'ptr:LineCharPointer',
        'ptr:reference': resourceOf(url),
        'ptr:lineNumber': line,
        'ptr:charNumber': column,
        'assay:generated': isGenerated,
      },
      { '@type': 'ptr:CSSSelectorPointer', 'ptr:reference': resourceOf(url), 'ptr:expression': issue.element },
    ],
  }
}
