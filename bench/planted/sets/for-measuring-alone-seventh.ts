/** Planted failures of an auditor who did not look at the checks, seventh part: the half that is for measuring alone. Nobody looks at its misses. */
import { type Plant, roomy } from '#bench/planted/plant'

export const measuredSeventh: readonly Plant[] = [
  {
    id: 'weather-only-as-pictures-vii',
    technique: 'criterion',
    criterion: '1.1.1',
    wrong: 'what the weather of each day will be is told by a picture alone, whose alternative is empty',
    where: '.forecast img, .forecast td',
    about: /alt|image|empty|decorat/,
    site: 'gazette',
    head: () => '<style>.forecast img{display:block;width:40px;height:40px}</style>',
    main: (is) => {
      const drawn = {
        sun: "<circle cx='20' cy='20' r='11' fill='%23d97706' stroke='%23111' stroke-width='2'/>",
        rain: "<path d='M9 22a7 7 0 0 1 3-13 9 9 0 0 1 17 3 5 5 0 0 1 1 10z' fill='%2355606b' stroke='%23111' stroke-width='2'/><path d='M13 27l-3 8M21 27l-3 8M29 27l-3 8' stroke='%231d4ed8' stroke-width='3'/>",
        snow: "<path d='M20 4v32M6 12l28 16M34 12L6 28' stroke='%231d4ed8' stroke-width='3'/>",
      }
      const picture = (kind: keyof typeof drawn, name: string) =>
        `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'>${drawn[kind]}</svg>" alt="${is ? '' : name}" width="40" height="40">`
      const row = (day: string, kind: keyof typeof drawn, name: string, high: number) =>
        `<tr><th scope="row">${day}</th><td>${picture(kind, name)}</td><td>${high} °C</td></tr>`
      return `<h2>The weekend at the lake</h2><table class="forecast"><caption>Forecast for the shore path</caption><thead><tr><th scope="col">Day</th><th scope="col">Weather</th><th scope="col">At noon</th></tr></thead><tbody>${row('Friday', 'sun', 'Sunshine', 9)}${row('Saturday', 'rain', 'Rain', 6)}${row('Sunday', 'snow', 'Snow', 1)}</tbody></table>`
    },
  },
  {
    id: 'captions-in-a-file-nobody-reads-vii',
    technique: 'F8',
    criterion: '1.2.2',
    wrong: 'the captions of a film are a file of a kind that browsers do not read, and never appear',
    where: 'video, .film, .film *',
    about: /caption|track|video|media/,
    site: 'gazette',
    head: () => '<style>.film video{display:block;width:100%;max-width:480px}</style>',
    main: (is) =>
      `<h2>The school bell of Howtown</h2><div class="film"><video controls preload="auto" src="/media/bell.webm" aria-label="The school bell of Howtown"><track kind="captions" srclang="en" label="English" default src="/media/bell.en.${is ? 'srt' : 'vtt'}"></video><p><a href="/film/bell-described">The school bell of Howtown with audio description</a></p><h3>Transcript</h3><p>“Good morning, and welcome.” A bell rings over the empty yard.</p></div>`,
  },
  {
    id: 'programme-in-order-of-its-making-vii',
    technique: 'F1',
    criterion: '1.3.2',
    wrong: 'the hours of a day stand in the page as they were entered, and the stylesheet alone puts them in order',
    where: '.programa, .programa *',
    about: /order|sequence|grid|position/,
    site: 'escola',
    head: () =>
      '<style>.programa{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem;list-style:none;padding:0;margin:1rem 0}.programa li{border:1px solid #655a75;padding:.6rem 1rem}.programa h3,.programa p{margin:0}</style>',
    main: (is) => {
      const hours = [
        ['9:00', 'Receção', 'Recolha o cartão na portaria antes de entrar.'],
        ['9:30', 'Abertura', 'A diretora dá as boas-vindas no auditório.'],
        ['10:15', 'Visita à adega', 'Saímos todos juntos logo depois da abertura.'],
        ['12:00', 'Almoço', 'No refeitório, com o cartão da receção.'],
        ['14:00', 'Oficinas', 'Escolha durante o almoço a que prefere.'],
        ['16:30', 'Despedida', 'Entregue o cartão na portaria.'],
      ] as const
      const made = is ? [3, 0, 5, 1, 4, 2] : [0, 1, 2, 3, 4, 5]
      return `<h2>Dia aberto, hora a hora</h2><ol class="programa">${made.map((at) => `<li style="grid-row:${at + 1}"><h3>${hours[at]?.[0]} ${hours[at]?.[1]}</h3><p>${hours[at]?.[2]}</p></li>`).join('')}</ol>`
    },
  },
  {
    id: 'hint-goes-after-a-moment-vii',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'the hint at a field appears with the pointer or the focus and goes by itself after a second and a half',
    where: '.tip, .tip *',
    about: /hover|tooltip|persist|focus/,
    site: 'ledger',
    cards: 5,
    head: () =>
      `${roomy}<style>.tip{position:relative;display:inline-block}.tip__text{position:absolute;left:0;top:100%;z-index:5;width:16rem;max-width:70vw;box-sizing:border-box;background:#111827;color:#fff;padding:.6rem .8rem}.tip__text[hidden]{display:none}</style>`,
    main: () =>
      '<h2>Tax settings</h2><form action="/app/tax" method="post"><p><label for="vat">VAT number, such as GB123456789</label><br><input id="vat" name="vat"></p><p><span class="tip"><button type="button" aria-label="Help with the VAT number" aria-describedby="vat-tip"><span aria-hidden="true">?</span></button><span class="tip__text" role="tooltip" id="vat-tip" hidden>The number is on the certificate that the tax office sent you. It begins with two letters for the country.</span></span></p><p style="margin-top:6rem"><button>Save the settings</button></p></form>',
    script: (is) =>
      `const tip = document.querySelector('.tip')
const text = document.getElementById('vat-tip')
${is ? 'let timer\n' : ''}const show = () => {
  text.hidden = false
${is ? '  clearTimeout(timer)\n  timer = setTimeout(hide, 1500)\n' : ''}}
const hide = () => { text.hidden = true }
tip.addEventListener('mouseenter', show)
tip.addEventListener('mouseleave', hide)
tip.addEventListener('focusin', show)
tip.addEventListener('focusout', hide)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') hide()
})
`,
  },
  {
    id: 'four-links-called-icone-vii',
    technique: 'criterion',
    criterion: '2.4.4',
    wrong: 'four drawn links that lead to four places are all called "icône"',
    where: '.suivre, .suivre *',
    about: /link|name|label/,
    site: 'journal',
    head: () =>
      '<style>.suivre{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0}.suivre a{display:block;width:44px;height:44px}.suivre svg{display:block}</style>',
    main: (is) =>
      `<h2>Nous suivre</h2><ul class="suivre">${[
        ['/suivre/lettre', 'Recevoir la lettre du matin', 'M6 12h32v20H6zM6 12l16 12 16-12'],
        ['/suivre/flux', 'S’abonner au flux des articles', 'M10 34h1M10 24a10 10 0 0 1 10 10M10 12a22 22 0 0 1 22 22'],
        [
          '/suivre/balado',
          'Écouter la vallée en balado',
          'M22 6a6 6 0 0 1 6 6v8a6 6 0 0 1-12 0v-8a6 6 0 0 1 6-6zM22 28v10',
        ],
        ['/suivre/agenda', 'Ajouter l’agenda à votre calendrier', 'M8 10h28v26H8zM8 18h28M15 6v8M29 6v8'],
      ]
        .map(
          ([path, name, drawn]) =>
            `<li><a href="${path}" aria-label="${is ? 'icône' : name}"><svg aria-hidden="true" width="44" height="44" viewBox="0 0 44 44"><path d="${drawn}" fill="none" stroke="#8b1a1a" stroke-width="3" stroke-linecap="round"/></svg></a></li>`,
        )
        .join('')}</ul>`,
  },
  {
    id: 'heading-as-the-builder-put-it-in-vii',
    technique: 'criterion',
    criterion: '2.4.6',
    wrong: 'a heading has the words that the builder of pages puts in until somebody writes another',
    where: '.elementor-heading-title, .elementor-widget-heading',
    about: /heading|placeholder/,
    site: 'gazette',
    main: (is) =>
      `<div class="elementor-widget-heading"><h2 class="elementor-heading-title">${is ? 'Add Your Heading Text Here' : 'How to get to the fair'}</h2></div><p>The bus from the chapel runs every twenty minutes until ten in the evening. Cars can be left in the field behind the school.</p><div class="elementor-widget-heading"><h2 class="elementor-heading-title">What it costs</h2></div><p>Entry is free. The rides are a pound each, and the tea tent takes cards.</p>`,
  },
  {
    id: 'code-pressed-on-shuffled-digits-vii',
    technique: 'F109',
    criterion: '3.3.8',
    wrong:
      'the secret code for logging in can only be pressed on digits in a shuffled order, and neither pasted nor filled in',
    where: '.login, .login *',
    about: /password|authentic|paste|cognitive|autocomplete/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>.pad{display:grid;grid-template-columns:repeat(5,52px);gap:8px;margin:.6rem 0}.pad button{min-height:52px}</style>`,
    main: (is) =>
      `<h2>Log in to your policy</h2><form class="login" action="/login" method="post"><p><label for="client">Customer number</label><br><input id="client" name="client" autocomplete="username" inputmode="numeric"></p><p><label for="code">Secret code of six digits</label><br><input type="password" id="code" name="code" maxlength="6" ${is ? 'autocomplete="off" readonly' : 'autocomplete="current-password"'}></p><div class="pad" role="group" aria-label="Digits of the secret code"></div><p><button type="button" id="clear">Clear the code</button> <button>Log in</button></p></form>`,
    script: () =>
      `const code = document.getElementById('code')
const pad = document.querySelector('.pad')
const digits = [7, 2, 9, 0, 4, 1, 8, 5, 3, 6]
for (const digit of digits) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = String(digit)
  pad.append(button)
}
pad.addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button && code.value.length < 6) code.value += button.textContent
})
document.getElementById('clear').addEventListener('click', () => { code.value = '' })
`,
  },
  {
    id: 'modal-opens-and-stays-hidden-vii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a window over the page opens, gets the focus, and goes on being hidden from assistive technology',
    where: '.modal, .modal *',
    about: /hidden|dialog/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.modal{display:none;position:fixed;inset:0;z-index:30;align-items:center;justify-content:center;background:rgba(0,0,0,.7)}.modal.show{display:flex}.modal-dialog{background:#fff;max-width:min(30rem,100%);max-height:100%;overflow:auto;padding:1rem 1.5rem}</style>`,
    main: () =>
      '<h2>Storskrald</h2><p>Vi henter storskrald den første mandag i måneden.</p><p><button type="button" class="btn" id="bestil">Se, hvad vi tager med</button></p><div class="modal" id="skrald" role="dialog" aria-modal="true" aria-labelledby="skrald-h" aria-hidden="true"><div class="modal-dialog"><h3 id="skrald-h">Det tager vi med</h3><p>Vi tager møbler, cykler, tæpper og madrasser, men ikke byggeaffald.</p><p><button type="button" class="btn" id="luk">Luk vinduet</button></p></div></div>',
    script: (is) =>
      `const modal = document.getElementById('skrald')
const opener = document.getElementById('bestil')
const closer = document.getElementById('luk')
opener.addEventListener('click', () => {
  modal.classList.add('show')
${is ? '' : "  modal.removeAttribute('aria-hidden')\n"}  closer.focus()
})
const close = () => {
  modal.classList.remove('show')
  opener.focus()
  modal.setAttribute('aria-hidden', 'true')
}
closer.addEventListener('click', close)
modal.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close()
  if (event.key === 'Tab') event.preventDefault()
})
`,
  },
  {
    id: 'lines-of-an-article-stand-close-vii',
    technique: 'criterion',
    criterion: '1.4.8',
    wrong: 'the lines of a long text stand closer together than one and a half of their height',
    where: '.longread, .longread *',
    about: /line|spacing|leading|presentation/,
    site: 'gazette',
    head: (is) =>
      `<style>.longread{max-width:34rem}.longread p{line-height:${is ? '1.1' : '1.7'};margin:0 0 2.7em}</style>`,
    main: () =>
      '<div class="longread"><h2>The last ferryman</h2><p>For forty years Tom Airey rowed the post across the lake each morning, in fog and in frost, and twice with a piano that had to be at the hall by noon. He knew the water by its colour and the weather by the way the swans sat on it.</p><p>When the road was built the post went round by van, and the boat was turned over behind the chapel. Children played under it until last spring, when the parish asked who would mend it, and eleven people came with planes and tar.</p><p>On Sunday it goes into the water again. Tom will not row, he says, but he will sit in the stern and tell whoever does that they are holding the oars like soup spoons.</p></div>',
  },
  {
    id: 'clock-cries-out-every-second-vii',
    technique: 'practice',
    criterion: null,
    wrong: 'the seconds that are left on a clock one has started are announced as urgent, each of them',
    where: '.clessidra, .clessidra *',
    about: /live|announc|alert|timer|assertive/,
    site: 'museo',
    head: () => roomy,
    main: (is) =>
      `<h2>Prova di smalto</h2><p>Lo smalto deve asciugare un minuto prima di essere toccato di nuovo.</p><div class="clessidra"><p><button type="button" id="avvia">Avvia la clessidra</button> <button type="button" id="ferma">Ferma la clessidra</button></p><p id="resto" ${is ? 'role="alert" aria-live="assertive"' : 'role="timer"'}>60 secondi</p></div>`,
    script: () =>
      `let left = 60
let clock
document.getElementById('avvia').addEventListener('click', () => {
  clearInterval(clock)
  left = 60
  clock = setInterval(() => {
    left -= 1
    document.getElementById('resto').textContent = left + ' secondi'
    if (left === 0) clearInterval(clock)
  }, 1000)
})
document.getElementById('ferma').addEventListener('click', () => clearInterval(clock))
`,
  },
]
