/** Writes the page that a plant stands in, as its site writes pages. Broken and repaired, it differs in the plant alone. */
import type { Plant } from '#bench/planted/plant'
import { type Site, type SiteName, sites } from '#bench/planted/sites'

type Parts = { title: string; top: string; navigation: string; main: string; cards: readonly Card[] }
type Card = { name: string; path: string; text: string }

export function pageOf(plant: Plant, isBroken: boolean): string {
  const site: Site = sites[plant.site]
  const heading = headingOf(site, plant.id)
  const title = plant.title?.(isBroken) ?? `${heading} – ${site.brand}`
  const language = plant.language?.(isBroken) ?? `lang="${site.lang}"`
  const direction = site.direction ? ` dir="${site.direction}"` : ''
  const parts: Parts = {
    title: heading,
    top: plant.top?.(isBroken) ?? '',
    navigation: plant.navigation?.(isBroken) ?? navigationOf(site),
    main: plant.main(isBroken),
    cards: cardsOf(site, plant.cards ?? counts[sumOf(plant.id) % counts.length] ?? 6),
  }
  return `<!doctype html>
<html${language === '' ? '' : ` ${language}`}${direction}>
<head>
<meta charset="utf-8">
${title === '' ? '' : `<title>${title}</title>\n`}<meta name="viewport" content="width=device-width, initial-scale=1">
${site.isLinked ? `<link rel="stylesheet" href="${sheetPathOf(plant.site)}">\n<style>` : `<style>${site.css}\n`}.skip{position:absolute;inset-inline-start:-999px;top:0}.skip:focus{inset-inline-start:0;background:#fff;color:#000;padding:.5rem}
li{padding:.25rem 0}</style>
${plant.head?.(isBroken) ?? ''}${plant.script ? `\n<script src="${scriptPathOf(plant, isBroken)}" defer></script>` : ''}
</head>
<body>
${parts.top}${plant.body?.(isBroken) ?? manners[site.manner](site, parts)}
</body>
</html>
`
}

/** Where the sheet of a site whose styles are linked lies. */
export const sheetPathOf = (site: SiteName): string => `/sheets/${site}.css`

/** Where the script that a plant links lies. */
export const scriptPathOf = ({ id }: Plant, isBroken: boolean): string =>
  `/planted/${id}/${isBroken ? 'broken' : 'repaired'}.js`

/** Pages of some forty to some two hundred elements. */
const counts = [6, 5, 12, 22, 34]

const sumOf = (id: string): number => [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

const headingOf = ({ things, places }: Site, id: string): string => {
  const at = sumOf(id)
  return `${things[at % things.length]} ${places[(at >> 2) % places.length]}`
}

function cardsOf({ things, places, sentences }: Site, count: number): Card[] {
  return Array.from({ length: count }, (_, at) => {
    const place = places[Math.floor(at / things.length) % places.length]
    const round = Math.floor(at / (things.length * places.length))
    const number = round === 0 ? '' : ` ${round + 1}`
    return {
      name: `${things[at % things.length]}: ${place}${number}`,
      path: `/read/${at}`,
      text: sentences[(at * 5 + (at >> 2)) % sentences.length] ?? '',
    }
  })
}

const link = ([name, path]: readonly [string, string]) => `<li><a href="${path}">${name}</a></li>`

const navigationOf = ({ sections, navigation, manner }: Site): string =>
  manner === 'blocks'
    ? `<nav class="site-nav" aria-label="${sections}"><ul class="site-nav__list">${navigation.map(([name, path]) => `<li class="site-nav__item"><a class="site-nav__link" href="${path}">${name}</a></li>`).join('')}</ul></nav>`
    : `<nav aria-label="${sections}"><ul${manner === 'utility' ? ' class="flex gap-6 list-none"' : ''}>${navigation.map(link).join('')}</ul></nav>`

const skipOf = ({ skip, manner }: Site) => {
  const link = `<a class="skip" href="#content">${skip}</a>`
  return manner === 'components' ? `<nav aria-label="${skip}">${link}</nav>` : link
}

type Write = (site: Site, parts: Parts) => string

const semantic: Write = (site, { title, navigation, main, cards }) => `${skipOf(site)}
<header><p><a href="/">${site.brand}</a></p>${navigation}</header>
<main id="content" tabindex="-1"><h1>${title}</h1>
${main}
${cards.map(({ name, path, text }) => `<article class="card"><h2><a href="${path}">${name}</a></h2><p>${text}</p></article>`).join('\n')}
</main>
<aside aria-label="${site.aside}"><h2>${site.aside}</h2><ul>${site.things.map((thing, at) => link([`${thing} · ${site.brand}`, `/week/${at}`])).join('')}</ul></aside>
<footer><p>${site.foot}</p><ul>${site.legal.map(link).join('')}</ul></footer>`

const blocks: Write = (site, { title, navigation, main, cards }) => `${skipOf(site)}
<div class="site-header" role="banner"><a class="site-header__brand" href="/">${site.brand}</a></div>
${navigation}
<div class="site-main" role="main" id="content" tabindex="-1">
<h1 class="site-main__title">${title}</h1>
${main}
<div class="site-cards">${cards.map(({ name, path, text }) => `<div class="site-card"><h2 class="site-card__title"><a class="site-card__link" href="${path}">${name}</a></h2><p class="site-card__text">${text}</p></div>`).join('\n')}</div>
</div>
<div class="site-footer" role="contentinfo"><p>${site.foot}</p><ul class="site-footer__list">${site.legal.map(link).join('')}</ul></div>`

const utility: Write = (site, { title, navigation, main, cards }) => `${skipOf(site)}
<header class="flex gap-6 px-6 py-4 bg-sand"><a class="link-plain font-bold text-lg" href="/">${site.brand}</a>${navigation}</header>
<main id="content" tabindex="-1" class="px-6 py-4"><h1 class="font-bold">${title}</h1>
${main}
<section class="py-4" aria-labelledby="more"><h2 id="more" class="text-lg">${site.aside}</h2><div class="grid-3">${cards.map(({ name, path, text }) => `<div class="border rounded p-4"><h3 class="text-lg"><a class="font-bold" href="${path}">${name}</a></h3><p>${text}</p></div>`).join('\n')}</div></section>
</main>
<footer class="px-6 py-4 bg-sand"><p>${site.foot}</p><ul class="flex gap-6 list-none">${site.legal.map(link).join('')}</ul></footer>`

/** Parts are written by script, as a framework's client does; scripts among them run. */
const app: Write = (site, { title, navigation, main, cards }) => {
  const mark = 'data-v-7f3a91c2'
  const view = `${skipOf(site)}<header ${mark} class="topbar"><a ${mark} href="/">${site.brand}</a>${navigation}</header>
<div ${mark} class="layout"><main ${mark} id="content" tabindex="-1"><h1 ${mark}>${title}</h1>
${main}
${cards.map(({ name, path, text }, at) => `<section ${mark} class="card" aria-labelledby="card-${at}"><h2 ${mark} id="card-${at}"><a ${mark} href="${path}">${name}</a></h2><p ${mark}>${text}</p></section>`).join('\n')}
</main><aside ${mark} aria-label="${site.aside}"><h2 ${mark}>${site.aside}</h2><ul>${site.things.map((thing, at) => link([`${thing} · ${site.brand}`, `/waiting/${at}`])).join('')}</ul></aside></div>
<footer ${mark}><p ${mark}>${site.foot}</p><ul>${site.legal.map(link).join('')}</ul></footer>`
  return `<div id="root"></div>
<script>
const view = ${JSON.stringify(view).replaceAll('<', '\\u003c')}
document.getElementById('root').append(document.createRange().createContextualFragment(view))
</script>`
}

/** Header and footer are custom elements with shadow roots. */
const components: Write = (site, { title, navigation, main, cards }) => `${skipOf(site)}
<site-header><template shadowrootmode="open"><style>header{background:#1c2b3a;color:#fff;padding:1rem 1.5rem}a{color:#fff}ul{display:flex;flex-wrap:wrap;gap:1.2rem;list-style:none;padding:0}:focus-visible{outline:3px solid #ffd166}</style><header><a href="/">${site.brand}</a>${navigation}</header></template></site-header>
<main id="content" tabindex="-1"><h1>${title}</h1>
${main}
${cards.map(({ name, path, text }) => `<site-card class="card" style="display:block"><h2><a href="${path}">${name}</a></h2><p>${text}</p></site-card>`).join('\n')}
</main>
<site-footer><template shadowrootmode="open"><style>footer{padding:1.5rem}a{color:#0b4a86}:focus-visible{outline:3px solid #b91c1c}</style><footer><p>${site.foot}</p><ul>${site.legal.map(link).join('')}</ul></footer></template></site-footer>`

/** As somebody writes by hand who knows no stylesheets' names. */
const plain: Write = (site, { title, navigation, main, cards }) => `${skipOf(site)}
<header><strong>${site.brand}</strong>
${navigation}</header>
<hr>
<main id="content" tabindex="-1">
<h1>${title}</h1>
${main}
${cards.map(({ name, path, text }) => `<h2><a href="${path}">${name}</a></h2>\n<p>${text}</p>`).join('\n')}
</main>
<hr>
<footer>
<p>${site.foot}</p>
<ul>${site.legal.map(link).join('\n')}</ul>
</footer>`

/** As a shop's theme has it: sections, cards in a list, a foot of columns. */
const shop: Write = (site, { title, navigation, main, cards }) => `${skipOf(site)}
<div class="shopify-section" id="shopify-section-header"><header class="header page-width"><a class="header__heading-link" href="/">${site.brand}</a>${navigation}</header></div>
<main id="content" class="content-for-layout" tabindex="-1"><div class="page-width"><h1 class="product__title">${title}</h1>
${main}
<section class="shopify-section" aria-labelledby="related-heading"><h2 id="related-heading">${site.aside}</h2><ul class="product-grid" role="list">${cards.map(({ name, path, text }) => `<li class="grid__item"><div class="card-wrapper"><h3 class="card__heading"><a href="${path}">${name}</a></h3><div class="card-information"><p>${text}</p></div></div></li>`).join('\n')}</ul></section>
</div></main>
<footer class="footer"><div class="page-width"><ul class="list-menu">${site.legal.map(([name, path]) => `<li><a class="list-menu__item" href="${path}">${name}</a></li>`).join('')}</ul><p><small>${site.foot}</small></p></div></footer>`

/** As a blog's editor of blocks puts it out. */
const press: Write = (site, { title, navigation, main, cards }) => `${skipOf(site)}
<div class="wp-site-blocks"><header class="wp-block-template-part"><div class="wp-block-group is-layout-flow"><p class="wp-block-site-title"><a href="/" rel="home">${site.brand}</a></p>${navigation}</div></header>
<main class="wp-block-group" id="content" tabindex="-1"><h1 class="wp-block-post-title">${title}</h1>
<div class="entry-content wp-block-post-content is-layout-constrained">
${main}
</div>
<hr class="wp-block-separator">
<div class="wp-block-columns">${cards.map(({ name, path, text }, at) => `<div class="wp-block-column post-${4100 + at}"><h2 class="wp-block-post-title has-medium-font-size"><a href="${path}">${name}</a></h2><div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">${text}</p></div></div>`).join('\n')}</div></main>
<aside class="wp-block-group" aria-label="${site.aside}"><h2 class="wp-block-heading">${site.aside}</h2><ul class="wp-block-latest-posts__list">${site.things.map((thing, at) => link([`${thing}, ${site.brand}`, `/?p=${at}`])).join('')}</ul></aside>
<footer class="wp-block-template-part"><p>${site.foot}</p><ul class="wp-block-navigation__container">${site.legal.map(link).join('')}</ul></footer></div>`

/** Rows and columns of a well-known stylesheet. */
const grid: Write = (site, { title, navigation, main, cards }) => `${skipOf(site)}
<header class="navbar navbar-expand-lg"><div class="container"><a class="navbar-brand" href="/">${site.brand}</a>${navigation}</div></header>
<div class="container"><div class="row"><main id="content" class="col-lg-8" tabindex="-1"><h1 class="display-6">${title}</h1>
${main}
${cards.map(({ name, path, text }) => `<div class="card"><div class="card-body"><h2 class="card-title"><a href="${path}">${name}</a></h2><p class="card-text">${text}</p></div></div>`).join('\n')}
</main><aside class="col-lg-4" aria-label="${site.aside}"><h2 class="h5">${site.aside}</h2><ul class="list-unstyled">${site.things.map((thing, at) => link([`${thing} – ${site.brand}`, `/more/${at}`])).join('')}</ul></aside></div></div>
<footer><div class="container"><p>${site.foot}</p><ul class="list-inline">${site.legal.map(link).join('')}</ul></div></footer>`

/** A dashboard of a library of components, written into the page by its script. */
const panel: Write = (site, { title, navigation, main, cards }) => {
  const view = `${skipOf(site)}<header class="MuiPaper-root-appbar css-appbar"><a href="/">${site.brand}</a></header>
<div class="MuiBox-root css-1f2ul0"><div class="MuiDrawer-root">${navigation}</div><main id="content" class="css-k008qs" tabindex="-1"><h1 class="MuiTypography-root css-9l3uo3">${title}</h1>
${main}
<section class="MuiGrid-root" aria-labelledby="activity-h"><h2 id="activity-h" class="MuiTypography-root">${site.aside}</h2><ul class="MuiList-root">${cards.map(({ name, path, text }) => `<li class="MuiListItem-root"><div class="MuiPaper-root MuiCard-root"><h3 class="MuiTypography-root MuiTypography-h6"><a class="MuiLink-root" href="${path}">${name}</a></h3><p class="MuiTypography-root MuiTypography-body2">${text}</p></div></li>`).join('\n')}</ul></section>
</main></div>
<footer class="css-foot"><p>${site.foot}</p><ul class="MuiList-root">${site.legal.map(link).join('')}</ul></footer>`
  return `<div id="app"></div>
<script>
{const html = ${JSON.stringify(view).replaceAll('<', '\\u003c')}
document.getElementById('app').append(document.createRange().createContextualFragment(html))}
</script>`
}

const manners: Readonly<Record<Site['manner'], Write>> = {
  semantic,
  blocks,
  utility,
  app,
  components,
  plain,
  shop,
  press,
  grid,
  panel,
}
