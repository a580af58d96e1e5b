/** Reads a Custom Elements Manifest, schema 1.0 to 2.x: a component for each element that is defined. Pure. */
import { type Static, Type as t } from '@sinclair/typebox'
import { checkComponents } from '#shared/components/checked'
import {
  documentPath,
  type ImportedComponent,
  type Reading,
  uncategorized,
  withoutDot,
} from '#shared/components/imported'
import { faultsOf } from '#shared/kernel/schema/faults'

const Declaration = t.Object({
  kind: t.String(),
  name: t.String({ minLength: 1, maxLength: 1024 }),
  tagName: t.Optional(t.String({ maxLength: 1024 })),
  customElement: t.Optional(t.Boolean()),
  deprecated: t.Optional(t.Union([t.Boolean(), t.String()])),
})
type Declaration = Static<typeof Declaration>

const Definition = t.Object({
  kind: t.String(),
  name: t.String({ maxLength: 1024 }),
  declaration: t.Object({ name: t.String(), module: t.Optional(t.String()) }),
})

const Module = t.Object({
  path: t.String({ maxLength: 1024 }),
  declarations: t.Optional(t.Array(Declaration)),
  exports: t.Optional(t.Array(Definition)),
})

const Manifest = t.Object({
  schemaVersion: t.String({ pattern: '^[12]\\.\\d+\\.\\d+', title: '1.x.x or 2.x.x' }),
  modules: t.Array(Module),
})
type Manifest = Static<typeof Manifest>

/** A class that nothing defines as an element is a base of others, and no component. */
export function readManifest(document: unknown): Reading<ImportedComponent[]> {
  const issues = faultsOf(Manifest, document, documentPath)
  if (issues.length > 0) return { issues }
  // Sound: its schema was just held against it.
  const { modules } = document as Manifest
  const tags = definedTags(modules)
  return checkComponents(
    modules.flatMap(({ path, declarations = [] }, module) =>
      declarations.flatMap((declaration, index) => {
        const tagName = declaration.tagName || tags.get(placeOf(path, declaration.name))
        if (declaration.kind !== 'class' || !tagName) return []
        return [componentOf(declaration, tagName, path, `${documentPath}/modules/${module}/declarations/${index}`)]
      }),
    ),
  )
}

/** Tags by the class that they are defined with, which may stand in another module than its definition. */
function definedTags(modules: Manifest['modules']): Map<string, string> {
  const tags = new Map<string, string>()
  for (const { path, exports = [] } of modules)
    for (const { kind, name, declaration } of exports)
      if (kind === 'custom-element-definition') tags.set(placeOf(declaration.module ?? path, declaration.name), name)
  return tags
}

const placeOf = (path: string, name: string) => `${modulePath(path)}\n${name}`
const modulePath = (path: string) => withoutDot(path).replace(/^\/+/, '')

function componentOf({ name, deprecated }: Declaration, tagName: string, path: string, at: string): ImportedComponent {
  const file = modulePath(path)
  const tag = tagName.toLowerCase()
  return {
    at,
    id: tag,
    name,
    category: file.split('/').slice(0, -1).join('/') || uncategorized,
    tagName: tag,
    classPrefix: null,
    // Analyzers write a bare tag as the text "true".
    isDeprecated: deprecated !== undefined && deprecated !== false && deprecated !== 'false' && deprecated !== '',
    paths: file === '' ? [] : [file],
    lastModified: null,
    stories: [],
  }
}
