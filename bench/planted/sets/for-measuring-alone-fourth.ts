/** Planted failures of an auditor who did not look at the checks, fourth part: the half that is for measuring alone. Nobody looks at its misses. */
import { either, type Plant, roomy } from '#bench/planted/plant'

export const measuredFourth: readonly Plant[] = [
  {
    id: 'code-refused-in-silence',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'that a code for a discount is refused is shown below the field and announced to nobody',
    where: '.cart-discount, .cart-discount *',
    about: /status|live|announce|message/,
    site: 'volt',
    head: () => roomy,
    main: (is) =>
      `<h2>Order summary</h2><p>Two items, $154.00 before shipping.</p><form class="cart-discount" action="/cart" novalidate><p><label for="code">Discount code, eight letters</label><br><input class="field__input" id="code" name="code" autocomplete="off" aria-describedby="code-note"> <button class="button">Apply</button></p><p class="cart-discount__note" id="code-note"${is ? '' : ' role="status"'}></p></form>`,
    script: () =>
      `const form = document.querySelector('.cart-discount')
const field = document.getElementById('code')
form.addEventListener('submit', (event) => {
  event.preventDefault()
  field.setAttribute('aria-invalid', 'true')
  document.getElementById('code-note').textContent = field.value.trim() === ''
    ? 'There is no code in the field. Codes have eight letters, as in our letter of the month.'
    : 'This code is not in use any more. The code of this month is in our newsletter.'
})
`,
  },
  {
    id: 'offer-bar-is-an-alert',
    technique: 'practice',
    criterion: null,
    wrong:
      'the bar with the offer of the week has the role of an alert and breaks into whatever is read when a page opens',
    where: '.announcement-bar, .announcement-bar *',
    about: /alert|live/,
    site: 'volt',
    head: () =>
      '<style>.announcement-bar{background:#121212;color:#fff;text-align:center;padding:.5rem 1rem}.announcement-bar p{margin:0}</style>',
    top: (is) =>
      `<section class="announcement-bar" aria-label="Announcement"><p${is ? ' role="alert"' : ''}>Free shipping on orders over $75, through Sunday.</p></section>\n`,
    main: () =>
      '<h2>Bring it back to life</h2><p>Send us a worn bag and we wax it, patch it and mail it back within two weeks.</p>',
  },
  {
    id: 'empty-rows-for-room',
    technique: 'practice',
    criterion: null,
    wrong: 'empty rows and an empty column of a table make room between its parts',
    where: 'table.charges, table.charges *',
    about: /empty|blank|spac/,
    site: 'council',
    head: (is) =>
      is ? '' : '<style>table.charges .apart>*{padding-top:36px}table.charges td{padding-left:48px}</style>',
    main: (is) => {
      const rows = [
        ['Garden waste, first bin', '£58 a year'],
        ['Garden waste, each further bin', '£42 a year'],
        ['Bulky item, up to three', '£25 a collection'],
        ['Bulky item, each further', '£6 an item'],
        ['Replacement bin', '£31'],
      ]
      const blank = '<tr><td>&nbsp;</td><td>&nbsp;</td><td>&nbsp;</td></tr>'
      return `<h2>What collections cost</h2><table class="charges"><caption>Charges from April</caption><thead><tr><th scope="col">Collection</th>${is ? '<td>&nbsp;</td>' : ''}<th scope="col">Charge</th></tr></thead><tbody>${rows
        .map(([name, price], at) => {
          const opens = at === 2 || at === 4
          return `${is && opens ? blank : ''}<tr${!is && opens ? ' class="apart"' : ''}><th scope="row">${name}</th>${is ? '<td>&nbsp;</td>' : ''}<td>${price}</td></tr>`
        })
        .join('')}</tbody></table>`
    },
  },
  {
    id: 'emojis-between-words',
    technique: 'practice',
    criterion: null,
    wrong: 'rows of emojis stand before, between and behind the words of a heading and a paragraph',
    where: '.party, .party-text',
    about: /emoji|pictograph|decorat/,
    site: 'library',
    main: either(
      '<h2 class="party">🎉📚✨🎉 Summer reading 🌞🌞🌞 starts on Saturday 🎈🎈</h2><p class="party-text">👉👉👉 Fetch your card 🪪 at the desk 🖊️🖊️, read six books 📖📖📖📖📖📖 and choose a present 🎁🎁🎁 in August 🥳🥳🥳</p>',
      '<h2 class="party">Summer reading starts on Saturday</h2><p class="party-text">Fetch your card at the desk, read six books and choose a present in August.</p>',
    ),
  },
  {
    id: 'undo-gone-in-four-seconds',
    technique: 'criterion',
    criterion: '2.2.1',
    wrong: 'the only way to take a cancellation back is a button that is gone after four seconds',
    where: '.toast, .toast *, .holds button',
    about: /time|toast|disappear/,
    site: 'library',
    head: () =>
      `${roomy}<style>.toast{border:2px solid #0b5a3c;padding:.5rem 1rem;min-height:4rem}.toast p{margin:.2rem 0}</style>`,
    main: () =>
      `<h2>Your holds</h2><ul class="holds">${['The Salt Path', 'Maps of the Harbour']
        .map(
          (book, at) =>
            `<li><span id="book-${at}">${book}</span>, <span class="holds__state">waiting for you</span> <button type="button" id="cancel-${at}" aria-labelledby="cancel-${at} book-${at}">Cancel</button></li>`,
        )
        .join(
          '',
        )}</ul><div class="toast"><p id="said" role="status"></p><p id="undo-box" hidden><button type="button" id="undo">Undo</button> <button type="button" id="close">Close</button></p></div>`,
    script: (is) =>
      `const said = document.getElementById('said')
const box = document.getElementById('undo-box')
let last
const quiet = () => {
  said.textContent = ''
  box.hidden = true
}
for (const button of document.querySelectorAll('.holds button')) {
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') === 'true') return
    last = button
    button.setAttribute('aria-disabled', 'true')
    button.parentElement.querySelector('.holds__state').textContent = 'cancelled'
    said.textContent = 'The hold is cancelled.'
    box.hidden = false
${is ? '    setTimeout(quiet, 4000)\n' : ''}  })
}
document.getElementById('undo').addEventListener('click', () => {
  last.removeAttribute('aria-disabled')
  last.parentElement.querySelector('.holds__state').textContent = 'waiting for you'
  quiet()
  last.focus()
})
document.getElementById('close').addEventListener('click', () => {
  quiet()
  last.focus()
})
`,
  },
  {
    id: 'front-page-has-no-first-heading',
    technique: 'practice',
    criterion: null,
    wrong: 'a front page has headings of the second level and none of the first',
    where: 'page',
    about: /heading|h1/,
    site: 'journal',
    title: () => 'Le Courrier des Vallées – les nouvelles du jour',
    main: () => '',
    body: (is) =>
      `<a class="skip" href="#content">Aller au contenu</a>
<header><p><a href="/">Le Courrier des Vallées</a></p><nav aria-label="Rubriques"><ul><li><a href="/region">Région</a></li><li><a href="/economie">Économie</a></li><li><a href="/culture">Culture</a></li><li><a href="/sports">Sports</a></li></ul></nav></header>
<main id="content" tabindex="-1">
${is ? '' : '<h1>Les nouvelles du jour</h1>\n'}<article class="card"><h2><a href="/read/foire">La foire aux chevaux revient à Maîche</a></h2><p>Deux cents bêtes sont attendues dimanche, et la place sera fermée aux voitures dès l’aube.</p></article>
<article class="card"><h2><a href="/read/pont">Le pont de la Loue restera à une voie</a></h2><p>Les pierres sont plus abîmées que prévu ; les travaux dureront jusqu’à la Toussaint.</p></article>
<article class="card"><h2><a href="/read/comte">Le comté se vend mieux que jamais</a></h2><p>Les fruitières ont livré un dixième de plus qu’il y a un an.</p></article>
</main>
<footer><p>Le Courrier des Vallées paraît tous les jours sauf le dimanche.</p><ul><li><a href="/mentions">Mentions légales</a></li><li><a href="/contact">Nous écrire</a></li></ul></footer>`,
  },
  {
    id: 'date-is-wrong-and-no-more',
    technique: 'criterion',
    criterion: '3.3.3',
    wrong: 'a message says that a date is wrong, and neither why nor what would do instead',
    where: '#dzien, #dzien-blad',
    about: /error|suggest/,
    site: 'kolej',
    head: () => `${roomy}<style>#dzien-blad{color:#7d0a18}</style>`,
    main: (is) =>
      `<h2>Dzień podróży</h2><form action="/bilety/miejsca" novalidate><p><label for="dzien">Dzień podróży (dd.mm.rrrr)</label><br><input id="dzien" name="dzien" value="31.04.2027" aria-invalid="true" aria-describedby="dzien-blad"></p><p id="dzien-blad">${is ? 'Błąd: nieprawidłowa data.' : 'Błąd: kwiecień ma 30 dni. Podaj dzień od 01.04.2027 do 30.04.2027, na przykład 30.04.2027.'}</p><p><button>Dalej: wybór miejsc</button></p></form>`,
  },
  {
    id: 'what-a-train-has-is-drawn-and-hidden',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'what each train has on board is drawn in its row, and the drawings are hidden from assistive technology',
    where: 'table.sklad, table.sklad *',
    about: /alternative|image|svg|icon/,
    site: 'kolej',
    main: (is) => {
      const drawings = {
        rower:
          '<circle cx="6" cy="16" r="5" fill="none" stroke="#1b1b2f" stroke-width="2"/><circle cx="20" cy="16" r="5" fill="none" stroke="#1b1b2f" stroke-width="2"/><path d="M6 16l5-9h6l3 9M11 7l4 9" fill="none" stroke="#1b1b2f" stroke-width="2"/>',
        'miejsce dla wózka':
          '<circle cx="11" cy="4" r="2.500"/><path d="M11 8v6h6l3 6M11 10h6" fill="none" stroke="#1b1b2f" stroke-width="2"/><path d="M8 12a6 6 0 1 0 8 8" fill="none" stroke="#1b1b2f" stroke-width="2"/>',
        bufet:
          '<path d="M4 8h13v7a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM17 10h2a2 2 0 0 1 0 6h-2M8 2v4M12 2v4" fill="none" stroke="#1b1b2f" stroke-width="2"/>',
      } as const
      const drawn = (name: keyof typeof drawings) =>
        `<svg width="26" height="22" viewBox="0 0 26 22" ${is ? 'aria-hidden="true" focusable="false"' : `role="img" aria-label="${name}"`}>${drawings[name]}</svg>`
      const trains: readonly (readonly [string, readonly (keyof typeof drawings)[]])[] = [
        ['7:05', ['rower', 'bufet']],
        ['11:20', ['miejsce dla wózka']],
        ['16:48', ['rower', 'miejsce dla wózka', 'bufet']],
      ]
      return `<h2>Pociągi do Krakowa</h2><table class="sklad"><caption>Co jest w pociągu</caption><thead><tr><th scope="col">Odjazd</th><th scope="col">W pociągu</th></tr></thead><tbody>${trains.map(([time, has]) => `<tr><th scope="row">${time}</th><td>${has.map(drawn).join(' ')}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'postcode-turns-red',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a wrong postcode gets a red border when the form is sent, and no word says that it is wrong',
    where: 'form.adres, form.adres *',
    about: /error|invalid/,
    site: 'werf',
    head: () => `${roomy}<style>.adres .is-invalid{border:2px solid #b3001b}.invalid-feedback{color:#8a0015}</style>`,
    main: (is) =>
      `<h2>Waar ligt uw schip?</h2><form class="adres" action="/offerte" method="post" novalidate><p><label for="postcode">Postcode van de haven, zoals 8861 BC</label><br><input id="postcode" name="postcode"${is ? '' : ' aria-describedby="postcode-fout"'}></p>${is ? '' : '<p class="invalid-feedback" id="postcode-fout" role="alert"></p>'}<p><button>Offerte aanvragen</button></p></form>`,
    script: (is) =>
      `const postcode = document.getElementById('postcode')
document.querySelector('form.adres').addEventListener('submit', (event) => {
  if (/^[1-9][0-9]{3} ?[A-Za-z]{2}$/.test(postcode.value.trim())) return
  event.preventDefault()
  postcode.classList.add('is-invalid')
${is ? '' : "  postcode.setAttribute('aria-invalid', 'true')\n  document.getElementById('postcode-fout').textContent = 'Deze postcode klopt niet. Vul vier cijfers en twee letters in, zoals 8861 BC.'\n"}  postcode.focus()
})
`,
  },
  {
    id: 'receipts-dropped-or-not-at-all',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'a file is dropped onto a box or chosen by a click on its words, and no key does either',
    where: '.drop, .drop *',
    about: /keyboard|focus/,
    site: 'ledger',
    head: (is) =>
      `${roomy}<style>.drop{border:2px dashed #374151;border-radius:8px;background:#fff;padding:1.2rem;text-align:center}.drop label{display:inline-block;cursor:pointer;padding:.7rem 1rem;min-height:44px;box-sizing:border-box}.drop input{max-width:100%;box-sizing:border-box}${is ? '.drop input{display:none}' : ''}</style>`,
    main: () =>
      '<h2>Add a receipt</h2><form action="/app/receipts/check" method="post" enctype="multipart/form-data"><div class="drop"><svg aria-hidden="true" width="32" height="32" viewBox="0 0 32 32"><path d="M16 24V6M8 14l8-8 8 8M4 28h24" fill="none" stroke="#111827" stroke-width="3"/></svg><p><label for="receipt">Drop a receipt here or choose a file: PDF or photograph, up to 5 megabytes</label></p><input type="file" id="receipt" name="receipt" accept=".pdf,image/*"></div><p><button>Check the receipt</button></p></form>',
    script: () =>
      `const drop = document.querySelector('.drop')
drop.addEventListener('dragover', (event) => event.preventDefault())
drop.addEventListener('drop', (event) => {
  event.preventDefault()
  document.getElementById('receipt').files = event.dataTransfer.files
})
`,
  },
  {
    id: 'remove-remove-remove',
    technique: 'practice',
    criterion: null,
    wrong: 'the buttons in the rows of a table all have one name, and none says what it removes',
    where: '.suppliers button',
    about: /same|identical|repeat|duplicate|unclear/,
    site: 'ledger',
    head: () => roomy,
    main: (is) =>
      `<h2>Suppliers to confirm</h2><table class="suppliers"><caption>Added by import</caption><thead><tr><th scope="col">Supplier</th><th scope="col">Town</th><th scope="col">What to do</th></tr></thead><tbody>${[
        ['Hollis Timber', 'Leeds'],
        ['Quay Printers', 'Whitby'],
        ['Orchard Foods', 'Ripon'],
        ['Beacon Energy', 'York'],
      ]
        .map(
          ([name, town]) =>
            `<tr><th scope="row">${name}</th><td>${town}</td><td><button type="button"${is ? '' : ` aria-label="Remove ${name}"`}>Remove</button></td></tr>`,
        )
        .join('')}</tbody></table><p id="removed" role="status"></p>`,
    script: () =>
      `for (const button of document.querySelectorAll('.suppliers button')) {
  button.addEventListener('click', () => {
    const row = button.closest('tr')
    const next = row.nextElementSibling ?? row.previousElementSibling
    document.getElementById('removed').textContent = row.cells[0].textContent + ' is removed.'
    if (!next) return
    row.remove()
    next.querySelector('button').focus()
  })
}
`,
  },
  {
    id: 'continue-reading-called-by-the-title',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'links that show "Continue reading" are called by the titles of their articles alone',
    where: 'a.more-link',
    about: /label.*name|name.*label|mismatch/,
    site: 'gazette',
    head: () =>
      '<style>a.more-link{display:inline-block;padding:.5rem 0;min-height:44px;box-sizing:border-box}</style>',
    main: (is) =>
      [
        [
          'Otters in the mill race',
          'Two cubs were seen on Sunday below the sluice, for the first time in forty years.',
        ],
        ['The bus to Keswick stays', 'The county pays for another winter, and the last bus leaves an hour later.'],
        ['Hall wants a piano', 'The old one was played at every wedding since the war and will not hold its tune.'],
      ]
        .map(
          ([name, text], at) =>
            `<h2 class="has-medium-font-size">${name}</h2><p>${text}</p><p><a class="more-link" href="/2027/03/story-${at}/" aria-label="${is ? '' : 'Continue reading: '}${name}">Continue reading</a></p>`,
        )
        .join('\n'),
  },
  {
    id: 'sending-stays-switched-off',
    technique: 'practice',
    criterion: null,
    wrong: 'the button that sends a form cannot be pressed until all is filled in as it should be, and nothing says so',
    where: 'form.meld button',
    about: /disabled/,
    site: 'kommune',
    head: () => roomy,
    main: (is) =>
      `<h2>Meld et hul i vejen</h2><form class="meld" action="/meld/tjek" method="post"><p><label for="vej">Vej og husnummer (skal udfyldes)</label><br><input class="form-control" id="vej" name="vej" required minlength="6"></p><p><label for="hul">Hvor stort er hullet? (skal udfyldes)</label><br><input class="form-control" id="hul" name="hul" required></p><p><button class="btn"${is ? ' disabled' : ''}>Se meldingen igennem</button></p></form>`,
    script: (is) =>
      is
        ? `const form = document.querySelector('form.meld')
form.addEventListener('input', () => {
  form.querySelector('button').disabled = !form.checkValidity()
})
`
        : "document.querySelector('form.meld').noValidate = false\n",
  },
  {
    id: 'course-names-end-in-dots',
    technique: 'F104',
    criterion: '1.4.12',
    wrong: 'the names of courses are cut off with dots as soon as somebody spaces their letters',
    where: '.cursos, .cursos *',
    about: /spacing|clip|cut|truncat/,
    site: 'escola',
    head: (is) =>
      `<style>.cursos{list-style:none;margin:0;padding:0}.cursos a{display:block;padding:.6rem 0${is ? ';width:14.4em;white-space:nowrap;overflow:hidden;text-overflow:ellipsis' : ''}}</style>`,
    main: () =>
      `<h2>Cursos com vagas</h2><ul class="cursos">${['Licenciatura em Enfermagem', 'Licenciatura em Gastronomia', 'Licenciatura em Agronomia', 'Mestrado em Conservação'].map((name, at) => `<li><a href="/cursos/${at}">${name}</a></li>`).join('')}</ul>`,
  },
]
