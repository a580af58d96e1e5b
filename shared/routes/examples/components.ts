/** Examples of components of a library. */
import type { Component, ComponentSummary } from '#shared/contracts/components'

export const importExample = {
  kind: 'storybook-index',
  library: 'acme-ui',
  baseUrl: 'https://storybook.example.com/',
  document: {
    v: 5,
    entries: {
      'forms-button--primary': {
        id: 'forms-button--primary',
        title: 'Forms/Button',
        name: 'Primary',
        importPath: './src/Button.stories.tsx',
        type: 'story',
        tags: ['dev', 'test', 'autodocs'],
      },
    },
  },
  files: [{ path: 'src/Button.stories.tsx', lastModified: '2026-05-18T09:30:00+02:00' }],
}

export const componentExample: ComponentSummary = {
  id: 'forms-button',
  name: 'Button',
  category: 'Forms',
  usage: 214,
  lastModified: '2026-05-18',
  accessible: true,
}

const scanId = 'f3b6f3f5-2c64-4f0e-9a51-5f8a3c1e7b20'

export const componentDetailExample: Component = {
  ...componentExample,
  library: 'acme-ui',
  source: 'storybook-index',
  usageSource: 'report',
  usageAsOf: '2026-05-19T04:00:00.000Z',
  accessibilityStatus: 'pass',
  lastScanId: scanId,
  stories: [
    {
      id: 'forms-button--primary',
      name: 'Primary',
      url: 'https://storybook.example.com/iframe.html?id=forms-button--primary&viewMode=story',
      status: 'pass',
      scanId,
      scannedAt: '2026-05-20T00:00:00.000Z',
      violations: 0,
    },
  ],
  deprecated: false,
  tagName: null,
  classPrefix: null,
  paths: ['src/Button.stories.tsx'],
}
