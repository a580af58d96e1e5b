/** A bank's page in Arabic, from right to left; styles with logical properties and attribute selectors, no ids. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const move = ([name, day, sum]: readonly [string, string, string]) =>
  `<li data-item><span data-part="name">${name}</span><span data-part="day">${day}</span><b>${sum}</b></li>`

export const arabicPage: PageSource = {
  name: 'arabic',
  manner: 'logical properties, attribute selectors, from right to left',
  title: 'حسابي · مصرف الواحة',
  lang: 'ar',
  direction: 'rtl',
  css: (become) => `
body { margin: 0; font-family: ${become('"DejaVu Sans", Tahoma, sans-serif', { family: '"DejaVu Sans Mono", monospace' })}; font-size: 16px; line-height: 1.6; color: #17301c; background: #f6f7f2; }
[data-part=head] { display: flex; align-items: center; gap: 16px; padding-block: 14px; padding-inline: 28px; background: #fff; border-block-end: ${become('1px solid #cdd5c3', { hairline: '0 solid' })}; }
[data-part=head] b { font-size: 21px; letter-spacing: ${become('0', { tracking: '.05em' })}; }
[data-part=head] input { margin-inline-start: auto; border: 1px solid #98a68a; border-radius: 6px; padding: 8px 10px; font: inherit; inline-size: 150px; }
[data-part=top] { background: linear-gradient(to left, #1b4332, ${become('#2d6a4f', { backdrop: '#7f4f24' })}); color: #f1faee; padding: 36px 28px 60px; position: relative; z-index: 0; }
[data-part=top] h1 { margin: 0; font-size: ${become('30px', { size: '33px' })}; font-weight: ${become('700', { weight: '400' })}; }
[data-part=top] p { margin-block: ${become('8px 0', { margin: '16px 0' })}; line-height: ${become('1.7', { leading: '1.95' })}; max-inline-size: 36em; }
[data-part=cards] { display: grid; grid-template-columns: repeat(3, 1fr); column-gap: ${become('18px', { gap: '28px' })}; row-gap: 12px; margin-block-start: -34px; padding-inline: 28px; position: relative; z-index: ${become('1', { stack: '-1' })}; }
[data-part=card] { background: #fff; border-radius: ${become('8px', { radius: '6px' })}; box-shadow: ${become('0 1px 5px rgb(23 48 28 / 18%)', { shadow: '0 7px 18px rgb(23 48 28 / 28%)' })}; padding: ${become('12px', { padding: '14px' })}; }
[data-part=card] small { color: ${become('#52624f', { 'muted-contrast': '#a3b09c' })}; display: block; } [data-part=card] strong { font-size: 22px; }
[data-part=rest] { display: grid; grid-template-columns: 1.6fr 1fr; gap: 24px; padding: 28px; align-items: start; }
[data-part=rest] section { background: #fff; padding: 18px 20px; border-radius: 12px; }
[data-part=rest] h2 { margin: 0 0 10px; font-size: 18px; text-align: ${become('start', { align: 'center' })}; }
[data-part=rest] ul { list-style: none; padding: 0; margin: 0; } [data-part=rest] li { display: flex; gap: 14px; padding-block: 10px; border-block-end: 1px dotted #cdd5c3; } [data-part=rest] li b { margin-inline-start: auto; direction: ltr; } [data-part=day] { color: #52624f; font-size: 14px; }
[data-part=code] { inline-size: 170px; white-space: nowrap; overflow: ${become('hidden', { clip: 'visible' })}; direction: ltr; text-align: left; background: #eef1e6; padding: 6px 8px; font-size: 14px; text-transform: ${become('none', { capitals: 'uppercase' })}; }
[data-part=offer] img { inline-size: 100%; block-size: 120px; object-fit: cover; border-radius: 8px; display: block; } [data-part=offer] p { opacity: ${become('1', { faint: '.55' })}; }
[data-part=rest] a { color: #2d6a4f; text-decoration: ${become('underline', { underline: 'none' })}; }
button { font: inherit; border: 0; border-radius: 6px; padding: 9px 20px; background: #e3e8da; color: inherit; } button[data-tone=main] { background: ${become('#2d6a4f', { 'token-colour': '#1f5a40', 'subtle-colour': '#347155' })}; color: #fff; } button[disabled] { opacity: .45; }
[data-part=dot] { display: inline-block; inline-size: 10px; block-size: 10px; border-radius: 50%; background: #52b788; animation: dot 1s linear ${become('-.1s', { animation: '-.6s' })} infinite alternate; } @keyframes dot { to { transform: scale(.3); } }
[data-part=strip] { background: #ffe8a3; padding: 10px 28px; }
@media (max-width: 760px) { [data-part=cards] { grid-template-columns: 1fr; padding-inline: 16px; } [data-part=rest] { grid-template-columns: 1fr; padding: 20px 16px; } [data-part=head] { flex-wrap: wrap; } }
`,
  body: (become) => `
${become('', { banner: '<div data-part="strip" data-mark="banner">الخدمة متوقفة للصيانة ليلة الجمعة من الثانية حتى الرابعة.</div>' })}
<header data-part="head" data-mark="hairline"><span>${icon(become('drop', { picture: 'house' }), 24, 'data-mark="picture"')}</span><b data-mark="tracking">مصرف الواحة</b><span data-part="dot" data-mark="animation"></span><time data-mark="clock">12:45:3${become('3', { clock: '4' })}</time><input placeholder="بحث" aria-label="بحث" data-mark="caret"></header>
<main>
<div data-part="top" data-mark="backdrop"><h1 data-mark="size weight">أهلاً بك يا سلمى</h1><p data-mark="margin leading word">هذا ملخص حسابك حتى صباح ${become('اليوم', { word: 'أمس' })}. تصل الحوالات خلال ساعة، وتظهر في القائمة أدناه بمجرد وصولها إلى المصرف الآخر.</p></div>
<div data-part="cards" data-mark="gap stack">
  <div data-part="card" data-mark="radius shadow padding"><small data-mark="muted-contrast">الرصيد</small><strong data-mark="digit">${become('12,480.50', { digit: '12,180.50' })}</strong></div>
  <div data-part="card"><small>الادخار</small><strong>38,000.00</strong></div>
  <div data-part="card" data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}><small>البطاقة</small><strong>-1,204.10</strong></div>
</div>
<div data-part="rest">
  <section><h2 data-mark="align">آخر الحركات</h2><ul>
  ${arranged(
    become,
    (
      [
        ['بقالة النور', '١٢ مارس', '-84.20'],
        ['راتب شهر فبراير', '١٠ مارس', '+9,300.00'],
        ['شركة الكهرباء', '٩ مارس', '-312.75'],
        ['مكتبة المدينة', '٨ مارس', '-56.00'],
        ['تحويل إلى هند', '٧ مارس', '-400.00'],
        ['مقهى السوق', '٧ مارس', '-18.50'],
      ] as const
    ).map(move),
    move(['صيدلية الشفاء', '١١ مارس', '-47.30']),
  )}
  </ul><p data-part="code" data-mark="clip capitals">iban sa44 2000 0001 2345 6789 1234</p></section>
  <section data-part="offer"><img src="${photo(263, 240, 120)}" alt="بيت قديم"><p data-mark="faint">قرض السكن من ثلاثة بالمئة لمن يرمم بيتاً قديماً في المدينة.</p><p><a href="/homes" data-mark="underline">شروط القرض</a></p><button data-tone="main" data-mark="token-colour subtle-colour">اطلب موعداً</button> <button data-mark="disabled" ${become('', { disabled: 'disabled' })}>لاحقاً</button></section>
</div>
</main>
`,
}
