/** Failures that audits meet most often, planted by an auditor who did not look at the checks: the half that is for measuring alone. */
import { drawn, type Plant, roomy, tall } from '#bench/planted/plant'

export const measuredThirteenth: readonly Plant[] = [
  {
    id: 'pictures-called-as-the-camera-did-xiii',
    technique: 'F30',
    criterion: '1.1.1',
    wrong: 'the alternatives of the pictures in a report are the names of their files',
    where: '.wp-block-image img',
    about: /alt|image|img|file/,
    site: 'gazette',
    head: () => '<style>.wp-block-image{margin:1rem 0}.wp-block-image img{display:block;height:auto}</style>',
    main: (is) =>
      `<p>The footbridge was carried to the river in three pieces. It took eleven farmers, two tractors and most of a Saturday.</p>
<figure class="wp-block-image size-large"><img decoding="async" width="160" height="120" src="/wp-content/uploads/2024/03/DSC_0417-1024x768.jpg" alt="${is ? 'DSC_0417-1024x768.jpg' : 'Two tractors lower the middle piece of the bridge on chains'}" class="wp-image-8812"><figcaption class="wp-element-caption">Half past two, and nobody has fallen in.</figcaption></figure>
<p>By evening the first walkers had crossed, among them the oldest member of the parish council.</p>
<figure class="wp-block-image size-large"><img decoding="async" width="160" height="120" src="/wp-content/uploads/2024/03/DSC_0431-1024x768.jpg" alt="${is ? 'DSC_0431-1024x768.jpg' : 'An old man with a stick walks over the new planks, a dog ahead of him'}" class="wp-image-8815"><figcaption class="wp-element-caption">Mr Dacre, ninety-one, went first.</figcaption></figure>`,
  },
  {
    id: 'every-chair-is-a-product-picture-xiii',
    technique: 'F30',
    criterion: '1.1.1',
    wrong: 'the theme gives the same word, “product picture”, as the alternative of every picture of a product',
    where: '.produkt img',
    about: /alt|image|img|placeholder|generic|duplicate/,
    site: 'moebel',
    head: () =>
      '<style>.produkt img{display:block;width:100%;height:auto}.produkt h3{margin:.5rem 0 .2rem}.produkt p{margin:0}</style>',
    main: (is) => {
      const pieces = [
        ['Armlehnstuhl Hanna', 'armlehnstuhl', 'Stuhl mit gebogenen Armlehnen und Sitz aus Geflecht', '349 €'],
        ['Hocker Jost', 'hocker', 'Dreibeiniger Hocker mit runder, leicht gemuldeter Sitzfläche', '129 €'],
        ['Schaukelstuhl Ida', 'schaukelstuhl', 'Schaukelstuhl mit hoher Sprossenlehne und grauem Kissen', '589 €'],
      ]
      return `<section aria-labelledby="stuehle"><h2 id="stuehle" class="text-lg font-bold">Unsere Stühle</h2><div class="grid-3">${pieces.map(([name, file, words, price]) => `<div class="produkt border rounded p-4"><img class="rounded" src="/bilder/${file}.webp" width="160" height="120" alt="${is ? 'Produktbild' : words}"><h3 class="font-bold">${name}</h3><p>${price}</p></div>`).join('')}</div></section>`
    },
  },
  {
    id: 'magnifier-to-find-trains-has-no-alt-xiii',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'the button that sends a search is a picture of a magnifier without an alternative',
    where: 'input[type=image]',
    about: /alt|input|button|name|image/,
    site: 'kolej',
    head: () =>
      `${roomy}<style>.szukaj{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end}.szukaj p{margin:0}.szukaj input[type=image]{box-sizing:border-box;width:48px;height:48px;padding:8px;background:#fff}</style>`,
    main: (is) =>
      `<h2>Znajdź połączenie</h2>
<form class="szukaj" action="/rozklad" method="get">
<p><label for="stacja-z">Stacja początkowa</label><br><input id="stacja-z" name="z" type="text"></p>
<p><label for="stacja-do">Stacja końcowa</label><br><input id="stacja-do" name="do" type="text"></p>
<input type="image" name="szukaj" src="${drawn("<circle cx='10' cy='10' r='6' fill='none' stroke='#0a3d91' stroke-width='3'/><path d='M15 15l6 6' stroke='#0a3d91' stroke-width='3'/>")}"${is ? '' : ' alt="Szukaj połączeń"'}>
</form>`,
  },
  {
    id: 'lines-between-notices-are-described-xiii',
    technique: 'F39',
    criterion: '1.1.1',
    wrong: 'ornaments between the notices have an alternative that is read out each time, though they mean nothing',
    where: '.separador',
    about: /alt|decorative|image|redundant/,
    site: 'clinica',
    head: () => '<style>.separador{display:block;width:100%;height:12px;object-fit:cover;margin:16px 0}</style>',
    main: (is) => {
      const line = drawn("<path d='M0 12h24' stroke='#0b4f5c' stroke-width='2'/>")
      const divider = `<img class="separador" src="${line}" alt="${is ? 'imagen de una línea azul decorativa de separación' : ''}">`
      return `<h2>Antes de su operación</h2><p>No coma ni beba nada desde la medianoche. Puede tomar su medicación habitual con un sorbo de agua si el anestesista se lo ha indicado.</p>${divider}<h2>El día de su ingreso</h2><p>Venga duchado, sin maquillaje y sin joyas. Traiga la tarjeta sanitaria y los informes que tenga en casa.</p>${divider}<h2>Al volver a casa</h2><p>Alguien debe acompañarle durante las primeras veinticuatro horas.</p>`
    },
  },
  {
    id: 'stars-of-reviews-are-only-drawn-xiii',
    technique: 'F3',
    criterion: '1.1.1',
    wrong: 'how customers rate each thing is told by stars drawn as a background, with no text for them',
    where: '.rating-stars',
    about: /alt|background|image|icon|text|empty|name/,
    site: 'volt',
    head: () => {
      const star = (fill: string) =>
        drawn(
          `<path d='M12 2l3 7 7 .6-5.400 4.600 1.700 7.200L12 17.500 5.700 21.400l1.700-7.200L2 9.600 9 9z' fill='${fill}' stroke='#121212'/>`,
        )
      return `<style>.rated{list-style:none;padding:0}.rated li{display:flex;flex-wrap:wrap;gap:1rem}.rating-stars{display:inline-block;width:120px;height:24px;background:url("${star('none')}") 0/24px 24px repeat-x}.rating-stars i{display:block;height:24px;background:url("${star('#121212')}") 0/24px 24px repeat-x}</style>`
    },
    main: (is) => {
      const things = [
        ['Roll-top tote', 4],
        ['Felted beanie', 5],
        ['Rain cape', 3],
        ['Wax tin', 2],
      ] as const
      return `<h2>What customers say of the new arrivals</h2><ul class="rated" role="list">${things.map(([name, stars]) => `<li><span>${name}</span><span class="rating-stars"${is ? '' : ` role="img" aria-label="${stars} of 5 stars"`}><i style="width:${stars * 20}%"></i></span></li>`).join('')}</ul>`
    },
  },
  {
    id: 'ticks-of-the-plans-say-nothing-xiii',
    technique: 'F3',
    criterion: '1.1.1',
    wrong: 'what each plan includes is told in a table by ticks and crosses of an icon set that have no text',
    where: '.plans td, .plans i',
    about: /alt|icon|empty|cell|image|text|name/,
    site: 'panel',
    head: () =>
      `<style>.plans i{display:inline-block;width:20px;height:20px;background:#1c2430}.icon-check{mask:url("${drawn("<path d='M3 12l6 6L21 5' fill='none' stroke='#000' stroke-width='4'/>")}") center/contain no-repeat}.icon-cross{mask:url("${drawn("<path d='M5 5l14 14M19 5L5 19' fill='none' stroke='#000' stroke-width='3'/>")}") center/contain no-repeat}.sr-only{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}</style>`,
    main: (is) => {
      const rows = [
        ['Custom domains', true, true],
        ['Preview deployments', false, true],
        ['Audit log', false, true],
        ['Daily backups', true, true],
      ] as const
      const cell = (has: boolean) =>
        `<td><i class="${has ? 'icon-check' : 'icon-cross'}" aria-hidden="true"></i>${is ? '' : `<span class="sr-only">${has ? 'Included' : 'Not included'}</span>`}</td>`
      return `<h2>Compare the plans</h2><table class="plans MuiTable-root"><thead><tr><th scope="col">Feature</th><th scope="col">Hobby</th><th scope="col">Team</th></tr></thead><tbody>${rows.map(([name, hobby, team]) => `<tr><th scope="row">${name}</th>${cell(hobby)}${cell(team)}</tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'slides-of-the-market-come-without-alt-xiii',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'the script of a slideshow puts each picture in without an alternative',
    where: '.diapo img',
    about: /alt|image|img/,
    site: 'journal',
    head: () =>
      `${roomy}<style>.diapo{margin:1rem 0}.diapo img{display:block;width:320px;max-width:100%;height:auto}</style>`,
    main: (is) => `<h2>Le marché en images</h2>
<figure class="diapo" id="diapo"><div class="diapo-image"></div><figcaption aria-live="polite">Photo 1 sur 3</figcaption></figure>
<p><button type="button" id="diapo-suite">Photo suivante</button></p>
<script>
{
  const photos = [
    { src: '/photos/halle-1.jpg', texte: 'La halle vue de la place, ses portes de fer grandes ouvertes' },
    { src: '/photos/halle-2.jpg', texte: 'Une marchande empile des fromages derrière son étal' },
    { src: '/photos/halle-3.jpg', texte: 'Des enfants goûtent des pommes coupées en quartiers' },
  ]
  let place = 0
  const montrer = () => {
    const image = new Image(160, 120)
    image.src = photos[place].src${is ? '' : '\n    image.alt = photos[place].texte'}
    document.querySelector('.diapo-image').replaceChildren(image)
    document.querySelector('#diapo figcaption').textContent = 'Photo ' + (place + 1) + ' sur ' + photos.length
  }
  document.getElementById('diapo-suite').addEventListener('click', () => {
    place = (place + 1) % photos.length
    montrer()
  })
  montrer()
}
</script>`,
  },
  {
    id: 'winter-sale-is-a-painted-sentence-xiii',
    technique: 'criterion',
    criterion: '1.4.5',
    wrong: 'the banner of a sale is a picture of text, though nothing in it could not be written',
    where: '.aktion, .aktion *',
    about: /image|text|alt/,
    site: 'moebel',
    head: () =>
      '<style>.aktion{margin:1rem 0}.aktion img{display:block;max-width:100%;height:auto}.aktion p{margin:0;padding:1.5rem;background:#7a3410;color:#fff;font-size:1.3rem}</style>',
    main: (is) => {
      const words = 'Winterverkauf: 20 % auf alle Tische bis Sonntag'
      const picture = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' width='640' height='90'><rect width='640' height='90' fill='#7a3410'/><text x='24' y='54' font-family='Arial' font-weight='700' font-size='25' fill='#fff'>${words}</text></svg>`)}`
      return `<div class="aktion">${is ? `<img src="${picture}" width="640" height="90" alt="${words}">` : `<p class="rounded">${words}</p>`}</div><p>Der Rabatt wird im Warenkorb abgezogen und gilt auch für Maßanfertigungen.</p>`
    },
  },
  {
    id: 'asterisks-that-only-eyes-can-find-xiii',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong:
      'fields that must be filled in have an asterisk that is hidden from assistive technology, and nothing else says it',
    where: '.ask-repair input, .ask-repair',
    about: /required|mandatory/,
    site: 'volt',
    head: () => `${roomy}<style>.ask-repair label{display:block}.ask-repair .star{color:#8f1414}</style>`,
    main: (is) => {
      const field = (name: string, words: string, type: string, complete: string, isNeeded: boolean) =>
        `<p class="field"><label class="field__label" for="repair-${name}">${words}${isNeeded ? '<span class="star" aria-hidden="true"> *</span>' : ''}</label><input class="field__input" id="repair-${name}" name="${name}" type="${type}"${complete}${isNeeded && !is ? ' required' : ''}></p>`
      return `<form class="ask-repair" method="post" action="/pages/repairs"><h2>Ask for a repair</h2><p>Fields marked with * must be filled in.</p>${field('name', 'Your name', 'text', ' autocomplete="name"', true)}${field('email', 'Email', 'email', ' autocomplete="email"', true)}${field('order', 'Order number', 'text', '', false)}${field('what', 'What is broken', 'text', '', true)}<button class="button" type="submit">Send</button></form>`
    },
  },
  {
    id: 'title-of-the-show-is-spelled-apart-xiii',
    technique: 'F32',
    criterion: '1.3.2',
    wrong: 'words are drawn apart with spaces between their letters',
    where: '.titolo-largo',
    about: /space|spacing|letter|word|whitespace|sequence/,
    site: 'museo',
    head: (is) =>
      `<style>.titolo-largo{text-align:center;border-block:1px solid #8a7768;padding:.6rem 0;${is ? '' : 'letter-spacing:.4em'}}</style>`,
    main: (is) =>
      `<h2 class="titolo-largo">${is ? 'T E R R A &nbsp; E &nbsp; F U O C O' : 'TERRA E FUOCO'}</h2><p>Sessanta vasi raccontano come si accendeva un forno quando il legno costava più dell’argilla.</p><p class="titolo-largo">${is ? 'F I N O &nbsp; A &nbsp; M A G G I O' : 'FINO A MAGGIO'}</p>`,
  },
  {
    id: 'labels-stand-above-and-belong-to-nothing-xiii',
    technique: 'F68',
    criterion: '1.3.1',
    wrong: 'labels stand above their fields without being tied to them',
    where: '.new-supplier :is(input,select,label)',
    about: /label|name|form|input|select/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>.new-supplier .field{display:flex;flex-direction:column;gap:.25rem;margin:0 0 1rem;max-width:22rem}</style>`,
    main: (is) => {
      const tie = (name: string) => (is ? '' : ` for="supplier-${name}"`)
      const id = (name: string) => (is ? '' : ` id="supplier-${name}"`)
      return `<form class="new-supplier card" method="post" action="/app/suppliers"><h2>New supplier</h2><div class="field"><label class="label"${tie('name')}>Company name</label><input class="input" type="text" name="company"${id('name')}></div><div class="field"><label class="label"${tie('vat')}>VAT number</label><input class="input" type="text" name="vat"${id('vat')}></div><div class="field"><label class="label"${tie('terms')}>Terms of payment</label><select class="input" name="terms"${id('terms')}><option>14 days</option><option>30 days</option><option>60 days</option></select></div><button class="btn" type="submit">Save supplier</button></form>`
    },
  },
  {
    id: 'map-to-the-museum-has-no-title-xiii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'the frame with the map has no title',
    where: 'iframe',
    about: /frame|title|name/,
    site: 'museo',
    head: () =>
      '<style>.mappa iframe{display:block;width:100%;max-width:600px;height:260px;border:1px solid #6b5a4d}</style>',
    main: (is) =>
      `<h2>Come arrivare</h2><p>Dalla stazione si cammina per dieci minuti lungo il fiume; l’autobus 4 si ferma davanti al portone.</p><div class="mappa"><iframe src="/mappa/embed?pb=museo"${is ? '' : ' title="Mappa dei dintorni del museo"'} loading="eager" referrerpolicy="no-referrer-when-downgrade" allowfullscreen></iframe></div><p>L’ingresso senza gradini è in via dei Vasai 12.</p>`,
  },
  {
    id: 'answers-stay-collapsed-when-they-are-open-xiii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'the buttons of an accordion go on saying that it is collapsed after it was opened',
    where: '.accordion-button',
    about: /expand|state|aria/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.accordion{border:1px solid #6c757d;border-radius:.375rem}.accordion-header{margin:0;font-size:1rem}.accordion-button{width:100%;text-align:left;background:#eef3f1;color:#0b3d2e;border:0;border-bottom:1px solid #6c757d;padding:.75rem 1rem}.accordion-body{padding:1rem}.accordion-body p{margin:0}</style>`,
    main: (is) => {
      const items = [
        ['Hvornår skal jeg søge plads?', 'Senest tre måneder før barnet skal starte.'],
        ['Hvad koster en plads?', 'En plads i vuggestuen koster 3.950 kroner om måneden. Der er søskenderabat.'],
        ['Kan jeg få plads i en anden by?', 'Ja, hvis der er ledige pladser, når byens egne børn har fået.'],
      ]
      return `<h2>Spørgsmål om pasning</h2><div class="accordion" id="pasning">${items.map(([ask, reply], at) => `<div class="accordion-item"><h3 class="accordion-header"><button class="accordion-button collapsed" type="button" aria-expanded="false" aria-controls="pasning-${at}">${ask}</button></h3><div id="pasning-${at}" class="accordion-collapse" hidden><div class="accordion-body"><p>${reply}</p></div></div></div>`).join('')}</div>
<script>
document.querySelectorAll('#pasning .accordion-button').forEach(button => {
  button.addEventListener('click', () => {
    const panel = document.getElementById(button.getAttribute('aria-controls'))
    panel.hidden = !panel.hidden
    button.classList.toggle('collapsed', panel.hidden)${is ? '' : "\n    button.setAttribute('aria-expanded', String(!panel.hidden))"}
  })
})
</script>`
    },
  },
  {
    id: 'tabs-tell-the-open-one-by-a-line-xiii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'tabs are plain buttons, and which of them is chosen is told only by a line under it',
    where: '.tabs, .tabs *',
    about: /tab|state|role|selected|aria|pressed|current/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.tabs{display:flex;gap:.5rem;border-bottom:1px solid #75808c}.tabs button{background:none;color:#124e8c;border-radius:0;border-bottom:4px solid transparent}.tabs .Mui-selected{border-bottom-color:#124e8c}.tab-panel{padding:.5rem 0}</style>`,
    main: (is) => {
      const tabs = [
        ['logs', 'Logs', 'The last line was written eleven seconds ago by the worker in eu-north.'],
        ['metrics', 'Metrics', 'Nine in ten answers took less than 80 milliseconds in the last hour.'],
        ['variables', 'Variables', 'Four variables are set; two of them are secret and cannot be read here.'],
      ]
      return `<h2 id="svc">Mail relay</h2><div class="tabs"${is ? '' : ' role="tablist" aria-labelledby="svc"'}>${tabs.map(([id, name], at) => `<button type="button" class="MuiTab-root${at === 0 ? ' Mui-selected' : ''}" id="tab-${id}"${is ? '' : ` role="tab" aria-selected="${at === 0}" aria-controls="panel-${id}" tabindex="${at === 0 ? 0 : -1}"`}>${name}</button>`).join('')}</div>${tabs.map(([id, , words], at) => `<div class="tab-panel" id="panel-${id}"${is ? '' : ` role="tabpanel" aria-labelledby="tab-${id}" tabindex="0"`}${at === 0 ? '' : ' hidden'}><p>${words}</p></div>`).join('')}
<script>
{
  const tabs = [...document.querySelectorAll('.tabs button')]
  const show = chosen => {
    for (const tab of tabs) {
      tab.classList.toggle('Mui-selected', tab === chosen)
      document.getElementById(tab.id.replace('tab-', 'panel-')).hidden = tab !== chosen${
        is
          ? ''
          : `
      tab.setAttribute('aria-selected', String(tab === chosen))
      tab.tabIndex = tab === chosen ? 0 : -1`
      }
    }
  }
  tabs.forEach((tab, at) => {
    tab.addEventListener('click', () => show(tab))${
      is
        ? ''
        : `
    tab.addEventListener('keydown', event => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!step) return
      const next = tabs[(at + step + tabs.length) % tabs.length]
      show(next)
      next.focus()
    })`
    }
  })
}
</script>`
    },
  },
  {
    id: 'reminders-are-switched-by-a-class-xiii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'switches are buttons whose state is a class, so that nobody hears whether they are on',
    where: '.switch',
    about: /state|switch|checked|pressed|role|aria|toggle/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>.setting{display:flex;align-items:center;justify-content:space-between;gap:1rem;max-width:28rem;margin:.5rem 0}.switch{position:relative;width:64px;height:44px;padding:0;background:#4b5563;border-radius:22px}.switch i{position:absolute;left:6px;top:8px;width:28px;height:28px;border-radius:50%;background:#fff}.switch.is-on{background:#1e3a8a}.switch.is-on i{left:30px}</style>`,
    main: (is) => {
      const settings = [
        ['remind', 'Remind customers of late invoices', true],
        ['digest', 'Send me a summary every Monday', false],
        ['lock', 'Lock months that are closed', true],
      ] as const
      return `<h2>Settings of the company</h2><div class="card">${settings.map(([id, words, isOn]) => `<div class="setting"><span id="set-${id}">${words}</span><button type="button" class="switch${isOn ? ' is-on' : ''}" aria-labelledby="set-${id}"${is ? '' : ` role="switch" aria-checked="${isOn}"`}><i></i></button></div>`).join('')}</div>
<script>
for (const each of document.querySelectorAll('.switch')) {
  each.addEventListener('click', () => {
    ${is ? "each.classList.toggle('is-on')" : "each.setAttribute('aria-checked', String(each.classList.toggle('is-on')))"}
  })
}
</script>`
    },
  },
  {
    id: 'slides-are-hidden-but-their-links-are-not-xiii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'slides that stand in view are hidden from assistive technology, while the links in them take the focus',
    where: '.slick-slide, .slick-slide *',
    about: /hidden|focus/,
    site: 'riwaq',
    head: () =>
      '<style>.slick-track{display:flex;flex-wrap:wrap;gap:1rem}.slick-slide{flex:1 1 11rem;border:1px solid #4e5a4b;padding:.8rem}.slick-slide h3{margin:0;font-size:1.05rem}.slick-slide a{display:inline-flex;align-items:center;min-width:44px;min-height:44px}</style>',
    main: (is) => {
      const books = [
        ['ظلال النخيل', 'رواية عن واحة تختفي شيئا فشيئا.', '/books/palms'],
        ['دفتر البحار', 'مذكرات بحار عاد بعد أربعين عاما.', '/books/sailor'],
        ['مطبخ جدتي', 'مئة وصفة من بيوت المدينة القديمة.', '/books/kitchen'],
      ]
      return `<h2>وصل حديثا</h2><div class="slick-slider"><div class="slick-track">${books.map(([name, words, path], at) => `<div class="slick-slide${at === 0 ? ' slick-current' : ''}"${is && at > 0 ? ' aria-hidden="true"' : ''}><h3><a href="${path}">${name}</a></h3><p>${words}</p></div>`).join('')}</div></div>`
    },
  },
  {
    id: 'shop-menu-drops-down-for-mice-xiii',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'the submenus of the navigation open when a mouse is over them and by nothing else',
    where: '.has-dropdown, .has-dropdown *',
    about: /keyboard|hover|focus|menu|mouse/,
    site: 'volt',
    head: (is) =>
      `<style>.has-dropdown{position:relative}.header nav .dropdown{display:none;position:absolute;left:0;top:100%;z-index:5;min-width:12rem;background:#fff;border:1px solid #767676;padding:.5rem 1rem}.dropdown a{display:flex;align-items:center;min-height:44px}${is ? '.header nav .has-dropdown:hover .dropdown{display:block}' : '.header nav .has-dropdown.is-open .dropdown{display:block}.has-dropdown button{min-width:44px;min-height:44px;margin-left:.3rem}'}</style>`,
    navigation: (is) => {
      const groups = [
        ['Bags', '/collections/bags', ['Day packs', 'Totes', 'Panniers']],
        ['Rainwear', '/collections/rainwear', ['Capes', 'Shells', 'Hats']],
      ] as const
      return `<nav aria-label="Shop"><ul class="list-menu"><li><a href="/collections/new">New arrivals</a></li>${groups.map(([name, path, inside]) => `<li class="has-dropdown"><a href="${path}">${name}</a>${is ? '' : `<button type="button" aria-expanded="false" aria-label="More of ${name}">▾</button>`}<ul class="dropdown">${inside.map((each) => `<li><a href="${path}/${each.toLowerCase().replace(' ', '-')}">${each}</a></li>`).join('')}</ul></li>`).join('')}<li><a href="/pages/repairs">Repairs</a></li></ul></nav>${
        is
          ? ''
          : `<script>
document.querySelectorAll('.has-dropdown').forEach(item => {
  const button = item.querySelector('button')
  const set = isOpen => {
    item.classList.toggle('is-open', isOpen)
    button.setAttribute('aria-expanded', String(isOpen))
  }
  button.addEventListener('click', () => set(!item.classList.contains('is-open')))
  item.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !item.classList.contains('is-open')) return
    set(false)
    button.focus()
  })
})
</script>`
      }`
    },
    main: () =>
      '<h2>Rain is coming</h2><p>Our shells are cut from recycled nylon and pack into their own pocket. Each comes with a patch and a tube of glue.</p>',
  },
  {
    id: 'reset-sheet-takes-all-outlines-away-xiii',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'a sheet that resets styles takes the outline away from everything that has the focus',
    where: 'page',
    about: /focus|outline/,
    site: 'riwaq',
    head: (is) => `${roomy}${tall}${is ? '<style>*,*:focus,*:focus-visible{outline:0!important}</style>' : ''}`,
    main: () =>
      '<h2>ابحث في المكتبة</h2><form action="/search" method="get"><p><label for="kalima">عنوان الكتاب أو اسم المؤلف</label><br><input id="kalima" name="q" type="search"></p><button type="submit">ابحث</button></form><ul class="tall"><li><a href="/topics/travel">كتب الرحلات</a></li><li><a href="/topics/children">كتب الأطفال</a></li></ul>',
  },
  {
    id: 'invite-dialog-closes-and-focus-is-lost-xiii',
    technique: 'criterion',
    criterion: '2.4.3',
    wrong: 'when the dialog is closed the focus falls to the top of the page instead of back to what opened it',
    where: '#invite, .dialog-root, .dialog-root *',
    about: /focus|dialog|modal/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.dialog-root{position:fixed;inset:0;z-index:9;display:grid;place-items:center;background:#000a;overflow:auto}.dialog-paper{width:min(24rem,90%);box-sizing:border-box;background:#fff;padding:1.2rem}.dialog-root :is(button,input){min-height:44px}.dialog-root label{display:block}</style>`,
    main: (
      is,
    ) => `<h2>Members</h2><p>Three people may deploy to this project.</p><button type="button" id="invite">Invite a member</button>
<script>
{
  const opener = document.getElementById('invite')
  opener.addEventListener('click', () => {
    const root = document.createElement('div')
    root.className = 'dialog-root'
    root.innerHTML = '<div class="dialog-paper" role="dialog" aria-modal="true" aria-labelledby="invite-title"><h2 id="invite-title">Invite a member</h2><p><label for="invite-mail">Email of the new member</label><input id="invite-mail" type="email" autocomplete="off"></p><button type="button">Send invitation</button> <button type="button">Cancel</button></div>'
    document.body.append(root)
    const stops = [...root.querySelectorAll('input, button')]
    const close = () => {
      root.remove()${is ? '' : '\n      opener.focus()'}
    }
    stops[1].addEventListener('click', close)
    stops[2].addEventListener('click', close)
    root.addEventListener('keydown', event => {
      if (event.key === 'Escape') return close()
      if (event.key !== 'Tab') return
      event.preventDefault()
      const step = event.shiftKey ? stops.length - 1 : 1
      stops[(stops.indexOf(document.activeElement) + step) % stops.length].focus()
    })
    stops[0].focus()
  })
}
</script>`,
  },
  {
    id: 'playground-swallows-the-tab-key-xiii',
    technique: 'F10',
    criterion: '2.1.2',
    wrong:
      'the editor of an example turns every press of the tab key into spaces, so that the keyboard cannot leave it',
    where: '#playground',
    about: /trap|keyboard|focus|tab/,
    site: 'manual',
    head: () =>
      `${roomy}<style>#playground{box-sizing:border-box;width:100%;height:9rem;font-family:ui-monospace,monospace}</style>`,
    main: (is) => `<h2>Try it</h2><p><label for="playground">Code that will be run</label></p>
<textarea id="playground" spellcheck="false">const client = connect('tide://localhost')
await client.call('ping')</textarea>
<p><button type="button" id="run">Run the code</button></p><p role="status" id="ran"></p>
<script>
{
  const editor = document.getElementById('playground')
  document.getElementById('run').addEventListener('click', () => {
    document.getElementById('ran').textContent = 'pong after 3 ms, ' + editor.value.length + ' characters run.'
  })${
    is
      ? `
  editor.addEventListener('keydown', event => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    editor.setRangeText('  ', editor.selectionStart, editor.selectionEnd, 'end')
  })`
      : ''
  }
}
</script>`,
  },
  {
    id: 'fields-are-numbered-across-the-form-xiii',
    technique: 'F44',
    criterion: '2.4.3',
    wrong:
      'numbers in tabindex send the keyboard across the form in another order than it is read, and before all else',
    where: '.inscricao, .inscricao *',
    about: /tabindex|focus|order/,
    site: 'escola',
    head: () => `${roomy}<style>.inscricao label{display:block}.inscricao input{width:min(100%,22rem)}</style>`,
    main: (is) => {
      const field = (name: string, words: string, more: string, number: number) =>
        `<p class="mb-3"><label class="form-label" for="ins-${name}">${words}</label><input class="form-control" id="ins-${name}" name="${name}" type="text"${more}${is ? ` tabindex="${number}"` : ''}></p>`
      return `<form class="inscricao" method="post" action="/candidaturas"><h2>Pré-inscrição</h2>${field('nome', 'Nome completo', ' autocomplete="name"', 1)}${field('morada', 'Morada', ' autocomplete="street-address"', 4)}${field('telefone', 'Telefone', ' autocomplete="tel"', 2)}${field('curso', 'Curso pretendido', '', 3)}<button type="submit" class="btn"${is ? ' tabindex="5"' : ''}>Enviar</button></form>`
    },
  },
  {
    id: 'choosing-a-station-leaves-the-page-xiii',
    technique: 'F36',
    criterion: '3.2.2',
    wrong: 'choosing in a list goes to another page at once, without a button and without a word of warning',
    where: '#stacja, .stacje, .stacje *',
    about: /change|select|context|input|navig|submit/,
    site: 'kolej',
    head: () => `${roomy}<style>.stacje label{margin-right:.5rem}</style>`,
    main: (is) => `<h2>Odjazdy ze stacji</h2>
<form class="stacje" action="/odjazdy" method="get"><label for="stacja">Stacja</label><select id="stacja" name="stacja"${is ? ' onchange="if (this.value) location.href = \'/odjazdy?stacja=\' + this.value"' : ''}><option value="">wybierz z listy</option><option value="tarnow">Tarnów</option><option value="bobowa">Bobowa</option><option value="krynica">Krynica</option><option value="nowy-sacz">Nowy Sącz</option></select>${is ? '' : ' <button type="submit">Pokaż odjazdy</button>'}</form>
<p>Tablica pokazuje pociągi na najbliższe cztery godziny.</p>`,
  },
  {
    id: 'old-price-and-stock-in-pale-grey-xiii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'notes on stock and shipping are pale grey on white',
    where: '.muted',
    about: /contrast|colou?r/,
    site: 'volt',
    head: (is) => `<style>.muted{color:${is ? '#999' : '#4a4a4a'};font-size:.9rem;margin:.2rem 0}</style>`,
    main: () =>
      '<div class="product__info"><h2>Canvas apron</h2><p class="price">$64.00</p><p class="muted">Tax included. Shipping is calculated at checkout.</p><p class="muted">Only 3 left in the workshop.</p><p>Bibbed, with two pockets and straps that cross at the back.</p></div>',
  },
  {
    id: 'words-of-the-kiln-on-a-pale-photo-xiii',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'white words lie on a pale photo with nothing between them',
    where: '.hero, .hero *',
    about: /contrast|colou?r|background/,
    site: 'museo',
    head: (is) =>
      `<style>.hero{padding:3rem 1.5rem;background:linear-gradient(#f6e7cfb3,#f6e7cfb3),url(/foto/fornace.jpg) center/cover;color:#fff}.hero__testo{max-width:28rem;${is ? '' : 'background:#2b1d14;'}padding:1rem}.hero h2{margin:0}.hero p{margin:.4rem 0 0}</style>`,
    main: () =>
      '<section class="hero" aria-labelledby="hero-t"><div class="hero__testo"><h2 id="hero-t">La fornace si riaccende</h2><p>Ogni prima domenica del mese si cuoce a legna, come trecento anni fa.</p></div></section>',
  },
  {
    id: 'page-forbids-to-zoom-xiii',
    technique: 'criterion',
    criterion: '1.4.4',
    wrong: 'the page forbids telephones to enlarge it',
    where: 'page',
    about: /zoom|viewport|scal|resize/,
    site: 'kolej',
    head: (is) =>
      is
        ? '<meta name="viewport" content="width=device-width, initial-scale=1.0, maximum-scale=1.0, user-scalable=no">'
        : '',
    main: () =>
      '<h2>Bilet w telefonie</h2><p>Bilet pokaż konduktorowi na ekranie. Nie musisz go drukować, wystarczy, że telefon jest naładowany.</p><p>Kto zgubi telefon, poda w kasie numer zamówienia i nazwisko.</p>',
  },
  {
    id: 'notice-is-as-wide-as-a-desk-xiii',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'a notice has a fixed width, so that its lines must be scrolled sideways in a narrow window',
    where: '.notice, .notice *',
    about: /reflow|scroll|width|overflow|zoom/,
    site: 'council',
    head: (is) =>
      `<style>.notice{box-sizing:border-box;${is ? 'width:900px' : 'max-width:900px'};border-left:10px solid #0b0c0c;padding:15px}.notice p{margin:0 0 10px}</style>`,
    main: () =>
      '<div class="notice"><h2>Notice of works in Cotter Green</h2><p>From 4 March the lane between the school and the chapel is closed to vehicles for three weeks while the drain is renewed. People on foot and on cycles can pass at all times, and the school bus stops at the chapel instead.</p><p>Collections on Tuesday take place as usual if bins stand at either end of the lane by six in the morning.</p></div>',
  },
  {
    id: 'fields-are-edged-in-a-breath-of-grey-xiii',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the only thing that shows where fields are is an edge hardly darker than the ground',
    where: '.claim :is(input,select)',
    about: /contrast|border|non-text|colou?r/,
    site: 'ledger',
    head: (is) =>
      `${roomy}<style>.claim{background:#fff;padding:1rem}.claim label{display:block}.claim :is(input,select){width:min(100%,20rem);border:1px solid ${is ? '#e5e7eb' : '#4b5563'};background:#fff;appearance:none}</style>`,
    main: () =>
      '<form class="claim" method="post" action="/app/claims"><h2>New expense claim</h2><p><label for="claim-what">What it was for</label><input id="claim-what" name="what" type="text"></p><p><label for="claim-sum">Amount in pounds</label><input id="claim-sum" name="sum" type="text" inputmode="decimal"></p><p><label for="claim-project">Project</label><input id="claim-project" name="project" type="text"></p><button type="submit">Save claim</button></form>',
  },
  {
    id: 'read-more-read-more-read-more-xiii',
    technique: 'criterion',
    criterion: '2.4.9',
    wrong: 'every teaser ends with a link of the same two words',
    where: '.more-link',
    about: /link/,
    site: 'gazette',
    head: () =>
      '<style>.teaser h2{font-size:1.3rem;margin:.8rem 0 0}.teaser p{margin:.2rem 0}.more-link{display:inline-flex;align-items:center;min-height:44px}</style>',
    main: (is) => {
      const posts = [
        [
          'Ferry runs again',
          'The engine was mended by a man who learned on tractors.',
          '/ferry-runs-again/',
          'the ferry',
        ],
        ['Bees in the belfry', 'Nobody rings until the swarm has been moved.', '/bees-in-the-belfry/', 'the bees'],
        ['Shop to stay open', 'Forty neighbours have bought a share each.', '/shop-to-stay-open/', 'the shop'],
      ]
      return posts
        .map(
          ([name, words, path, what]) =>
            `<div class="teaser post"><h2 class="entry-title">${name}</h2><p>${words}</p><div class="entry-footer"><a class="more-link" href="${path}">Read more${is ? '' : ` about ${what}`}</a></div></div>`,
        )
        .join('\n')
    },
  },
  {
    id: 'leaflets-open-windows-unannounced-xiii',
    technique: 'F22',
    criterion: '3.2.5',
    wrong: 'links open new windows and do not say so',
    where: '.folletos a',
    about: /new|window|tab|target|blank|context/,
    site: 'clinica',
    head: () =>
      '<style>.folletos{list-style:none;padding:0}.folletos a{display:inline-flex;align-items:center;min-height:44px}</style>',
    main: (is) => {
      const sheets = [
        ['Vivir con diabetes', '/folletos/diabetes'],
        ['Caídas en casa', '/folletos/caidas'],
        ['Dormir mejor', '/folletos/dormir'],
      ]
      return `<h2>Consejos para leer en casa</h2><ul class="folletos">${sheets.map(([name, path]) => `<li><a href="${path}" target="_blank" rel="noopener noreferrer">${name}${is ? '' : ' (se abre en una ventana nueva)'}</a></li>`).join('')}</ul>`
    },
  },
  {
    id: 'heading-that-holds-only-a-space-xiii',
    technique: 'practice',
    criterion: '1.3.1',
    wrong: 'an editor left a heading with nothing but a space in it to make room',
    where: '.entry-content h2',
    about: /heading|empty/,
    site: 'gazette',
    main: (is) =>
      `<p>The swimmers meet at seven, when the lake is still warmer than the air.</p>
<h2 class="wp-block-heading">What to bring</h2>
<p>A towel, a woollen hat and something hot to drink. Wetsuits are allowed but laughed at.</p>
${is ? '<h2 class="wp-block-heading">&nbsp;</h2>\n' : ''}<h2 class="wp-block-heading">Where to leave the car</h2>
<p>Behind the chapel, please, and not along the wall, where the hay is brought in.</p>`,
  },
  {
    id: 'page-two-is-current-for-eyes-only-xiii',
    technique: 'practice',
    criterion: '1.3.1',
    wrong: 'which page of a list one is on is told by the look of its number alone',
    where: '.seiten, .seiten *',
    about: /current|state|pagination/,
    site: 'moebel',
    head: () =>
      '<style>.seiten ul{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0}.seiten a{display:flex;align-items:center;justify-content:center;min-width:44px;min-height:44px;padding:0 .6rem;box-sizing:border-box;border:1px solid #857a6a;text-decoration:none}.seiten .active{background:#7a3410;color:#fff;border-width:3px;font-weight:700}</style>',
    main: (is) => {
      const page = (number: number) =>
        `<li><a${number === 2 ? ` class="active rounded"${is ? '' : ' aria-current="page"'}` : ' class="rounded"'} href="/leuchten?seite=${number}">${number}</a></li>`
      return `<h2 class="text-lg font-bold">Leuchten</h2><p>Sie sehen 24 von 93 Leuchten.</p><nav class="seiten" aria-label="Seiten der Liste"><ul><li><a class="rounded" href="/leuchten?seite=1" rel="prev">Zurück</a></li>${[1, 2, 3, 4].map(page).join('')}<li><a class="rounded" href="/leuchten?seite=3" rel="next">Weiter</a></li></ul></nav>`
    },
  },
  {
    id: 'books-go-into-the-basket-by-a-hash-xiii',
    technique: 'practice',
    criterion: '4.1.2',
    wrong: 'what puts a book into the basket is a link to nothing that acts as a button',
    where: '.add-to-cart',
    about: /link|button|href|role/,
    site: 'riwaq',
    head: () =>
      '<style>.kutub{list-style:none;padding:0}.kutub li{display:flex;flex-wrap:wrap;gap:1rem;align-items:center}main .kutub .add-to-cart{box-sizing:border-box;display:inline-flex;align-items:center;min-height:44px;padding:.3rem .8rem;background:#234d20;color:#fff;text-decoration:none}</style>',
    main: (is) => {
      const books = ['ديوان الريح', 'أطلس الطيور', 'حكايات الميناء']
      return `<h2>مختارات الأسبوع</h2><ul class="kutub">${books.map((name) => `<li><span>${name}</span>${is ? `<a href="#" class="add-to-cart" data-book="${name}">أضف «${name}» إلى السلة</a>` : `<button type="button" class="add-to-cart" data-book="${name}">أضف «${name}» إلى السلة</button>`}</li>`).join('')}</ul><p role="status" class="salla"></p>
<script>
for (const each of document.querySelectorAll('.add-to-cart')) {
  each.addEventListener('click', event => {
    event.preventDefault()
    document.querySelector('.salla').textContent = 'أضيف «' + each.dataset.book + '» إلى السلة.'
  })
}
</script>`
    },
  },
  {
    id: 'missing-answers-turn-red-and-say-nothing-xiii',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'fields that were left empty get a red edge when the form is sent, and no words say what is wrong',
    where: '.pedir-cita, .pedir-cita *',
    about: /error|invalid|colou?r/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>.pedir-cita label{display:block}.pedir-cita input{width:min(100%,22rem);box-sizing:border-box}.pedir-cita .is-invalid{border:3px solid #9b1c1c}.pedir-cita .fallo{color:#7f1717;margin:4px 0 0}</style>`,
    main: (is) => {
      const field = (name: string, words: string, more: string) =>
        `<div class="campo"><p><label for="cita-${name}">${words} (obligatorio)</label><input id="cita-${name}" name="${name}"${more} required></p></div>`
      return `<form class="pedir-cita" novalidate method="post" action="/cita"><h2>Pida su cita</h2>${field('nombre', 'Nombre y apellidos', ' type="text" autocomplete="name"')}${field('telefono', 'Teléfono', ' type="tel" autocomplete="tel"')}<button type="submit">Pedir cita</button></form>
<script>
{
  const form = document.querySelector('.pedir-cita')
  form.addEventListener('submit', event => {
    const empty = [...form.querySelectorAll('input')].filter(each => !each.value.trim())
    form.querySelectorAll('.fallo').forEach(each => each.remove())
    for (const each of form.querySelectorAll('input')) {
      each.classList.toggle('is-invalid', empty.includes(each))${
        is
          ? ''
          : `
      each.removeAttribute('aria-invalid')
      each.removeAttribute('aria-describedby')
      if (!empty.includes(each)) continue
      const words = document.createElement('p')
      words.className = 'fallo'
      words.id = each.id + '-fallo'
      words.textContent = 'Error: escriba aquí su ' + (each.name === 'nombre' ? 'nombre y sus apellidos.' : 'número de teléfono.')
      each.closest('.campo').append(words)
      each.setAttribute('aria-invalid', 'true')
      each.setAttribute('aria-describedby', words.id)`
      }
    }
    if (empty.length === 0) return
    event.preventDefault()${is ? '' : '\n    empty[0].focus()'}
  })
}
</script>`
    },
  },
  {
    id: 'there-is-a-problem-but-not-where-xiii',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a form that was sent with faults says that there is a problem, and not in which answer',
    where: '.report-form, .report-form *, .error-summary, .error-summary *',
    about: /error|invalid/,
    site: 'council',
    head: () =>
      `${roomy}<style>.report-form label{display:block;font-weight:700}.report-form input{width:min(100%,24rem);box-sizing:border-box}.error-summary{border:5px solid #7a1500;padding:15px}.error-summary p{margin:0}.error-message{display:block;color:#7a1500;font-weight:700}</style>`,
    main: (is) => `<div class="error-summary" id="summary" role="alert" tabindex="-1" hidden></div>
<form class="report-form" novalidate method="post" action="/report"><h2>Report a pothole</h2><p>All answers are required.</p><div class="group"><label for="report-street">Street or road</label><input id="report-street" name="street" type="text" required></div><div class="group"><label for="report-postcode">Nearest postcode</label><input id="report-postcode" name="postcode" type="text" required></div><div class="group"><label for="report-depth">How deep it is, in centimetres</label><input id="report-depth" name="depth" type="text" inputmode="numeric" required></div><p><button type="submit">Send report</button></p></form>
<script>
{
  const form = document.querySelector('.report-form')
  const summary = document.getElementById('summary')
  const asks = { street: 'Enter the street or road', postcode: 'Enter the nearest postcode', depth: 'Enter the depth in centimetres' }
  form.addEventListener('submit', event => {
    const empty = [...form.querySelectorAll('input')].filter(each => !each.value.trim())
    if (empty.length === 0) return
    event.preventDefault()
    summary.hidden = false${
      is
        ? `
    summary.innerHTML = '<p>There is a problem. Please check your answers and try again.</p>'`
        : `
    summary.innerHTML = '<p>There is a problem: ' + empty.map(each => asks[each.name].toLowerCase()).join(', ') + '.</p>'
    form.querySelectorAll('.error-message').forEach(each => each.remove())
    for (const each of form.querySelectorAll('input')) {
      each.removeAttribute('aria-invalid')
      each.removeAttribute('aria-describedby')
    }
    for (const each of empty) {
      const words = document.createElement('span')
      words.className = 'error-message'
      words.id = each.id + '-error'
      words.textContent = 'Error: ' + asks[each.name]
      each.before(words)
      each.setAttribute('aria-invalid', 'true')
      each.setAttribute('aria-describedby', words.id)
    }`
    }
    summary.focus()
  })
}
</script>`,
  },
  {
    id: 'tax-number-is-wrong-and-that-is-all-xiii',
    technique: 'criterion',
    criterion: '3.3.3',
    wrong: 'the message on a wrong number says that it is invalid and not how to put it right',
    where: '.bolsa, .bolsa *',
    about: /error|suggest|invalid|message/,
    site: 'escola',
    head: () => `${roomy}<style>.bolsa label{display:block}.bolsa .erro{color:#7f1717;margin:.3rem 0 0}</style>`,
    main: (
      is,
    ) => `<form class="bolsa" novalidate method="post" action="/bolsas"><h2>Pedido de bolsa</h2><p><label for="nif">Número de contribuinte (obrigatório)</label><input class="form-control" id="nif" name="nif" type="text" inputmode="numeric" required aria-describedby="nif-erro"></p><p class="erro" id="nif-erro" role="alert"></p><button class="btn" type="submit">Pedir bolsa</button></form>
<script>
document.querySelector('.bolsa').addEventListener('submit', event => {
  const nif = document.getElementById('nif')
  const isRight = /^[0-9]{9}$/.test(nif.value)
  nif.setAttribute('aria-invalid', String(!isRight))
  document.getElementById('nif-erro').textContent = isRight ? '' : '${is ? 'Erro: número de contribuinte inválido.' : 'Erro: o número de contribuinte tem nove algarismos, sem espaços nem letras, por exemplo 501442600.'}'
  if (isRight) return
  event.preventDefault()
  nif.focus()
})
</script>`,
  },
  {
    id: 'offers-turn-by-themselves-without-end-xiii',
    technique: 'criterion',
    criterion: '2.2.2',
    wrong: 'a carousel goes on to the next offer every three seconds, and nothing stops it',
    where: '.karussell, .karussell *',
    about: /motion|moving|auto|carousel|pause|anim/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.karussell{background:#f2ece2;padding:1rem;min-height:11rem}.karussell h3{margin:0 0 .4rem}.karussell .knoepfe{display:flex;gap:.75rem}</style>`,
    main: (is) => {
      const offers = [
        ['Tische zum halben Preis', 'Ausstellungsstücke aus dem Laden in Lindau, nur solange sie da sind.'],
        ['Stoffe nach Hause', 'Bis zu fünf Muster schicken wir Ihnen ohne Kosten.'],
        ['Werkstatt zum Zusehen', 'Am ersten Samstag im Monat stehen die Türen offen.'],
      ]
      return `<section class="karussell rounded" aria-label="Angebote"><div class="knoepfe">${is ? '' : '<button type="button" data-tun="halt">Anhalten</button>'}<button type="button" data-tun="vor">Nächstes Angebot</button></div>${offers.map(([name, words], at) => `<div class="folie"${at === 0 ? '' : ' hidden'}><h2 class="text-lg">${name}</h2><p>${words}</p></div>`).join('')}</section>
<script>
{
  const karussell = document.querySelector('.karussell')
  const folien = [...karussell.querySelectorAll('.folie')]
  let stelle = 0
  const weiter = () => {
    folien[stelle].hidden = true
    stelle = (stelle + 1) % folien.length
    folien[stelle].hidden = false
  }
  let uhr = setInterval(weiter, 3000)
  karussell.querySelector('[data-tun=vor]').addEventListener('click', weiter)${
    is
      ? ''
      : `
  karussell.querySelector('[data-tun=halt]').addEventListener('click', event => {
    clearInterval(uhr)
    const steht = event.target.textContent === 'Anhalten'
    if (!steht) uhr = setInterval(weiter, 3000)
    event.target.textContent = steht ? 'Weiterlaufen lassen' : 'Anhalten'
  })`
  }
}
</script>`
    },
  },
  {
    id: 'added-to-bag-is-seen-and-not-heard-xiii',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'the toast that tells of a thing put into the bag is announced to nobody',
    where: '#add-to-bag, .toast-region, .toast-region *',
    about: /status|live|announce|toast|message/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.toast{position:fixed;right:1rem;top:1rem;z-index:9;background:#121212;color:#fff;padding:1rem 1.4rem}</style>`,
    main: (is) => `<h2>Wool crew socks in moss</h2><p class="price">$24.00</p>
<button type="button" class="button" id="add-to-bag">Add to bag</button>
<div class="toast-region"${is ? '' : ' role="status"'}></div>
<script>
{
  let count = 0
  document.getElementById('add-to-bag').addEventListener('click', () => {
    count += 1
    const toast = document.createElement('div')
    toast.className = 'toast'
    toast.textContent = count === 1 ? 'Added to your bag.' : 'Added, ' + count + ' pairs are in your bag.'
    document.querySelector('.toast-region').replaceChildren(toast)
  })
}
</script>`,
  },
  {
    id: 'search-finds-in-silence-xiii',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'how many books are left after filtering is written anew without being announced',
    where: '.finder, .finder *',
    about: /status|live|announce|result|message/,
    site: 'library',
    head: () => roomy,
    main: (is) => {
      const books = [
        'A Field Guide to Mosses',
        'Boats of the Northern Rivers',
        'Chess for Slow Evenings',
        'Maps That Lied',
        'Mending Clothes by Hand',
        'Poems for the Last Tram',
        'Rivers and Their Names',
        'The Bread Book',
      ]
      return `<div class="finder"><h2>New on the shelves</h2><p><label for="finder-word">Part of the title</label><br><input id="finder-word" type="search" autocomplete="off"></p><p class="finder-count"${is ? '' : ' role="status"'}>${books.length} books</p><ul>${books.map((name) => `<li>${name}</li>`).join('')}</ul></div>
<script>
{
  const items = [...document.querySelectorAll('.finder li')]
  document.getElementById('finder-word').addEventListener('input', event => {
    const word = event.target.value.toLowerCase()
    for (const each of items) each.hidden = !each.textContent.toLowerCase().includes(word)
    document.querySelector('.finder-count').textContent = items.filter(each => !each.hidden).length + ' books'
  })
}
</script>`
    },
  },
  {
    id: 'film-behind-the-welcome-never-rests-xiii',
    technique: 'criterion',
    criterion: '2.2.2',
    wrong: 'a film behind the welcome plays over and over beside the words, and nothing stops it',
    where: '.sfondo, .sfondo *',
    about: /video|autoplay|motion|moving|pause|anim/,
    site: 'museo',
    head: () =>
      `${roomy}<style>.sfondo video{display:block;width:100%;max-width:480px;height:220px;object-fit:cover}.sfondo__testo{background:#2b1d14;color:#fff;padding:1rem}.sfondo__testo :is(h2,p){margin:0 0 .4rem}</style>`,
    main: (is) =>
      `<section class="sfondo" aria-labelledby="sfondo-t"><video autoplay muted loop playsinline aria-hidden="true" tabindex="-1" src="/video/tornio.webm"></video><div class="sfondo__testo"><h2 id="sfondo-t">Le mani al lavoro</h2><p>Ogni giorno un artigiano siede al tornio nella sala grande e risponde alle domande.</p>${is ? '' : '<button type="button" id="ferma">Ferma il filmato</button>'}</div></section>${
        is
          ? ''
          : `
<script>
{
  const film = document.querySelector('.sfondo video')
  const ferma = document.getElementById('ferma')
  ferma.addEventListener('click', () => {
    const gira = !film.paused
    if (gira) film.pause()
    else film.play()
    ferma.textContent = gira ? 'Fai ripartire il filmato' : 'Ferma il filmato'
  })
}
</script>`
      }`,
  },
  {
    id: 'pages-of-notices-have-crumbs-to-hit-xiii',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the numbers that lead to further pages are 16 pixels large and touch each other',
    where: '.strony a, .strony',
    about: /target|size|touch|spacing/,
    site: 'kolej',
    head: (is) =>
      `<style>.strony ul{display:flex;flex-wrap:wrap;${is ? '' : 'gap:8px;'}list-style:none;margin:0;padding:0}.strony li{padding:0}.strony a{display:flex;align-items:center;justify-content:center;box-sizing:border-box;${is ? 'width:16px;height:16px;font-size:11px;line-height:1' : 'width:44px;height:44px'};border:1px solid #77779a;text-decoration:none}</style>`,
    main: () =>
      `<h2>Wszystkie komunikaty</h2><p>Komunikaty od stu do stu dziesięciu z dwustu czterdziestu.</p><nav class="strony" aria-label="Strony komunikatów"><ul>${[7, 8, 9, 10, 11, 12, 13].map((number) => `<li><a href="/komunikaty/${number}"${number === 10 ? ' aria-current="page"' : ''} aria-label="Strona ${number}">${number}</a></li>`).join('')}</ul></nav>`,
  },
  {
    id: 'queue-is-put-in-order-by-dragging-xiii',
    technique: 'criterion',
    criterion: '2.5.7',
    wrong: 'with a pointer the builds in a queue can be put in order by dragging alone',
    where: '.queue, .queue *',
    about: /drag/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.queue{list-style:none;padding:0;max-width:32rem}.queue li{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;background:#fff;border:1px solid #75808c;padding:.4rem .8rem;margin:0 0 .4rem}.queue li[draggable]{cursor:grab}.queue span{flex:1}</style>`,
    main: (is) => {
      const builds = ['Edge cache', 'Mail relay', 'Nightly export', 'Image resizer']
      const controls = (name: string) =>
        is
          ? `<button type="button" class="grip" aria-label="Move ${name} with the arrow keys"><span aria-hidden="true">⋮⋮</span></button>`
          : `<button type="button" data-step="-1" aria-label="Move ${name} up"><span aria-hidden="true">↑</span></button><button type="button" data-step="1" aria-label="Move ${name} down"><span aria-hidden="true">↓</span></button>`
      return `<h2>Builds that wait</h2><ol class="queue">${builds.map((name) => `<li draggable="true"><span>${name}</span>${controls(name)}</li>`).join('')}</ol><p role="status" id="queue-state"></p>
<script>
{
  const queue = document.querySelector('.queue')
  let dragged = null
  const tell = item => {
    document.getElementById('queue-state').textContent = item.firstElementChild.textContent + ' is now number ' + ([...queue.children].indexOf(item) + 1) + '.'
  }
  const move = (item, step) => {
    const other = step < 0 ? item.previousElementSibling : item.nextElementSibling
    if (!other) return
    if (step < 0) other.before(item)
    else other.after(item)
    tell(item)
  }
  queue.addEventListener('dragstart', event => { dragged = event.target.closest('li') })
  queue.addEventListener('dragover', event => event.preventDefault())
  queue.addEventListener('drop', event => {
    event.preventDefault()
    const over = event.target.closest('li')
    if (!over || !dragged || over === dragged) return
    const isLower = [...queue.children].indexOf(dragged) < [...queue.children].indexOf(over)
    if (isLower) over.after(dragged)
    else over.before(dragged)
    tell(dragged)
  })
  ${
    is
      ? `queue.addEventListener('keydown', event => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const grip = event.target.closest('.grip')
    if (!step || !grip) return
    event.preventDefault()
    move(grip.closest('li'), step)
    grip.focus()
  })`
      : `queue.addEventListener('click', event => {
    const button = event.target.closest('button')
    if (!button) return
    move(button.closest('li'), Number(button.dataset.step))
    button.focus()
  })`
  }
}
</script>`
    },
  },
  {
    id: 'flash-of-news-runs-along-for-ever-xiii',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'a band of news scrolls by without end, and nothing stops it',
    where: '.bandeau, .bandeau *',
    about: /motion|moving|scroll|anim|marquee|pause/,
    site: 'journal',
    head: (is) =>
      `<style>.bandeau{overflow:hidden;background:#1a1a1a;color:#fff;padding:.5rem 1rem;margin:0 0 1rem}.bandeau p{margin:0;${is ? 'display:inline-block;white-space:nowrap;padding-left:100%;animation:defiler 18s linear infinite' : ''}}@keyframes defiler{to{transform:translateX(-100%)}}</style>`,
    main: () =>
      '<div class="bandeau"><p>La RN 57 est fermée à Pontarlier. Le match de dimanche est reporté. Les élèves de la Loue reprennent jeudi.</p></div><h2>Le fil du matin</h2><p>Le marché se tiendra sous la halle à cause du vent, et les commerçants demandent de venir à pied.</p>',
  },
]
