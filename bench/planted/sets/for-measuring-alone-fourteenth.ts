/** Failures of each published failure technique, planted by an auditor who did not look at the checks: the half that nobody looks at. */
import { drawn, either, type Plant, roomy, tall } from '#bench/planted/plant'

/** A second and a half of a square that moves, and of a tone. */
const clip =
  'data:video/webm;base64,GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAlmEU2bdLpNu4tTq4QVSalmU6yBbk27i1OrhBZUrmtTrIGTTbuMU6uEH0O2dVOsggETTbuMU6uEHFO7a1OsgglP7K0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBEiYRErE2JTYCGQ2hyb21lV0GGQ2hyb21lFlSua/uuvdeBAXPFh2U5OOjvCPuDgQKGhkFfT1BVU2Oik09wdXNIZWFkAQIAAIC7AAAAAADhjbWERzuAAJ+BAmJkgSCuuteBAnPFh4SsbVbiyduDgQFV7oEBhoVWX1ZQOOCdsIFAuoEkU8CBAVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1AQAAAAAACDDngQCjxIEAAIAY4WQ4yPkszywAc0GyNgG60ZynhY7XmtonngGIYehtv+ymZXBCVybTafEhkeGxB987TRkzLdYyb94B380YWxrCoECDodSCADcAkAMAnQEqQAAkAAaHCIWFiJmEiCWCAAeQ0AZsp59JKisDlNRByAD+2ITvNZbYd6OKZy5T2dDf0vNHNnnY9K3uT80VLWAu0LxTwggRnXqNeAB1oaqmqO6BAaWjsAIAnQEqQAAkAAqHCIWFiJmEiDgCAAaOT8zHm/FYAP7rrgCjr4EAO4AY7fY9xZnj+RhcyZlkGFfJEGLsrA9fQc7wrjl5WkEi32d5NWQlcua8FGqwo7SBAHmAGO32PcWos+SCOMCroj/TLNblBpgnUvFMUqBTiNyer8npZdnD3dBStpBNLyalJv7Wo7CBALSAGO32PcWnYV71DEroIdaK4uXVaLMlmiSHa2ZNJBBbDdVoOolcvamnuY2mBJ6jrYEA74AY7fY9xamyOWLJ7Uq1xZ02nj990vkaubo4FhoBS5IB9Tcqx1YqL0H6HaC/oZ6CAPgAcQIAGhE8ABgAHDv/9ABADVykbTB3gOj8oKB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4E3o6+BAS2AGO32PcWnseb8NaL/ZHglZSRVMHHR043XBRW2KOdPW/e1CVaK0Bwhj+f5oKOzgQFogBjt9j3FmeP5GFzJhWkVUvQXt3HJDS09UEF/ier/K79rt/uyVvMn9sCzs69JL0Iwo7WBAaOAGO32PcWos+SCOMCrvmKLC2VS5PHfaie3wP7vBpObBcB2a5+DjI++nKHfQTyacrL3aKC/oZ6CAcAAcQIAGhD0ABgAGkgH9AIAaXF5J0MgAPQ1sBB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4H4o8eBAeGAGO7Cueg6eeNKjtnMC03XPwFNj2rxpK1JiLnBRhME1ROkh0vBVoHv2PkGzj9/tX9ZXTgqcffpLi+OXGH3KPHwBBcY0qPPgQIcgBjuxM6vTw0vbRT98m8Mj1b4SGkxEq2xfsnXpTElvPokykcJ9nPRf5R0LUVBdxY5NuFu2kHZZN42s7sJbSdTaH5X9d7/rOauoo0QtqPBgQJXgBjvBNuhhXZ44+j/+SC48nv8F1peXgE0HVt/OE7srEgheZh/c502r2zGKQ3O1XENQTvORN+Q3yaaNqaKabagwqGgggKIAHECABoQ2AAYAB5QB/QCJD4HqDmoGQDcgaXQXWB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4IBwKO4gQKVgBjue+XKeU782hDKqRkoVdlu7I+lG8lIMUJbCaixQAYFrgvHl9+MJF71zDEWYY+NEEJ3+qyjvIEC0IAY7p3uNAutcKwUYwXH3YMfAPtVnemYv0PuiAJh4ut6hv+oZGNNXIGsRh+634JvFUWPmOZPLs+B2KOzgQMLgBjuo63FqxrTtomNdOFlygXvZfXXWb4Cjo4H7yEuUR3iiKE4Laf+OJLDXiMhxcdSo9OBA0mAGO629/SMtq0/AZOieojhxyO1hDlXhHovI4Y9NOSSXDLhW5XGRKmIvgNcjVBAzuzQ4c9wCqjDbvhsm2WNfu6AgFprYow4EYzg1zkvimCMoKDHoaWCA1cAcQIAGhCwABgAIEgH9ACmS3l7mcyvZPGQS5giSGKoLzbQdaGZppfugQGlktEBACoRwAAYABhYL/QACIwAAPuCAoijx4EDhIAY7pD45V7XGgeNfQjTOrSBOLQZpGQ4HK0c/deyODnBE4xei1L6w0V+V+YtW0dYJF5Tv7uLZO7auQk7bjyUO17FAoxQo8mBA7+AGO7KlQkH8x6M8AV8ZHQZtMMBrMfPbYWceju0XwZuvMebVXEEHGTPRr/AvObeTOAnSAHDfifLaGzBQNFDiz02ESXyh7Mlo86BA/2AGO7wyDnyKeBFNjr6WSxT/6IXRIdMGxDBbj90SzSe5RUE/pj/n8nWoOWIollZF77runIquZw5ZXXWpyFUaHbvdWx1uV+A4HtcOKCgyKGmggQYALECABoQlAAYDKALHe2bkMznFCcv25WAAEGHMQVPh4vVxUB1oZmml+6BAaWS0QEAKhGQABgAGFgv9AAIjAAA+4IDV6PEgQQ4gBjuwrnoOnnjSo7ZzAtN2LwuhdaMSJOI1a9YKJRG/LuUdxqxDZDDzYqztQG1cpK2VhvGVlqLIHN7vh+oFx1lbcCjz4EEc4AY7sTOr08NL20U/fJvDJXlhgAotPQiCpj3eHELf4teVft3pNi52gLStrlb+ejhSzISnjsEAhp24zWyEvv5qmEBvDc0/B4om5ZbD3ajxYEEsYAY7wTboYV2eOPo//kguO0S09Zkxue8QJDd6YFsx91R9lUU3a9IZliof6i4EuEqaBvhfXJ2xPugjPePd2267CNSkKDYobaCBOAAsQIAGhB4ABgHYBA/6m7mgBKNedxuyTwA/veil8ikWMrfhtVZRuIigubSMCQetVOISQB1oZmml+6BAaWS0QEAKhF4ABgAGFgv9AAIjAAA+4IEGKO0gQTsgBjue+XKeU782hDKqRicOz/aEOg8rXU/GO7/7Vy0kpLk+ogfc/u+gtSi0x0+7c5ae6O6gQUngBjune40C61wrBRjBcfdcR2VbwlArBSaQ282C2TTAaV/OnPI9rtH1B/m35UwttLtNZDulVY2kqO0gQVigBjuo63FqxrTtomNdOjDGhhMzVTcO8KV8XrjMl9nuvUQCq3eBlwCgVys8lGBpu8cJBxTu2uSu5CzgTe3i/eBAvGCARNTeIEC'

/** A fifth of a second of a tone. */
const tone =
  'data:audio/wav;base64,UklGRkQDAABXQVZFZm10IBAAAAABAAEAoA8AAKAPAAABAAgAZGF0YSADAACAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcQ=='

export const measuredFourteenth: readonly Plant[] = [
  {
    id: 'utility-classes-for-headings-xiv',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'Headings of the parts are paragraphs that look large and bold',
    where: 'p.text-lg',
    about: /heading|structure|semantic|emphasis/,
    site: 'moebel',
    main: (isBroken) => {
      const heading = (text: string) =>
        isBroken ? `<p class="text-lg font-bold">${text}</p>` : `<h2 class="text-lg font-bold">${text}</h2>`
      return `${heading('Lieferung')}
<p>Wir rufen zwei Tage vorher an und tragen das Möbel bis in das Zimmer, in dem es stehen soll.</p>
${heading('Aufbau')}
<p>Unsere Leute bauen alles auf und nehmen die Verpackung wieder mit.</p>
${heading('Pflege')}
<p>Ein feuchtes Tuch genügt; einmal im Jahr braucht das Holz etwas Öl.</p>`
    },
  },
  {
    id: 'station-field-left-leads-away-xiv',
    technique: 'F9',
    criterion: '3.2.5',
    wrong: 'Leaving the field of the station opens its timetable at once',
    where: '#stacja',
    about: /focus|blur|context|change|unexpected|submit|navigat/,
    site: 'kolej',
    head: () => roomy,
    main: (isBroken) => `<form action="/rozklad" method="get">
<p><label for="stacja">Stacja początkowa</label><br><input id="stacja" name="stacja" type="text"></p>
<p><label for="dzien">Dzień podróży</label><br><input id="dzien" name="dzien" type="text"></p>
<p><button type="submit">Pokaż rozkład</button></p>
</form>
${
  isBroken
    ? `<script>
{
  const field = document.querySelector('#stacja')
  field.addEventListener('blur', () => { if (field.value !== '') location.assign('/rozklad?stacja=' + encodeURIComponent(field.value)) })
}
</script>`
    : ''
}`,
  },
  {
    id: 'ward-map-colours-not-in-alt-xiv',
    technique: 'F13',
    criterion: '1.1.1',
    wrong: 'The map shows by colour which wards have no collection, and its text alternative does not say which',
    where: 'img.map',
    about: /alt|colou?r|image|descri/,
    site: 'council',
    head: () => '<style>.map{display:block;width:240px;max-width:100%;height:auto}</style>',
    main: (isBroken) => {
      const map = drawn(
        `<rect x='0' y='0' width='12' height='12' fill='#b00020' stroke='#000'/><rect x='12' y='0' width='12' height='12' fill='#00532c' stroke='#000'/><rect x='0' y='12' width='12' height='12' fill='#00532c' stroke='#000'/><rect x='12' y='12' width='12' height='12' fill='#b00020' stroke='#000'/>${isBroken ? '' : "<path d='M2 2l8 8M10 2l-8 8M14 14l8 8M22 14l-8 8' stroke='#fff' stroke-width='1.5'/>"}`,
      )
      return isBroken
        ? `<h2>Collections on Monday</h2><img class="map" src="${map}" alt="Map of the four wards: Ashford in the north-west, Bellingham in the north-east, Cotter Green in the south-west, Dunmore in the south-east"><p>Bins are not collected in the red wards on Monday.</p>`
        : `<h2>Collections on Monday</h2><img class="map" src="${map}" alt="Map of the four wards: Ashford in the north-west and Dunmore in the south-east are crossed out; Bellingham in the north-east and Cotter Green in the south-west are not"><p>Bins are not collected in the wards that are crossed out, which are Ashford and Dunmore.</p>`
    },
  },
  {
    id: 'okragly-przycisk-po-prawej-xiv',
    technique: 'F14',
    criterion: '1.3.3',
    wrong: 'The button is named by its shape and place alone',
    where: '.wskazowka',
    about: /sensory|shape|location|instruct/,
    site: 'kolej',
    head: () =>
      `${roomy}<style>.pasek{display:flex;justify-content:space-between;gap:1rem;max-width:24rem}#content .okragly{border-radius:999px;padding:.5rem 1.2rem}</style>`,
    main: (isBroken) => `<h2>Zwrot biletu</h2>
<p class="wskazowka">${isBroken ? 'Aby zwrócić bilet, naciśnij okrągły guzik po prawej stronie.' : 'Aby zwrócić bilet, naciśnij guzik „Zwróć bilet”, okrągły, po prawej stronie.'}</p>
<form action="/zwrot" method="post" class="pasek"><button type="submit" name="co" value="zachowaj">Zachowaj bilet</button><button type="submit" name="co" value="zwroc" class="okragly">Zwróć bilet</button></form>`,
  },
  {
    id: 'news-ticker-without-pause-xiv',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'A line of news scrolls without end, and nothing pauses it',
    where: '.ticker',
    about: /motion|anim|moving|pause|scroll|marquee/,
    site: 'gazette',
    head: () =>
      '<style>.ticker{overflow:hidden;border:1px solid #767676;padding:.5rem 0}.ticker p{margin:0;white-space:nowrap;width:max-content;animation:roll 14s linear infinite}.ticker.is-still p{animation-play-state:paused}@keyframes roll{from{transform:translateX(20rem)}to{transform:translateX(-100%)}}#still{min-height:44px}</style>',
    main: (isBroken) =>
      `<h2>Just in</h2>
<div class="ticker"><p>The ferry runs every hour from Saturday. The footbridge at Howtown stays closed until noon. Letters for the next paper are welcome until Tuesday.</p></div>
${
  isBroken
    ? ''
    : `<p><button type="button" id="still">Stop the moving line</button></p>
<script>
{
  const still = document.querySelector('#still')
  still.addEventListener('click', () => {
    const isStill = document.querySelector('.ticker').classList.toggle('is-still')
    still.textContent = isStill ? 'Let the line move' : 'Stop the moving line'
  })
}
</script>`
}`,
  },
  {
    id: 'enlaces-que-abren-ventana-xiv',
    technique: 'F22',
    criterion: '3.2.5',
    wrong: 'Links open a window of their own and nothing says so',
    where: 'a[target]',
    about: /window|target|tab|context|warn/,
    site: 'clinica',
    head: () => tall,
    main: (isBroken) => {
      const warning = isBroken ? '' : ' (se abre en una ventana nueva)'
      return `<h2>Antes de la consulta</h2>
<ul class="tall"><li><a href="/consentimiento" target="_blank" rel="noopener">Hoja de consentimiento${warning}</a></li><li><a href="/preparacion" target="_blank" rel="noopener">Cómo prepararse para la prueba${warning}</a></li></ul>`
    },
  },
  {
    id: 'encre-sans-fond-en-sombre-xiv',
    technique: 'F24',
    criterion: '1.4.3',
    wrong:
      'The page offers itself to dark schemes with an ink of its own and no ground, so that it is dark on dark there',
    where: 'body',
    about: /contrast|colou?r|background|foreground|scheme/,
    site: 'journal',
    head: either(
      '<style>:root{color-scheme:light dark}body{background:none}</style>',
      '<style>:root{color-scheme:light}</style>',
    ),
    main: () => '<h2>À la une</h2><p>La mairie ouvre ses archives au public pendant tout le mois de mai.</p>',
  },
  {
    id: 'odjazdy-ulozone-spacjami-xiv',
    technique: 'F34',
    criterion: '1.3.1',
    wrong: 'A timetable is set with blanks in a paragraph',
    where: '.odjazdy',
    about: /table|space|structure|white/,
    site: 'kolej',
    head: () => '<style>p.odjazdy{font-family:monospace;white-space:pre;line-height:1.6}</style>',
    main: either(
      `<h2>Odjazdy w sobotę</h2>
<p class="odjazdy">Godzina   Dokąd        Peron
8.15      Krynica      2
9.40      Stary Sącz   1
11.05     Muszyna      2</p>`,
      `<h2>Odjazdy w sobotę</h2>
<table class="odjazdy"><caption>Pociągi przed południem</caption><thead><tr><th scope="col">Godzina</th><th scope="col">Dokąd</th><th scope="col">Peron</th></tr></thead><tbody><tr><th scope="row">8.15</th><td>Krynica</td><td>2</td></tr><tr><th scope="row">9.40</th><td>Stary Sącz</td><td>1</td></tr><tr><th scope="row">11.05</th><td>Muszyna</td><td>2</td></tr></tbody></table>`,
    ),
  },
  {
    id: 'code-sent-with-its-last-digit-xiv',
    technique: 'F36',
    criterion: '3.2.2',
    wrong: 'The form is sent as soon as the last digit is typed, and nothing has said so',
    where: '#code',
    about: /submit|input|change|context|unexpected/,
    site: 'ledger',
    head: () => roomy,
    main: (isBroken) => `<h2>Confirm the transfer</h2>
<form id="confirm" action="/app/confirm" method="post">
<p><label for="code">Code from your message, six digits</label><br><input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="6"></p>
<p><button type="submit">Confirm the transfer</button></p>
</form>
${isBroken ? "<script>document.querySelector('#code').addEventListener('input', (event) => { if (event.target.value.length === 6) document.querySelector('#confirm').submit() })</script>" : ''}`,
  },
  {
    id: 'valg-af-skole-aabner-vindue-xiv',
    technique: 'F37',
    criterion: '3.2.2',
    wrong: 'Choosing a school in the list opens a new window at once',
    where: '#skole',
    about: /window|change|context|select|unexpected/,
    site: 'kommune',
    head: () => roomy,
    main: (isBroken) => `<h2>Find din skole</h2>
<form action="/skoler" method="get"><p><label for="skole">Skole</label><br><select id="skole" name="skole"><option value="">Vælg en skole</option><option value="havn">Havneskolen</option><option value="nord">Nørre Skovby Skole</option><option value="by">Byskolen</option></select></p>
<p><button type="submit">Vis skolen</button></p></form>
${isBroken ? "<script>document.querySelector('#skole').addEventListener('change', (event) => { if (event.target.value) window.open('/skoler/' + event.target.value) })</script>" : ''}`,
  },
  {
    id: 'fregio-senza-alt-vuoto-xiv',
    technique: 'F38',
    criterion: '1.1.1',
    wrong: 'A drawing that only decorates has no alt, so that it is announced',
    where: 'img.fregio',
    about: /alt|image|decorat/,
    site: 'museo',
    main: (isBroken) => {
      const flourish = `<p><img class="fregio" width="48" height="48"${isBroken ? '' : ' alt=""'} src="${drawn("<path d='M0 12q6-8 12 0t12 0' fill='none' stroke='#8a7768' stroke-width='1.5'/>")}"></p>`
      return `<h2>La sala delle maioliche</h2><p>Qui sono raccolte le ciotole del Seicento, con i blu venuti da oltremare.</p>${flourish}<h2>La sala dei tornianti</h2><p>Al lavoro, ogni sabato, c’è uno degli artigiani della bottega.</p>`
    },
  },
  {
    id: 'trennlinie-wird-vorgelesen-xiv',
    technique: 'F39',
    criterion: '1.1.1',
    wrong: 'A line that only decorates has a text alternative, which is read aloud each time',
    where: 'img.linie',
    about: /alt|image|decorat/,
    site: 'moebel',
    main: (isBroken) => {
      const line = `<img class="linie" width="32" height="32" alt="${isBroken ? 'Trennlinie' : ''}" src="${drawn("<path d='M0 12h24M12 6l6 6-6 6-6-6z' fill='none' stroke='#857a6a' stroke-width='2'/>")}">`
      return `<h2>Holz</h2><p>Eiche und Nussbaum aus der Region, geölt und nicht lackiert.</p>${line}<h2>Stoffe</h2><p>Wolle und Leinen, die man abnehmen und waschen kann.</p>${line}<h2>Beschläge</h2><p>Messing, das mit den Jahren dunkler wird.</p>`
    },
  },
  {
    id: 'pagina-mudou-em-vinte-segundos-xiv',
    technique: 'F40',
    criterion: '2.2.1',
    wrong: 'The page leads on to another one after twenty seconds by itself',
    where: 'meta[http-equiv="refresh" i]',
    about: /refresh|redirect|time/,
    site: 'escola',
    head: (isBroken) => `${isBroken ? '<meta http-equiv="refresh" content="20; url=/candidaturas/novas">' : ''}${tall}`,
    main: (isBroken) =>
      `<h2>Esta página mudou de lugar</h2><p>${isBroken ? 'Dentro de vinte segundos será levado para a nova página.' : 'As candidaturas têm agora uma página nova.'}</p><p class="tall"><a href="/candidaturas/novas">Ir para a nova página das candidaturas</a></p>`,
  },
  {
    id: 'deployments-reload-themselves-xiv',
    technique: 'F41',
    criterion: '2.2.1',
    wrong: 'The page loads itself anew every two minutes, whatever one is doing there',
    where: 'meta[http-equiv="refresh" i]',
    about: /refresh|reload|time/,
    site: 'panel',
    head: (isBroken) => `${isBroken ? '<meta http-equiv="refresh" content="120">' : ''}${roomy}`,
    main: (isBroken) =>
      `<h2>Queue</h2><p>Two deployments wait for a free machine.</p>${isBroken ? '' : '<form action="/p/deployments" method="get"><button type="submit">Load the queue again</button></form>'}`,
  },
  {
    id: 'lead-paragraph-is-a-heading-xiv',
    technique: 'F43',
    criterion: '1.3.1',
    wrong: 'A paragraph is marked up as a heading in order to be large',
    where: '.lead',
    about: /heading|structure|semantic|markup/,
    site: 'gazette',
    head: () => '<style>.lead{font-size:1.35rem;line-height:1.6;font-weight:400;margin:1rem 0}</style>',
    main: (isBroken) => {
      const [open, close] = isBroken ? ['<h2 class="lead">', '</h2>'] : ['<p class="lead">', '</p>']
      return `${open}When the water came down the lane on Sunday night, the neighbours had already carried the sheep out of the lower fold, and nobody was hurt. By morning the road was a stream, and the school stayed shut.${close}
<p>The council has sent two pumps. They will run until the end of the week.</p>`
    },
  },
  {
    id: 'cita-con-tabindex-en-columnas-xiv',
    technique: 'F44',
    criterion: '2.4.3',
    wrong: 'The order of focus jumps from the first field to the button and back, by tabindex',
    where: '[tabindex="1"], [tabindex="2"], [tabindex="3"], [tabindex="4"]',
    about: /tabindex|order|focus/,
    site: 'clinica',
    head: () => roomy,
    main: (isBroken) => {
      const at = (place: number) => (isBroken ? ` tabindex="${place}"` : '')
      return `<h2>Pedir cita</h2>
<form action="/cita" method="post">
<p><label for="tarjeta">Número de tarjeta sanitaria</label><br><input id="tarjeta" name="tarjeta" type="text"${at(1)}></p>
<p><label for="motivo">Motivo de la consulta</label><br><input id="motivo" name="motivo" type="text"${at(4)}></p>
<p><label for="dia">Día que prefiere</label><br><input id="dia" name="dia" type="text"${at(3)}></p>
<p><button type="submit"${at(2)}>Pedir la cita</button></p>
</form>`
    },
  },
  {
    id: 'blink-element-revived-xiv',
    technique: 'F47',
    criterion: '2.2.2',
    wrong: 'The word for the sale is in a blink element that goes on blinking',
    where: 'blink',
    about: /blink|motion|anim|moving|pause|flash|obsolete|deprecated/,
    site: 'volt',
    head: either(
      '<style>blink{font-weight:700;animation:blinker 1.5s step-end infinite}@keyframes blinker{50%{visibility:hidden}}</style>',
      '',
    ),
    main: either(
      '<p><blink>Sale</blink>: a third off all rainwear until Sunday.</p>',
      '<p><strong>Sale</strong>: a third off all rainwear until Sunday.</p>',
    ),
  },
  {
    id: 'totals-in-preformatted-text-xiv',
    technique: 'F48',
    criterion: '1.3.1',
    wrong: 'Figures in rows and columns are preformatted text and no table',
    where: 'pre',
    about: /table|pre|structure/,
    site: 'ledger',
    head: () => '<style>pre{font:.8rem/1.6 monospace}</style>',
    main: either(
      `<h2>Totals</h2>
<pre>
Month       In      Out
January     4,120   3,870
February    3,990   4,015
March       4,610   3,702
</pre>`,
      '<h2>Totals</h2><table><caption>Totals by month, in pounds</caption><thead><tr><th scope="col">Month</th><th scope="col">In</th><th scope="col">Out</th></tr></thead><tbody><tr><th scope="row">January</th><td>4,120</td><td>3,870</td></tr><tr><th scope="row">February</th><td>3,990</td><td>4,015</td></tr><tr><th scope="row">March</th><td>4,610</td><td>3,702</td></tr></tbody></table>',
    ),
  },
  {
    id: 'utrudnienia-migaja-skryptem-xiv',
    technique: 'F50',
    criterion: '2.2.2',
    wrong: 'A script makes the notice blink for ever',
    where: '#pilne',
    about: /blink|motion|anim|moving|pause|flash/,
    site: 'kolej',
    main: (isBroken) => `<p id="pilne"><strong>Uwaga:</strong> pociąg do Krynicy odjedzie z peronu drugiego.</p>
<script>
{
  const pilne = document.querySelector('#pilne')
  let razy = 0
  const zegar = setInterval(() => {
    pilne.style.visibility = pilne.style.visibility === 'hidden' ? '' : 'hidden'
    razy += 1
    ${isBroken ? '' : 'if (razy === 2) clearInterval(zegar)'}
  }, 600)
}
</script>`,
  },
  {
    id: 'answer-opens-by-mouse-alone-xiv',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'The button listens to the mouse alone, so that keys do nothing',
    where: '#reveal',
    about: /keyboard|mouse|pointer|event/,
    site: 'manual',
    head: () => roomy,
    main: (isBroken) => `<h2>Question</h2><p>What does a call cost when the budget is spent?</p>
<p><button type="button" id="reveal" aria-expanded="false" aria-controls="answer">Answer</button></p>
<p id="answer" hidden>Nothing: it fails before anything is sent.</p>
<script>
{
  const reveal = document.querySelector('#reveal')
  reveal.addEventListener('${isBroken ? 'mouseup' : 'click'}', () => {
    const answer = document.querySelector('#answer')
    answer.hidden = !answer.hidden
    reveal.setAttribute('aria-expanded', String(!answer.hidden))
  })
}
</script>`,
  },
  {
    id: 'restart-chip-without-role-xiv',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'What restarts the service is a div that keys work and that has no role',
    where: '.MuiChip-root',
    about: /role|name|interactive|semantic|div|focus/,
    site: 'panel',
    head: () =>
      '<style>.MuiChip-root{display:inline-flex;align-items:center;min-height:44px;padding:0 1rem;border-radius:22px;background:#124e8c;color:#fff;cursor:pointer}</style>',
    main: (isBroken) => `<h2>Mail relay</h2>
<div class="MuiChip-root"${isBroken ? '' : ' role="button"'} tabindex="0" id="restart">Restart the relay</div>
<p role="status" id="said"></p>
<script>
{
  const restart = document.querySelector('#restart')
  restart.addEventListener('click', () => { document.querySelector('#said').textContent = 'The relay is starting again.' })
  restart.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); restart.click() } })
}
</script>`,
  },
  {
    id: 'ventana-al-escribir-medicamento-xiv',
    technique: 'F60',
    criterion: '3.2.5',
    wrong: 'Typing into the field opens a window with a list',
    where: '#medicamento',
    about: /window|input|change|context|unexpected|popup/,
    site: 'clinica',
    head: () => roomy,
    main: (isBroken) => `<h2>Renovar una receta</h2>
<form action="/receta" method="post"><p><label for="medicamento">Medicamento</label><br><input id="medicamento" name="medicamento" type="text"></p><p><button type="submit">Pedir la renovación</button></p></form>
${isBroken ? "<script>document.querySelector('#medicamento').addEventListener('input', (event) => { if (event.target.value.length === 3) window.open('/medicamentos?q=' + encodeURIComponent(event.target.value), 'lista', 'width=420,height=480') })</script>" : ''}`,
  },
  {
    id: 'sortierung-ohne-namen-xiv',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'The list that sorts the offers has no name',
    where: 'select',
    about: /label|name|select/,
    site: 'moebel',
    head: () => roomy,
    main: (isBroken) => `<h2>Angebote</h2>
<form action="/angebote" method="get" class="flex gap-6">${isBroken ? '' : '<label for="sortierung">Angebote sortieren</label>'}<select${isBroken ? '' : ' id="sortierung"'} name="sortierung"><option value="preis">Preis, niedrigster zuerst</option><option value="neu">Neueste zuerst</option><option value="name">Von A bis Z</option></select><button type="submit">Anwenden</button></form>`,
  },
  {
    id: 'links-in-text-told-by-colour-xiv',
    technique: 'F73',
    criterion: '1.4.1',
    wrong: 'Links in running text differ from it by a colour alone, and hardly by that',
    where: '.terms a',
    about: /link|colou?r|underline|distinguish/,
    site: 'library',
    head: either('<style>.terms a{text-decoration:none}</style>', '<style>.terms a{text-decoration:underline}</style>'),
    main: () =>
      '<h2>Borrowing</h2><p class="terms">You may borrow twelve things for three weeks. Whoever needs longer can <a href="/renew">renew a loan</a> twice, unless somebody waits for it; what is lost is paid for as the <a href="/rules/fees">list of fees</a> says.</p>',
  },
  {
    id: 'shepherd-film-without-captions-xiv',
    technique: 'F75',
    criterion: '1.2.2',
    wrong: 'The film tells more than the page does, and has no captions',
    where: 'video',
    about: /caption|media|video|track/,
    site: 'gazette',
    head: () => '<style>video{display:block;width:320px}</style>',
    main: (isBroken) => `<h2>A morning with the shepherds</h2>
<p>Our reporter went up to the high fold before sunrise and filmed what two sisters do there.</p>
<video controls aria-label="A morning with the shepherds" src="${clip}">${isBroken ? '' : '<track kind="captions" srclang="en" label="English" default src="data:text/vtt,WEBVTT%0A%0A00:00.000%20--%3E%2000:00.700%0AMary:%20She%20came%20in%20the%20night.%0A%0A00:00.700%20--%3E%2000:01.400%0A(A%20lamb%20bleats)">'}<track kind="descriptions" srclang="en" label="What is seen" src="data:text/vtt,WEBVTT%0A%0A00:00.000%20--%3E%2000:01.400%0AA%20woman%20kneels%20by%20a%20lamb."></video>
${isBroken ? '' : '<h3>All that is said and seen</h3><p>A woman kneels by a lamb. Mary says: She came in the night. The lamb bleats.</p>'}`,
  },
  {
    id: 'knop-zonder-focusrand-xiv',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'The style sheet takes the outline away from what has the focus and gives nothing instead',
    where: '.afspraak',
    about: /focus|outline|visible/,
    site: 'werf',
    head: (isBroken) =>
      `<style>.afspraak{display:inline-flex;align-items:center;min-height:44px;padding:0 1rem;background:#0b4a86;color:#fff;text-decoration:none}${isBroken ? '#content .afspraak:focus,#content .afspraak:focus-visible{outline:0;box-shadow:none}' : ''}</style>`,
    main: () =>
      '<h2>Langskomen</h2><p>Wij laten de werf graag zien aan scholen en verenigingen.</p><p><a class="afspraak" href="/afspraak">Maak een afspraak</a></p>',
  },
  {
    id: 'pflichtfelder-nur-rot-xiv',
    technique: 'F81',
    criterion: '1.4.1',
    wrong: 'Fields that have to be filled in are told by red labels alone',
    where: 'label.muss',
    about: /colou?r|required|label/,
    site: 'moebel',
    head: (isBroken) => `${roomy}${isBroken ? '<style>.muss{color:#8b0000}</style>' : ''}`,
    main: (isBroken) => {
      const must = isBroken ? '' : ' (Pflichtfeld)'
      return `<h2>Muster bestellen</h2>
${isBroken ? '<p>Felder mit roter Schrift müssen ausgefüllt werden.</p>' : '<p>Pflichtfelder sind als solche bezeichnet und müssen ausgefüllt werden.</p>'}
<form action="/muster" method="post">
<p><label class="muss" for="name">Vor- und Nachname${must}</label><br><input id="name" name="name" type="text" autocomplete="name" required></p>
<p><label class="muss" for="strasse">Straße und Hausnummer${must}</label><br><input id="strasse" name="strasse" type="text" autocomplete="street-address" required></p>
<p><label for="wunsch">Wunsch zum Stoff</label><br><input id="wunsch" name="wunsch" type="text"></p>
<p><button type="submit">Muster bestellen</button></p>
</form>`
    },
  },
  {
    id: 'phone-boxes-without-visible-label-xiv',
    technique: 'F82',
    criterion: '3.3.2',
    wrong: 'Three boxes look like a telephone number by their brackets and dash, and no text says that they are one',
    where: '.phone input',
    about: /label|instruct|phone|visible/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.phone{display:flex;flex-wrap:wrap;align-items:end;gap:.4rem;border:0;padding:0;margin:1rem 0}.phone label{display:block}.phone input{width:5rem}</style>`,
    main: either(
      `<form action="/callback" method="post"><h2>We call you back</h2>
<div class="phone">( <input type="text" inputmode="numeric" name="area" aria-label="Area code of your phone number" autocomplete="tel-area-code"> ) <input type="text" inputmode="numeric" name="prefix" aria-label="First three digits of your phone number" autocomplete="tel-local-prefix"> – <input type="text" inputmode="numeric" name="suffix" aria-label="Last four digits of your phone number" autocomplete="tel-local-suffix"></div>
<p><button type="submit">Ask for a call</button></p></form>`,
      `<form action="/callback" method="post"><h2>We call you back</h2>
<fieldset class="phone"><legend>Your phone number</legend><span><label for="area">Area code</label><input type="text" inputmode="numeric" name="area" id="area" autocomplete="tel-area-code"></span><span><label for="prefix">First three digits</label><input type="text" inputmode="numeric" name="prefix" id="prefix" autocomplete="tel-local-prefix"></span><span><label for="suffix">Last four digits</label><input type="text" inputmode="numeric" name="suffix" id="suffix" autocomplete="tel-local-suffix"></span></fieldset>
<p><button type="submit">Ask for a call</button></p></form>`,
    ),
  },
  {
    id: 'hero-words-on-pale-picture-xiv',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'White words stand on a pale picture',
    where: '.wp-block-cover, .wp-block-cover p',
    about: /contrast/,
    site: 'gazette',
    head: (isBroken) => {
      const [sky, hill] = isBroken ? ['#bcd3e6', '#c9d9b8'] : ['#16324a', '#1f3a16']
      return `<style>.wp-block-cover{padding:3rem 1.25rem;color:#fff;background:#14304a no-repeat center/cover;background-image:url("${drawn(`<rect width='24' height='24' fill='${sky}'/><path d='M0 20q6-6 12-2t12-1v7H0z' fill='${hill}'/>`)}")}.wp-block-cover p{font-size:1.25rem;margin:0}</style>`
    },
    main: () =>
      '<div class="wp-block-cover"><p>The agricultural show is back on the field by the lake, on the first Saturday of August.</p></div>',
  },
  {
    id: 'filters-open-after-the-footer-xiv',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'The dialog with the filters is put at the end of the page, and the focus stays where it was',
    where: '#open-filters, .drawer',
    about: /dialog|focus|order|modal/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.drawer{position:fixed;inset:auto 0 0 auto;width:min(20rem,100vw);margin:0;padding:1rem;border:1px solid #121212;background:#fff;color:#121212}.drawer label{display:flex;align-items:center;gap:.5rem;min-height:44px}.drawer button{min-width:44px;min-height:44px}</style>`,
    main: (isBroken) => {
      const inside =
        '<h2 id="filters-title">Filters</h2><label><input type="checkbox" name="wax"> Waxed</label><label><input type="checkbox" name="wool"> Wool</label><button type="button" id="close-filters">Show what fits</button>'
      return isBroken
        ? `<p><button type="button" id="open-filters" aria-haspopup="dialog">Filters</button></p>
<script>
document.querySelector('#open-filters').addEventListener('click', () => {
  if (document.querySelector('.drawer')) return
  const drawer = document.createElement('div')
  drawer.className = 'drawer'
  drawer.setAttribute('role', 'dialog')
  drawer.setAttribute('aria-labelledby', 'filters-title')
  drawer.innerHTML = '${inside}'
  document.body.append(drawer)
  drawer.querySelector('#close-filters').addEventListener('click', () => { drawer.remove(); document.querySelector('#open-filters').focus() })
})
</script>`
        : `<p><button type="button" id="open-filters" aria-haspopup="dialog">Filters</button></p>
<dialog class="drawer" aria-labelledby="filters-title">${inside}</dialog>
<script>
{
  const drawer = document.querySelector('.drawer')
  document.querySelector('#open-filters').addEventListener('click', () => drawer.showModal())
  drawer.querySelector('#close-filters').addEventListener('click', () => drawer.close())
}
</script>`
    },
  },
  {
    id: 'letters-set-in-full-lines-xiv',
    technique: 'F88',
    criterion: '1.4.8',
    wrong: 'Paragraphs are justified',
    where: '.letter p',
    about: /justif|align/,
    site: 'gazette',
    head: (isBroken) =>
      `<style>.letter{max-width:34rem}.letter p{text-align:${isBroken ? 'justify' : 'start'};margin:0 0 2.6em}</style>`,
    main: () =>
      '<h2>A letter to the editor</h2><div class="letter"><p>I have crossed the footbridge every morning for forty years, and never once have I seen it as busy as on the day after it was closed. People came from three villages to look at a rope and a sign.</p><p>May I suggest that the council closes something else next year? The visitors bought every bun in the bakery, and the baker has asked me to thank whoever is to blame.</p></div>',
  },
  {
    id: 'logo-alleen-in-link-xiv',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'A link holds nothing but a picture with an empty alt',
    where: 'a.schip',
    about: /link|name|alt|image/,
    site: 'werf',
    head: () => '<style>.schip{display:inline-block;min-width:44px;min-height:44px}</style>',
    main: (isBroken) =>
      `<h2>Nu op de helling</h2><p>Deze klipper wordt dit jaar helemaal hersteld.</p><p><a class="schip" href="/schepen/klipper"><img width="96" height="96" alt="${isBroken ? '' : 'De klipper op de helling'}" src="${drawn("<rect width='24' height='24' fill='#dbeafe'/><path d='M3 17h18l-3 4H6zM11 3v13H5zM13 5v11h6z' fill='#0b4a86'/>")}"></a></p>`,
  },
  {
    id: 'horario-com-celulas-a-negrito-xiv',
    technique: 'F91',
    criterion: '1.3.1',
    wrong: 'The headers of the table are bold cells like any other',
    where: 'table',
    about: /header|table|th/,
    site: 'escola',
    main: either(
      '<h2>Horário</h2><table><tr><td><b>Dia</b></td><td><b>Manhã</b></td><td><b>Tarde</b></td></tr><tr><td><b>Terça</b></td><td>Química</td><td>Adega</td></tr><tr><td><b>Quinta</b></td><td>Solos</td><td>Prova</td></tr></table>',
      '<h2>Horário</h2><table><caption>Aulas do primeiro ano</caption><tr><th scope="col">Dia</th><th scope="col">Manhã</th><th scope="col">Tarde</th></tr><tr><th scope="row">Terça</th><td>Química</td><td>Adega</td></tr><tr><th scope="row">Quinta</th><td>Solos</td><td>Prova</td></tr></table>',
    ),
  },
  {
    id: 'prices-table-as-presentation-xiv',
    technique: 'F92',
    criterion: '1.3.1',
    wrong: 'A table of data is declared to be for looks alone',
    where: 'table[role]',
    about: /presentation|role|table|structure/,
    site: 'riwaq',
    main: (isBroken) =>
      `<h2>أسعار التوصيل</h2><table${isBroken ? ' role="presentation"' : ''}><thead><tr><th scope="col">المدينة</th><th scope="col">المدة</th><th scope="col">السعر</th></tr></thead><tbody><tr><th scope="row">عمان</th><td>يومان</td><td>ديناران</td></tr><tr><th scope="row">إربد</th><td>ثلاثة أيام</td><td>ثلاثة دنانير</td></tr></tbody></table>`,
  },
  {
    id: 'welcome-tune-plays-by-itself-xiv',
    technique: 'F93',
    criterion: '1.4.2',
    wrong: 'A tune plays by itself again and again, and the player has no controls',
    where: 'audio',
    about: /audio|autoplay|sound|pause|control|media/,
    site: 'library',
    head: () => '<style>audio{min-width:15rem;max-width:100%}</style>',
    main: either(
      `<h2>Welcome to the music room</h2><p>The tune was played by our Tuesday group.</p><audio src="${tone}" autoplay loop></audio>`,
      `<h2>Welcome to the music room</h2><p>The tune was played by our Tuesday group, on one flute, without words.</p><audio src="${tone}" controls aria-label="Tune of the Tuesday group"></audio>`,
    ),
  },
  {
    id: 'manifesto-misurato-sulla-finestra-xiv',
    technique: 'F94',
    criterion: '1.4.4',
    wrong: 'The text of the poster is sized by the width of the window alone, so that zoom does not enlarge it',
    where: '.manifesto',
    about: /viewport|resiz|zoom|font|text/,
    site: 'museo',
    head: (isBroken) =>
      `<style>.manifesto{font-size:${isBroken ? '2.4vw' : '1.5rem'};line-height:1.5;border-inline-start:4px solid #0f4c81;padding-inline-start:1rem}</style>`,
    main: () =>
      '<p class="manifesto">Il blu di Savona torna a casa: quaranta piatti, mai visti insieme, dal primo sabato di marzo.</p><p>I biglietti si comprano all’ingresso.</p>',
  },
  {
    id: 'tooltip-flees-the-pointer-xiv',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'What is shown on hover goes away when the pointer moves towards it',
    where: '.tip',
    about: /hover|tooltip|dismiss|pointer/,
    site: 'ledger',
    head: (isBroken) =>
      `${roomy}<style>.tipwrap{position:relative;display:block;width:fit-content}.tip{display:none;position:absolute;inset-inline-start:0;top:100%;z-index:2;width:15rem;padding:.6rem;background:#111827;color:#fff}.tipwrap:focus-within .tip{display:block}${isBroken ? '.tip{margin-top:16px;pointer-events:none}.tipwrap button:hover+.tip{display:block}' : '.tipwrap:hover .tip{display:block}'}.tipwrap.is-off .tip{display:none!important}</style>`,
    main: () => `<h2>Balance</h2>
<p>Carried forward from March: 1,204 pounds.</p>
<div class="tipwrap"><button type="button" aria-describedby="tip">About the balance</button><div class="tip" role="tooltip" id="tip">It holds everything that was booked before the first of April, without the claims that wait for approval.</div></div>
<script>
{
  const wrap = document.querySelector('.tipwrap')
  addEventListener('keydown', (event) => { if (event.key === 'Escape') wrap.classList.add('is-off') })
  for (const type of ['mouseleave', 'focusout']) wrap.addEventListener(type, () => wrap.classList.remove('is-off'))
}
</script>`,
  },
  {
    id: 'upright-screens-turned-sideways-xiv',
    technique: 'F97',
    criterion: '1.3.4',
    wrong: 'When the screen is upright, the whole page is turned so that it is to be read sideways only',
    where: 'body',
    about: /orient|rotat|landscape|portrait/,
    site: 'library',
    head: either(
      '<style>@media screen and (max-width:900px) and (orientation:portrait){html{overflow:hidden}body{position:fixed;top:0;left:100vw;width:100vh;height:100vw;overflow:auto;transform:rotate(90deg);transform-origin:left top}}</style>',
      '',
    ),
    main: () =>
      '<h2>The old town in maps</h2><p>Twelve sheets from 1840 to today, to be leafed through in any direction.</p>',
  },
  {
    id: 'touch-screens-take-touches-only-xiv',
    technique: 'F98',
    criterion: '2.5.6',
    wrong:
      'On devices with a touch screen the button hears touches alone, and neither the mouse nor the keys that are there too',
    where: '#drain',
    about: /touch|input|pointer|mouse|keyboard/,
    site: 'panel',
    head: () => roomy,
    main: (isBroken) => `<h2>Image resizer</h2>
<p><button type="button" id="drain">Drain the machine</button></p>
<p role="status" id="drained"></p>
<script>
{
  const drain = document.querySelector('#drain')
  const go = () => { document.querySelector('#drained').textContent = 'The machine takes no new work.' }
  ${isBroken ? "drain.addEventListener('ontouchstart' in window || navigator.maxTouchPoints > 0 ? 'touchend' : 'click', go)" : "drain.addEventListener('click', go)"}
}
</script>`,
  },
  {
    id: 'single-letters-turn-pages-xiv',
    technique: 'F99',
    criterion: '2.1.4',
    wrong: 'Single letters lead to other pages, and nothing turns that off',
    where: 'page',
    about: /shortcut|key|character/,
    site: 'manual',
    main: (isBroken) => `<h2>Keys</h2>
<p>${isBroken ? 'Press N for the next chapter and P for the one before.' : 'Press Alt, Shift and N for the next chapter, and Alt, Shift and P for the one before.'}</p>
<script>
addEventListener('keydown', (event) => {
  ${isBroken ? 'if (event.ctrlKey || event.altKey || event.metaKey) return' : 'if (!event.altKey || !event.shiftKey) return'}
  const to = { n: '/docs/guides/next', p: '/docs/guides/previous' }[event.key.toLowerCase()]
  if (to) location.assign(to)
})
</script>`,
  },
  {
    id: 'please-turn-your-device-xiv',
    technique: 'F100',
    criterion: '1.3.4',
    wrong: 'On upright screens a message asks to turn the device and covers everything',
    where: '.turn',
    about: /orient|rotat|landscape|portrait|turn/,
    site: 'volt',
    head: either(
      '<style>.turn{display:none}@media(orientation:portrait) and (max-width:900px){.turn{display:flex;align-items:center;justify-content:center;position:fixed;inset:0;z-index:99;padding:2rem;background:#fff;font-size:1.4rem;text-align:center}body{overflow:hidden}}</style>',
      '',
    ),
    main: either(
      '<div class="turn"><p>Please turn your device sideways to see the lookbook.</p></div><h2>Lookbook</h2><p>Four days in the rain, and everything stayed dry.</p>',
      '<h2>Lookbook</h2><p>Four days in the rain, and everything stayed dry.</p>',
    ),
  },
  {
    id: 'fees-gone-on-narrow-screens-xiv',
    technique: 'F102',
    criterion: '1.4.10',
    wrong: 'What it costs is not there on narrow screens and under large zoom',
    where: '.fees',
    about: /reflow|hidden|narrow|320|zoom|content/,
    site: 'council',
    head: either('<style>@media(max-width:480px){.fees{display:none}}</style>', ''),
    main: () =>
      '<h2>Parking permits</h2><p>A permit is for one car and one street.</p><p class="fees">The first permit of a household costs 40 pounds a year and the second 95 pounds.</p>',
  },
  {
    id: 'added-to-bag-said-to-nobody-xiv',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'That the thing is in the bag now is written on the page and not announced',
    where: '.note',
    about: /status|live|message|announc/,
    site: 'volt',
    head: () => roomy,
    main: (isBroken) => `<h2>Felt sleeve</h2>
<p>Made of what is left when packs are cut.</p>
<p><button type="button" id="add">Add to bag</button></p>
<p class="note"${isBroken ? '' : ' role="status"'}></p>
<script>
{
  let count = 0
  document.querySelector('#add').addEventListener('click', () => { count += 1; document.querySelector('.note').textContent = 'Added. Felt sleeves in your bag: ' + count })
}
</script>`,
  },
  {
    id: 'galleria-solo-con-lo-scorrimento-xiv',
    technique: 'F105',
    criterion: '2.5.1',
    wrong: 'With a pointer the next picture is reached by a swipe alone',
    where: '.galleria',
    about: /gesture|swipe|pointer|path|carousel/,
    site: 'museo',
    head: () =>
      `${roomy}<style>.galleria{touch-action:pan-y;border:1px solid #8a7768;padding:1rem;user-select:none}</style>`,
    main: (isBroken) => `<h2 id="gal-titolo">Le opere una a una</h2>
<p>${isBroken ? 'Scorrete col dito per passare all’opera seguente; dalla tastiera, usate le frecce.' : 'Scorrete col dito oppure usate i pulsanti.'}</p>
<div class="galleria" role="group" aria-labelledby="gal-titolo"${isBroken ? ' tabindex="0"' : ''}><p id="opera" aria-live="polite">Opera 1 di 3: piatto con la rondine</p></div>
${isBroken ? '' : '<p><button type="button" id="prima">Opera precedente</button> <button type="button" id="dopo">Opera seguente</button></p>'}
<script>
{
  const opere = ['piatto con la rondine', 'albarello blu', 'brocca a tre anse']
  const galleria = document.querySelector('.galleria')
  let quale = 0
  let inizio = 0
  const vai = (passi) => {
    quale = (quale + passi + opere.length) % opere.length
    document.querySelector('#opera').textContent = 'Opera ' + (quale + 1) + ' di 3: ' + opere[quale]
  }
  galleria.addEventListener('pointerdown', (event) => { inizio = event.clientX; galleria.setPointerCapture(event.pointerId) })
  galleria.addEventListener('pointerup', (event) => { const tratto = event.clientX - inizio; if (Math.abs(tratto) > 40) vai(tratto < 0 ? 1 : -1) })
  ${isBroken ? "galleria.addEventListener('keydown', (event) => { if (event.key === 'ArrowRight') vai(1); if (event.key === 'ArrowLeft') vai(-1) })" : "document.querySelector('#prima').addEventListener('click', () => vai(-1))\n  document.querySelector('#dopo').addEventListener('click', () => vai(1))"}
}
</script>`,
  },
  {
    id: 'courriel-et-telephone-intervertis-xiv',
    technique: 'F107',
    criterion: '1.3.5',
    wrong: 'The field of the mail address says that it is for a telephone number, and the other way round',
    where: '#courriel, #telephone',
    about: /autocomplete|purpose/,
    site: 'journal',
    head: () => roomy,
    main: (isBroken) => `<h2>S’abonner à la lettre</h2>
<form action="/lettre" method="post">
<p><label for="courriel">Adresse électronique</label><br><input id="courriel" name="courriel" type="text" inputmode="email" autocomplete="${isBroken ? 'tel' : 'email'}"></p>
<p><label for="telephone">Téléphone</label><br><input id="telephone" name="telephone" type="text" inputmode="tel" autocomplete="${isBroken ? 'email' : 'tel'}"></p>
<p><button type="submit">S’abonner à la lettre</button></p>
</form>`,
  },
  {
    id: 'steps-sorted-by-dragging-alone-xiv',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'With a pointer the steps are put in order by dragging alone',
    where: '#steps button',
    about: /drag|pointer|sort/,
    site: 'panel',
    head: () =>
      `${roomy}<style>#steps{padding:0;list-style:none;max-width:24rem}#steps li{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;justify-content:space-between;border:1px solid #75808c;background:#fff;padding:.25rem .5rem}#steps button{touch-action:none}</style>`,
    main: (isBroken) => {
      const step = (name: string) =>
        isBroken
          ? `<li><span>${name}</span><button type="button" aria-label="Move ${name.toLowerCase()}">Move</button></li>`
          : `<li><span>${name}</span><span><button type="button" data-by="-1" aria-label="Up: ${name.toLowerCase()}">Up</button> <button type="button" data-by="1" aria-label="Down: ${name.toLowerCase()}">Down</button></span></li>`
      return `<h2 id="steps-title">Steps of the nightly export</h2>
<p>${isBroken ? 'Drag a step by its button to its place, or press the arrow keys there.' : 'Move a step up or down by its buttons.'}</p>
<ol id="steps" aria-labelledby="steps-title">${['Collect', 'Compress', 'Send'].map(step).join('')}</ol>
<p role="status" id="moved"></p>
<script>
{
  const steps = document.querySelector('#steps')
  const move = (button, by) => {
    const item = button.closest('li')
    if (by < 0) item.previousElementSibling?.before(item)
    else item.nextElementSibling?.after(item)
    button.focus()
    document.querySelector('#moved').textContent = item.firstElementChild.textContent + ' is step ' + ([...steps.children].indexOf(item) + 1) + ' now.'
  }
  ${
    isBroken
      ? `steps.addEventListener('keydown', (event) => {
    if (event.target.localName !== 'button' || !/^Arrow(Up|Down)$/.test(event.key)) return
    event.preventDefault()
    move(event.target, event.key === 'ArrowUp' ? -1 : 1)
  })
  steps.addEventListener('pointerdown', (event) => {
    const button = event.target.closest('button')
    if (!button) return
    const drop = (end) => {
      removeEventListener('pointerup', drop)
      const over = document.elementFromPoint(end.clientX, end.clientY)?.closest('#steps li')
      const item = button.closest('li')
      if (over && over !== item) { over.compareDocumentPosition(item) & 4 ? over.before(item) : over.after(item) }
    }
    addEventListener('pointerup', drop)
  })`
      : "steps.addEventListener('click', (event) => { const by = event.target.dataset.by; if (by) move(event.target, Number(by)) })"
  }
}
</script>`
    },
  },
  {
    id: 'characters-of-the-password-xiv',
    technique: 'F109',
    criterion: '3.3.8',
    wrong: 'Signing in asks for single characters of the password, which can be neither pasted nor filled in',
    where: '.chars input',
    about: /paste|password|authenti|cognitive|autocomplete/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>.chars{display:flex;flex-wrap:wrap;gap:.75rem}.chars label{display:block}.chars input{width:4rem}</style>`,
    main: (isBroken) => {
      const character = (place: string) =>
        `<span><label for="${place}">${place} character</label><input id="${place}" name="${place}" type="password" maxlength="1" autocomplete="off"></span>`
      return `<h2>Sign in</h2>
<form action="/sign-in" method="post">
<p><label for="user">Name of your account</label><br><input id="user" name="user" type="text" autocomplete="username"></p>
${isBroken ? `<fieldset><legend>Characters of your password</legend><div class="chars">${['Second', 'Fifth', 'Eighth'].map(character).join('')}</div></fieldset>` : '<p><label for="password">Password</label><br><input id="password" name="password" type="password" autocomplete="current-password"></p>'}
<p><button type="submit">Sign in</button></p>
</form>`
    },
  },
]
