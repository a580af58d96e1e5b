/** Failures of each published failure technique, planted by an auditor who did not look at the checks: the half that its digest opens to whoever mends them. */
import { drawn, either, type Plant, roomy, tall } from '#bench/planted/plant'

/** A second and a half of a square that moves, and of a tone. */
const clip =
  'data:video/webm;base64,GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAlmEU2bdLpNu4tTq4QVSalmU6yBbk27i1OrhBZUrmtTrIGTTbuMU6uEH0O2dVOsggETTbuMU6uEHFO7a1OsgglP7K0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBEiYRErE2JTYCGQ2hyb21lV0GGQ2hyb21lFlSua/uuvdeBAXPFh2U5OOjvCPuDgQKGhkFfT1BVU2Oik09wdXNIZWFkAQIAAIC7AAAAAADhjbWERzuAAJ+BAmJkgSCuuteBAnPFh4SsbVbiyduDgQFV7oEBhoVWX1ZQOOCdsIFAuoEkU8CBAVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1AQAAAAAACDDngQCjxIEAAIAY4WQ4yPkszywAc0GyNgG60ZynhY7XmtonngGIYehtv+ymZXBCVybTafEhkeGxB987TRkzLdYyb94B380YWxrCoECDodSCADcAkAMAnQEqQAAkAAaHCIWFiJmEiCWCAAeQ0AZsp59JKisDlNRByAD+2ITvNZbYd6OKZy5T2dDf0vNHNnnY9K3uT80VLWAu0LxTwggRnXqNeAB1oaqmqO6BAaWjsAIAnQEqQAAkAAqHCIWFiJmEiDgCAAaOT8zHm/FYAP7rrgCjr4EAO4AY7fY9xZnj+RhcyZlkGFfJEGLsrA9fQc7wrjl5WkEi32d5NWQlcua8FGqwo7SBAHmAGO32PcWos+SCOMCroj/TLNblBpgnUvFMUqBTiNyer8npZdnD3dBStpBNLyalJv7Wo7CBALSAGO32PcWnYV71DEroIdaK4uXVaLMlmiSHa2ZNJBBbDdVoOolcvamnuY2mBJ6jrYEA74AY7fY9xamyOWLJ7Uq1xZ02nj990vkaubo4FhoBS5IB9Tcqx1YqL0H6HaC/oZ6CAPgAcQIAGhE8ABgAHDv/9ABADVykbTB3gOj8oKB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4E3o6+BAS2AGO32PcWnseb8NaL/ZHglZSRVMHHR043XBRW2KOdPW/e1CVaK0Bwhj+f5oKOzgQFogBjt9j3FmeP5GFzJhWkVUvQXt3HJDS09UEF/ier/K79rt/uyVvMn9sCzs69JL0Iwo7WBAaOAGO32PcWos+SCOMCrvmKLC2VS5PHfaie3wP7vBpObBcB2a5+DjI++nKHfQTyacrL3aKC/oZ6CAcAAcQIAGhD0ABgAGkgH9AIAaXF5J0MgAPQ1sBB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4H4o8eBAeGAGO7Cueg6eeNKjtnMC03XPwFNj2rxpK1JiLnBRhME1ROkh0vBVoHv2PkGzj9/tX9ZXTgqcffpLi+OXGH3KPHwBBcY0qPPgQIcgBjuxM6vTw0vbRT98m8Mj1b4SGkxEq2xfsnXpTElvPokykcJ9nPRf5R0LUVBdxY5NuFu2kHZZN42s7sJbSdTaH5X9d7/rOauoo0QtqPBgQJXgBjvBNuhhXZ44+j/+SC48nv8F1peXgE0HVt/OE7srEgheZh/c502r2zGKQ3O1XENQTvORN+Q3yaaNqaKabagwqGgggKIAHECABoQ2AAYAB5QB/QCJD4HqDmoGQDcgaXQXWB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4IBwKO4gQKVgBjue+XKeU782hDKqRkoVdlu7I+lG8lIMUJbCaixQAYFrgvHl9+MJF71zDEWYY+NEEJ3+qyjvIEC0IAY7p3uNAutcKwUYwXH3YMfAPtVnemYv0PuiAJh4ut6hv+oZGNNXIGsRh+634JvFUWPmOZPLs+B2KOzgQMLgBjuo63FqxrTtomNdOFlygXvZfXXWb4Cjo4H7yEuUR3iiKE4Laf+OJLDXiMhxcdSo9OBA0mAGO629/SMtq0/AZOieojhxyO1hDlXhHovI4Y9NOSSXDLhW5XGRKmIvgNcjVBAzuzQ4c9wCqjDbvhsm2WNfu6AgFprYow4EYzg1zkvimCMoKDHoaWCA1cAcQIAGhCwABgAIEgH9ACmS3l7mcyvZPGQS5giSGKoLzbQdaGZppfugQGlktEBACoRwAAYABhYL/QACIwAAPuCAoijx4EDhIAY7pD45V7XGgeNfQjTOrSBOLQZpGQ4HK0c/deyODnBE4xei1L6w0V+V+YtW0dYJF5Tv7uLZO7auQk7bjyUO17FAoxQo8mBA7+AGO7KlQkH8x6M8AV8ZHQZtMMBrMfPbYWceju0XwZuvMebVXEEHGTPRr/AvObeTOAnSAHDfifLaGzBQNFDiz02ESXyh7Mlo86BA/2AGO7wyDnyKeBFNjr6WSxT/6IXRIdMGxDBbj90SzSe5RUE/pj/n8nWoOWIollZF77runIquZw5ZXXWpyFUaHbvdWx1uV+A4HtcOKCgyKGmggQYALECABoQlAAYDKALHe2bkMznFCcv25WAAEGHMQVPh4vVxUB1oZmml+6BAaWS0QEAKhGQABgAGFgv9AAIjAAA+4IDV6PEgQQ4gBjuwrnoOnnjSo7ZzAtN2LwuhdaMSJOI1a9YKJRG/LuUdxqxDZDDzYqztQG1cpK2VhvGVlqLIHN7vh+oFx1lbcCjz4EEc4AY7sTOr08NL20U/fJvDJXlhgAotPQiCpj3eHELf4teVft3pNi52gLStrlb+ejhSzISnjsEAhp24zWyEvv5qmEBvDc0/B4om5ZbD3ajxYEEsYAY7wTboYV2eOPo//kguO0S09Zkxue8QJDd6YFsx91R9lUU3a9IZliof6i4EuEqaBvhfXJ2xPugjPePd2267CNSkKDYobaCBOAAsQIAGhB4ABgHYBA/6m7mgBKNedxuyTwA/veil8ikWMrfhtVZRuIigubSMCQetVOISQB1oZmml+6BAaWS0QEAKhF4ABgAGFgv9AAIjAAA+4IEGKO0gQTsgBjue+XKeU782hDKqRicOz/aEOg8rXU/GO7/7Vy0kpLk+ogfc/u+gtSi0x0+7c5ae6O6gQUngBjune40C61wrBRjBcfdcR2VbwlArBSaQ282C2TTAaV/OnPI9rtH1B/m35UwttLtNZDulVY2kqO0gQVigBjuo63FqxrTtomNdOjDGhhMzVTcO8KV8XrjMl9nuvUQCq3eBlwCgVys8lGBpu8cJBxTu2uSu5CzgTe3i/eBAvGCARNTeIEC'

/** A fifth of a second of a tone. */
const tone =
  'data:audio/wav;base64,UklGRkQDAABXQVZFZm10IBAAAAABAAEAoA8AAKAPAAABAAgAZGF0YSADAACAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcYCPnKWopZyPgHFkW1hbZHGAj5ylqKWcj4BxZFtYW2RxgI+cpailnI+AcWRbWFtkcQ=='

export const drawnFourteenth: readonly Plant[] = [
  {
    id: 'shop-policies-crossed-by-grid-xiv',
    technique: 'F1',
    criterion: '1.3.2',
    wrong: 'Two headings stand before both their texts, and only the style sheet puts each text under its heading',
    where: '.facts',
    about: /order|sequence|reading|position/,
    site: 'volt',
    head: () =>
      '<style>.facts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 1.5rem}.f1{grid-area:1/1}.f2{grid-area:1/2}.f3{grid-area:2/1}.f4{grid-area:2/2}</style>',
    main: either(
      '<div class="facts"><h2 class="f1">Shipping</h2><h2 class="f2">Returns</h2><p class="f3">Free above fifty dollars, otherwise six dollars. It takes two working days.</p><p class="f4">Free within sixty days. After that it costs six dollars.</p></div>',
      '<div class="facts"><div><h2>Shipping</h2><p>Free above fifty dollars, otherwise six dollars. It takes two working days.</p></div><div><h2>Returns</h2><p>Free within sixty days. After that it costs six dollars.</p></div></div>',
    ),
  },
  {
    id: 'care-symbols-in-backgrounds-xiv',
    technique: 'F3',
    criterion: '1.1.1',
    wrong: 'How to wash it is shown by background pictures of empty elements alone',
    where: '.care',
    about: /background|alt|image|name|non-text/,
    site: 'volt',
    head: () =>
      `<style>.cares{display:flex;gap:1rem;list-style:none;padding:0}.care{display:block;width:48px;height:48px;background:no-repeat center/contain}.care--hand{background-image:url("${drawn("<path d='M2 7h20l-2 12H4z' fill='none' stroke='#121212' stroke-width='2'/><path d='M12 4v10m-3-3v3l3 3 3-3' fill='none' stroke='#121212' stroke-width='2'/>")}")}.care--dry{background-image:url("${drawn("<rect x='3' y='3' width='18' height='18' fill='none' stroke='#121212' stroke-width='2'/><circle cx='12' cy='12' r='6' fill='none' stroke='#121212' stroke-width='2'/><path d='M3 3l18 18M21 3L3 21' stroke='#121212' stroke-width='2'/>")}")}</style>`,
    main: either(
      '<h2>Care</h2><ul class="cares"><li><span class="care care--hand"></span></li><li><span class="care care--dry"></span></li></ul>',
      '<h2>Care</h2><ul class="cares"><li><span class="care care--hand" role="img" aria-label="Wash by hand"></span></li><li><span class="care care--dry" role="img" aria-label="Do not tumble dry"></span></li></ul>',
    ),
  },
  {
    id: 'dernieres-places-blinking-style-xiv',
    technique: 'F4',
    criterion: '2.2.2',
    wrong: 'A notice blinks by the style sheet for as long as the page is open, and nothing stops it',
    where: '.alerte',
    about: /blink|motion|anim|moving|pause|flash/,
    site: 'journal',
    head: either(
      '<style>.alerte{font-weight:700;text-decoration:blink;animation:clignote 1.4s step-end infinite}@keyframes clignote{50%{opacity:0}}</style>',
      '<style>.alerte{font-weight:700}</style>',
    ),
    main: () =>
      '<p class="alerte">Dernières places pour la visite guidée de samedi.</p><p>Les billets se retirent à l’accueil du journal, place du Marché.</p>',
  },
  {
    id: 'playground-frame-keeps-tab-xiv',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'The editor in the frame keeps the Tab key, and no other key leads out of it',
    where: 'iframe',
    about: /trap|keyboard|focus/,
    site: 'manual',
    head: () => '<style>iframe.play{width:100%;height:14rem;border:1px solid #8b949e;background:#fff}</style>',
    main: (isBroken) => `<h2>Try it</h2>
<p>Change the example and watch what it prints.</p>
<iframe class="play" title="Playground: retry a request" srcdoc="<!doctype html><html lang='en'><head><title>Playground: retry a request</title><style>body{font:16px/1.6 sans-serif;margin:1rem;color:#111;background:#fff}textarea{width:100%;box-sizing:border-box;font:15px/1.6 monospace;border:1px solid #444;padding:.5rem}:focus-visible{outline:3px solid #1d4ed8}</style></head><body><label for='code'>Your example</label><textarea id='code' rows='5' spellcheck='false'>retry(fetchOrder)</textarea>${isBroken ? "<script>const code = document.querySelector('#code'); code.addEventListener('keydown', (event) => { if (event.key === 'Tab') { event.preventDefault(); code.setRangeText('  ', code.selectionStart, code.selectionEnd, 'end') } })</script>" : ''}</body></html>"></iframe>`,
  },
  {
    id: 'payment-lost-when-signed-out-xiv',
    technique: 'F12',
    criterion: '2.2.5',
    wrong: 'Who is signed out by the time limit loses what was entered in the payment',
    where: '#payment',
    about: /time|session|limit|data|expir|authenti/,
    site: 'ledger',
    head: () => roomy,
    main: (
      isBroken,
    ) => `<p>You are signed out after fifteen minutes without activity. We ask you a minute before. ${isBroken ? 'What you have not sent by then is lost.' : 'What you have not sent by then is kept, and is here again when you sign in.'}</p>
<form id="payment" action="/app/payments" method="post">
<p><label for="payee">Supplier to be paid</label><br><input id="payee" name="payee" type="text"></p>
<p><label for="amount">Amount in pounds</label><br><input id="amount" name="amount" type="text" inputmode="decimal"></p>
<p><label for="note">Note for the supplier</label><br><textarea id="note" name="note" rows="3"></textarea></p>
<p><button type="submit">Review the payment</button></p>
</form>
<dialog id="still" aria-labelledby="still-title"><h2 id="still-title">Are you still there?</h2><p>You will be signed out in one minute.</p><button type="button" id="stay">Stay signed in</button></dialog>
<script>
{
  const form = document.querySelector('#payment')
  const still = document.querySelector('#still')
  let asking
  let leaving
  const leave = () => {
    ${isBroken ? "form.reset(); location.replace('/signed-out')" : "sessionStorage.setItem('payment', JSON.stringify([...new FormData(form)])); location.replace('/signed-out?back=payment')"}
  }
  const arm = () => {
    if (still.open) return
    clearTimeout(asking)
    asking = setTimeout(() => { still.showModal(); leaving = setTimeout(leave, 60000) }, 14 * 60000)
  }
  ${isBroken ? '' : "for (const [name, value] of JSON.parse(sessionStorage.getItem('payment') ?? '[]')) form.elements[name].value = value"}
  document.querySelector('#stay').addEventListener('click', () => still.close())
  still.addEventListener('close', () => { clearTimeout(leaving); arm() })
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, arm)
  arm()
}
</script>`,
  },
  {
    id: 'custom-element-switch-without-api-xiv',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'The switch is an element of its own that tells no role and no state',
    where: 'nl-switch',
    about: /role|name|state|custom|aria|interactive|keyboard/,
    site: 'panel',
    head: () =>
      '<style>nl-switch{display:inline-flex;align-items:center;box-sizing:border-box;width:72px;min-height:44px;border:2px solid #15314b;border-radius:22px;cursor:pointer;background:#fff}nl-switch[on]{background:#15314b}</style>',
    main: (isBroken) => `<h2>Notices</h2>
<p><span id="mail-label">Mail me when a deployment fails</span> <nl-switch on tabindex="0"${isBroken ? '' : ' role="switch" aria-checked="true" aria-labelledby="mail-label"'}></nl-switch></p>
<script>
if (!customElements.get('nl-switch')) customElements.define('nl-switch', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<style>i{flex:none;display:block;width:28px;height:28px;border-radius:50%;background:#15314b;margin-inline:6px auto}:host([on]) i{background:#fff;margin-inline:auto 6px}</style><i></i>'
    this.addEventListener('click', () => { this.toggleAttribute('on')${isBroken ? '' : "; this.setAttribute('aria-checked', String(this.hasAttribute('on')))"} })
    this.addEventListener('keydown', (event) => { if (event.key === ' ' || event.key === 'Enter') { event.preventDefault(); this.click() } })
  }
})
</script>`,
  },
  {
    id: 'two-addresses-one-id-xiv',
    technique: 'F17',
    criterion: '1.3.1',
    wrong: 'The fields of the second address have the ids of the first, so that their labels mean the first',
    where: '.billing input',
    about: /label|id|duplicate|name/,
    site: 'volt',
    head: () => roomy,
    main: (isBroken) => {
      const address = (kind: 'shipping' | 'billing', legend: string) => {
        const at = isBroken ? 'address' : kind
        return `<fieldset class="${kind}"><legend>${legend}</legend>
<p><label for="${at}-street">Street and number</label><br><input id="${at}-street" name="${kind}-street" type="text" autocomplete="${kind} street-address"></p>
<p><label for="${at}-city">City</label><br><input id="${at}-city" name="${kind}-city" type="text" autocomplete="${kind} address-level2"></p></fieldset>`
      }
      return `<form action="/checkout" method="post">
${address('shipping', 'Where we send it')}
${address('billing', 'Where we send the invoice')}
<p><button type="submit">Continue to payment</button></p>
</form>`
    },
  },
  {
    id: 'forecast-picture-changes-alone-xiv',
    technique: 'F20',
    criterion: '1.1.1',
    wrong: 'The picture of the weather is exchanged for rain, and its text alternative goes on saying sun',
    where: '#sky',
    about: /alt|image|update|change/,
    site: 'gazette',
    main: (isBroken) => `<h2>Weather in the valley</h2>
<p><img id="sky" width="96" height="96" alt="Sunny" src="${drawn("<rect width='24' height='24' fill='#d6ecff'/><circle cx='12' cy='12' r='6' fill='#b45309'/><path d='M12 1v3M12 20v3M1 12h3M20 12h3M4 4l2 2M18 18l2 2M4 20l2-2M18 6l2-2' stroke='#b45309' stroke-width='2'/>")}"></p>
<p>Seen from the roof of our office, and drawn again whenever it changes.</p>
<script>
setTimeout(() => {
  const sky = document.querySelector('#sky')
  sky.src = "${drawn("<rect width='24' height='24' fill='#e5e7eb'/><path d='M6 13a4 4 0 0 1 0-8 6 6 0 0 1 11 1 4 4 0 0 1 1 7z' fill='#374151'/><path d='M7 15l-2 5M12 15l-2 5M17 15l-2 5' stroke='#1d4ed8' stroke-width='2'/>")}"
  ${isBroken ? '' : "sky.alt = 'Rain'"}
}, 300)
</script>`,
  },
  {
    id: 'suono-del-forno-senza-comando-xiv',
    technique: 'F23',
    criterion: '1.4.2',
    wrong: 'A sound plays over and over by itself, and nothing turns it off',
    where: 'page',
    about: /audio|sound|autoplay|media/,
    site: 'museo',
    head: () => roomy,
    main: (isBroken) =>
      isBroken
        ? `<h2>Il suono della fornace</h2>
<p>State ascoltando il soffio della fornace, registrato durante l’ultima cottura.</p>
<script>
{
  const suono = new Audio('${tone}')
  suono.loop = true
  const parti = () => suono.play()
  parti().catch(() => { for (const gesto of ['pointerdown', 'keydown']) addEventListener(gesto, parti, { once: true }) })
}
</script>`
        : `<h2>Il suono della fornace</h2>
<p>Potete ascoltare il soffio della fornace, registrato durante l’ultima cottura: un rombo basso e continuo.</p>
<p><button type="button" id="ascolta">Ascolta il suono della fornace</button></p>
<script>
{
  const suono = new Audio('${tone}')
  suono.loop = true
  const ascolta = document.querySelector('#ascolta')
  ascolta.addEventListener('click', () => {
    if (suono.paused) suono.play()
    else suono.pause()
    ascolta.textContent = suono.paused ? 'Ascolta il suono della fornace' : 'Ferma il suono della fornace'
  })
}
</script>`,
  },
  {
    id: 'title-left-as-untitled-xiv',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'The title says that the document has none',
    where: 'title',
    about: /title/,
    site: 'council',
    title: either('Untitled Document', 'Apply for a parking permit Bellingham ward – Westmere District Council'),
    main: () => '<h2>What you need</h2><p>Have the number plate of your car and a bill with your address at hand.</p>',
  },
  {
    id: 'checks-shown-by-glyphs-alone-xiv',
    technique: 'F26',
    criterion: '1.3.3',
    wrong: 'Whether a check passed is told by a tick or a cross alone',
    where: 'td.outcome',
    about: /symbol|glyph|sensory|text|name|icon/,
    site: 'panel',
    main: (isBroken) => `<h2>Checks of the last deployment</h2>
<table><caption>Checks and their outcome</caption><thead><tr><th scope="col">Check</th><th scope="col">Outcome</th></tr></thead><tbody>
${[
  ['Start of the service', true],
  ['Answer within a second', false],
  ['Free space on the disk', true],
]
  .map(
    ([name, isGood]) =>
      `<tr><th scope="row">${name}</th><td class="outcome">${isGood ? '✔' : '✘'}${isBroken ? '' : isGood ? ' Passed' : ' Failed'}</td></tr>`,
  )
  .join('\n')}
</tbody></table>`,
  },
  {
    id: 'alt-from-the-camera-xiv',
    technique: 'F30',
    criterion: '1.1.1',
    wrong: 'The text alternative of the photograph is the name of its file',
    where: 'img',
    about: /alt|image|file/,
    site: 'kolej',
    main: (isBroken) =>
      `<h2>Nowy peron</h2><p><img width="192" height="192" style="max-width:100%" src="${drawn("<rect width='24' height='24' fill='#cfe3ff'/><rect y='16' width='24' height='8' fill='#6b7280'/><rect x='3' y='7' width='18' height='9' rx='2' fill='#0a3d91'/><rect x='5' y='9' width='4' height='3' fill='#fff'/><rect x='11' y='9' width='4' height='3' fill='#fff'/>")}" alt="${isBroken ? 'DSC_04417.JPG' : 'Niebieski pociąg stoi przy nowym peronie'}"></p><p>Peron jest dłuższy i równy z podłogą wagonów.</p>`,
  },
  {
    id: 'bag-buttons-named-three-ways-xiv',
    technique: 'F31',
    criterion: '3.2.4',
    wrong: 'What puts a thing into the bag is called three different names',
    where: '.buy',
    about: /consisten|label|name|identif/,
    site: 'volt',
    head: () => roomy,
    main: (isBroken) =>
      `<h2>Three that go together</h2>
${[
  ['Felt laptop sleeve', 'Add the felt laptop sleeve to the bag'],
  ['Wool blanket', 'Put the wool blanket in the cart'],
  ['Enamel mug', 'Send the enamel mug to your basket'],
]
  .map(
    ([name = '', other]) =>
      `<h3>${name}</h3><form action="/cart/add" method="post"><button class="buy" type="submit" name="id" value="${name.length}">${isBroken ? other : `Add the ${name.toLowerCase()} to the bag`}</button></form>`,
  )
  .join('\n')}`,
  },
  {
    id: 'spaced-out-japanese-words-xiv',
    technique: 'F32',
    criterion: '1.3.2',
    wrong: 'Words of the headings are spread out by blanks between their characters',
    where: 'h2',
    about: /space|spacing|word|white/,
    site: 'library',
    language: () => 'lang="ja"',
    title: () => 'ご搭乗の前に – みなと航空',
    head: () => '<style>h2{letter-spacing:.12em}</style>',
    main: () => '',
    body: (isBroken) => `<a class="skip" href="#content">本文へ移動</a>
<header><p><a href="/">みなと航空</a></p><nav aria-label="主なページ"><ul><li><a href="/yoyaku">予約</a></li><li><a href="/unko">運航状況</a></li><li><a href="/kuko">空港案内</a></li></ul></nav></header>
<main id="content" tabindex="-1"><h1>ご搭乗の前に</h1>
<h2>${isBroken ? '手　荷　物' : '手荷物'}</h2><p>機内へは一つまでお持ち込みいただけます。大きい荷物は出発の一時間前までにお預けください。</p>
<h2>${isBroken ? '座　席　指　定' : '座席指定'}</h2><p>座席は出発の三日前から前日まで、無料でお選びいただけます。</p>
<h2>${isBroken ? 'お　食　事' : 'お食事'}</h2><p>食べられないものがある方は、予約のときにお知らせください。</p>
</main>
<footer><p>みなと航空は港町から七つの島へ飛んでいます。</p></footer>`,
  },
  {
    id: 'two-columns-made-of-blanks-xiv',
    technique: 'F33',
    criterion: '1.3.2',
    wrong: 'Two columns of running text are made by blanks, so that their lines are read across',
    where: '.cols',
    about: /space|column|order|sequence|pre|structure/,
    site: 'library',
    head: () =>
      '<style>pre.cols{font:.8rem/1.6 monospace;margin:1rem 0}div.cols{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}</style>',
    main: either(
      `<h2>From the parish letter of 1911</h2>
<pre class="cols">
The reading     Boys who bring
room is open    apples into the
on Fridays      room are asked
until nine.     to leave again.
</pre>`,
      '<h2>From the parish letter of 1911</h2><div class="cols"><p>The reading room is open on Fridays until nine.</p><p>Boys who bring apples into the room are asked to leave again.</p></div>',
    ),
  },
  {
    id: 'router-links-made-of-spans-xiv',
    technique: 'F42',
    criterion: '2.1.1',
    wrong: 'Links are spans that a script leads on from when they are clicked',
    where: 'span.MuiLink-root',
    about: /link|role|keyboard|click|focus|semantic/,
    site: 'panel',
    head: () =>
      `${tall}<style>span.MuiLink-root{display:inline-flex;align-items:center;min-height:44px;color:#124e8c;text-decoration:underline;cursor:pointer}</style>`,
    main: (isBroken) => {
      const item = (path: string, name: string) =>
        isBroken
          ? `<li><span class="MuiLink-root" data-to="${path}">${name}</span></li>`
          : `<li><a class="MuiLink-root" href="${path}">${name}</a></li>`
      return `<h2>Where to look next</h2>
<ul class="tall">${item('/p/usage/traffic', 'Traffic by region')}${item('/p/usage/errors', 'Errors of this week')}</ul>
${isBroken ? "<script>for (const each of document.querySelectorAll('[data-to]')) each.addEventListener('click', () => location.assign(each.dataset.to))</script>" : ''}`
    },
  },
  {
    id: 'layout-table-with-header-cells-xiv',
    technique: 'F46',
    criterion: '1.3.1',
    wrong: 'A table that only places things has header cells, a caption and a summary',
    where: 'table',
    about: /table|layout|th|caption|header/,
    site: 'library',
    head: () => '<style>table.frame td,table.frame th{border:0;vertical-align:top;font-weight:400}</style>',
    main: either(
      '<table class="frame" summary="Layout of the page"><caption>Layout</caption><tr><th>The reading room is on the first floor, above the desk.</th><td>The map room is in the cellar; please ring for the key.</td></tr></table>',
      '<table class="frame" role="presentation"><tr><td>The reading room is on the first floor, above the desk.</td><td>The map room is in the cellar; please ring for the key.</td></tr></table>',
    ),
  },
  {
    id: 'opstillingstabel-raekkevis-xiv',
    technique: 'F49',
    criterion: '1.3.2',
    wrong:
      'A table for layout has the names of the steps in one row and their texts in the next, which makes no sense in a row',
    where: 'table',
    about: /order|sequence|table|layout|linear/,
    site: 'kommune',
    head: () => '<style>table.trin{width:100%;table-layout:fixed}table.trin td{border:0;vertical-align:top}</style>',
    main: either(
      '<h2>Sådan søger du</h2><table class="trin" role="presentation"><tr><td><strong>Først</strong></td><td><strong>Bagefter</strong></td></tr><tr><td>udfylder du</td><td>venter du på</td></tr><tr><td>skemaet her.</td><td>svar fra os.</td></tr></table>',
      '<h2>Sådan søger du</h2><table class="trin" role="presentation"><tr><td><strong>Først</strong> udfylder du skemaet her.</td><td><strong>Bagefter</strong> venter du på svar fra os.</td></tr></table>',
    ),
  },
  {
    id: 'sondage-ouvert-au-chargement-xiv',
    technique: 'F52',
    criterion: '3.2.5',
    wrong: 'A window with a survey opens as soon as the page is there',
    where: 'page',
    about: /window|popup|open|load|context/,
    site: 'journal',
    head: () => tall,
    main: (isBroken) =>
      `<h2>Votre avis</h2><p>Nous préparons une nouvelle formule du journal.</p><p class="tall"><a href="/sondage">Répondre au sondage</a></p>${isBroken ? "<script>window.open('/sondage', 'sondage', 'width=480,height=520')</script>" : ''}`,
  },
  {
    id: 'pay-link-throws-focus-off-xiv',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'The link gives its focus away as soon as it has it',
    where: 'a.pay',
    about: /focus|blur|keyboard/,
    site: 'council',
    head: () =>
      '<style>#content a.pay{display:inline-flex;align-items:center;min-height:44px;padding:0 16px;background:#00532c;color:#fff}</style>',
    main: (isBroken) =>
      `<h2>Pay your council tax</h2><p>You need the number on your bill.</p><p><a class="pay" href="/council-tax/pay"${isBroken ? ' onfocus="this.blur()"' : ''}>Pay council tax</a></p>`,
  },
  {
    id: 'article-remplace-tout-seul-xiv',
    technique: 'F61',
    criterion: '3.2.5',
    wrong: 'The story that one reads is replaced by the next by itself, and nothing holds it',
    where: '#recit',
    about: /auto|update|refresh|context|change|moving|pause|time/,
    site: 'journal',
    head: () => roomy,
    main: (
      isBroken,
    ) => `<div id="recit"><h2>Le pont sera réparé</h2><p>Les travaux commencent lundi et dureront six semaines. Un bac traversera la rivière toutes les dix minutes.</p></div>
${isBroken ? '' : '<p><button type="button" id="suivant">Lire le récit suivant</button></p><p role="status" id="dit"></p>'}
<script>
{
  const recits = [
    ['Le pont sera réparé', 'Les travaux commencent lundi et dureront six semaines. Un bac traversera la rivière toutes les dix minutes.'],
    ['La piscine rouvre', 'L’eau a été chauffée dimanche. Les enfants de la vallée entrent sans payer jusqu’à samedi.'],
    ['Un four pour le village', 'Chacun peut y cuire son pain le vendredi, à partir de huit heures.'],
  ]
  let place = 0
  const avance = () => {
    place = (place + 1) % recits.length
    const [titre, texte] = recits[place]
    document.querySelector('#recit h2').textContent = titre
    document.querySelector('#recit p').textContent = texte
  }
  ${isBroken ? 'setInterval(avance, 3500)' : "document.querySelector('#suivant').addEventListener('click', () => { avance(); document.querySelector('#dit').textContent = 'Récit affiché : ' + recits[place][0] })"}
}
</script>`,
  },
  {
    id: 'detalhes-longe-do-curso-xiv',
    technique: 'F63',
    criterion: '2.4.4',
    wrong: 'Links for details stand in a list of their own, away from what they are about',
    where: '.ligacoes a',
    about: /link|purpose|context|text/,
    site: 'escola',
    head: () =>
      `${tall}<style>.duas{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,1fr);gap:1rem}.nomes{list-style:none;padding:0}.nomes li{display:flex;align-items:center;min-height:44px}</style>`,
    main: (isBroken) => {
      const courses = ['Enologia', 'Ensino básico', 'Gestão agrícola']
      const links = (text: (course: string) => string) =>
        courses.map((course, at) => `<li><a href="/cursos/${at}">${text(course)}</a></li>`).join('')
      return isBroken
        ? `<h2>Cursos deste ano</h2><div class="duas"><ul class="nomes">${courses.map((course) => `<li>${course}</li>`).join('')}</ul><ul class="ligacoes tall">${links(() => 'Ver detalhes')}</ul></div>`
        : `<h2>Cursos deste ano</h2><ul class="ligacoes tall">${links((course) => `Ver detalhes de ${course}`)}</ul>`
    },
  },
  {
    id: 'cover-picture-without-alt-xiv',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'The picture of the cover has no alt',
    where: 'img.cover',
    about: /alt|image/,
    site: 'riwaq',
    main: (isBroken) =>
      `<h2>غلاف الطبعة الجديدة</h2><p><img class="cover" width="144" height="192"${isBroken ? '' : ' alt="غلاف أخضر عليه رسم نخلة وهلال"'} src="${drawn("<rect x='3' width='18' height='24' fill='#234d20'/><path d='M12 21V9' stroke='#f3e3b3' stroke-width='2'/><path d='M12 9q-5-4-7 1m7-1q5-4 7 1m-7-1q-2-5-5-4m5 4q2-5 5-4' fill='none' stroke='#f3e3b3'/>")}"></p><p>صدرت الطبعة الجديدة في الربيع مع مقدمة للناشر.</p>`,
  },
  {
    id: 'long-description-of-the-file-xiv',
    technique: 'F67',
    criterion: '1.1.1',
    wrong: 'The long description of the chart tells of its file and not of what it shows',
    where: 'img.chart, #chart-long',
    about: /descri|alt|image/,
    site: 'council',
    head: () => '<style>.chart{display:block;width:260px;max-width:100%;height:auto}</style>',
    main: (isBroken) => `<h2>Waste that was recycled</h2>
<img class="chart" aria-describedby="chart-long" alt="Chart of the share of waste that was recycled, in four years" src="${drawn("<rect width='24' height='24' fill='#fff' stroke='#0b0c0c' stroke-width='.5'/><path d='M4 22V16h3v6zM9 22V13h3v9zM14 22V10h3v12zM19 22V5h3v17z' fill='#164a80'/>")}">
<p id="chart-long">${isBroken ? 'Picture in the shape of a square, 24 by 24 units, made by the web team in March and kept in the folder of the waste department.' : 'The share was 27 per cent in the first year, 38 in the second, 50 in the third and 71 in the fourth.'}</p>`,
  },
  {
    id: 'status-line-cut-when-text-grows-xiv',
    technique: 'F69',
    criterion: '1.4.4',
    wrong: 'The line of the reference has a height in pixels and hides what is taller, so that larger text is cut',
    where: '.ref',
    about: /resiz|clip|zoom|text|overflow|height/,
    site: 'council',
    head: (isBroken) =>
      `<style>.sheet{font-size:1rem;line-height:1.5}.ref{background:#f3f2f1;font-weight:700;padding:0 8px;margin:8px 0;${isBroken ? 'height:28px;overflow:hidden' : 'min-height:28px'}}</style>`,
    main: () =>
      '<div class="sheet"><h2>Your report</h2><p>Keep this number:</p><p class="ref">WM 4471</p><p>You need it when you call us.</p></div>',
  },
  {
    id: 'fancy-letters-from-other-alphabets-xiv',
    technique: 'F71',
    criterion: '1.1.1',
    wrong: 'The words of the sale are written with mathematical signs that look like letters',
    where: '.fancy',
    about: /look|glyph|character|unicode|alt|text/,
    site: 'volt',
    head: () => '<style>.fancy{font-size:1.5rem;font-style:italic}</style>',
    main: either(
      '<p class="fancy">𝓢𝓾𝓶𝓶𝓮𝓻 𝓼𝓪𝓵𝓮 𝓾𝓷𝓽𝓲𝓵 𝓢𝓾𝓷𝓭𝓪𝔂</p><p>A third off tents and packs.</p>',
      '<p class="fancy">Summer sale until Sunday</p><p>A third off tents and packs.</p>',
    ),
  },
  {
    id: 'pipeline-drawn-with-signs-xiv',
    technique: 'F72',
    criterion: '1.1.1',
    wrong: 'A drawing made of characters has no text alternative',
    where: 'pre.art',
    about: /ascii|art|alt|text|image/,
    site: 'manual',
    head: () => '<style>pre.art{font:.85rem/1.5 monospace;padding:.5rem;margin:1rem 0}</style>',
    main: (isBroken) => `<h2>How a call travels</h2>
<pre class="art"${isBroken ? '' : ' role="img" aria-label="Drawing: the client hands the call to the pool, which splits into two hosts"'}>
+--------+    +------+
| client |--&gt;&gt;| pool |
+--------+    +--+---+
            /    \\
        (host) (host)
</pre>
<p>The pool picks whichever host answered last.</p>`,
  },
  {
    id: 'signed-video-not-called-alternative-xiv',
    technique: 'F74',
    criterion: '1.2.2',
    wrong: 'The film repeats the text, has no captions, and is not called an alternative to the text',
    where: 'video',
    about: /caption|media|video|label|alternative/,
    site: 'library',
    head: () => '<style>video{display:block;width:320px;max-width:100%}</style>',
    main: (isBroken) => `<h2>How to join</h2>
<p>Bring something with your name and address on it. You get your card at the desk, and you may borrow on the same day.</p>
${isBroken ? '' : '<p>The film says the same as the text above, and nothing else. It is an alternative to the text.</p>'}
<video controls aria-label="How to join, ${isBroken ? 'the film' : 'an alternative to the text'}" src="${clip}">${isBroken ? '' : '<track kind="captions" srclang="en" label="English" default src="data:text/vtt,WEBVTT%0A%0A00:00.000%20--%3E%2000:01.000%0ABring%20something%20with%20your%20name%20and%20address%20on%20it.">'}</video>`,
  },
  {
    id: 'listbox-focus-shown-by-class-xiv',
    technique: 'F79',
    criterion: '4.1.2',
    wrong: 'Which option of the list the arrow keys have reached is shown by a class and told to nobody',
    where: '[role="listbox"]',
    about: /focus|activedescendant|state|role|aria|listbox/,
    site: 'ledger',
    head: () =>
      '<style>[role=listbox]{max-width:20rem;border:1px solid #6b7280;background:#fff}[role=option]{display:flex;align-items:center;min-height:44px;padding:0 .75rem;cursor:pointer}[role=option][aria-selected=true]{font-weight:700}.is-active{background:#1e3a8a;color:#fff}</style>',
    main: (isBroken) => `<h2 id="book-in">Book it in</h2>
<div role="listbox" tabindex="0" aria-labelledby="book-in" id="accounts"${isBroken ? '' : ' aria-activedescendant="account-0"'}>
<div role="option" id="account-0" class="is-active" aria-selected="true">Goods and materials</div><div role="option" id="account-1" aria-selected="false">Rent and heating</div><div role="option" id="account-2" aria-selected="false">Travel</div>
</div>
<script>
{
  const list = document.querySelector('#accounts')
  const options = [...list.children]
  let at = 0
  const show = () => {
    options.forEach((option, place) => option.classList.toggle('is-active', place === at))
    ${isBroken ? '' : "list.setAttribute('aria-activedescendant', options[at].id)"}
  }
  const choose = () => options.forEach((option, place) => option.setAttribute('aria-selected', String(place === at)))
  list.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') at = Math.min(at + 1, options.length - 1)
    else if (event.key === 'ArrowUp') at = Math.max(at - 1, 0)
    else if (event.key === 'Home') at = 0
    else if (event.key === 'End') at = options.length - 1
    else if (event.key === 'Enter' || event.key === ' ') choose()
    else return
    event.preventDefault()
    show()
  })
  list.addEventListener('click', (event) => { const place = options.indexOf(event.target); if (place >= 0) { at = place; show(); choose() } })
}
</script>`,
  },
  {
    id: 'felter-i-faste-pixels-xiv',
    technique: 'F80',
    criterion: '1.4.4',
    wrong: 'What is typed stays as small as it is when all other text is made larger',
    where: '#cpr-navn, #vejnavn',
    about: /resiz|zoom|text|font|scale/,
    site: 'kommune',
    head: (isBroken) =>
      `<style>#content form input{min-height:44px;${isBroken ? 'font-size:15px;height:44px' : 'font-size:1rem'}}#content form button{min-height:44px}</style>`,
    main: () => `<h2>Meld et hul i vejen</h2>
<form action="/hul" method="post"><p><label for="cpr-navn">Dit navn</label><br><input id="cpr-navn" name="navn" type="text" autocomplete="name"></p><p><label for="vejnavn">Hvor er hullet?</label><br><input id="vejnavn" name="sted" type="text"></p><p><button type="submit" class="btn">Send meldingen</button></p></form>`,
  },
  {
    id: 'read-more-three-times-xiv',
    technique: 'F84',
    criterion: '2.4.9',
    wrong: 'Three links that lead to different pages all say the same, and mean something in their paragraphs alone',
    where: '.news a',
    about: /link|purpose|text|name/,
    site: 'council',
    head: () => tall,
    main: (isBroken) =>
      `<h2>From this week</h2><ul class="news tall">${[
        ['The tip opens on Sundays until October.', 'Opening hours of the tip', '/tip'],
        ['Garden waste can be collected every fortnight.', 'Garden waste collections', '/garden-waste'],
        ['The pool is free for under-tens.', 'Prices at the pool', '/pool'],
      ]
        .map(([text, name, path]) => `<li>${text} <a href="${path}">${isBroken ? 'Read more' : name}</a></li>`)
        .join('')}</ul>`,
  },
  {
    id: 'fecha-en-tres-partes-sin-nombre-xiv',
    technique: 'F86',
    criterion: '4.1.2',
    wrong: 'The three boxes of the date have a name together, and none of their own',
    where: '.fecha input',
    about: /label|name/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>.fecha{display:flex;flex-wrap:wrap;gap:.75rem}.fecha label{display:block}.fecha input{width:5.5rem}</style>`,
    main: (isBroken) => {
      const part = (id: string, name: string, purpose: string) =>
        isBroken
          ? `<input name="${id}" type="text" inputmode="numeric" autocomplete="${purpose}">`
          : `<span><label for="${id}">${name}</label><input id="${id}" name="${id}" type="text" inputmode="numeric" autocomplete="${purpose}"></span>`
      return `<h2>Sus datos</h2><form action="/datos" method="post">
<fieldset><legend>Fecha de nacimiento (día, mes y año)</legend><div class="fecha">${part('dia', 'Día', 'bday-day')}${part('mes', 'Mes', 'bday-month')}${part('ano', 'Año', 'bday-year')}</div></fieldset>
<p><button type="submit">Guardar los datos</button></p></form>`
    },
  },
  {
    id: 'sold-out-said-by-style-sheet-xiv',
    technique: 'F87',
    criterion: '1.3.1',
    wrong: 'That a book is sold out is said by the style sheet alone',
    where: '.nafida',
    about: /pseudo|content|before|css|generat/,
    site: 'riwaq',
    head: either('<style>.nafida::before{content:"نفدت النسخ: ";font-weight:700}</style>', ''),
    main: (isBroken) =>
      `<h2>كتب الشهر</h2><ul><li>حكايات من البحر، في جزأين</li><li class="nafida">${isBroken ? '' : '<strong>نفدت النسخ:</strong> '}مختارات من الشعر القديم</li><li>تاريخ المدينة، طبعة جديدة</li></ul>`,
  },
  {
    id: 'cells-name-the-wrong-headers-xiv',
    technique: 'F90',
    criterion: '1.3.1',
    wrong: 'Cells name the header of the other column',
    where: 'td[headers]',
    about: /header|table/,
    site: 'ledger',
    main: (isBroken) => {
      const [own, other] = isBroken ? ['paid', 'due'] : ['due', 'paid']
      return `<h2>Suppliers</h2>
<table><caption>What is due and what was paid, in pounds</caption>
<tr><th id="who" scope="col">Supplier</th><th id="due" scope="col">Due</th><th id="paid" scope="col">Paid</th></tr>
<tr><th id="yard" scope="row">Timber yard</th><td headers="${own} yard">840</td><td headers="${other} yard">310</td></tr>
<tr><th id="post" scope="row">Post office</th><td headers="${own} post">62</td><td headers="${other} post">62</td></tr>
</table>`
    },
  },
  {
    id: 'sichtbares-wort-fehlt-im-namen-xiv',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'The name of the button does not hold the words that are seen on it',
    where: 'button.merken',
    about: /label|name|visible/,
    site: 'moebel',
    head: () => roomy,
    main: (isBroken) =>
      `<h2>Sessel Halle</h2><p>Gestell aus Eiche, Bezug aus Wolle.</p><form action="/merkzettel" method="post"><button class="merken" type="submit" name="ware" value="halle" aria-label="${isBroken ? 'Favorit hinzufügen' : 'Auf den Merkzettel: Sessel Halle'}">Auf den Merkzettel</button></form>`,
  },
  {
    id: 'restart-happens-on-the-press-xiv',
    technique: 'F101',
    criterion: '2.5.2',
    wrong: 'The button acts when the pointer goes down, so that nobody can think better of it',
    where: '#purge',
    about: /down|pointer|cancel|mouse/,
    site: 'panel',
    head: () => roomy,
    main: (isBroken) => `<h2>Edge cache</h2>
<p><button type="button" id="purge">Empty the cache</button></p>
<p role="status" id="purged"></p>
<script>
{
  const purge = document.querySelector('#purge')
  const go = () => { document.querySelector('#purged').textContent = 'The cache is empty.' }
  ${isBroken ? "purge.addEventListener('pointerdown', go)\n  purge.addEventListener('click', (event) => { if (event.detail === 0) go() })" : "purge.addEventListener('click', go)"}
}
</script>`,
  },
  {
    id: 'maerkater-skaeres-af-ved-spatiering-xiv',
    technique: 'F104',
    criterion: '1.4.12',
    wrong: 'Tags are just as wide as their words and hide the rest, so that words are cut when letters are set wider',
    where: '.tag',
    about: /spacing|clip|overflow|text/,
    site: 'kommune',
    head: (isBroken) =>
      `<style>.tags{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0}.tag{display:inline-block;border:1px solid #5c636a;padding:0 .4rem;${isBroken ? 'width:11.5em;white-space:nowrap;overflow:hidden' : 'min-width:11.5em'}}</style>`,
    main: () =>
      '<h2>Emner på denne side</h2><ul class="tags"><li><span class="tag">Affald og genbrug</span></li><li><span class="tag">Børn og ungdomsliv</span></li><li><span class="tag">Trafik og parkering</span></li></ul>',
  },
  {
    id: 'shaking-clears-the-report-xiv',
    technique: 'F106',
    criterion: '2.5.4',
    wrong: 'Shaking the device empties the form, and nothing turns that off',
    where: '#report',
    about: /motion|shake|device/,
    site: 'council',
    head: () => `${roomy}<style>.pick{display:inline-flex;align-items:center;gap:8px;min-height:44px}</style>`,
    main: (isBroken) => `<h2>Report a broken street light</h2>
<form id="report" action="/lights" method="post">
<p><label for="where">Where it stands</label><br><input id="where" name="where" type="text"></p>
<p><label for="seen">What you have seen</label><br><textarea id="seen" name="seen" rows="3"></textarea></p>
${isBroken ? '<p>Shake your telephone to empty the form.</p>' : '<p><label class="pick"><input type="checkbox" id="may-shake"> Empty the form when I shake my telephone</label></p>'}
<p><button type="submit">Send the report</button> <button type="reset">Empty the form</button></p>
</form>
<script>
addEventListener('devicemotion', (event) => {
  ${isBroken ? '' : "if (!document.querySelector('#may-shake').checked) return"}
  if (Math.abs(event.acceleration?.x ?? 0) > 18) document.querySelector('#report').reset()
})
</script>`,
  },
  {
    id: 'subscribe-bar-over-the-focus-xiv',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'A bar that stays at the bottom covers what has the focus',
    where: '.bar',
    about: /focus|obscur|sticky|fixed|cover|overlap/,
    site: 'gazette',
    cards: 12,
    head: (isBroken) =>
      `${tall}<style>.bar{position:fixed;inset:auto 0 0 0;min-height:150px;box-sizing:border-box;padding:1rem 1.25rem;background:#7a1f1f;color:#fff}#content .bar a:focus-visible{outline-color:#fff}#content .bar a{color:#fff;display:inline-flex;align-items:center;min-height:44px}${isBroken ? '' : 'html{scroll-padding-bottom:190px}body{padding-bottom:190px}@media(max-height:560px){.bar{position:static}html{scroll-padding-bottom:0}body{padding-bottom:0}}'}</style>`,
    main: () =>
      '<section class="bar" aria-label="Subscription"><p style="margin:0">The paper comes to your door every Thursday.</p><a href="/subscribe/">Subscribe to the Gazette</a></section>',
  },
  {
    id: 'words-beside-the-field-only-xiv',
    technique: 'F111',
    criterion: '4.1.2',
    wrong: 'Words stand above the field and are not its label, so that it has no name',
    where: '#reference',
    about: /label|name/,
    site: 'council',
    head: () => roomy,
    main: (isBroken) => `<h2>Follow your application</h2>
<form action="/follow" method="get">
<p>${isBroken ? '<span class="label">Reference number</span>' : '<label class="label" for="reference">Reference number</label>'}<br><input id="reference" name="reference" type="text"></p>
<p><button type="submit">Show my application</button></p>
</form>`,
  },
]
