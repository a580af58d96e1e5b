/** The same planted failures staged otherwise: what is found of a failure ought not to hang on how its page is built. */
import { pageOf } from '#bench/planted/page'
import type { Plant } from '#bench/planted/plant'
import { sites } from '#bench/planted/sites'

export const stagings = ['written', 'late', 'hashed', 'shadow', 'framed', 'revealed', 'mirrored'] as const

/**
 * written: as page.ts writes it; late: the body comes by a request of its own, after the page has loaded; hashed: names of classes
 * say nothing; shadow: the part with the failure is a component's; framed: all of it is in a frame; revealed: what is in the main
 * part stands below the window, and fades in when it is scrolled to; mirrored: lines and columns begin at the right.
 */
export type Staging = (typeof stagings)[number]

/** Whether it is the same failure, and its twin right, when it is staged so. */
export function canStage(plant: Plant, staging: Staging): boolean {
  const pages = [true, false].map((isBroken) => pageOf(plant, isBroken)).join('')
  const scripts = [true, false].map((isBroken) => plant.script?.(isBroken) ?? '').join('')
  const isOfPart = !plant.body && !plant.top && !plant.navigation && !plant.title && !plant.language
  if (staging === 'written' || staging === 'mirrored') return true
  // What waits for the page to have loaded would wait for ever.
  if (staging === 'late') return !/DOMContentLoaded|onload|'load'|"load"|http-equiv/.test(pages + scripts)
  if (staging === 'hashed') return plant.where !== 'page' && hashedNames(plant).size > 0
  if (staging === 'framed')
    return isOfPart && plant.where !== 'page' && !/http-equiv|top\.|parent\./.test(pages + scripts)
  const mains = [true, false].map((isBroken) => plant.main(isBroken)).join('')
  return (
    isOfPart &&
    plant.where !== 'page' &&
    scripts === '' &&
    // What a script writes into a page has no shadow roots of its own.
    !/^(?:app|panel)$/.test(sites[plant.site].manner) &&
    // A component's fields and names reach no further than its root; nor do scripts.
    !/<script|document\.|getElementById|href="#|<template/.test(mains) &&
    !/<script/.test([true, false].map((isBroken) => plant.head?.(isBroken) ?? '').join(''))
  )
}

/** The pages of a plant that is staged so, by path under its own; and its plant, as it is then to be looked for. */
export function stage(
  plant: Plant,
  staging: Staging,
): { plant: Plant; pageAt: (isBroken: boolean, part: string) => string } {
  if (staging === 'hashed') {
    const names = hashedNames(plant)
    const hashed = (text: string) => renamed(text, names)
    const where = plant.where.replaceAll(/\.([\w-]+)/g, (_, name: string) => `.${names.get(name) ?? name}`)
    const { script } = plant
    return {
      plant: { ...plant, where, ...(script && { script: (isBroken: boolean) => hashed(script(isBroken)) }) },
      pageAt: (isBroken) => hashed(pageOf(plant, isBroken)),
    }
  }
  if (staging === 'shadow') {
    const inside: Plant = { ...plant, main: (isBroken) => componentOf(plant, isBroken) }
    return { plant, pageAt: (isBroken) => pageOf(inside, isBroken) }
  }
  const pageAt = (isBroken: boolean, part: string): string => {
    const page = pageOf(plant, isBroken)
    if (staging === 'written') return page
    if (staging === 'framed') return part === '' ? frameAround(page) : page
    if (staging === 'mirrored') return page.replace('</head>', '<style>html{direction:rtl}</style></head>')
    if (staging === 'revealed') return page.replace('</head>', `${reveal}</head>`)
    return part === '' ? shellOf(page) : bodyOf(page)
  }
  return { plant, pageAt }
}

const bodyOf = (page: string): string =>
  page.slice(page.indexOf('<body>') + '<body>'.length, page.lastIndexOf('</body>'))

/** Its own scripts run when there is something that they can find. */
function shellOf(page: string): string {
  const [, own] = /<script src="([^"]+)" defer><\/script>/.exec(page) ?? []
  const head = page.slice(0, page.indexOf('<body>')).replace(/<script src="[^"]+" defer><\/script>/, '')
  return `${head}<body><div id="late-root"></div>
<script>
setTimeout(async () => {
  const answer = await fetch(location.pathname + '/part')
  document.getElementById('late-root').append(document.createRange().createContextualFragment(await answer.text()))
  ${own ? `document.head.append(Object.assign(document.createElement('script'), { src: '${own}' }))` : ''}
}, 400)
</script>
</body>
</html>
`
}

const reveal = `<style>#content{margin-top:1400px}#content>*{opacity:0;transform:translateY(40px);transition:opacity .6s,transform .6s}#content>.is-in{opacity:1;transform:none}</style>
<script>addEventListener('load', () => { const seen = new IntersectionObserver((all) => { for (const { target, isIntersecting } of all) if (isIntersecting) target.classList.add('is-in') })
for (const each of document.querySelectorAll('#content > *')) seen.observe(each) })</script>
`

/** The frame has the window to itself. */
function frameAround(page: string): string {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(page) ?? []
  const [open = '<html>'] = /<html[^>]*>/.exec(page) ?? []
  return `<!doctype html>
${open}
<head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{margin:0}iframe{display:block;border:0;width:100vw;height:100vh}</style></head>
<body><script>document.write('<iframe title="${title.replaceAll("'", '’').replaceAll('"', '’')}" src="' + location.pathname + '/part"></iframe>')</script></body>
</html>
`
}

/** With the page's styles, which do not reach into it. */
function componentOf(plant: Plant, isBroken: boolean): string {
  const [page = ''] = pageOf(plant, isBroken).split('</head>')
  const links = [...page.matchAll(/<link rel="stylesheet"[^>]*>/g)].map(([link]) => link).join('')
  const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) =>
    style.replaceAll('#content', ':host'),
  )
  return `<staged-part style="display:block"><template shadowrootmode="open">${links}<style>${styles.join('\n')}</style>${plant.main(isBroken)}</template></staged-part>`
}

const classes = /\sclass="([^"]*)"/g

/** Names of classes that nothing else on the pages is called; by themselves, which is the same for both pages. */
function hashedNames(plant: Plant): Map<string, string> {
  const pages = [true, false]
    .map((isBroken) => `${pageOf(plant, isBroken)}${plant.script?.(isBroken) ?? ''}`)
    .join('\n')
  const names = new Set(
    [...pages.matchAll(classes)]
      .flatMap(([, list = '']) => list.split(/\s+/))
      .filter((name) => /^[a-z][\w-]+$/i.test(name)),
  )
  const others = pages.replaceAll(classes, '')
  const isFree = (name: string) => !new RegExp(`(?<![.\\w-])${name}(?![\\w-])`).test(others)
  return new Map(
    [...names]
      .filter((name) => name !== 'skip' && isFree(name))
      .map((name) => [name, `_${Bun.hash(name).toString(36).slice(0, 7)}`]),
  )
}

function renamed(text: string, names: ReadonlyMap<string, string>): string {
  const within = (list: string) =>
    list
      .split(/\s+/)
      .map((name) => names.get(name) ?? name)
      .join(' ')
  return text
    .replaceAll(classes, (_, list: string) => ` class="${within(list)}"`)
    .replaceAll(/\.([a-z][\w-]+)/gi, (whole, name: string) => (names.has(name) ? `.${names.get(name)}` : whole))
}
