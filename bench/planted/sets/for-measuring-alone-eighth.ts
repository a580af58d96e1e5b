/** Planted failures of an auditor who did not look at the checks, eighth part: the half that is for measuring alone. Nobody looks at its misses. */
import { type Plant, roomy } from '#bench/planted/plant'

export const measuredEighth: readonly Plant[] = [
  {
    id: 'bridge-film-no-captions-viii',
    technique: 'F75',
    criterion: '1.2.2',
    wrong: 'a film in which people speak has no captions',
    where: 'video, .wp-block-video, .wp-block-video *',
    about: /video|caption|media|track|subtitle/,
    site: 'gazette',
    main: (is) =>
      `<figure class="wp-block-video" style="margin:0"><video controls width="480" src="/media/footbridge.webm" style="height:auto">${is ? '' : '<track kind="captions" srclang="en" label="English" src="/media/footbridge.vtt" default><track kind="descriptions" srclang="en" label="What is shown" src="/media/footbridge-shown.vtt">'}</video><figcaption>The chairman of the parish council speaks at the opening of the footbridge.</figcaption></figure>`,
  },
  {
    id: 'application-without-autofill-viii',
    technique: 'criterion',
    criterion: '1.3.5',
    wrong: 'the fields for one’s own name, address and telephone do not say in the markup what they ask for',
    where: '#candidatura, #candidatura *',
    about: /autocomplete|autofill|purpose/,
    site: 'escola',
    head: () => roomy,
    main: (is) => {
      const fill = (token: string) => (is ? '' : ` autocomplete="${token}"`)
      return `<form id="candidatura" action="/candidaturas/nova"><h2>Os seus dados</h2><p><label for="nome-completo">Nome completo</label><br><input id="nome-completo" name="nome" type="text"${fill('name')}></p><p><label for="correio">Correio eletrónico</label><br><input id="correio" name="correio" type="email"${fill('email')}></p><p><label for="telemovel">Telemóvel</label><br><input id="telemovel" name="telemovel" type="tel"${fill('tel')}></p><p><label for="codigo-postal">Código postal</label><br><input id="codigo-postal" name="postal" type="text"${fill('postal-code')}></p><button class="btn">Guardar os dados</button></form>`
    },
  },
  {
    id: 'accordion-by-click-on-heading-viii',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'the headings of an accordion open it by a click of the mouse and cannot be reached with the keyboard',
    where: '.accordion, .accordion *',
    about: /keyboard|mouse|listener|focus|role|click|operable|accordion|button|expanded|interactive/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.accordion h2{margin:0;font-size:1.15rem}.accordion__item{border-bottom:1px solid #5c636a;padding:.5rem 0}.accordion .accordion__head{cursor:pointer}.accordion button{font-weight:700;text-align:left;background:none;border:0;color:#212529;padding:.5rem 0;width:100%}</style>`,
    main: (is) => {
      const item = (number: number, question: string, answer: string) =>
        `<div class="accordion__item"><h2${is ? ' class="accordion__head"' : ''}>${is ? question : `<button type="button" class="accordion__head" aria-expanded="false" aria-controls="svar-${number}">${question}</button>`}</h2><div class="accordion__body" id="svar-${number}" hidden><p>${answer}</p></div></div>`
      return `<div class="accordion">${item(1, 'Hvem kan søge?', 'Alle, der ejer en grund i kommunen, kan søge om tilladelse.')}${item(2, 'Hvad koster det?', 'Du betaler for den tid, vi bruger på sagen, dog højst 8.000 kroner.')}${item(3, 'Hvornår får jeg svar?', 'Du får svar senest otte uger efter, at vi har alle tegninger.')}</div><script>for(const head of document.querySelectorAll('.accordion__head'))head.addEventListener('click',()=>{const body=head.closest('.accordion__item').querySelector('.accordion__body');body.hidden=!body.hidden;${is ? '' : "head.setAttribute('aria-expanded',String(!body.hidden))"}})</script>`
    },
  },
  {
    id: 'letter-from-the-twin-town-viii',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a German letter is quoted on an English page and does not say that it is German',
    where: '.wp-block-quote, .wp-block-quote *',
    about: /lang/,
    site: 'gazette',
    main: (is) =>
      `<p>The mayor of our twin town has written to the swimmers:</p><blockquote class="wp-block-quote"${is ? '' : ' lang="de"'}><p>Liebe Freunde, wir freuen uns sehr auf euren Besuch im August. Das Freibad ist neu gestrichen, und der Chor übt schon eure Lieder.</p></blockquote><p>The coach leaves on the second Saturday of the month.</p>`,
  },
  {
    id: 'choosing-a-yard-leaves-viii',
    technique: 'criterion',
    criterion: '3.2.2',
    wrong: 'choosing from a list loads another page at once, and nothing says so before',
    where: '#vestiging, .kies, .kies *',
    about: /select|change|navigat|context|submit|input/,
    site: 'werf',
    head: () => roomy,
    main: (is) =>
      `<form class="kies" action="/vestiging"><label for="vestiging">Onze werven</label> <select id="vestiging" name="naam"><option value="">Maak een keuze</option><option value="harlingen">Harlingen</option><option value="hoorn">Hoorn</option><option value="vlissingen">Vlissingen</option></select>${is ? '' : ' <button>Naar deze werf</button>'}</form>${is ? "<script>document.getElementById('vestiging').addEventListener('change',event=>{if(event.target.value)location.href='/vestiging/'+event.target.value})</script>" : ''}`,
  },
  {
    id: 'permit-refused-without-why-viii',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'the form is not sent and a message says that something is wrong, but neither which field nor what',
    where: '#permit, #permit *',
    about: /error|invalid|message|form|validat|required/,
    site: 'council',
    head: () =>
      `${roomy}<style>#permit-summary:not(:empty){border:4px solid #8f1a10;padding:15px;margin-bottom:15px}#permit .field-error{display:block;color:#8f1a10;font-weight:700}</style>`,
    main: (is) =>
      `<form id="permit" action="/permit/new" novalidate><div id="permit-summary" role="alert"></div><p><label for="plate">Registration number of the car (required)</label><br>${is ? '' : '<span class="field-error" id="plate-error"></span>'}<input id="plate" name="plate" required${is ? '' : ' aria-describedby="plate-error"'}></p><p><label for="streets">Street you park in (required)</label><br>${is ? '' : '<span class="field-error" id="streets-error"></span>'}<input id="streets" name="streets" required${is ? '' : ' aria-describedby="streets-error"'}></p><button>Apply for the permit</button></form><script>{const form=document.getElementById('permit'),fields=[...form.querySelectorAll('input')];form.addEventListener('submit',event=>{const wrong=fields.filter(field=>field.value.trim()==='');if(wrong.length===0)return;event.preventDefault();${is ? "document.getElementById('permit-summary').textContent='Sorry, there is a problem. Please check your answers and try again.'" : "const says={plate:'Enter the registration number, for example AB12 CDE',streets:'Enter the street you park in, for example Mill Road'};document.getElementById('permit-summary').textContent='There is a problem. '+wrong.map(field=>says[field.id]).join('. ')+'.';for(const field of fields){const isWrong=wrong.includes(field);field.setAttribute('aria-invalid',String(isWrong));document.getElementById(field.id+'-error').textContent=isWrong?'Error: '+says[field.id]+'.':''}wrong[0].focus()"}})}</script>`,
  },
  {
    id: 'rules-in-one-long-text-viii',
    technique: 'criterion',
    criterion: '2.4.10',
    wrong: 'a long text about four different matters has not one heading inside',
    where: '.house-rules, .house-rules *',
    about: /heading|section|long|structure/,
    site: 'library',
    main: (is) => {
      const heading = (words: string) => (is ? '' : `<h2>${words}</h2>`)
      return `<div class="house-rules">${heading('Joining')}<p>Everybody who lives, works or learns in the city may become a member. Please bring a letter with your name and your address to the desk; the card is made while you wait and costs nothing. Children under twelve come with somebody who signs for them.</p><p>A card is good for three years. If you move, tell us the new address within a month, so that letters about books that are due reach you and not the people who live in your old flat.</p>${heading('Borrowing')}<p>You may take home twelve books, six films and two games at a time. Books are lent for four weeks and films for one. You can lend a book again twice, as long as nobody else waits for it, at the desk, by telephone or on this website.</p><p>Maps, newspapers and everything with a red dot on its back stay in the house. The reading room has tables with lamps for them, and the staff will copy single pages for you at ten pence a page.</p>${heading('Late and lost books')}<p>Whoever is late pays ten pence for every book and day, and never more than three pounds for a book. Children pay nothing. If a book is lost or has fallen into the bath, tell us; mostly a second-hand copy is enough.</p><p>After three letters that nobody answered the card is closed. It is opened again on the day on which the books come back, and nobody will ask you where they have been.</p>${heading('In the rooms')}<p>Please keep your voice down on the second floor, and take telephone calls to the stairs. You may drink from bottles that can be closed; warm food belongs in the hall. Dogs that guide or help somebody are welcome everywhere.</p><p>The lockers beside the entrance take a coin and give it back. They are emptied every evening, and what is found in them is kept at the desk for a month.</p></div>`
    },
  },
  {
    id: 'hours-of-thirty-pixels-viii',
    technique: 'criterion',
    criterion: '2.5.5',
    wrong: 'the hours that can be chosen are buttons 30 pixels high, less than the 44 of level AAA',
    where: '#horas, #horas *, .hora',
    about: /target|size|touch/,
    site: 'clinica',
    head: (is) =>
      `<style>#ver-horas{min-height:44px}#horas{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:8px}#horas li{padding:0}.hora{width:76px;padding:0;height:${is ? '30px' : '44px'}}.hora[aria-pressed=true]{background:#fff;color:#0b4f5c;border:3px solid #0b4f5c}</style>`,
    main: () =>
      `<h2>Martes, 14 de mayo</h2><button type="button" id="ver-horas" aria-expanded="false" aria-controls="horas">Ver las horas libres</button><ul id="horas" hidden>${['09:00', '09:20', '09:40', '10:20', '11:00', '12:40'].map((hour) => `<li><button type="button" class="hora" aria-pressed="false">${hour}</button></li>`).join('')}</ul><p role="status" id="elegida"></p><script>{const toggle=document.getElementById('ver-horas'),list=document.getElementById('horas'),hours=[...document.querySelectorAll('.hora')];toggle.addEventListener('click',()=>{list.hidden=!list.hidden;toggle.setAttribute('aria-expanded',String(!list.hidden))});for(const hour of hours)hour.addEventListener('click',()=>{for(const other of hours)other.setAttribute('aria-pressed',String(other===hour));document.getElementById('elegida').textContent='Ha elegido las '+hour.textContent+'.'})}</script>`,
  },
  {
    id: 'heading-jumps-down-viii',
    technique: 'practice',
    criterion: null,
    wrong: 'a heading of level four follows that of level one, because it looks the right size',
    where: '.dalej',
    about: /heading/,
    site: 'kolej',
    head: () => '<style>.dalej{font-size:1.1rem;margin:1.2rem 0 .4rem}</style>',
    main: (is) =>
      `<${is ? 'h4' : 'h2'} class="dalej">Co zabrać ze sobą</${is ? 'h4' : 'h2'}><p>W pociągu nie ma bufetu, a droga trwa trzy godziny.</p><${is ? 'h4' : 'h2'} class="dalej">Gdzie wsiadać</${is ? 'h4' : 'h2'}><p>Pociąg odjeżdża z peronu drugiego, obok zegara.</p>`,
  },
]
