/** The rendered API reference: Swagger UI from its package, nothing from elsewhere. */
import { dirname } from 'node:path'
import type { RawAnswer } from '#api/http/endpoint'

const folder = dirname(Bun.resolveSync('swagger-ui-dist/package.json', import.meta.dir))

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay API reference</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" href="docs/favicon-32x32.png">
</head>
<body>
<main id="reference"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`
const start = `SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
})
`
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

export const docsPage = (): RawAnswer => ({
  status: 200,
  raw: { content: page, type: 'text/html; charset=utf-8' },
  headers: { 'Content-Security-Policy': policy },
})

export function docsAsset(name: string): RawAnswer | undefined {
  const headers = { 'Cache-Control': 'public, max-age=86400' }
  if (name === 'start.js')
    return { status: 200, raw: { content: start, type: 'text/javascript; charset=utf-8' }, headers }
  const type = Object.hasOwn(assets, name) ? assets[name] : undefined
  return type === undefined
    ? undefined
    : { status: 200, raw: { content: Bun.file(`${folder}/${name}`), type }, headers }
}
