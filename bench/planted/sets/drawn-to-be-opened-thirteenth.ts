/** Failures that audits meet most often, planted by an auditor who did not look at the checks: the half that its digest opens to whoever mends them. */
import { either, type Plant, roomy } from '#bench/planted/plant'

export const drawnThirteenth: readonly Plant[] = [
  {
    id: 'pack-gallery-has-photos-without-alt-xiii',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'the photos of a product in its gallery have no alternative at all',
    where: '.product__media-item img',
    about: /alt|image|img/,
    site: 'volt',
    head: () =>
      '<style>.product__media-list{display:grid;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));gap:1rem;list-style:none;padding:0}.product__media-item img{display:block;width:100%;height:auto}</style>',
    main: (is) => {
      const shots = [
        ['front', 'Front of the pack, its flap closed with one leather strap'],
        ['side', 'Side pocket with a water bottle in it'],
        ['inside', 'Open pack with a padded sleeve for a laptop'],
        ['worn', 'Cyclist wearing the pack in the rain'],
      ]
      return `<div class="product"><div class="product__media-wrapper"><ul class="product__media-list" role="list">${shots.map(([name, words]) => `<li class="product__media-item"><div class="product__media media"><img src="/cdn/shop/files/day-pack-${name}.jpg?v=1712068131&amp;width=480" srcset="/cdn/shop/files/day-pack-${name}.jpg?v=1712068131&amp;width=246 246w, /cdn/shop/files/day-pack-${name}.jpg?v=1712068131&amp;width=480 480w" sizes="240px" width="160" height="120"${is ? '' : ` alt="${words}"`}></div></li>`).join('')}</ul></div><div class="product__info-wrapper"><h2>Made for the daily ride</h2><p class="price">$148.00</p><p>Eighteen liters, one flap, no zippers that could break.</p></div></div>`
    },
  },
  {
    id: 'logos-of-partners-link-to-nobody-xiii',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'the logos of partners are links whose only content is a picture with an empty alternative',
    where: '.partenaires a, .partenaires img',
    about: /link|alt|name|image/,
    site: 'journal',
    head: () =>
      '<style>.partenaires ul{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0}.partenaires img{display:block;height:auto}</style>',
    main: (is) => {
      const partners = [
        ['radio-vallees', 'Radio des Vallées'],
        ['credit-agricole-doubs', 'Caisse agricole du Doubs'],
        ['office-loue', 'Office de tourisme de la Loue'],
      ]
      return `<section class="partenaires" aria-labelledby="partenaires"><h2 id="partenaires">Ils soutiennent le journal</h2><ul>${partners.map(([file, name]) => `<li><a href="/partenaires/${file}"><img src="/logos/${file}.png" width="160" height="120" alt="${is ? '' : name}"></a></li>`).join('')}</ul></section>`
    },
  },
  {
    id: 'cash-of-six-months-on-a-mute-canvas-xiii',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'a chart that a script draws on a canvas has neither a name nor any text that stands for it',
    where: 'canvas',
    about: /canvas|alt|image|chart|name|text/,
    site: 'ledger',
    head: () => '<style>.chart-card canvas{display:block;max-width:100%}</style>',
    main: (is) =>
      `<div class="card chart-card"><h2>Cash at the end of the month</h2><div class="chartjs-size-monitor"><canvas id="cash-chart" width="460" height="200"${is ? '' : ' role="img" aria-label="Bar chart of the cash at the end of each month, in thousands of pounds: January 12, February 9, March 14, April 11, May 16, June 18."'}></canvas></div></div><script>
{
  const pen = document.getElementById('cash-chart').getContext('2d')
  const months = [['Jan', 12], ['Feb', 9], ['Mar', 14], ['Apr', 11], ['May', 16], ['Jun', 18]]
  pen.font = '14px sans-serif'
  pen.textAlign = 'center'
  months.forEach(([name, cash], at) => {
    pen.fillStyle = '#1e3a8a'
    pen.fillRect(20 + at * 72, 170 - cash * 8, 44, cash * 8)
    pen.fillStyle = '#111827'
    pen.fillText(cash + 'k', 42 + at * 72, 164 - cash * 8)
    pen.fillText(name, 42 + at * 72, 190)
  })
}
</script>`,
  },
  {
    id: 'loans-by-branch-drawn-without-a-name-xiii',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'a drawing of loans by branch has the role of an image and no name',
    where: '.loans svg',
    about: /svg|alt|image|img|name/,
    site: 'library',
    head: () => '<style>.loans{margin:1rem 0}.loans svg{display:block;max-width:100%;height:auto}</style>',
    main: (is) => {
      const bars = [
        ['Old Town', 310],
        ['Riverside', 220],
        ['Northgate', 160],
        ['Mill Lane', 90],
      ] as const
      return `<h2>Where our books went last year</h2><figure class="loans"><svg role="img" viewBox="0 0 480 180" width="480" height="180"${is ? '' : ` aria-label="Loans by branch in thousands: ${bars.map(([name, loans]) => `${name} ${loans / 10}`).join(', ')}."`}>${bars.map(([name, loans], at) => `<g transform="translate(0 ${at * 44})"><text x="0" y="26" font-size="16" fill="#1d2a24">${name}</text><rect x="100" y="8" width="${loans}" height="26" fill="#0b5a3c"/><text x="${loans + 108}" y="26" font-size="16" fill="#1d2a24">${loans / 10}</text></g>`).join('')}</svg><figcaption>Counted on the last day of December, in thousands.</figcaption></figure>`
    },
  },
  {
    id: 'bold-lines-stand-for-headings-xiii',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'the headings of the guidance are paragraphs in large bold letters',
    where: '.guide__title',
    about: /heading/,
    site: 'council',
    head: () => '<style>.guide__title{font-size:26px;font-weight:700;line-height:1.2;margin:28px 0 8px}</style>',
    main: (is) => {
      const title = (words: string) =>
        is ? `<p class="guide__title">${words}</p>` : `<h2 class="guide__title">${words}</h2>`
      return `<div class="guide">${title('Who can apply')}<p>You can apply if you live in the ward, or if you care for somebody who does at least three days a week.</p><p>Blue badge holders do not need a permit.</p>${title('What it costs')}<p>The first permit of a household costs £45 for a year. The second costs £80. We cannot give more than two to one address.</p>${title('How long it takes')}<p>We send the permit within five working days. You may park with the email that confirms your payment until it arrives.</p></div>`
    },
  },
  {
    id: 'headings-leap-from-two-to-four-xiii',
    technique: 'practice',
    criterion: '1.3.1',
    wrong: 'below a heading of level two come headings of level four, chosen for how small they look',
    where: '.faq h4, .faq h3, .faq',
    about: /heading/,
    site: 'kommune',
    head: () => '<style>.faq :is(h3,h4){font-size:1rem;margin:1rem 0 .25rem}.faq p{margin:0}</style>',
    main: (is) => {
      const level = is ? 'h4' : 'h3'
      return `<div class="faq"><h2 class="h4">Godt at vide om affald</h2><${level} class="mb-1">Hvornår tømmer I min beholder?</${level}><p>Restaffald hentes hver anden uge, pap og plast hver tredje.</p><${level} class="mb-1">Hvad gør jeg, hvis I har glemt den?</${level}><p>Lad beholderen stå ved vejen, og skriv til os samme dag.</p><${level} class="mb-1">Kan jeg få en større beholder?</${level}><p>Ja, den skiftes inden for ti hverdage og koster 400 kroner mere om året.</p></div>`
    },
  },
  {
    id: 'rules-are-listed-with-bullets-and-breaks-xiii',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'a list is typed with bullets and line breaks in one paragraph',
    where: '.house-rules, .house-rules *',
    about: /list/,
    site: 'library',
    main: (is) => {
      const rules = [
        'Bring the card of the child and your own card',
        'Come ten minutes early, so that coats find a hook',
        'Leave prams in the passage behind the lift',
        'Eat and drink in the hall, not between the shelves',
        'Tell the desk when a child needs more quiet',
      ]
      return `<h2>When you come with children</h2><div class="house-rules">${is ? `<p>${rules.map((rule) => `• ${rule}`).join('<br>\n')}</p>` : `<ul>${rules.map((rule) => `<li>${rule}</li>`).join('')}</ul>`}</div><p>We look forward to seeing you.</p>`
    },
  },
  {
    id: 'members-in-a-table-of-divs-xiii',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'a table of members is built of divs in a grid, so that cells have no headers',
    where: '.members, .members *',
    about: /table|grid|cell|header|row/,
    site: 'panel',
    head: () =>
      '<style>.members{background:#fff}.members .tr{display:grid;grid-template-columns:2fr 1fr 1fr}.members :is(.th,.td){padding:.5rem .8rem;border-bottom:1px solid #75808c}.members .th{font-weight:500}table.members{width:100%}</style>',
    main: (is) => {
      const people = [
        ['Amara Nwosu', 'Owner', 'Today'],
        ['Jonas Lindqvist', 'Developer', 'Yesterday'],
        ['Priya Raman', 'Developer', '3 March'],
        ['Tom Ashby', 'Billing', '12 January'],
      ]
      return `<h2>Members of the project</h2>${
        is
          ? `<div class="members"><div class="thead"><div class="tr"><div class="th">Name</div><div class="th">Role</div><div class="th">Last seen</div></div></div><div class="tbody">${people.map((row) => `<div class="tr">${row.map((words) => `<div class="td">${words}</div>`).join('')}</div>`).join('')}</div></div>`
          : `<table class="members"><thead><tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col">Last seen</th></tr></thead><tbody>${people.map(([name, role, seen]) => `<tr><th scope="row">${name}</th><td>${role}</td><td>${seen}</td></tr>`).join('')}</tbody></table>`
      }`
    },
  },
  {
    id: 'waiting-times-have-bold-cells-on-top-xiii',
    technique: 'F91',
    criterion: '1.3.1',
    wrong: 'the headers of a table are ordinary cells in bold type',
    where: '.esperas, .esperas *',
    about: /table|header|th|cell/,
    site: 'clinica',
    head: () => '<style>.esperas{font-size:14px}.esperas :is(td,th){padding:5px}</style>',
    main: (is) => {
      const rows = [
        ['Cardiología', '18 días', 'Dra. Robles'],
        ['Dermatología', '41 días', 'Dr. Cano'],
        ['Traumatología', '63 días', 'Dra. Ibarra'],
        ['Oftalmología', '27 días', 'Dr. Peña'],
      ]
      const top = ['Especialidad', 'Espera media', 'Médico']
      return `<h2>Tiempos de espera</h2><table class="esperas"><tbody><tr>${top.map((words) => (is ? `<td><strong>${words}</strong></td>` : `<th scope="col">${words}</th>`)).join('')}</tr>${rows.map(([name, ...rest]) => `<tr>${is ? `<td><strong>${name}</strong></td>` : `<th scope="row">${name}</th>`}${rest.map((words) => `<td>${words}</td>`).join('')}</tr>`).join('')}</tbody></table><p>Datos del último trimestre.</p>`
    },
  },
  {
    id: 'slider-puts-a-div-between-list-and-items-xiii',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'the wrapper of a slider stands between a list and its items, so that they belong to no list',
    where: '.stoffe, .stoffe *',
    about: /list/,
    site: 'moebel',
    head: () =>
      '<style>.stoffe :is(ul,.swiper-wrapper){display:flex;flex-wrap:wrap;gap:1rem;list-style:none;margin:0;padding:0}.stoffe li{width:11rem}</style>',
    main: (is) => {
      const items = [
        ['Loden', 'Dicht gewalkt, weist Wasser ab.'],
        ['Leinen', 'Kühl im Sommer, knittert mit Absicht.'],
        ['Cord', 'Weich, warm und sehr haltbar.'],
        ['Leder', 'Pflanzlich gegerbt, dunkelt nach.'],
      ]
        .map(
          ([name, words]) =>
            `<li class="swiper-slide border rounded p-4"><span class="font-bold">${name}</span><br>${words}</li>`,
        )
        .join('')
      return `<h2 class="text-lg font-bold">Bezüge zur Wahl</h2><div class="stoffe swiper">${is ? `<ul><div class="swiper-wrapper">${items}</div></ul>` : `<ul class="swiper-wrapper">${items}</ul>`}</div>`
    },
  },
  {
    id: 'yes-or-no-without-the-question-xiii',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'two groups of radio buttons have their question in a paragraph that nothing ties to them',
    where: '.radios, .radios *',
    about: /group|fieldset|legend|radio/,
    site: 'council',
    head: () =>
      `${roomy}<style>.radios{border:0;margin:0 0 20px;padding:0}.radios__question{font-weight:700;padding:0;margin:0 0 8px}.radios label{display:flex;align-items:center;gap:12px;min-height:44px}.radios input{width:44px;height:44px;margin:0}</style>`,
    main: (is) => {
      const group = (name: string, question: string) => {
        const options = ['Yes', 'No']
          .map(
            (words) =>
              `<label for="${name}-${words}"><input type="radio" id="${name}-${words}" name="${name}" value="${words}">${words}</label>`,
          )
          .join('')
        return is
          ? `<div class="radios"><p class="radios__question">${question}</p>${options}</div>`
          : `<fieldset class="radios"><legend class="radios__question">${question}</legend>${options}</fieldset>`
      }
      return `<form method="post" action="/missed-collection"><h2>About the collection</h2>${group('out', 'Was your bin out by seven in the morning?')}${group('street', 'Were other bins in your street missed too?')}<button>Continue</button></form>`
    },
  },
  {
    id: 'steps-are-turned-over-by-the-style-xiii',
    technique: 'F1',
    criterion: '1.3.2',
    wrong: 'the steps of a job stand in the page from last to first, and the style turns them over',
    where: '.stappen, .stappen *',
    about: /order|sequence|flex|reading/,
    site: 'werf',
    head: (is) =>
      `<style>.stappen{display:flex;flex-direction:${is ? 'column-reverse' : 'column'}}.stappen h3{margin:.6rem 0 .2rem}.stappen p{margin:0}</style>`,
    main: (is) => {
      const steps = [
        ['Eerst: het schip op de helling', 'Bij hoogwater trekken we het met de lier omhoog.'],
        ['Daarna: schoonspuiten', 'Aangroei en oude verf gaan er met water onder druk af.'],
        ['Vervolgens: breeuwen', 'De naden worden met werk gevuld en dichtgepekt.'],
        ['Tot slot: twee lagen verf', 'De tweede laag komt er pas op als de eerste een nacht heeft gedroogd.'],
      ].map(([name, words]) => `<div class="stap"><h3>${name}</h3><p>${words}</p></div>`)
      return `<h2>Zo gaat een onderhoudsbeurt</h2><div class="stappen">${(is ? steps.toReversed() : steps).join('')}</div>`
    },
  },
  {
    id: 'terms-and-details-without-their-list-xiii',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'terms and their descriptions stand in a div instead of a description list',
    where: '.fiche, .fiche *',
    about: /list|dl|dt|definition|description/,
    site: 'journal',
    head: () => '<style>.fiche{margin:0}.fiche dt{font-weight:700}.fiche dd{margin:0 0 .6rem 1rem}</style>',
    main: (is) => {
      const items = [
        ['Où', 'Salle des fêtes, rue du Pont'],
        ['Quand', 'Samedi et dimanche, de 14 h à 19 h'],
        ['Entrée', '4 euros, gratuite pour les enfants'],
        ['Contact', 'Comité des fêtes de Saint-Aubin'],
      ]
        .map(([term, words]) => `<dt>${term}</dt><dd>${words}</dd>`)
        .join('')
      return `<h2>En pratique</h2>${is ? `<div class="fiche">${items}</div>` : `<dl class="fiche">${items}</dl>`}`
    },
  },
  {
    id: 'theme-has-no-main-part-xiii',
    technique: 'practice',
    criterion: '1.3.1',
    wrong: 'the theme of a blog puts what the page is about into a div, and no part of it is the main one',
    where: 'page',
    about: /landmark|region|main/,
    site: 'gazette',
    title: () => 'Lambs at Howtown – The Tarn Valley Gazette',
    body: (is) =>
      `<a class="skip" href="#primary">Skip to the article</a>
<div id="page" class="wp-site-blocks"><header id="masthead" class="site-header"><p class="wp-block-site-title"><a href="/" rel="home">The Tarn Valley Gazette</a></p><nav aria-label="Primary menu"><ul><li><a href="/category/news/">News</a></li><li><a href="/category/farming/">Farming</a></li><li><a href="/category/letters/">Letters</a></li></ul></nav></header>
${is ? '<div id="primary" class="content-area" tabindex="-1">' : '<main id="primary" class="content-area" tabindex="-1">'}<h1 class="wp-block-post-title">Lambs at Howtown</h1><div class="entry-content"><p>The first lambs were born eleven days before anybody expected them, in the field behind the old chapel. Both are well, and so is the shepherd, who slept in his van for a week.</p><h2 class="wp-block-heading">A mild winter</h2><p>Farmers along the lake say that the grass never stopped growing. Some have already let the ewes out onto the lower fells.</p><p>Visitors are asked to keep dogs on a lead until the end of May.</p></div>${is ? '</div>' : '</main>'}
<footer id="colophon"><p>The Tarn Valley Gazette has been printed every Thursday since 1884.</p></footer></div>`,
    main: () => '',
  },
  {
    id: 'newsletter-asks-in-its-placeholder-xiii',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'the field of a newsletter has a placeholder and no label',
    where: '.newsletter input[type=email]',
    about: /label|placeholder|name|form|input/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.newsletter form{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end}.newsletter label{display:block}.newsletter ::placeholder{color:#444;opacity:1}.newsletter input{width:18rem}</style>`,
    main: (is) =>
      `<div class="newsletter"><h2>Letters from the workshop</h2><p>New things, old things mended, and 10% off your first order.</p><form method="post" action="/contact#newsletter"><input type="hidden" name="contact[tags]" value="newsletter"><div class="field">${is ? '' : '<label for="letters-mail">Email address</label>'}<input${is ? '' : ' id="letters-mail"'} type="email" name="contact[email]" autocomplete="email" autocapitalize="off"${is ? ' placeholder="Email address"' : ''}></div><button class="button" type="submit" name="commit">Subscribe</button></form></div>`,
  },
  {
    id: 'three-bars-open-a-menu-without-a-name-xiii',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'the button of three bars that opens a menu has no name',
    where: '.burger',
    about: /button|name|label/,
    site: 'journal',
    head: () =>
      `${roomy}<style>.burger{display:inline-flex;flex-direction:column;justify-content:center;gap:5px;width:48px;height:48px;padding:10px}.burger span{display:block;height:3px;background:#fff}.editions{padding:0;list-style:none}.editions a{display:inline-flex;align-items:center;min-height:44px}</style>`,
    main: (
      is,
    ) => `<div class="barre"><button type="button" class="burger" aria-expanded="false" aria-controls="editions"${is ? '' : ' aria-label="Éditions locales"'}><span></span><span></span><span></span></button>
<ul class="editions" id="editions" hidden><li><a href="/editions/haut-doubs">Haut-Doubs</a></li><li><a href="/editions/loue">Vallée de la Loue</a></li><li><a href="/editions/jura">Jura</a></li></ul></div>
<h2>À la une</h2><p>La neige est tombée plus tôt que prévu et les cars scolaires resteront au dépôt jusqu’à lundi.</p>
<script>
document.querySelector('.burger').addEventListener('click', event => {
  const liste = document.getElementById('editions')
  liste.hidden = !liste.hidden
  event.currentTarget.setAttribute('aria-expanded', String(!liste.hidden))
})
</script>`,
  },
  {
    id: 'school-is-followed-by-icons-alone-xiii',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'links to social networks hold an icon that is hidden from assistive technology and no text',
    where: '.redes a',
    about: /link|name|icon/,
    site: 'escola',
    head: () =>
      '<style>.redes ul{display:flex;gap:.8rem;list-style:none;padding:0}.redes a{display:flex;align-items:center;justify-content:center;width:48px;height:48px;background:#5b2a86;color:#fff}.redes svg{width:24px;height:24px}</style>',
    main: (is) => {
      const nets = [
        [
          'Facebook',
          'https://www.facebook.com/escoladovale',
          'M13 22v-9h3l.5-3.500H13V7.500c0-1 .3-1.700 1.800-1.700h1.900V2.600C16.300 2.600 15.200 2.500 14 2.500c-2.700 0-4.500 1.600-4.500 4.600v2.400h-3V13h3v9z',
        ],
        ['YouTube', 'https://www.youtube.com/@escoladovale', 'M2 6h20v12H2zM10 9v6l5-3z'],
        [
          'LinkedIn',
          'https://www.linkedin.com/school/escoladovale',
          'M3 9h4v12H3zM3 3h4v4H3zM9 9h4v2c1-2 8-3 8 3v7h-4v-6c0-3-4-3-4 0v6H9z',
        ],
      ]
      return `<section class="redes" aria-labelledby="redes"><h2 id="redes">Siga a escola</h2><ul class="list-inline">${nets.map(([name, url, path]) => `<li class="list-inline-item"><a class="btn-social" href="${url}"${is ? '' : ` aria-label="${name}"`}><svg class="bi" viewBox="0 0 24 24" fill="currentColor" fill-rule="evenodd" aria-hidden="true" focusable="false"><path d="${path}"/></svg></a></li>`).join('')}</ul></section>`
    },
  },
  {
    id: 'shelves-are-sorted-by-a-nameless-list-xiii',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'the list by which products are sorted has words beside it that are no label',
    where: 'select',
    about: /label|select|name|form/,
    site: 'moebel',
    head: () => `${roomy}<style>.filterleiste{align-items:center}</style>`,
    main: (is) =>
      `<h2 class="text-lg font-bold">38 Regale</h2><form class="filterleiste flex gap-6 py-4" action="/regale" method="get">${is ? '<span>Sortieren nach</span>' : '<label for="sortierung">Sortieren nach</label>'}<select${is ? '' : ' id="sortierung"'} name="sort"><option value="beliebt">Beliebtheit</option><option value="preis-auf">Preis aufsteigend</option><option value="preis-ab">Preis absteigend</option><option value="neu">Neuheiten</option></select><button type="submit">Anwenden</button></form>`,
  },
  {
    id: 'bin-day-button-is-called-submit-xiii',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'a button that shows “Find my bin day” is named “Submit form” by its label',
    where: '#find-bin-day',
    about: /label|name|mismatch/,
    site: 'council',
    head: () => roomy,
    main: (is) =>
      `<form class="bin-search" action="/bins/day" method="get"><h2>Which bin is it this week?</h2><p><label for="bin-postcode">Postcode</label><br><input id="bin-postcode" name="postcode" type="text" autocomplete="postal-code"></p><button type="submit" id="find-bin-day"${is ? ' aria-label="Submit form"' : ''}>Find my bin day</button></form>`,
  },
  {
    id: 'second-patient-has-the-ids-of-the-first-xiii',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'the fields of a second person repeat the ids of the first, so that their labels belong to the first',
    where: '.paciente, .paciente *',
    about: /id|label|duplicate|name/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>.paciente{border:1px solid #46606a;margin:0 0 16px;padding:12px 16px}.paciente p{margin:8px 0}.paciente label{display:block}</style>`,
    main: (is) => {
      const person = (number: 1 | 2, words: string) => {
        const end = is ? '' : `-${number}`
        return `<fieldset class="paciente"><legend>${words}</legend><p><label for="tarjeta${end}">Número de la tarjeta sanitaria</label><input id="tarjeta${end}" name="tarjeta${number}" type="text"></p><p><label for="motivo${end}">Motivo de la consulta</label><input id="motivo${end}" name="motivo${number}" type="text"></p></fieldset>`
      }
      return `<form method="post" action="/cita"><h2>Cita para dos niños</h2>${person(1, 'Primer paciente')}${person(2, 'Segundo paciente')}<button type="submit">Pedir las dos citas</button></form>`
    },
  },
  {
    id: 'invoice-is-approved-by-a-div-xiii',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'what approves or returns an invoice is a div with a click handler that the keyboard cannot reach',
    where: '.actions, .actions *',
    about: /keyboard|focus|role|button|click|interactive/,
    site: 'ledger',
    head: () =>
      '<style>.actions{display:flex;gap:.75rem}.actions .btn{box-sizing:border-box;display:inline-flex;align-items:center;min-height:44px;background:#1e3a8a;color:#fff;border-radius:6px;padding:.5rem .9rem;cursor:pointer}</style>',
    main: (is) => {
      const button = (act: string, words: string) =>
        is
          ? `<div class="btn" data-act="${act}">${words}</div>`
          : `<button type="button" class="btn" data-act="${act}">${words}</button>`
      return `<div class="card"><h2>Invoice 2024-118</h2><p>Timber yard Hollis, £1,240.00, due on 30 June.</p><div class="actions">${button('approved', 'Approve')}${button('returned', 'Return to sender')}</div><p role="status" id="invoice-state"></p></div>
<script>
document.querySelectorAll('.actions .btn').forEach(each => {
  each.addEventListener('click', () => {
    document.getElementById('invoice-state').textContent = 'The invoice was ' + each.dataset.act + '.'
  })
})
</script>`
    },
  },
  {
    id: 'older-notices-load-from-a-link-to-nowhere-xiii',
    technique: 'F42',
    criterion: '2.1.1',
    wrong: 'what loads older notices is an anchor without an address, which only a mouse can use',
    where: '.load-more',
    about: /keyboard|focus|link|href|role|click/,
    site: 'gazette',
    head: () =>
      '<style>.load-more{box-sizing:border-box;display:inline-flex;align-items:center;min-height:44px;padding:.5rem 1rem;background:#7a1f1f;color:#fff;cursor:pointer}</style>',
    main: (is) => `<h2 class="wp-block-heading">Parish notices</h2>
<ul class="notices"><li>Coffee morning in the school room, Saturday at ten.</li><li>The lane to Howtown is closed for two days from Monday.</li></ul>
<p>${is ? '<a class="load-more">Load older notices</a>' : '<button type="button" class="load-more">Load older notices</button>'}</p><p role="status" class="notices-state"></p>
<script>
{
  const older = ['A brown glove was found at the pier.', 'Bell ringers are wanted, no practice needed.', 'The bus at 7.40 now stops at the mill.']
  document.querySelector('.load-more').addEventListener('click', () => {
    for (const words of older.splice(0)) {
      const item = document.createElement('li')
      item.textContent = words
      document.querySelector('.notices').append(item)
    }
    document.querySelector('.notices-state').textContent = 'All notices of this month are shown.'
  })
}
</script>`,
  },
  {
    id: 'drawer-of-shortcuts-is-reached-while-shut-xiii',
    technique: 'criterion',
    criterion: '2.4.7',
    wrong: 'links in a drawer that is shut and moved out of sight still take the focus',
    where: '.cassetto, .cassetto *',
    about: /focus|hidden|offscreen|keyboard|visible/,
    site: 'museo',
    head: (is) =>
      `${roomy}<style>.cassetto{position:fixed;top:0;right:0;z-index:8;box-sizing:border-box;width:17rem;height:100%;overflow:auto;padding:1.5rem;background:#2b1d14;transform:translateX(100%)${is ? '' : ';visibility:hidden'}}.cassetto.aperto{transform:none${is ? '' : ';visibility:visible'}}.cassetto ul{list-style:none;padding:0}.cassetto a{display:flex;align-items:center;min-height:44px;color:#fff}.cassetto :focus-visible{outline-color:#ffd166}</style>`,
    main: () => `<h2>Prima della visita</h2><p>Le audioguide si ritirano alla cassa e sono comprese nel biglietto.</p><p><button type="button" id="apri" aria-expanded="false" aria-controls="cassetto">Scorciatoie</button></p>
<nav class="cassetto" id="cassetto" aria-label="Scorciatoie"><button type="button" id="chiudi">Chiudi</button><ul><li><a href="/orari">Orari e prezzi</a></li><li><a href="/gruppi">Gruppi e classi</a></li><li><a href="/bottega">La bottega</a></li></ul></nav>
<script>
{
  const cassetto = document.getElementById('cassetto')
  const apri = document.getElementById('apri')
  const metti = aperto => {
    cassetto.classList.toggle('aperto', aperto)
    apri.setAttribute('aria-expanded', String(aperto))
    ;(aperto ? document.getElementById('chiudi') : apri).focus()
  }
  apri.addEventListener('click', () => metti(!cassetto.classList.contains('aperto')))
  document.getElementById('chiudi').addEventListener('click', () => metti(false))
  cassetto.addEventListener('keydown', event => event.key === 'Escape' && metti(false))
}
</script>`,
  },
  {
    id: 'pretty-ticks-have-no-box-to-reach-xiii',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'checkboxes are taken out of the page for prettier boxes, which the keyboard cannot reach',
    where: '.vinkje, .vinkje *',
    about: /keyboard|focus|hidden|checkbox|display/,
    site: 'werf',
    head: (is) =>
      `${roomy}<style>.vinkjes{border:0;padding:0;margin:0 0 1rem}.vinkje{position:relative;display:flex;align-items:center;gap:.7rem;min-height:44px;cursor:pointer}.vinkje input{${is ? 'display:none' : 'position:absolute;left:0;top:0;width:44px;height:44px;margin:0;opacity:0'}}.vinkje i{display:grid;place-items:center;width:28px;height:28px;margin:6px;border:2px solid #10243b;font-style:normal}.vinkje input:checked+i::before{content:"✓" / "";font-weight:700}.vinkje input:focus-visible+i{outline:3px solid #b91c1c;outline-offset:2px}</style>`,
    main: () => {
      const jobs = [
        ['romp', 'De romp schoonmaken'],
        ['schroef', 'De schroef nakijken'],
        ['mast', 'De mast schuren'],
      ]
      return `<form method="post" action="/onderhoud"><h2>Vraag een beurt aan</h2><fieldset class="vinkjes"><legend>Wat moet er gebeuren?</legend>${jobs.map(([value, words]) => `<label class="vinkje"><input type="checkbox" name="werk" value="${value}"><i></i><span>${words}</span></label>`).join('')}</fieldset><button>Versturen</button></form>`
    },
  },
  {
    id: 'certificate-is-uploaded-by-mouse-xiii',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'the field for a file is hidden behind a label that looks like a button and cannot be reached by keyboard',
    where: '.carregar, .carregar *',
    about: /keyboard|focus|hidden|file|upload|label/,
    site: 'escola',
    head: () =>
      `${roomy}<style>.carregar .btn{display:inline-flex;align-items:center;min-height:44px;cursor:pointer}</style>`,
    main: (is) =>
      `<form method="post" action="/candidaturas" enctype="multipart/form-data"><h2>Entregar documentos</h2><p>Aceitamos ficheiros PDF até dez megabytes.</p><p class="carregar">${is ? '<label class="btn">Carregar certificado<input type="file" name="certificado" accept="application/pdf" hidden></label>' : '<label for="certificado">Carregar certificado</label><br><input type="file" id="certificado" name="certificado" accept="application/pdf">'} <span id="nome-ficheiro" role="status"></span></p><button type="submit">Enviar candidatura</button></form>
<script>
document.querySelector('.carregar input').addEventListener('change', event => {
  document.getElementById('nome-ficheiro').textContent = 'Escolhido: ' + event.target.files[0]?.name
})
</script>`,
  },
  {
    id: 'cookie-bar-lies-on-what-has-the-focus-xiii',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'a tall cookie bar fixed to the bottom hides links altogether when the keyboard comes to them',
    where: '.cookie-bar, .cookie-bar *, .wp-block-column a, .wp-block-latest-posts__list a, footer a',
    about: /focus|obscur|cover|overlap/,
    site: 'gazette',
    cards: 22,
    head: (is) =>
      `<style>.cookie-bar{${is ? 'position:fixed;left:0;right:0;bottom:0;z-index:99;height:48vh;overflow:auto;' : ''}box-sizing:border-box;padding:1rem 1.5rem;background:#111;color:#fff}.cookie-bar h2{margin:0;font-size:1.2rem}.cookie-bar button{min-width:44px;min-height:44px;background:#fff;color:#111;margin-right:.75rem}.cookie-bar :focus-visible{outline-color:#ffd166}</style>`,
    top: () => `<section class="cookie-bar" aria-labelledby="cookie-title"><h2 id="cookie-title">We value your privacy</h2><p>We use cookies to count readers and to remember which edition you read. You may refuse them; the paper stays the same.</p><button type="button">Accept all</button><button type="button">Refuse all</button></section>
<script>
document.querySelectorAll('.cookie-bar button').forEach(button => {
  button.addEventListener('click', () => {
    document.querySelector('.cookie-bar').remove()
    document.getElementById('content').focus()
  })
})
</script>
`,
    main: () =>
      '<p>The roof of the village hall is open to the sky since the storm of last Sunday, and the choir sings in the church until further notice.</p>',
  },
  {
    id: 'white-on-orange-asks-to-apply-xiii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the button that the page is made for has white letters on the orange of the brand',
    where: '.btn-destaque',
    about: /contrast|colou?r/,
    site: 'escola',
    head: (is) =>
      `<style>main .btn-destaque{display:inline-flex;align-items:center;min-height:44px;background:${is ? '#f28c28' : '#7a3300'};color:#fff;text-decoration:none;border-radius:4px}</style>`,
    main: () =>
      '<div class="hero"><h2>As candidaturas estão abertas</h2><p>Até 31 de julho pode escolher três cursos. A escola responde em agosto.</p><p><a class="btn btn-destaque" href="/candidaturas/nova">Candidatar-me agora</a></p></div>',
  },
  {
    id: 'links-in-the-guide-are-just-bluer-xiii',
    technique: 'F73',
    criterion: '1.4.1',
    wrong: 'links among the words of a guide differ from them by a slight tint alone',
    where: '.prose a',
    about: /link|colou?r|underline|distinguish/,
    site: 'manual',
    head: (is) => (is ? '<style>.prose a{text-decoration:none}</style>' : ''),
    main: () =>
      '<div class="prose"><h2>Before you begin</h2><p>The client needs a running server and a token. If you have neither, start with the <a href="/docs/start/docker">image for containers</a>, which brings both, and read afterwards how <a href="/docs/guides/tokens">tokens are renewed</a> before they end.</p><p>Everything that follows was tried with the version of last month; the <a href="/docs/changes">list of changes</a> says what has moved since then.</p></div>',
  },
  {
    id: 'services-that-failed-are-just-red-xiii',
    technique: 'criterion',
    criterion: '1.4.1',
    wrong: 'which services did not answer is told by the red of their names alone',
    where: '.services, .services *',
    about: /colou?r/,
    site: 'panel',
    head: () =>
      '<style>.services{list-style:none;padding:1rem;background:#fff;border:1px solid #75808c}.services .down{color:#8f1414}.services .up{color:#14532d}</style>',
    main: (is) => {
      const services = [
        ['Edge cache', true],
        ['Image resizer', false],
        ['Mail relay', true],
        ['Nightly export', false],
      ] as const
      return `<h2>Health of the last hour</h2><p>${is ? 'Services in red did not answer.' : 'Two services did not answer.'}</p><ul class="services">${services.map(([name, isUp]) => `<li class="${isUp ? 'up' : 'down'}">${name}${is ? '' : isUp ? ': answers' : ': did not answer'}</li>`).join('')}</ul>`
    },
  },
  {
    id: 'tiles-cut-off-wider-spaced-words-xiii',
    technique: 'F104',
    criterion: '1.4.12',
    wrong: 'tiles have a fixed height that cuts their words off as soon as lines and letters are spaced wider',
    where: '.kachel, .kachel *',
    about: /spacing|clip|overflow|cut|height/,
    site: 'moebel',
    head: (is) =>
      `<style>.kacheln{display:flex;flex-wrap:wrap;gap:1.5rem}.kachel{box-sizing:border-box;width:15rem;${is ? 'height:176px;overflow:hidden' : 'min-height:176px'};padding:1rem;background:#f2ece2}.kachel h3{margin:0 0 .4rem;font-size:1.1rem;line-height:1.3}.kachel p{margin:0}</style>`,
    main: () =>
      '<h2 class="text-lg font-bold">So arbeiten wir</h2><div class="kacheln"><div class="kachel rounded"><h3>Holz aus der Nähe</h3><p>Kein Stamm fährt weiter als achtzig Kilometer, und jeder darf erst zwei Jahre trocknen.</p></div><div class="kachel rounded"><h3>Öl statt Lack</h3><p>Geöltes Holz lässt sich nachschleifen und riecht nur drei Tage nach Leinsamen.</p></div><div class="kachel rounded"><h3>Teile auf Vorrat</h3><p>Beine, Beschläge und Böden halten wir zwanzig Jahre lang für Sie bereit.</p></div></div>',
  },
  {
    id: 'page-is-called-as-the-template-was-xiii',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title of the page is that of the template that the application was begun from',
    where: 'page',
    about: /title/,
    site: 'panel',
    title: (is) => (is ? 'Vite + React + TS' : 'Edge cache preview – Northlight Console'),
    main: () =>
      '<h2>Last deployment</h2><p>Built in 41 seconds from the branch main and sent to two regions. Nothing was rolled back.</p>',
  },
  {
    id: 'skip-link-leads-to-an-old-name-xiii',
    technique: 'criterion',
    criterion: '2.4.1',
    wrong: 'the link that skips to the content leads to an id that the page no longer has',
    where: '.skip',
    about: /skip|bypass|anchor|fragment|link/,
    site: 'journal',
    title: () => 'La crue est passée – Le Courrier des Vallées',
    body: (is) =>
      `<a class="skip" href="${is ? '#main-content' : '#contenu'}">Aller au contenu</a>
<header><p><a href="/">Le Courrier des Vallées</a></p><nav aria-label="Rubriques"><ul><li><a href="/region">Région</a></li><li><a href="/economie">Économie</a></li><li><a href="/culture">Culture</a></li><li><a href="/sports">Sports</a></li></ul></nav></header>
<main id="contenu" tabindex="-1"><h1>La crue est passée</h1><p>L’eau s’est retirée dans la nuit de mardi. Les riverains ont ouvert les caves au petit matin et les pompiers ont rangé les barques.</p><h2>Les routes</h2><p>La route du moulin reste fermée jusqu’à vendredi. Les cars passent par le plateau.</p><h2>Les écoles</h2><p>Les classes reprennent demain, sauf à Montreuil, où le chauffage doit être vérifié.</p></main>
<footer><p>Le Courrier des Vallées paraît tous les jours sauf le dimanche.</p><ul><li><a href="/mentions">Mentions légales</a></li><li><a href="/contact">Nous écrire</a></li></ul></footer>`,
    main: () => '',
  },
  {
    id: 'polish-page-says-it-is-american-xiii',
    technique: 'criterion',
    criterion: '3.1.1',
    wrong: 'a page in Polish kept the language that its template came with, American English',
    where: 'page',
    about: /lang/,
    site: 'kolej',
    language: either('lang="en-US"', 'lang="pl"'),
    main: () =>
      '<h2>Poczekalnia znów otwarta</h2><p>Po trzech miesiącach remontu podróżni mogą czekać w cieple. W budynku działa kasa, automat z biletami i mały sklep z gazetami, a przy wejściu od strony parku zbudowano pochylnię.</p>',
  },
  {
    id: 'english-welcome-read-out-as-italian-xiii',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a paragraph in English on an Italian page is not marked as English',
    where: '.benvenuto, .benvenuto *',
    about: /lang/,
    site: 'museo',
    head: () => '<style>.benvenuto{border-left:4px solid #0f4c81;padding-left:1rem}</style>',
    main: (is) =>
      `<h2>Visitare il museo</h2><p>La visita comincia nel cortile, dove si trova anche il guardaroba. Le borse grandi restano lì fino all’uscita.</p><div class="benvenuto"${is ? '' : ' lang="en"'}><p>Welcome to the museum. Tours in English start every Saturday at eleven in the courtyard and take about an hour. Please ask at the desk for a printed guide in large letters.</p></div>`,
  },
  {
    id: 'address-fields-do-not-say-what-they-want-xiii',
    technique: 'criterion',
    criterion: '1.3.5',
    wrong: 'the fields for a name and an address do not tell the browser what they are for',
    where: '.ship-to input',
    about: /autocomplete|purpose/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.ship-to label{display:block}.ship-to input{width:min(100%,24rem)}.ship-to .field{margin:0 0 .8rem}</style>`,
    main: (is) => {
      const fields = [
        ['first', 'First name', 'text', 'given-name'],
        ['last', 'Last name', 'text', 'family-name'],
        ['street', 'Street address', 'text', 'address-line1'],
        ['city', 'City', 'text', 'address-level2'],
        ['zip', 'ZIP code', 'text', 'postal-code'],
        ['phone', 'Phone', 'tel', 'tel'],
      ]
      return `<form class="ship-to" method="post" action="/checkout"><h2>Where should we send it?</h2>${fields.map(([id, words, type, purpose]) => `<div class="field"><label class="field__label" for="ship-${id}">${words}</label><input class="field__input" id="ship-${id}" name="checkout[${id}]" type="${type}"${is ? '' : ` autocomplete="${purpose}"`}></div>`).join('')}<button class="button" type="submit">Continue to payment</button></form>`
    },
  },
  {
    id: 'sign-in-asks-for-letters-of-the-password-xiii',
    technique: 'F109',
    criterion: '3.3.8',
    wrong:
      'to sign in one must tell the second, fifth and eighth letters of the password, which no manager can fill in',
    where: '.sign-in, .sign-in *',
    about: /authent|password|autocomplete|cognitive|login/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>.sign-in label{display:block}.sign-in .letters{display:flex;gap:1rem;border:0;padding:0;margin:0 0 1rem}.sign-in .letters input{width:3rem;text-align:center}</style>`,
    main: (is) =>
      `<form class="sign-in card" method="post" action="/app/sign-in"><h2>Sign in</h2><p><label for="in-user">Email</label><input id="in-user" name="user" type="email" autocomplete="username"></p>${
        is
          ? `<fieldset class="letters"><legend>Enter these characters of your password</legend>${['2nd', '5th', '8th'].map((which, at) => `<div><label for="in-letter-${at}">${which}</label><input id="in-letter-${at}" name="letter${at}" type="password" maxlength="1" autocomplete="off"></div>`).join('')}</fieldset>`
          : '<p><label for="in-word">Password</label><input id="in-word" name="password" type="password" autocomplete="current-password"></p>'
      }<button type="submit">Sign in</button></form>`,
  },
  {
    id: 'date-is-wanted-in-a-secret-form-xiii',
    technique: 'criterion',
    criterion: '3.3.2',
    wrong: 'a date must be written in one way only, and nothing says which',
    where: '#wyjazd, .rezerwacja',
    about: /label|instruction|format|pattern|hint/,
    site: 'kolej',
    head: () => `${roomy}<style>.rezerwacja label{display:block}</style>`,
    main: (is) =>
      `<form class="rezerwacja" action="/rezerwacja" method="get"><h2>Rezerwacja miejsca</h2><p><label for="wyjazd">Data wyjazdu</label>${is ? '' : '<span id="wyjazd-wzor">Wpisz dzień, miesiąc i rok z kropkami, na przykład 24.12.2026</span><br>'}<input id="wyjazd" name="wyjazd" type="text" pattern="[0-9]{2}[.][0-9]{2}[.][0-9]{4}"${is ? '' : ' aria-describedby="wyjazd-wzor"'}></p><p><label for="wagon">Wagon</label><select id="wagon" name="wagon"><option>dowolny</option><option>z miejscem na rower</option><option>cichy</option></select></p><button type="submit">Sprawdź miejsca</button></form>`,
  },
  {
    id: 'same-address-is-asked-for-twice-xiii',
    technique: 'criterion',
    criterion: '3.3.7',
    wrong: 'the address must be typed again for the bill, and there is no way to take it over',
    where: '.skur-form, .skur-form *',
    about: /redundant|entry|autocomplete|again|duplicate/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.skur-form label{display:block}.skur-form fieldset{border:1px solid #6c757d;margin:0 0 1rem}.skur-form .samme{display:flex;align-items:center;gap:.6rem;min-height:44px}.skur-form .samme input{width:44px;height:44px;margin:0}</style>`,
    main: (is) => {
      const fields = (kind: 'shipping' | 'billing') =>
        `<p><label for="${kind}-vej">Vej og nummer</label><input class="form-control" id="${kind}-vej" name="${kind}-vej" type="text" autocomplete="${kind} street-address"></p><p><label for="${kind}-post">Postnummer</label><input class="form-control" id="${kind}-post" name="${kind}-post" type="text" autocomplete="${kind} postal-code"></p><p><label for="${kind}-by">By</label><input class="form-control" id="${kind}-by" name="${kind}-by" type="text" autocomplete="${kind} address-level2"></p>`
      return `<form class="skur-form" method="post" action="/skur"><h2>Bestil en ekstra beholder</h2><fieldset><legend>Hvor skal den stå?</legend>${fields('shipping')}</fieldset><fieldset><legend>Hvor skal regningen sendes hen?</legend>${is ? '' : '<label class="samme"><input type="checkbox" id="samme" name="samme">Samme adresse som ovenfor</label>'}${fields('billing')}</fieldset><button class="btn" type="submit">Bestil</button></form>${
        is
          ? ''
          : `
<script>
document.getElementById('samme').addEventListener('change', event => {
  for (const name of ['vej', 'post', 'by']) {
    document.getElementById('billing-' + name).value = event.target.checked ? document.getElementById('shipping-' + name).value : ''
  }
})
</script>`
      }`
    },
  },
  {
    id: 'errors-stand-below-and-belong-to-no-field-xiii',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong:
      'messages of error appear below their fields, and nothing ties them to the fields or says that these are invalid',
    where: '.deploy-form, .deploy-form *',
    about: /error|invalid|describ/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.deploy-form label{display:block}.deploy-form input{width:min(100%,22rem)}.Mui-error{color:#8f1414;margin:.25rem 0 0;min-height:1.5em}</style>`,
    main: (is) => {
      const field = (name: string, words: string) =>
        `<div class="MuiFormControl-root"><label for="dep-${name}">${words} (required)</label><input id="dep-${name}" name="${name}" type="text" required><p class="MuiFormHelperText-root Mui-error" id="dep-${name}-error" role="alert"></p></div>`
      return `<form class="deploy-form MuiPaper-root" novalidate method="post" action="/p/domains"><h2>Add a domain</h2>${field('domain', 'Domain')}${field('branch', 'Branch it shows')}<button type="submit">Add domain</button></form>
<script>
{
  const asks = { domain: 'Error: enter a domain, such as shop.example.com.', branch: 'Error: enter the name of a branch, such as main.' }
  const form = document.querySelector('.deploy-form')
  form.addEventListener('submit', event => {
    let first
    for (const each of form.querySelectorAll('input')) {
      const isEmpty = !each.value.trim()
      document.getElementById(each.id + '-error').textContent = isEmpty ? asks[each.name] : ''${
        is
          ? ''
          : `
      each.setAttribute('aria-invalid', String(isEmpty))
      each.setAttribute('aria-describedby', each.id + '-error')`
      }
      if (isEmpty) first ??= each
    }
    if (!first) return
    event.preventDefault()
    first.focus()
  })
}
</script>`
    },
  },
  {
    id: 'page-leaves-after-five-minutes-xiii',
    technique: 'F40',
    criterion: '2.2.1',
    wrong: 'after five minutes the page goes elsewhere by itself and takes a half-written form along',
    where: 'page',
    about: /refresh|redirect|time|meta/,
    site: 'council',
    head: (is) =>
      `${roomy}<style>#objection{box-sizing:border-box;width:100%}</style>${is ? '<meta http-equiv="refresh" content="300; url=/session-ended">' : ''}`,
    main: () =>
      '<form method="post" action="/objection"><h2>Object to a planning notice</h2><p><label for="objection">Your reasons</label><br><textarea id="objection" name="objection" rows="6"></textarea></p><p><label for="objection-ref">Reference of the notice</label><br><input id="objection-ref" name="ref" type="text"></p><button type="submit">Send objection</button></form>',
  },
  {
    id: 'film-of-the-show-has-no-captions-xiii',
    technique: 'criterion',
    criterion: '1.2.2',
    wrong: 'a film in which somebody speaks has no captions',
    where: 'video',
    about: /caption|track|video|media/,
    site: 'gazette',
    head: () => '<style>.wp-block-video video{display:block;width:100%;max-width:480px;background:#000}</style>',
    main: (is) =>
      `<p>Our reporter stood at the gate of the valley show when it opened on Saturday.</p><figure class="wp-block-video"><video controls preload="metadata" src="/wp-content/uploads/2024/06/valley-show.webm" aria-label="Opening of the valley show">${is ? '' : '<track kind="captions" src="/wp-content/uploads/2024/06/valley-show.vtt" srclang="en" label="English captions" default>'}</video><figcaption>The opening, filmed by our reporter.</figcaption></figure><p>Eleven thousand people came over the two days, which is more than live along the whole lake.</p><h2 class="wp-block-heading">What is said and seen in the film</h2><p>A coloured screen changes from red to blue. A woman says: “Good morning, and welcome.” A bell rings.</p>`,
  },
]
