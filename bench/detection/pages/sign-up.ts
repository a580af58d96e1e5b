/** A sign-up form beside a picture; styles by blocks, elements and modifiers; its fields' ids are new in each build. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const field = (id: string, label: string, type: string, mark = '') =>
  `<div class="form__row"><label class="form__label" for="${id}">${label}</label><input class="form__input" id="${id}" type="${type}" ${mark}></div>`

const promise = ([shape, text]: readonly [string, string]) =>
  `<li class="promises__item" data-item>${icon(shape, 18)}<span>${text}</span></li>`

export const signUpPage: PageSource = {
  name: 'sign-up',
  manner: 'blocks, elements, modifiers',
  title: 'Create your account · Tidewater',
  lang: 'en',
  css: (become) => `
html { font-size: 16px; }
body { margin: 0; font-family: ${become('Verdana, "DejaVu Sans", sans-serif', { family: '"Courier New", monospace' })}; color: #1e1b4b; background: #f5f3ff; }
.page { display: grid; grid-template-columns: 1.1fr 1fr; min-height: 720px; }
.page__side { background: linear-gradient(#312e81, ${become('#4c1d95', { backdrop: '#831843' })}); color: #ede9fe; padding: 48px 40px; position: relative; isolation: isolate; }
.page__side::after { content: "Since 2009"; position: absolute; right: 24px; bottom: 20px; font-size: 13px; color: #c4b5fd; }
.page__photo { width: 100%; max-width: 420px; border-radius: 14px; display: block; margin-top: ${become('24px', { margin: '36px' })}; position: relative; z-index: 1; }
.page__tag { position: absolute; top: 330px; left: 60px; background: #fbbf24; color: #451a03; padding: 8px 14px; z-index: ${become('3', { stack: '0' })}; font-size: 14px; }
.page__title { font-size: ${become('30px', { size: '33px' })}; line-height: 1.2; margin: 0; font-weight: ${become('700', { weight: '400' })}; }
.page__lead { line-height: ${become('1.6', { leading: '1.85' })}; max-width: 30em; }
.promises { list-style: none; margin: 20px 0 0; padding: 0; display: grid; row-gap: ${become('12px', { gap: '18px' })}; }
.promises__item { display: flex; gap: 10px; align-items: center; }
.form { align-self: center; justify-self: center; width: min(400px, calc(100% - 32px)); background: #fff; padding: 28px; border-radius: ${become('8px', { radius: '6px' })}; box-shadow: ${become('0 4px 12px rgba(49,46,129,.14)', { shadow: '0 12px 32px rgba(49,46,129,.24)' })}; box-sizing: border-box; margin: 24px 0; }
.form__title { margin: 0 0 16px; font-size: 20px; text-align: ${become('left', { align: 'center' })}; letter-spacing: ${become('normal', { tracking: '.05em' })}; }
.form__row { margin-bottom: 14px; }
.form__label { display: block; font-size: 13px; margin-bottom: 6px; text-transform: ${become('none', { capitals: 'uppercase' })}; }
.form__input { width: 100%; box-sizing: border-box; border: 1px solid #a5b4fc; border-radius: 6px; padding: 10px 12px; font: inherit; }
.form__hint { font-size: 13px; color: ${become('#52525b', { 'muted-contrast': '#a1a1aa' })}; margin: 0 0 14px; }
.form__rule { border: 0; border-top: ${become('1px solid #ddd6fe', { hairline: 'none' })}; margin: 18px 0; height: 0; }
.form__plan { font-size: 13px; background: #f5f3ff; padding: ${become('12px', { padding: '14px' })}; border-radius: 6px; opacity: ${become('1', { faint: '.6' })}; }
.form__mail { width: 160px; white-space: nowrap; font-size: 13px; overflow: ${become('hidden', { clip: 'visible' })}; border-left: 3px solid #8b5cf6; padding-left: 8px; }
.button { display: block; width: 100%; box-sizing: border-box; border: 0; border-radius: 6px; padding: 12px; font: inherit; font-weight: 700; text-align: center; }
.button--main { background: ${become('#7c3aed', { 'token-colour': '#6d28d9', 'subtle-colour': '#8040ee' })}; color: #fff; }
.button--plain { background: #ede9fe; color: #4c1d95; margin-top: 10px; }
.button--plain:disabled { background: #f4f4f5; color: #a1a1aa; }
.form__foot { font-size: 13px; text-align: center; } .form__foot a { color: #6d28d9; text-decoration: ${become('underline', { underline: 'none' })}; }
.dots { display: inline-block; width: 8px; height: 8px; background: #7c3aed; border-radius: 4px; animation: hop .8s ease-in-out ${become('-.1s', { animation: '-.5s' })} infinite alternate; }
@keyframes hop { to { transform: translateY(-6px); } }
.notice { background: #fee2e2; color: #7f1d1d; padding: 12px 40px; font-size: 14px; }
@media (max-width: 760px) { .page { grid-template-columns: 1fr; } .page__side { padding: 28px 20px 40px; } .page__tag { top: 340px; left: 40px; } }
`,
  body: (become) => `
${become('', { banner: '<div class="notice" role="status" data-mark="banner">We are moving house tonight; signing up may take a minute longer.</div>' })}
<div class="page">
  <section class="page__side" data-mark="backdrop">
    <h1 class="page__title" data-mark="size weight">Find your people on the water</h1>
    <p class="page__lead" data-mark="leading word">Crews, coaches and clubs from forty harbours. Tell us when you are free, and ${become('someone', { word: 'somebody' })} will keep a seat for you on Saturday morning.</p>
    <span class="page__tag" data-mark="stack digit">${become('312', { digit: '372' })} boats this week</span>
    <img class="page__photo" src="${become(photo(71, 240, 120), { picture: photo(83, 240, 120) })}" alt="Rowers at dawn" data-mark="picture margin">
    <ul class="promises" data-mark="gap">
    ${arranged(
      become,
      (
        [
          ['check', 'No fee before your first trip'],
          ['shield', 'Skippers with papers'],
          ['heart', 'Life jackets in all sizes'],
          ['clock', 'Call off until the evening before'],
          ['house', 'A warm room at every pier'],
        ] as const
      ).map(promise),
      promise(['star', 'Rated by eleven thousand guests']),
    )}
    </ul>
  </section>
  <form class="form" action="/accounts" method="post" data-mark="radius shadow">
    <input type="hidden" name="authenticity_token" value="{{token}}">
    <h2 class="form__title" data-mark="align tracking">Create your account</h2>
    <div class="form__row"><label class="form__label" for=":r1:" data-mark="capitals">Your name</label><input class="form__input" id=":r1:" type="text" autocomplete="name" data-mark="caret"></div>
    ${field(':r2:', 'Mail address', 'email')}
    ${field(':r3:', 'Password', 'password', 'aria-describedby=":r4:"')}
    <p class="form__hint" id=":r4:" data-mark="muted-contrast">At least twelve letters; a sentence is fine. <span class="dots" data-mark="animation"></span></p>
    <div class="form__mail" data-mark="clip">firstname.lastname@harbour-master.example.org</div>
    <hr class="form__rule" data-mark="hairline">
    <p class="form__plan" data-mark="padding faint">The harbour plan is free for a year. <span data-mark="clock">14:05:4${become('4', { clock: '5' })}</span></p>
    <button class="button button--main" data-mark="token-colour subtle-colour">Create account</button>
    <button class="button button--plain" type="button" data-mark="disabled" ${become('', { disabled: 'disabled' })}>Go on as a guest</button>
    <p class="form__foot" data-mark="hidden" ${become('', { hidden: 'style="display: none"' })}>Been here before? <a href="/sign-in" data-mark="underline">Sign in</a></p>
  </form>
</div>
`,
}
