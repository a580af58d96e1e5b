/** Planted failures of an auditor who did not look at the checks, second part: the half that is for measuring alone. Nobody looks at its misses. */
import { either, type Plant } from '#bench/planted/plant'

export const measuredSecond: readonly Plant[] = [
  {
    id: 'offer-flashes-by-class',
    technique: 'F50',
    criterion: '2.2.2',
    wrong: 'a script makes the word of an offer come and go without end',
    where: '.flashing, .offer-word',
    about: /blink|mov|flash/,
    site: 'moebel',
    head: () => '<style>.gone{visibility:hidden}</style>',
    main: (
      is,
    ) => `<p>Sessel aus Eiche: <strong class="offer-word${is ? ' flashing' : ''}">Nur noch heute zum halben Preis</strong></p>
<p>Lieferbar in Natur und in Nussbaum.</p>
${is ? "<script>setInterval(() => document.querySelector('.offer-word').classList.toggle('gone'), 600)</script>" : ''}`,
  },
  {
    id: 'film-with-chapters-only',
    technique: 'F75',
    criterion: '1.2.2',
    wrong: 'a film with speech has a track of chapters and none of captions',
    where: 'video, .film',
    about: /caption|video/,
    site: 'escola',
    main: (is) =>
      `<div class="film"><h2>Um dia na escola</h2><video controls preload="metadata" width="480" height="270" src="/media/dia.webm"><track kind="chapters" srclang="pt-PT" src="/media/capitulos.vtt">${is ? '' : '<track kind="captions" srclang="pt-PT" label="Português" src="/media/dia.vtt" default>'}<track kind="descriptions" srclang="pt-PT" label="Português" src="/media/dia-visto.vtt"></video><p>A diretora apresenta as oficinas. <a href="/dia/texto">Leia o que se diz e o que se vê no filme</a>.</p></div>`,
  },
  {
    id: 'ring-cut-by-its-box',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'the ring around links is drawn outside of them, and the box around them cuts it off',
    where: '.chips, .chips *',
    about: /focus/,
    site: 'panel',
    head: (is) =>
      `<style>.chips{display:flex;flex-wrap:wrap;gap:8px;list-style:none;padding:0}.chips li{${is ? 'overflow:hidden;' : ''}padding:0}.chips a{display:block;padding:.6rem 1rem;background:#eaf2f9;outline:none}.chips a:focus-visible{outline:none;box-shadow:0 0 0 3px #b4530a}</style>`,
    main: () =>
      '<h2>Filters</h2><ul class="chips"><li><a href="?env=production">Production</a></li><li><a href="?env=staging">Staging</a></li><li><a href="?env=preview">Preview</a></li></ul>',
  },
  {
    id: 'card-number-in-four-boxes',
    technique: 'F82',
    criterion: '3.3.2',
    wrong:
      'the number of a library card is asked for in four boxes, of which three have nothing that says what they are',
    where: '.four, .four *',
    about: /label|name|group/,
    site: 'library',
    main: (is) =>
      `<form action="/card"><div class="four"><label for="n1">Number of your card</label><br>${
        is
          ? [1, 2, 3, 4]
              .map((n) => `<input id="n${n}" name="n${n}" size="4" maxlength="4" inputmode="numeric">`)
              .join(' – ')
          : '<input id="n1" name="n1" size="20" inputmode="numeric">'
      }</div><p><button>Look at my loans</button></p></form>`,
  },
  {
    id: 'headline-on-stripes',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'a headline lies on stripes of dark and light, and half of it is hardly seen',
    where: '.stripes, .stripes *',
    about: /contrast/,
    site: 'volt',
    head: (is) =>
      `<style>.stripes{background:repeating-linear-gradient(90deg,#24483e 0 60px,#d9e4df 60px 120px);padding:2rem 1rem}.stripes p{color:#fff;font-size:1rem;margin:0;${is ? '' : 'background:#12241f;padding:.6rem'}}</style>`,
    main: () =>
      '<div class="stripes"><p>Bring your old bag and get twenty dollars off a new one until the end of April</p></div>',
  },
  {
    id: 'hours-and-minutes-nameless',
    technique: 'F86',
    criterion: '4.1.2',
    wrong: 'two times are put in with four lists, none of which says what it is for',
    where: '.when, .when *',
    about: /label|name/,
    site: 'kolej',
    main: (is) => {
      const list = (name: string, of: readonly string[]) =>
        `<select name="${name.replace(' ', '-')}"${is ? '' : ` aria-label="${name}"`}>${of.map((each) => `<option>${each}</option>`).join('')}</select>`
      const hours = ['06', '08', '10', '12', '14']
      const minutes = ['00', '15', '30', '45']
      return `<form action="/szukaj"><fieldset class="when"><legend>Wyjazd między</legend>${list('od godziny', hours)} : ${list('od minuty', minutes)} i ${list('do godziny', hours)} : ${list('do minuty', minutes)}</fieldset><p><button>Szukaj</button></p></form>`
    },
  },
  {
    id: 'word-explained-under-the-pointer',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'the explanation of a word goes when the pointer leaves the word for it, and no key closes it',
    where: '.gloss, .gloss *',
    about: /hover|escape|tooltip/,
    site: 'museo',
    head: (is) =>
      `<style>.gloss{position:relative;display:inline-block}.gloss .pop{position:absolute;left:0;top:calc(100% + ${is ? '14px' : '0px'});width:16rem;background:#2b1d14;color:#fff;padding:.8rem;display:none;z-index:4}.gloss:not(.shut):focus-within .pop{display:block}${is ? '.gloss .word:hover + .pop{display:block}' : '.gloss:not(.shut):hover .pop{display:block}'}.gloss .word{background:none;color:#2b1d14;border-bottom:2px dotted #2b1d14;padding:.3rem}</style>`,
    main: (
      is,
    ) => `<p>La brocca ha un fondo di <span class="gloss"><button type="button" class="word" aria-describedby="pop">ingobbio</button><span class="pop" id="pop" role="tooltip">Un velo di terra liquida che si stende sul pezzo prima della seconda cottura.</span></span> bianco e un manico attorcigliato che ricorda una corda da barca.</p>
${is ? '' : "<script>{const g=document.querySelector('.gloss');document.addEventListener('keydown',e=>{if(e.key==='Escape')g.classList.add('shut')});for(const t of ['mouseleave','focusout'])g.addEventListener(t,()=>g.classList.remove('shut'))}</script>"}`,
  },
  {
    id: 'given-and-family-name-swapped',
    technique: 'F107',
    criterion: '1.3.5',
    wrong: 'the fields for the given name and the family name have each other’s purpose',
    where: '#apelido, #proprio',
    about: /autocomplete/,
    site: 'escola',
    main: (is) =>
      `<form action="/perfil" method="post"><h2>Os meus dados</h2><p><label for="proprio">Nome próprio</label><br><input id="proprio" name="proprio" autocomplete="${is ? 'family-name' : 'given-name'}"></p><p><label for="apelido">Apelido</label><br><input id="apelido" name="apelido" autocomplete="${is ? 'given-name' : 'family-name'}"></p><p><button>Guardar os meus dados</button></p></form>`,
  },
  {
    id: 'words-beside-tick-boxes-not-tied',
    technique: 'F111',
    criterion: '4.1.2',
    wrong: 'the words beside tick boxes are text of their own that is tied to no box',
    where: '.opts input, .opts *',
    about: /label|name/,
    site: 'volt',
    head: () => '<style>.opts>div{padding:.4rem 0}</style>',
    main: (is) => {
      const option = (id: string, words: string) =>
        `<div class="opt"><input type="checkbox" id="${id}" name="${id}"> <${is ? 'span class="opt__t"' : `label class="opt__t" for="${id}"`}>${words}</${is ? 'span' : 'label'}></div>`
      return `<form action="/cart/note" method="post"><fieldset class="opts"><legend>With this order</legend>${option('gift', 'Wrap it as a gift')}${option('less', 'Use as little packing as you can')}${option('late', 'Deliver in the evening')}</fieldset><p><button class="button">Keep these wishes</button></p></form>`
    },
  },
  {
    id: 'english-voice-on-danish-page',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'what an English guest said stands on a Danish page and does not say which language it is in',
    where: '.voice, .voice *',
    about: /lang/,
    site: 'kommune',
    main: (is) =>
      `<h2>Det siger gæsterne</h2><figure><blockquote class="voice"${is ? '' : ' lang="en"'}><p>We came for the harbour and stayed for the bakery. Everybody was kind to our children, and the paths along the river are the best that we have ever walked.</p></blockquote><figcaption>En familie fra Leeds, der besøgte os i juli</figcaption></figure>`,
  },
  {
    id: 'legend-in-a-box',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'a legend lies in a box within its fieldset and names nothing',
    where: 'fieldset, fieldset *',
    about: /legend|fieldset|group|radio|choices/,
    site: 'volt',
    main: (is) =>
      `<form action="/shipping"><fieldset class="field-group">${is ? '<div class="field-group__head"><legend>How fast shall it come?</legend></div>' : '<legend>How fast shall it come?</legend>'}<div><label><input type="radio" name="speed" value="ground"> By ground, free</label></div><div><label><input type="radio" name="speed" value="air"> By air, $18</label></div></fieldset><p><button class="button">Continue to payment</button></p></form>`,
  },
  {
    id: 'link-to-nothing-is-a-button',
    technique: 'practice',
    criterion: null,
    wrong: 'a link to "#" does what a button does',
    where: '.fold',
    about: /link|href|button|script/,
    site: 'gazette',
    main: (
      is,
    ) => `<h2>Who may vote</h2><p>Everybody who has lived in the valley for a year.</p><p>${is ? '<a class="fold" href="#" aria-expanded="false">Show the small print</a>' : '<button type="button" class="fold" aria-expanded="false">Show the small print</button>'}</p><p id="small" hidden>Those who moved within the valley count from their first day.</p>
<script>document.querySelector('.fold').addEventListener('click', (event) => { event.preventDefault(); const small = document.getElementById('small'); small.hidden = !small.hidden; event.currentTarget.setAttribute('aria-expanded', String(!small.hidden)) })</script>`,
  },
  {
    id: 'acronym-and-teletype',
    technique: 'practice',
    criterion: null,
    wrong: 'obsolete acronym and tt elements',
    where: 'acronym, tt, .short',
    about: /obsolete|deprecated/,
    site: 'manual',
    main: either(
      '<p>The <acronym title="Application Programming Interface">API</acronym> answers with <tt>retry-after</tt> when its budget is spent.</p>',
      '<p>The <abbr class="short" title="Application Programming Interface">API</abbr> answers with <code>retry-after</code> when its budget is spent.</p>',
    ),
  },
  {
    id: 'focus-put-into-a-field-below',
    technique: 'practice',
    criterion: null,
    wrong: 'when the page opens, the focus is put into a field in the middle of it, past all that stands before',
    where: '#kupon',
    about: /autofocus|focus/,
    site: 'kolej',
    main: (is) =>
      `<h2>Ważne zmiany od soboty</h2><p>Pociąg o szóstej nie zatrzymuje się w Bobowej. Przeczytaj, zanim kupisz bilet.</p><form action="/kupon"><p><label for="kupon">Numer kuponu</label> <input id="kupon" name="kupon"${is ? ' autofocus' : ''}></p><p><button>Dalej</button></p></form>`,
  },
]
