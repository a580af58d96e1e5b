/** Routes of the component library: what is in it, how it is filled, and how its stories are scanned. */
import {
  Component,
  ComponentImport,
  ComponentList,
  ComponentListQuery,
  ComponentQuery,
  ComponentsImported,
  importLimitBytes,
  StoryScanRequest,
  StoryScanStarted,
} from '#shared/contracts/components'
import { componentDetailExample, componentExample, importExample } from '#shared/routes/examples/components'
import { route } from '#shared/routes/route'

export const componentRoutes = {
  listComponents: route({
    area: 'D',
    method: 'GET',
    path: '/api/components',
    operationId: 'listComponents',
    summary: 'List the components of the library',
    description:
      'By name, then by id. The library is what imports named: one that was never filled is an empty list. ' +
      'usage counts instances in the newest usage report, or else on the pages that are baselines; accessible is what ' +
      'scans of each component’s own stories came to.',
    auth: 'key',
    query: ComponentListQuery,
    answers: {
      200: {
        description: 'A page of components.',
        schema: ComponentList,
        example: { components: [componentExample], total: 1 },
        headers: { Link: 'The next page, rel="next", where there is one.' },
      },
    },
  }),
  getComponent: route({
    area: 'D',
    method: 'GET',
    path: '/api/components/:id',
    operationId: 'getComponent',
    summary: 'Get a component with what its figures rest on',
    description: 'Where its use was counted and when, and what the newest scan of each of its stories says.',
    auth: 'key',
    params: { id: 'From the list of components.' },
    query: ComponentQuery,
    answers: { 200: { description: 'The component.', schema: Component, example: componentDetailExample } },
    errors: ['COMPONENT_NOT_FOUND'],
  }),
  importComponents: route({
    area: 'D',
    method: 'POST',
    path: '/api/components/import',
    operationId: 'importComponents',
    summary: 'Fill the component library from a document',
    description:
      'The same document changes nothing twice. What a document of the same kind named before and this one names no more is ' +
      'taken away, and comes back when it is named again. A react-scanner report changes nothing but usage.',
    auth: 'operator',
    isGoverned: true,
    body: { kind: 'json', schema: ComponentImport, limitBytes: importLimitBytes, example: importExample },
    answers: {
      200: {
        description: 'What came of it.',
        schema: ComponentsImported,
        example: { created: 1, updated: 0, unchanged: 0, removed: 0, total: 1 },
      },
    },
    errors: ['ADDRESS_REFUSED', 'NO_WORKER'],
  }),
  scanComponents: route({
    area: 'D',
    method: 'POST',
    path: '/api/components/scan',
    operationId: 'scanComponents',
    summary: 'Scan the stories of a library',
    description:
      'Each story alone, as a run: those that no scan speaks of any more, or all; 5,000 at most, the longest unscanned first. ' +
      'What is under way is not begun again. What is accessible is read from these scans.',
    auth: 'key',
    isGoverned: true,
    body: { kind: 'json', schema: StoryScanRequest, example: { library: 'acme-ui' } },
    answers: {
      200: {
        description: 'Nothing was to be scanned, or all of it is under way.',
        schema: StoryScanStarted,
        example: { runId: null, stories: 0 },
      },
      202: {
        description: 'The run that was begun.',
        schema: StoryScanStarted,
        example: { runId: '0f6bb2f1-59f7-4fd1-8a1c-9b3d2f5f6a10', stories: 1 },
        headers: { Location: 'The run.' },
      },
    },
    errors: ['ADDRESS_REFUSED', 'RATE_LIMIT_EXCEEDED'],
  }),
}
