/** Planted failures of an auditor who did not look at the checks, tenth part: the half that is for measuring alone. Nobody looks at its misses. */
import { type Plant, roomy } from '#bench/planted/plant'

export const measuredTenth: readonly Plant[] = [
  {
    id: 'wards-told-without-their-days-x',
    technique: 'F13',
    criterion: '1.1.1',
    wrong:
      'a map shows by colour which ward has which day, and its alternative tells where the wards lie but not their days',
    where: '.wards, .wards *',
    about: /alt|image|colou?r/,
    site: 'council',
    head: () => '<style>.wards{margin:0 0 20px}.wards img{display:block;max-width:100%;height:auto}</style>',
    main: (is) =>
      `<h2>Your collection day</h2><figure class="wards"><img width="400" height="240" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='240' viewBox='0 0 400 240'%3E%3Cdefs%3E%3Cpattern id='s' width='12' height='12' patternUnits='userSpaceOnUse'%3E%3Crect width='12' height='12' fill='%23b9d7f2'/%3E%3Cpath d='M0 12L12 0' stroke='%23164a80' stroke-width='2'/%3E%3C/pattern%3E%3Cpattern id='d' width='14' height='14' patternUnits='userSpaceOnUse'%3E%3Crect width='14' height='14' fill='%23f6cfe0'/%3E%3Ccircle cx='7' cy='7' r='2.5' fill='%237a1f4b'/%3E%3C/pattern%3E%3C/defs%3E%3Cg stroke='%230b0c0c' stroke-width='2'%3E%3Cpath fill='url(%23s)' d='M20 20h180v100H20z'/%3E%3Cpath fill='%23ffe58a' d='M200 20h180v100H200z'/%3E%3Cpath fill='url(%23d)' d='M20 120h180v100H20z'/%3E%3Cpath fill='url(%23s)' d='M200 120h180v100H200z'/%3E%3C/g%3E%3Cg font-family='Arial' font-size='18' font-weight='700' fill='%230b0c0c' stroke='%23fff' stroke-width='5' paint-order='stroke' text-anchor='middle'%3E%3Ctext x='110' y='76'%3EAshford%3C/text%3E%3Ctext x='290' y='76'%3EBellingham%3C/text%3E%3Ctext x='110' y='176'%3ECotter Green%3C/text%3E%3Ctext x='290' y='176'%3EDunmore%3C/text%3E%3C/g%3E%3C/svg%3E" alt="${is ? 'Map of the district: Ashford in the north-west, Bellingham in the north-east, Cotter Green in the south-west and Dunmore in the south-east.' : 'Map of the district. Ashford in the north-west and Dunmore in the south-east are blue with stripes, Monday. Bellingham in the north-east is yellow, Wednesday. Cotter Green in the south-west is pink with dots, Friday.'}"><figcaption>Blue with stripes: Monday. Yellow: Wednesday. Pink with dots: Friday.</figcaption></figure>`,
  },
  {
    id: 'problem-that-names-no-field-x',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a form that is sent with empty fields says that there is a problem and not which field has it',
    where: '#missed, #missed *',
    about: /error|invalid/,
    site: 'council',
    head: () =>
      `${roomy}<style>#missed .problem:not(:empty){border:4px solid #8a1c0c;padding:10px}#missed .hint-wrong{color:#8a1c0c;font-weight:700;margin:0}</style>`,
    main: (is) => {
      const row = (name: string, words: string, wrong: string, more = '') =>
        `<p><label for="missed-${name}">${words}</label></p>${is ? '' : `<p class="hint-wrong" id="missed-${name}-wrong" hidden>${wrong}</p>`}<p><input id="missed-${name}" name="${name}"${more} required></p>`
      return `<form id="missed" method="post" action="/bins/missed" novalidate><h2>Report a missed collection</h2><p>Fill in every field.</p><div class="problem" role="alert"></div>${row('reference', 'Reference number on your bin, six digits', 'Enter the reference number on your bin.')}${row('street', 'Your house number and street', 'Enter your house number and street.', ' autocomplete="address-line1"')}${row('day', 'Day it was missed, for example Monday 3 March', 'Enter the day it was missed.')}<button>Send the report</button></form><script>{const form=document.getElementById('missed'),box=form.querySelector('.problem');form.addEventListener('submit',event=>{const fields=[...form.querySelectorAll('input')],empty=fields.filter(field=>!field.value.trim());${is ? '' : "for(const field of fields){const hint=document.getElementById(field.id+'-wrong');hint.hidden=!empty.includes(field);field.setAttribute('aria-invalid',String(!hint.hidden));if(hint.hidden)field.removeAttribute('aria-describedby');else field.setAttribute('aria-describedby',hint.id)}"}if(empty.length===0)return;event.preventDefault();box.textContent=${is ? "'There is a problem. Check your answers and send the report again.'" : "'There is a problem. '+empty.map(field=>document.getElementById(field.id+'-wrong').textContent).join(' ');empty[0].focus()"}})}</script>`
    },
  },
  {
    id: 'next-article-comes-unasked-x',
    technique: 'F61',
    criterion: '3.2.5',
    wrong:
      'every fifteen seconds the article that is being read is replaced by the next one, and nobody can prevent it',
    where: 'page',
    about: /refresh|auto|context|timing|update|replac|moving/,
    site: 'journal',
    cards: 0,
    head: () => roomy,
    main: (is) => {
      const articles = [
        [
          'Le marché couvert retrouve son toit',
          'Les charpentiers ont posé la dernière poutre jeudi matin, sous les applaudissements des maraîchers.',
        ],
        [
          'Le bus ira jusqu’au plateau',
          'La ligne sera prolongée de trois arrêts à la rentrée, avec un départ toutes les heures.',
        ],
        [
          'Les pommes sont en avance',
          'Dans les vergers de la vallée, la récolte a commencé dix jours plus tôt que l’an passé.',
        ],
      ]
      const [first] = articles
      return `<article class="une" aria-labelledby="une-titre"><h2 id="une-titre" tabindex="-1">${first?.[0]}</h2><p id="une-texte">${first?.[1]}</p></article>${is ? '' : '<p><button type="button" id="une-suivant">Article suivant</button></p>'}<script>{const articles=${JSON.stringify(articles)},titre=document.getElementById('une-titre'),texte=document.getElementById('une-texte');let rang=0;const avance=()=>{rang=(rang+1)%articles.length;titre.textContent=articles[rang][0];texte.textContent=articles[rang][1]};${is ? 'setInterval(avance,15000)' : "document.getElementById('une-suivant').addEventListener('click',()=>{avance();titre.focus()})"}}</script>`
    },
  },
  {
    id: 'chronicle-set-flush-on-both-sides-x',
    technique: 'F88',
    criterion: '1.4.8',
    wrong: 'a long text is justified, with uneven gaps between its words, and the page offers no other setting',
    where: '.chronique, .chronique *',
    about: /justif|align/,
    site: 'journal',
    head: (is) =>
      `<style>.chronique{max-width:30rem}.chronique p{text-align:${is ? 'justify' : 'start'};margin:0 0 2.5em}</style>`,
    main: () =>
      '<div class="chronique"><h2>Chronique de la rivière</h2><p>On croit connaître une rivière parce qu’on la traverse chaque matin. Pourtant, personne ne saurait dire à quelle heure exactement l’eau change de couleur, ni pourquoi les truites quittent, certains soirs, l’ombre du vieux lavoir.</p><p>Le garde-pêche tient un carnet depuis trente-cinq ans. Il y note imperturbablement la température, le niveau et le nombre de promeneurs, puis il referme le tout dans une boîte en fer-blanc.</p><p>Cet été, pour la première fois, il a laissé une page blanche. La rivière était basse, dit-il, et il n’y avait vraiment rien à ajouter.</p></div>',
  },
  {
    id: 'boxes-drawn-with-dashes-x',
    technique: 'F72',
    criterion: '1.1.1',
    wrong: 'how a request travels is drawn with dashes, bars and plus signs, and nothing says it in words',
    where: '.drawn, .drawn *',
    about: /ascii|alt|image|text-art|pre/,
    site: 'manual',
    head: () =>
      '<style>.drawn{display:inline-block;margin:0 0 1rem;padding:.75rem;font-size:14px;line-height:1.3}</style>',
    main: (is) =>
      `<h2>Which way a request takes</h2><p>This is how it looks from the outside:</p><pre class="drawn"${is ? '' : ' role="img" aria-label="Drawing: the client sends the request to the proxy; the proxy hands it to the store and copies it to the tracer."'}>+--------+    +-------+
| client |---&gt;| proxy |
+--------+    +---+---+
                  |
         +--------+
         v        v
    +-------+ +--------+
    | store | | tracer |
    +-------+ +--------+</pre>`,
  },
  {
    id: 'writers-shown-by-faces-alone-x',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'pressing a button shows who wrote a chapter as portraits that have no alternative at all',
    where: '#writers, #writers *',
    about: /alt|image/,
    site: 'manual',
    head: () =>
      `${roomy}<style>#writers{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0;margin:1rem 0}#writers[hidden]{display:none}#writers img{display:block;width:64px;height:64px;border-radius:50%}</style>`,
    main: (is) =>
      `<h2>Who wrote this chapter</h2><p><button type="button" id="writers-show" aria-expanded="false" aria-controls="writers">Show the writers</button></p><ul id="writers" hidden></ul><script>{const list=document.getElementById('writers'),button=document.getElementById('writers-show');const people=[['amara','Amara Okafor'],['jonas','Jonas Lindqvist'],['mei','Mei Tanaka']];button.addEventListener('click',()=>{if(list.children.length===0)for(const [file,name] of people){const row=document.createElement('li'),face=new Image(64,64);face.src='/faces/'+file+'.webp';face.dataset.login=file;${is ? '' : 'face.alt=name;'}row.append(face);list.append(row)}list.hidden=!list.hidden;button.setAttribute('aria-expanded',String(!list.hidden))})}</script>`,
  },
  {
    id: 'tab-jumps-about-the-request-x',
    technique: 'F44',
    criterion: '2.4.3',
    wrong: 'numbers in tabindex lead the keyboard through a form from its end to its middle to its start',
    where: '#solicitud, #solicitud *',
    about: /tabindex|focus|order/,
    site: 'clinica',
    head: () => roomy,
    main: (is) => {
      const turn = (place: number) => (is ? ` tabindex="${place}"` : '')
      return `<form id="solicitud" method="post" action="/cita/solicitud"><h2>Solicitar una cita</h2><p>Rellene todos los campos.</p><p><label for="sol-nombre">Su nombre y apellidos</label><br><input id="sol-nombre" name="nombre" autocomplete="name" required${turn(4)}></p><p><label for="sol-consulta">Consulta a la que quiere acudir</label><br><select id="sol-consulta" name="consulta"${turn(2)}><option>Pediatría</option><option>Revisión de la vista</option><option>Medicina general</option></select></p><p><label for="sol-movil">Su teléfono móvil, por ejemplo 600 100 200</label><br><input id="sol-movil" name="movil" type="tel" autocomplete="tel" required${turn(5)}></p><p><label for="sol-motivo">Motivo de la visita</label><br><input id="sol-motivo" name="motivo" required${turn(1)}></p><button${turn(3)}>Enviar la solicitud</button></form>`
    },
  },
  {
    id: 'covers-that-lead-without-words-x',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'the covers of books are links that hold a picture with an empty alternative and nothing else',
    where: '.covers, .covers *',
    about: /link|name|alt/,
    site: 'riwaq',
    head: () =>
      '<style>.covers{display:flex;flex-wrap:wrap;gap:1.5rem;list-style:none;padding:0}.covers img{display:block;width:120px;height:90px;border:1px solid #4e5a4b}</style>',
    main: (is) =>
      `<h2>وصل حديثا</h2><ul class="covers">${[
        ['desert', 'رحلات في الصحراء', 'أربعون ريالا'],
        ['sea', 'حكايات من البحر', 'ثلاثون ريالا'],
        ['city', 'تاريخ المدينة القديمة', 'ستون ريالا'],
      ]
        .map(
          ([file, name, price]) =>
            `<li><a href="/book/${file}"><img src="/covers/${file}.webp" width="120" height="90" alt="${is ? '' : name}"></a><span>${price}</span></li>`,
        )
        .join('')}</ul>`,
  },
  {
    id: 'offer-flickers-without-end-x',
    technique: 'F4',
    criterion: '2.2.2',
    wrong: 'the mark of an offer blinks once a second without end, and nothing stops it',
    where: '.offer, .offer *',
    about: /blink|anim|motion|moving/,
    site: 'riwaq',
    head: (is) =>
      `<style>.offer{padding:1rem;border:2px solid #234d20;margin-bottom:1rem}.offer h2{margin:0}.offer strong{display:inline-block;padding:0 .6rem;background:#7a1414;color:#fff${is ? ';animation:glint 1s steps(1) infinite' : ''}}@keyframes glint{50%{visibility:hidden}}</style>`,
    main: () =>
      '<section class="offer" aria-labelledby="offer-title"><h2 id="offer-title">عرض الأسبوع</h2><p><strong>خصم الربع</strong> على كل كتب الشعر حتى يوم الخميس.</p></section>',
  },
  {
    id: 'board-reloads-by-itself-x',
    technique: 'F41',
    criterion: '2.2.1',
    wrong: 'the page of a station loads itself anew every four minutes, whatever somebody is reading or doing on it',
    where: 'page',
    about: /refresh|reload/,
    site: 'kolej',
    head: (is) => (is ? '<meta http-equiv="refresh" content="240">' : ''),
    main: () =>
      '<h2>Utrudnienia na linii do Krynicy</h2><ul><li>Pociąg z 09:05 odjedzie z peronu trzeciego.</li><li>Do piątku między Muszyną a Krynicą jeździ autobus.</li><li>Winda na peron drugi jest w naprawie.</li></ul><p><a href="/utrudnienia/krynica">Sprawdź, czy coś się zmieniło</a></p>',
  },
  {
    id: 'letters-pulled-apart-by-blanks-x',
    technique: 'F32',
    criterion: '1.3.2',
    wrong:
      'the words of a heading are spaced out with a blank after every letter, so that they are read as single letters',
    where: '.affiche, .affiche *',
    about: /space|spacing|letter|word|sequence|whitespace/,
    site: 'werf',
    head: (is) =>
      `<style>.affiche{border:3px solid #0b4a86;padding:1rem;margin-bottom:1rem}.affiche h2{margin:0${is ? '' : ';letter-spacing:.3em'}}</style>`,
    main: (is) =>
      `<section class="affiche" aria-labelledby="affiche-titel"><h2 id="affiche-titel">${is ? 'O p e n &nbsp; d a g &nbsp; o p &nbsp; d e &nbsp; w e r f' : 'Open dag op de werf'}</h2><p>Zaterdag van tien tot vier, met soep uit de kombuis en een tochtje langs de haven.</p></section>`,
  },
  {
    id: 'english-log-in-a-dutch-page-x',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a long passage in English stands in a Dutch page and is not marked as English',
    where: '.logboek, .logboek *',
    about: /lang/,
    site: 'werf',
    main: (is) =>
      `<h2>Uit het logboek van de sleepboot</h2><p>De Schotse stuurman schreef in zijn eigen taal, in de nacht van 4 op 5 maart 1931:</p><blockquote class="logboek"${is ? '' : ' lang="en"'}><p>The wind went round to the north shortly after midnight, and we could no longer hold her against the tide. I had the boys cut the second line before it could take the rail with it.</p><p>By first light she was lying quietly behind the island, with nothing worse than a broken lamp and a very wet cook.</p></blockquote>`,
  },
  {
    id: 'rows-that-pass-for-links-x',
    technique: 'F42',
    criterion: '2.1.1',
    wrong: 'the numbers of invoices look like links and lead on when clicked, and are spans that no keyboard reaches',
    where: '.invoices, .invoices *',
    about: /link|keyboard|role|click|focus|interactive/,
    site: 'ledger',
    head: () =>
      '<style>.invoices{margin-bottom:1rem}.invoices .to{display:inline-flex;align-items:center;min-width:44px;min-height:44px;color:#1e3a8a;text-decoration:underline;cursor:pointer}</style>',
    main: (is) =>
      `<h2>Open invoices</h2><table class="invoices"><thead><tr><th scope="col">Number</th><th scope="col">Supplier</th><th scope="col">Due</th></tr></thead><tbody>${[
        ['2041', 'Hale Timber', '3 May'],
        ['2057', 'Orchard Print', '9 May'],
        ['2063', 'Kite Couriers', '14 May'],
      ]
        .map(
          ([number, supplier, due]) =>
            `<tr><th scope="row">${is ? `<span class="to" data-to="/app/invoices/${number}">${number}</span>` : `<a class="to" href="/app/invoices/${number}">${number}</a>`}</th><td>${supplier}</td><td>${due}</td></tr>`,
        )
        .join(
          '',
        )}</tbody></table>${is ? "<script>for(const cell of document.querySelectorAll('.invoices .to'))cell.addEventListener('click',()=>location.assign(cell.dataset.to))</script>" : ''}`,
  },
  {
    id: 'announcements-run-without-rest-x',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'the announcements at the top of the shop run across the window without end, and nothing holds them',
    where: '.announcement-bar, .announcement-bar *',
    about: /moving|marquee|anim|motion|pause|scroll/,
    site: 'volt',
    head: () =>
      '<style>.announcement-bar{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.5rem 1.5rem;background:#24483e;color:#fff}.announcement-bar :focus-visible{outline-color:#fff}.announcement-bar button{flex:none;min-width:44px;min-height:44px;border-color:#fff}.announcement-bar__window{flex:1 1 14rem;min-width:0;overflow:hidden}.announcement-bar__window p{margin:0}.is-running p{width:max-content;animation:run-past 18s linear infinite}@keyframes run-past{from{transform:translateX(60vw)}to{transform:translateX(-100%)}}@media(prefers-reduced-motion:reduce){.is-running p{width:auto;animation:none}}</style>',
    top: (is) =>
      `<section class="announcement-bar" aria-label="Announcements">${is ? '' : '<button type="button">Hold the announcements</button>'}<div class="announcement-bar__window is-running"><p>Free shipping over $75 · The repair bench is open on Saturdays · New colors of the day pack arrive on May 6</p></div></section>${is ? '' : "<script>{const button=document.querySelector('.announcement-bar button');button.addEventListener('click',()=>{const isRunning=document.querySelector('.announcement-bar__window').classList.toggle('is-running');button.textContent=isRunning?'Hold the announcements':'Let the announcements run'})}</script>"}\n`,
    main: () => '<p>Orders placed before noon leave the workshop on the same day.</p>',
  },
  {
    id: 'letter-laid-out-in-headers-x',
    technique: 'F46',
    criterion: '1.3.1',
    wrong:
      'a letter to readers is laid out with a table whose cells are header cells and which has a summary of a data table',
    where: '.letter, .letter *',
    about: /table|layout|header|summary|presentation/,
    site: 'gazette',
    head: () =>
      '<style>.letter{margin-bottom:1rem}.letter :is(th,td){border:0;padding:.5rem 1rem .5rem 0;vertical-align:top;font-weight:400;text-align:left}.letter p{margin:0 0 .75rem}</style>',
    main: (is) => {
      const cell = is ? 'th' : 'td'
      return `<table class="letter body"${is ? ' summary="Two columns of the letter"' : ' role="presentation"'}><tbody><tr class="row"><${cell} class="small-12 large-6 columns"><p>Dear readers, the snow has kept our van in the yard for three days, and this letter comes instead of the paper.</p><p>Nothing in it will be lost; the notices are printed again next Thursday.</p></${cell}><${cell} class="small-12 large-6 columns"><p>The lane to Howtown is open to those on foot. The doctor visits at the inn, every day from two to four.</p></${cell}></tr></tbody></table>`
    },
  },
  {
    id: 'titles-that-leap-two-levels-x',
    technique: 'practice',
    criterion: null,
    wrong:
      'the headings of an article are of the fourth level right under the heading of the page, as they looked right that way',
    where: '.entry, .entry *',
    about: /heading/,
    site: 'gazette',
    head: () => '<style>.entry .has-medium-font-size{font-size:1.3rem;line-height:1.3;margin:1.4rem 0 .4rem}</style>',
    main: (is) => {
      const title = (words: string) => {
        const level = is ? 4 : 2
        return `<h${level} class="wp-block-heading has-medium-font-size">${words}</h${level}>`
      }
      return `<div class="entry">${title('A night of snow')}<p>It began at dusk and did not stop until the church clock had struck six. By then the gates could no longer be told from the walls.</p>${title('The ewes come down')}<p>Four farms brought their flocks down together, with two dogs and a tractor to break the way.</p>${title('What is left to do')}<p>The upper wall has fallen in three places and waits for hands and dry weather.</p></div>`
    },
  },
  {
    id: 'chosen-answer-hardly-marked-x',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'which answer of a poll has been chosen is shown by a dot that can hardly be told from the white around it',
    where: '.poll, .poll *',
    about: /contrast/,
    site: 'gazette',
    head: (is) =>
      `${roomy}<style>.poll fieldset{border:0;margin:0 0 1rem;padding:0}.poll legend{padding:0}.poll label{display:flex;gap:.75rem;align-items:center;min-height:44px}.poll input{appearance:none;box-sizing:border-box;flex:none;width:28px;height:28px;margin:0;padding:5px;border:2px solid #666;border-radius:50%;background:#fff content-box}.poll input:checked{background-color:${is ? '#f1e4e4' : '#7a1f1f'}}@media(forced-colors:active){.poll input{appearance:auto}}</style>`,
    main: () =>
      `<form class="poll" method="post" action="/poll"><h2>Question of the week</h2><fieldset><legend>Where should the new bench stand?</legend>${['By the church', 'At the landing', 'In front of the school'].map((words, at) => `<label><input type="radio" name="bench" value="${at}">${words}</label>`).join('')}</fieldset><button>Give your answer</button></form>`,
  },
  {
    id: 'chart-described-by-its-making-x',
    technique: 'F67',
    criterion: '1.1.1',
    wrong: 'the long description of a chart tells how it was drawn, and nothing of the numbers that it shows',
    where: '.diagram, .diagram *',
    about: /alt|image|descri|chart/,
    site: 'kommune',
    head: () =>
      '<style>.diagram{margin:0 0 1rem}.diagram img{display:block;max-width:100%;height:auto;border:1px solid #6c757d}</style>',
    main: (is) =>
      `<h2>Så lang tid tager en byggesag</h2><figure class="diagram"><img width="360" height="200" aria-describedby="diagram-tekst" alt="Søjlediagram over sagernes længde i dage; det er beskrevet under billedet" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='360' height='200' viewBox='0 0 360 200'%3E%3Crect width='360' height='200' fill='%23fff'/%3E%3Cpath stroke='%23212529' d='M30 160h310'/%3E%3Cg fill='%230b3d2e'%3E%3Cpath d='M50 160V64h40v96zM125 160V82h40v78zM200 160v-54h40v54zM275 160v-40h40v40z'/%3E%3C/g%3E%3Cg font-family='Arial' font-size='15' text-anchor='middle' fill='%23212529'%3E%3Ctext x='70' y='58'%3E48%3C/text%3E%3Ctext x='145' y='76'%3E39%3C/text%3E%3Ctext x='220' y='100'%3E27%3C/text%3E%3Ctext x='295' y='114'%3E20%3C/text%3E%3Ctext x='70' y='182'%3E2021%3C/text%3E%3Ctext x='145' y='182'%3E2022%3C/text%3E%3Ctext x='220' y='182'%3E2023%3C/text%3E%3Ctext x='295' y='182'%3E2024%3C/text%3E%3C/g%3E%3C/svg%3E"><figcaption id="diagram-tekst">${is ? 'Diagrammet er tegnet i regneark med fire grønne søjler på hvid baggrund og måler 360 gange 200 punkter.' : 'I 2021 tog en byggesag i gennemsnit 48 dage, i 2022 39 dage, i 2023 27 dage og i 2024 20 dage.'}</figcaption></figure>`,
  },
  {
    id: 'menu-at-the-other-end-of-the-page-x',
    technique: 'F85',
    criterion: '2.4.3',
    wrong:
      'the menu that a button opens beside itself stands at the end of the page, so that the Tab key comes to it last of all',
    where: '.del, .del *, .del-menu, .del-menu *',
    about: /focus|order|dialog|menu|sequence/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.del{position:relative;margin-bottom:1rem}.del-menu{position:absolute;z-index:9;margin:0;padding:.25rem 1rem;list-style:none;background:#fff;border:1px solid #0b3d2e}.del-menu[hidden]{display:none}.del-menu a{display:inline-flex;align-items:center;min-width:44px;min-height:44px;color:#0a5c43}.del>.del-menu{left:0;top:100%}</style>`,
    main: (is) =>
      `<div class="del"><button type="button" class="btn" aria-expanded="false" aria-controls="del-menu">Del denne side</button><ul class="del-menu" id="del-menu" hidden><li><a href="mailto:?subject=Skovby">Send siden som mail</a></li><li><a href="/print">Åbn siden til udskrift</a></li><li><a href="/abonner">Abonner på ændringer</a></li></ul></div><p>Siden er sidst ændret i marts.</p><script>{const button=document.querySelector('.del button'),menu=document.getElementById('del-menu');${is ? 'document.body.append(menu);' : ''}const turn=isOpen=>{${is ? "const box=button.getBoundingClientRect();menu.style.left=box.left+scrollX+'px';menu.style.top=box.bottom+scrollY+'px';" : ''}menu.hidden=!isOpen;button.setAttribute('aria-expanded',String(isOpen))};button.addEventListener('click',()=>turn(menu.hidden));document.addEventListener('keydown',event=>{if(event.key!=='Escape'||menu.hidden)return;turn(false);button.focus()});menu.addEventListener('focusout',event=>{if(event.relatedTarget&&event.relatedTarget!==button&&!menu.contains(event.relatedTarget))turn(false)})}</script>`,
  },
  {
    id: 'cells-told-the-wrong-headers-x',
    technique: 'F90',
    criterion: '1.3.1',
    wrong: 'the cells of a timetable name the wrong headers: rooms belong to the hours and hours to the rooms',
    where: '.horario, .horario *',
    about: /header|table/,
    site: 'escola',
    head: () => '<style>.horario{margin-bottom:1rem;font-size:.9rem}</style>',
    main: (is) => {
      const rows = [
        ['viticultura', 'Viticultura', 'Sala 4', '9h00'],
        ['quimica', 'Química', 'Sala 11', '10h30'],
        ['provas', 'Provas', 'Adega', '14h00'],
      ]
      const [room, hour] = is ? ['h-hora', 'h-sala'] : ['h-sala', 'h-hora']
      return `<h2>Horário de segunda-feira</h2><table class="horario"><thead><tr><th id="h-aula">Aula</th><th id="h-sala">Sala</th><th id="h-hora">Início</th></tr></thead><tbody>${rows.map(([id, name, where, start]) => `<tr><th id="a-${id}" headers="h-aula">${name}</th><td headers="a-${id} ${room}">${where}</td><td headers="a-${id} ${hour}">${start}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'second-step-asks-it-all-again-x',
    technique: 'criterion',
    criterion: '3.3.7',
    wrong:
      'the second step of an application asks for the name, the mail and the address that the first step was just given',
    where: '#candidatura, #candidatura *',
    about: /redundant|repeat|again|entry|autocomplete/,
    site: 'escola',
    head: () =>
      `${roomy}<style>#candidatura [hidden]{display:none}#candidatura input{width:20rem;max-width:100%}</style>`,
    main: (is) => {
      const fields = [
        ['nome', 'Nome completo', 'text', 'name'],
        ['correio', 'Correio eletrónico, por exemplo nome@exemplo.pt', 'email', 'email'],
        ['morada', 'Rua e número da porta', 'text', 'address-line1'],
      ] as const
      const rows = (step: number) =>
        fields
          .map(
            ([name, words, type, purpose]) =>
              `<p><label for="${name}-${step}">${words}</label><br><input id="${name}-${step}" name="${name}-${step}" type="${type}" autocomplete="${purpose}" required></p>`,
          )
          .join('')
      return `<form id="candidatura" method="post" action="/candidaturas/nova" novalidate><h2>Candidatura</h2><p>Todos os campos são obrigatórios.</p><div id="passo-1"><h3>Passo 1 de 2: os seus dados</h3>${rows(1)}<button>Continuar</button></div><div id="passo-2" hidden><h3 tabindex="-1">Passo 2 de 2: dados para o recibo</h3>${is ? '' : '<p>Copiámos os dados do passo anterior; altere-os se o recibo for para outra pessoa.</p>'}${rows(2)}<button type="button" id="passo-anterior">Voltar</button> <button>Enviar a candidatura</button></div></form><script>{const um=document.getElementById('passo-1'),dois=document.getElementById('passo-2');const mostra=eSegundo=>{um.hidden=eSegundo;dois.hidden=!eSegundo};document.getElementById('candidatura').addEventListener('submit',event=>{const ePrimeiro=dois.hidden,campos=[...(ePrimeiro?um:dois).querySelectorAll('input')];const estaCerto=campos.every(campo=>campo.reportValidity());if(ePrimeiro||!estaCerto)event.preventDefault();if(!ePrimeiro||!estaCerto)return;${is ? '' : "for(const campo of campos){const outro=document.getElementById(campo.id.replace('-1','-2'));if(!outro.value)outro.value=campo.value}"}mostra(true);dois.querySelector('h3').focus()});document.getElementById('passo-anterior').addEventListener('click',()=>{mostra(false);um.querySelector('input').focus()})}</script>`
    },
  },
  {
    id: 'single-letters-act-anywhere-x',
    technique: 'F99',
    criterion: '2.1.4',
    wrong:
      'single letters typed anywhere on the page acknowledge or mute an alert, and cannot be turned off or changed',
    where: 'page',
    about: /shortcut|character|key/,
    site: 'panel',
    head: () => roomy,
    script: (is) =>
      `{const said=document.getElementById('alert-said'),alarm=document.querySelector('.css-alert');const act=what=>{said.textContent='The alert is '+what+'.'};for(const button of alarm.querySelectorAll('[data-act]'))button.addEventListener('click',()=>act(button.dataset.act));addEventListener('keydown',event=>{if(event.target.closest?.('input,select,textarea')||event.ctrlKey||event.metaKey||${is ? 'event.altKey' : '!event.altKey||!event.shiftKey'})return;const what={KeyA:'acknowledged',KeyM:'muted for an hour'}[event.code];if(!what)return;event.preventDefault();act(what)})}`,
    main: (is) =>
      `<div class="MuiPaper-root css-alert"><h2 class="MuiTypography-h6">Mail relay answers slowly</h2><p>The relay has taken longer than two seconds for the last four minutes.</p><p><button type="button" data-act="acknowledged">Acknowledge</button> <button type="button" data-act="muted for an hour">Mute for an hour</button></p><p>From the keyboard: ${is ? 'A acknowledges, M mutes' : 'Alt, Shift and A acknowledge, Alt, Shift and M mute'}.</p><p role="status" id="alert-said"></p></div>`,
  },
]
